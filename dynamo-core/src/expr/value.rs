//! Conversions of arguments into the values of fields.

use std::marker::PhantomData;

use super::condition::Node;
use crate::codec::{
    self, Adapter, AsBytes, AsSet, Attribute, AttributeValue, CodecError, Decoder, Missing, SetField, to_value_with,
};
use crate::schema::NoneAs;

/// The type of a field with `#[entity(set)]`.
#[derive(Debug)]
pub struct SetOf<T>(PhantomData<T>);

/// The type of a field with `#[entity(bytes)]`.
#[derive(Debug)]
pub struct BytesOf<T>(PhantomData<T>);

/// The type of a field with `#[entity(serde)]`.
#[derive(Debug)]
pub struct SerdeOf<T>(PhantomData<T>);

/// Converts an argument into the value of a field of type `T`.
///
/// Implemented by `T`, by `&T`, by `&str` for a `String`, and by each of these for an `Option`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a field of type `{T}`",
    label = "not a `{T}`",
    note = "help: give a `{T}`, or a reference to one"
)]
pub trait ValueFor<T> {
    /// Whether an absent value may be written as `NULL`. `false` for a set, whose absence is the empty set.
    #[doc(hidden)]
    const NULLABLE: bool = true;

    /// Encodes the value, or returns `None` if the attribute is to be absent. `none` decides how absent fields of
    /// nested structs are written.
    ///
    /// ```
    /// use dynamo_core::{codec::AttributeValue, expr::ValueFor, schema::NoneAs};
    /// let value = ValueFor::<String>::value("fiction", NoneAs::Omit)?;
    /// assert_eq!(value, Some(AttributeValue::S("fiction".into())));
    /// # Ok::<(), dynamo_core::codec::CodecError>(())
    /// ```
    fn value(self, none: NoneAs) -> Result<Option<AttributeValue>, CodecError>;
}

fn plain<T: Attribute>(value: &T, none: NoneAs) -> Result<Option<AttributeValue>, CodecError> {
    if value.is_absent() { Ok(None) } else { to_value_with(value, none).map(Some) }
}

fn adapted<A: Adapter<T>, T>(value: &T, none: NoneAs) -> Result<Option<AttributeValue>, CodecError> {
    if A::is_absent(value) { Ok(None) } else { codec::to_value_as::<A, T>(value, none).map(Some) }
}

/// The right-hand side of a comparison with a field of type `T`: a value, or another field of the same entity.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared with a field of type `{T}`",
    label = "neither a `{T}` nor such a field",
    note = "help: give a `{T}`, a reference to one, or another field of the entity"
)]
pub trait Operand<E, T> {
    #[doc(hidden)]
    fn operand(self, none: NoneAs) -> Node;
}

/// Implements `ValueFor` and `Operand` for the same types. A blanket `impl Operand for T: ValueFor` would overlap with
/// that of `Field`, which another crate could make a `ValueFor`.
macro_rules! values {
    ($([$($generics:tt)*] $value:ty => $target:ty, $(nullable $nullable:literal,)? |$self:ident, $none:pat_param| $how:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> ValueFor<$target> for $value {
            $(const NULLABLE: bool = $nullable;)?
            fn value($self, $none: NoneAs) -> Result<Option<AttributeValue>, CodecError> {
                $how
            }
        }

        #[diagnostic::do_not_recommend]
        impl<Entity, $($generics)*> Operand<Entity, $target> for $value {
            fn operand(self, none: NoneAs) -> Node {
                Node::Value(ValueFor::<$target>::value(self, none))
            }
        }
    )*};
}

values! {
    [T: Attribute] T => T, |self, none| plain(&self, none);
    [T: Attribute] &T => T, |self, none| plain(self, none);
    [T: Attribute] T => Option<T>, |self, none| plain(&self, none);
    [T: Attribute] &T => Option<T>, |self, none| plain(self, none);
    [] &str => String, |self, _| Ok(Some(AttributeValue::S(self.to_owned())));
    [] &str => Option<String>, |self, _| Ok(Some(AttributeValue::S(self.to_owned())));
    [T: SetField] T => SetOf<T>, nullable false, |self, none| adapted::<AsSet, T>(&self, none);
    [T: SetField] &T => SetOf<T>, nullable false, |self, none| adapted::<AsSet, T>(self, none);
    [] Vec<u8> => BytesOf<Vec<u8>>, |self, none| adapted::<AsBytes, _>(&self, none);
    [] &Vec<u8> => BytesOf<Vec<u8>>, |self, none| adapted::<AsBytes, _>(self, none);
    [] Option<Vec<u8>> => BytesOf<Option<Vec<u8>>>, |self, none| adapted::<AsBytes, _>(&self, none);
    [] Vec<u8> => BytesOf<Option<Vec<u8>>>, |self, none| adapted::<AsBytes, _>(&self, none);
    [T: serde::Serialize] T => SerdeOf<T>, |self, _| codec::encode_serde(&self, "value").map(Some);
    [T: serde::Serialize] &T => SerdeOf<T>, |self, _| codec::encode_serde(self, "value").map(Some);
}

/// Reads a field of type `T` whose handle has the type `Self`.
#[diagnostic::on_unimplemented(
    message = "the entity's field has another type than `{T}`",
    label = "of another type in the entity",
    note = "help: give the field the type that it has in the entity"
)]
#[doc(hidden)]
pub trait StoredAs<T> {
    /// Reads the attribute into `slot`.
    fn read_stored<'de, D: Decoder<'de>>(
        slot: &mut Option<T>,
        decoder: D,
        name: &'static str,
    ) -> Result<(), CodecError>;
    /// Returns the value of the field after all attributes were read.
    fn finish_stored(slot: Option<T>, name: &'static str, missing: &mut Missing) -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T: Attribute> StoredAs<T> for T {
    fn read_stored<'de, D: Decoder<'de>>(
        slot: &mut Option<T>,
        decoder: D,
        name: &'static str,
    ) -> Result<(), CodecError> {
        T::read_field(slot, decoder, name)
    }

    fn finish_stored(slot: Option<T>, name: &'static str, missing: &mut Missing) -> Option<T> {
        T::finish_field(slot, name, missing)
    }
}

macro_rules! stored {
    ($($wrapper:ident $adapter:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T> StoredAs<T> for $wrapper<T>
        where
            $adapter: Adapter<T>,
        {
            fn read_stored<'de, D: Decoder<'de>>(
                slot: &mut Option<T>,
                decoder: D,
                name: &'static str,
            ) -> Result<(), CodecError> {
                <$adapter as Adapter<T>>::read_field(slot, decoder, name)
            }

            fn finish_stored(slot: Option<T>, name: &'static str, missing: &mut Missing) -> Option<T> {
                <$adapter as Adapter<T>>::finish_field(slot, name, missing)
            }
        }
    )*};
}

stored! {
    SetOf AsSet;
    BytesOf AsBytes;
}

#[diagnostic::do_not_recommend]
impl<T: serde::de::DeserializeOwned> StoredAs<T> for SerdeOf<T> {
    fn read_stored<'de, D: Decoder<'de>>(
        slot: &mut Option<T>,
        decoder: D,
        name: &'static str,
    ) -> Result<(), CodecError> {
        codec::read_serde(slot, decoder, name)
    }

    fn finish_stored(slot: Option<T>, name: &'static str, missing: &mut Missing) -> Option<T> {
        codec::finish_serde(slot, name, missing)
    }
}
