//! What `set` takes: a field and its value, or the fields of an index key as a tuple.

use std::marker::PhantomData;

use super::rules::{Alone, Member, NoGroup, NotInKey, SetRule, SetTogether};
use super::{Field, FieldPath, Path, ValueFor};
use crate::codec::{AttributeValue, CodecError};
use crate::schema::NoneAs;

/// A field of `E`, or a tuple of the fields that an index key is made from.
#[diagnostic::on_unimplemented(
    message = "`set` takes a field of `{E}`, or a tuple of them, and this is a `{Self}`",
    label = "not a field of `{E}`",
    note = "help: take it from `{E}::fields()`"
)]
pub trait Settable<E> {
    /// How index keys depend on the field, or on each of the fields.
    #[doc(hidden)]
    type Rule;

    /// The type of the value: that of the field, or [`Each`] of several.
    #[doc(hidden)]
    type Value;

    #[doc(hidden)]
    fn places(self) -> Vec<FieldPlace>;
}

/// The values of fields that are set together, of types `T`.
#[derive(Debug)]
pub struct Each<T>(PhantomData<T>);

/// A value of `T`: of a field's type a [`ValueFor`] it, of [`Each`] of several types a tuple of such values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a field of type `{T}`",
    label = "not a `{T}`",
    note = "help: give a `{T}`, or a reference to one; a tuple of fields takes a tuple with a value for each"
)]
pub trait ValuesFor<T> {
    #[doc(hidden)]
    fn each(self, none: NoneAs, take: &mut dyn FnMut(Encoded));
}

/// A value as it is stored, and whether an absent one may be written as `NULL`.
#[doc(hidden)]
pub type Encoded = (Result<Option<AttributeValue>, CodecError>, bool);

/// What a value means for keys: its text there, and the tests of `when(..)` that it decides.
type InKeys = (Option<Option<String>>, Vec<(usize, bool)>);

/// Where a value goes, and what follows from it.
#[doc(hidden)]
#[derive(Debug)]
pub struct FieldPlace {
    path: Path,
    in_keys: fn(Option<&AttributeValue>) -> Result<InKeys, CodecError>,
    /// Whether the item must have the value already.
    fixed: bool,
}

/// A field and its new value.
#[derive(Debug)]
pub(crate) struct Assignment {
    pub(crate) path: Path,
    /// The new value, which is absent if the attribute is to be.
    pub(crate) value: Result<Option<AttributeValue>, CodecError>,
    /// The text of the field in keys, if any is derived from it, which may be absent.
    #[allow(clippy::option_option)] // No key, a key without the value, a key with it.
    pub(super) text: Option<Option<String>>,
    /// The tests of `when(..)` that the value decides: their places, and whether they hold.
    pub(super) tests: Vec<(usize, bool)>,
    /// Whether an absent value may be written as `NULL`.
    pub(super) nullable: bool,
    /// Whether the item must have the value already.
    pub(crate) fixed: bool,
}

impl FieldPlace {
    fn of<E, T, K: SetRule<T>, P: FieldPath>(field: Field<E, T, K, P>) -> Self {
        let in_keys = |value: Option<&AttributeValue>| Ok((K::key_text(value)?, K::tests(value)?));
        Self { path: field.into_path(), in_keys, fixed: K::FIXED }
    }

    /// Returns what follows from a value.
    pub(crate) fn takes(self, (value, nullable): Encoded) -> Assignment {
        let (mut text, mut tests) = (None, Vec::new());
        let value = value.and_then(|value| {
            (text, tests) = (self.in_keys)(value.as_ref())?;
            Ok(value)
        });
        Assignment { path: self.path, value, text, tests, nullable, fixed: self.fixed }
    }
}

impl<E, T, K: SetRule<T>, P: FieldPath> Settable<E> for Field<E, T, K, P> {
    type Rule = K;
    type Value = T;

    fn places(self) -> Vec<FieldPlace> {
        vec![FieldPlace::of(self)]
    }
}

#[diagnostic::do_not_recommend]
impl<T, V: ValueFor<T>> ValuesFor<T> for V {
    fn each(self, none: NoneAs, take: &mut dyn FnMut(Encoded)) {
        take((self.value(none), V::NULLABLE));
    }
}

/// The group of a tuple of fields, by its last field first.
macro_rules! group {
    () => { NoGroup };
    ($first:ident $($rest:ident)*) => { <$first as Member>::Group<group!($($rest)*)> };
}

/// Implements the traits for tuples of fields.
macro_rules! tuples {
    ($($($type:ident $rule:ident $value:ident $field:ident),+;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E, $($type, $rule: SetRule<$type>),+> Settable<E> for ($(Field<E, $type, $rule>,)+) {
            type Rule = ($($rule,)+);
            type Value = Each<($($type,)+)>;

            fn places(self) -> Vec<FieldPlace> {
                let ($($field,)+) = self;
                vec![$(FieldPlace::of($field)),+]
            }
        }

        impl<$($type, $value: ValueFor<$type>),+> ValuesFor<Each<($($type,)+)>> for ($($value,)+) {
            fn each(self, none: NoneAs, take: &mut dyn FnMut(Encoded)) {
                let ($($field,)+) = self;
                $(take(($field.value(none), $value::NULLABLE));)+
            }
        }

        // A member may be in the primary key, and given as it is; whether these are members, `Alone` says.
        #[diagnostic::do_not_recommend]
        impl<$($rule),+> NotInKey for ($($rule,)+) {}

        impl<$($rule: Member),+> Alone for ($($rule,)+)
        where
            group!($($rule)+): SetTogether<($($rule::Place,)+)>,
        {
        }
    )*};
}

tuples! {
    T1 K1 V1 f1, T2 K2 V2 f2;
    T1 K1 V1 f1, T2 K2 V2 f2, T3 K3 V3 f3;
    T1 K1 V1 f1, T2 K2 V2 f2, T3 K3 V3 f3, T4 K4 V4 f4;
    T1 K1 V1 f1, T2 K2 V2 f2, T3 K3 V3 f3, T4 K4 V4 f4, T5 K5 V5 f5;
    T1 K1 V1 f1, T2 K2 V2 f2, T3 K3 V3 f3, T4 K4 V4 f4, T5 K5 V5 f5, T6 K6 V6 f6;
    T1 K1 V1 f1, T2 K2 V2 f2, T3 K3 V3 f3, T4 K4 V4 f4, T5 K5 V5 f5, T6 K6 V6 f6, T7 K7 V7 f7;
    T1 K1 V1 f1, T2 K2 V2 f2, T3 K3 V3 f3, T4 K4 V4 f4, T5 K5 V5 f5, T6 K6 V6 f6, T7 K7 V7 f7, T8 K8 V8 f8;
}
