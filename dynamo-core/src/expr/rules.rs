//! Type-level rules for fields: which keys are derived from a field, and which operations its stored type supports.

use std::marker::PhantomData;

use crate::codec::{Attribute, AttributeValue, CodecError, from_value, kind};
use crate::key::KeySource;

/// A field from which no key is derived.
#[derive(Debug)]
pub enum Free {}

/// A field of the primary key.
#[derive(Debug)]
pub enum InKey {}

/// A field from which an index key is derived, together with no other field that can change.
#[derive(Debug)]
pub enum Indexed {}

/// Index keys depend on the field through `when(..)`, and on no other field that can change; `M` evaluates the tests.
#[derive(Debug)]
pub struct InTest<M>(PhantomData<M>);

/// Evaluates the tests of `when(..)` on the new value of a field. Implemented by the derive.
#[doc(hidden)]
pub trait TestsOf<T> {
    /// Returns the value's text, if keys are made from the field.
    fn text(value: &T) -> Result<Option<Option<String>>, &'static str>;

    /// Returns the place of each test and whether it holds.
    fn tests(value: &T) -> Vec<(usize, bool)>;
}

/// The field by itself is an index key, and no other key is derived from it: DynamoDB keeps the index.
#[derive(Debug)]
pub enum BareKey {}

/// A field on which index keys depend together with others; `G` names all of them, `R` tells how the keys depend on this one,
/// and `AT` is its place in the entity.
#[derive(Debug)]
pub struct Partly<G, R, const AT: usize>(PhantomData<(G, R)>);

/// The place of a field in its entity.
#[derive(Debug)]
pub enum At<const AT: usize> {}

/// A field of the primary key that index keys depend on together with others, where the primary key does not tell its value: a
/// folded text, for example. It is given as it is, in a tuple with those; `R` tells how they depend on it, and `AT` is its
/// place in the entity.
#[derive(Debug)]
pub struct GivenAgain<R, const AT: usize>(PhantomData<R>);

/// A field that the framework sets itself; `F` tells which.
#[derive(Debug)]
pub struct Managed<F>(PhantomData<F>);

/// A field that is given at creation and never changed; `R` tells how index keys depend on it, and `AT` is its place in the
/// entity.
#[derive(Debug)]
pub struct Immutable<R, const AT: usize>(PhantomData<R>);

/// The optimistic lock.
#[derive(Debug)]
pub enum VersionField {}

/// When the item was deleted softly.
#[derive(Debug)]
pub enum DeletedAtField {}

/// An element of a list, or an entry of a map.
#[derive(Debug)]
pub enum Element {}

/// A field that can be changed at all: one that is not in the primary key.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field of the primary key cannot be changed",
    label = "in the primary key",
    note = "help: a key never changes: delete the item and create it under its new key"
)]
pub trait NotInKey {}
#[diagnostic::do_not_recommend]
impl NotInKey for Free {}
#[diagnostic::do_not_recommend]
impl NotInKey for Indexed {}
#[diagnostic::do_not_recommend]
impl NotInKey for BareKey {}
#[diagnostic::do_not_recommend]
impl<M> NotInKey for InTest<M> {}
#[diagnostic::do_not_recommend]
impl<G, R, const AT: usize> NotInKey for Partly<G, R, AT> {}
#[diagnostic::do_not_recommend]
impl<F> NotInKey for Managed<F> {}
#[diagnostic::do_not_recommend]
impl<R, const AT: usize> NotInKey for Immutable<R, AT> {}
#[diagnostic::do_not_recommend]
impl NotInKey for Element {}

/// A field, or a tuple of fields, that can be changed without changing others.
#[doc(hidden)]
pub trait Alone {}
impl<G: SetTogether<At<AT>>, R, const AT: usize> Alone for Partly<G, R, AT> {}
impl<F: SetByHand> Alone for Managed<F> {}
impl<R, const AT: usize> Alone for Immutable<R, AT> where At<AT>: SetAgain {}
#[diagnostic::do_not_recommend]
impl<R, const AT: usize> Alone for GivenAgain<R, AT> {}
#[diagnostic::do_not_recommend]
impl Alone for Free {}
#[diagnostic::do_not_recommend]
impl Alone for InKey {}
#[diagnostic::do_not_recommend]
impl Alone for Indexed {}
#[diagnostic::do_not_recommend]
impl Alone for BareKey {}
#[diagnostic::do_not_recommend]
impl<M> Alone for InTest<M> {}
#[diagnostic::do_not_recommend]
impl Alone for Element {}

/// Never implemented: its error message says who sets the field.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the library sets this field itself, so an update cannot",
    label = "a `version` or a `deleted_at`",
    note = "help: every write counts a `version` up, and `when(fields.version.eq(..))` asks for one; `soft_delete` and `restore` set `deleted_at`"
)]
pub trait SetByHand {}

/// Never implemented: its error message says that the field never changes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the field is `immutable`: it is given when the item is created, and never changes",
    label = "an `immutable` field",
    note = "help: leave it out of the update, delete the item and create another, or remove `immutable` from the field"
)]
pub trait SetAgain {}

/// Implemented by the derive for the fields on which index keys depend together, where `Places` are the places of all of them.
/// The trait that this implementation asks for says in its error message which fields those are.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a tuple of fields is set for an index key that is made from all of them, and no key is made from these",
    label = "not the fields of an index key",
    note = "help: `set` one field after the other"
)]
pub trait SetTogether<Places> {}

/// A field that is set in a tuple with others.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a tuple of fields is set for an index key that is made from all of them, and this is none of those",
    label = "not one of the fields of an index key",
    note = "help: `set` it by itself"
)]
pub trait Member {
    /// Its place in the entity.
    type Place;
    /// The group of a tuple that begins with this field, if that of the rest is `Rest`.
    type Group<Rest>;
}

#[diagnostic::do_not_recommend]
impl<G, R, const AT: usize> Member for Partly<G, R, AT> {
    type Place = At<AT>;
    type Group<Rest> = G;
}

// Several groups may have these.
#[diagnostic::do_not_recommend]
impl<R, const AT: usize> Member for Immutable<R, AT> {
    type Place = At<AT>;
    type Group<Rest> = Rest;
}
#[diagnostic::do_not_recommend]
impl<R, const AT: usize> Member for GivenAgain<R, AT> {
    type Place = At<AT>;
    type Group<Rest> = Rest;
}

/// The group of fields that never change.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoGroup {}

/// A field whose new value DynamoDB can compute, because no index key is derived from it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an index key is made from the field, so DynamoDB cannot compute its new value",
    label = "in an index key",
    note = "help: read the item, and `set` the new value: the key follows"
)]
pub trait Untouched {}
#[diagnostic::do_not_recommend]
impl Untouched for Free {}
#[diagnostic::do_not_recommend]
impl Untouched for Element {}
#[diagnostic::do_not_recommend]
impl Untouched for BareKey {}
// These fields fail another rule, whose message explains more.
#[diagnostic::do_not_recommend]
impl Untouched for InKey {}
#[diagnostic::do_not_recommend]
impl<G, R, const AT: usize> Untouched for Partly<G, R, AT> {}
#[diagnostic::do_not_recommend]
impl<F> Untouched for Managed<F> {}
#[diagnostic::do_not_recommend]
impl<R, const AT: usize> Untouched for Immutable<R, AT> {}
#[diagnostic::do_not_recommend]
impl<R, const AT: usize> Untouched for GivenAgain<R, AT> {}

/// Determines how setting a field of type `T` affects keys.
#[doc(hidden)]
pub trait SetRule<T> {
    /// Whether the item must have the value already, which is given for the keys that are also made from other fields.
    #[doc(hidden)]
    const FIXED: bool = false;

    /// Returns the text of the value in keys, or `None` if no key is derived from the field.
    #[doc(hidden)]
    fn key_text(value: Option<&AttributeValue>) -> Result<Option<Option<String>>, CodecError>;

    /// Returns the tests of `when(..)` that the value decides.
    #[doc(hidden)]
    fn tests(_: Option<&AttributeValue>) -> Result<Vec<(usize, bool)>, CodecError> {
        Ok(Vec::new())
    }
}

macro_rules! no_key {
    ($($rule:ty $(, $param:ident)*;)*) => {$(
        impl<T $(, $param)*> SetRule<T> for $rule {
            fn key_text(_: Option<&AttributeValue>) -> Result<Option<Option<String>>, CodecError> {
                Ok(None)
            }
        }
    )*};
}

no_key! {
    Free;
    Element;
    InKey;
    Managed<F>, F;
}

macro_rules! key {
    ($($rule:ty),*) => {$(
        impl<T: Attribute + KeySource> SetRule<T> for $rule {
            fn key_text(value: Option<&AttributeValue>) -> Result<Option<Option<String>>, CodecError> {
                own_text::<T>(value).map(Some)
            }
        }
    )*};
}

key!(Indexed, BareKey);

impl<T: Attribute, M: TestsOf<T>> SetRule<T> for InTest<M> {
    fn key_text(value: Option<&AttributeValue>) -> Result<Option<Option<String>>, CodecError> {
        match value {
            Some(value) => M::text(&from_value::<T>(value.clone())?).map_err(CodecError::in_key),
            None => Ok(Some(None)),
        }
    }

    fn tests(value: Option<&AttributeValue>) -> Result<Vec<(usize, bool)>, CodecError> {
        // Without a value, no test holds: see `KnownTexts::test`.
        value.map_or(Ok(Vec::new()), |value| Ok(M::tests(&from_value::<T>(value.clone())?)))
    }
}

macro_rules! in_a_group {
    ($([$($group:ident)?] $rule:ty, $fixed:literal;)*) => {$(
        impl<T, $($group,)? R: SetRule<T>, const AT: usize> SetRule<T> for $rule {
            const FIXED: bool = $fixed;

            fn key_text(value: Option<&AttributeValue>) -> Result<Option<Option<String>>, CodecError> {
                R::key_text(value)
            }

            fn tests(value: Option<&AttributeValue>) -> Result<Vec<(usize, bool)>, CodecError> {
                R::tests(value)
            }
        }
    )*};
}

in_a_group! {
    [G] Partly<G, R, AT>, false;
    [] Immutable<R, AT>, true;
    [] GivenAgain<R, AT>, false;
}

/// The text that an attribute's value has in keys, which may differ from that of the attribute.
pub(super) fn own_text<T: Attribute + KeySource>(value: Option<&AttributeValue>) -> Result<Option<String>, CodecError> {
    match value {
        Some(value) => from_value::<T>(value.clone())?.own_text().map_err(CodecError::in_key),
        None => Ok(None),
    }
}

macro_rules! capability {
    ($(#[$attribute:meta])* $trait:ident: $($kind:ident),*) => {
        $(#[$attribute])*
        pub trait $trait {}
        $(
            #[diagnostic::do_not_recommend]
            impl $trait for kind::$kind {}
        )*
    };
}

capability! {
    /// An attribute type that DynamoDB can order.
    #[diagnostic::on_unimplemented(
        message = "DynamoDB cannot put attributes of this type in order",
        label = "neither a String, nor a Number, nor a Binary",
        note = "help: `eq` and `ne` work with every type"
    )]
    Orderable: S, N, B, Any
}

capability! {
    /// An attribute type that supports `begins_with`.
    #[diagnostic::on_unimplemented(
        message = "DynamoDB has no `begins_with` on this type of attribute",
        label = "neither a String nor a Binary",
        note = "help: a Number has `lt`, `gt` and `between`; a key of one takes a range: `from..to`"
    )]
    Prefixable: S, B, Any
}

capability! {
    /// An attribute type that supports `size`.
    #[diagnostic::on_unimplemented(
        message = "DynamoDB has no `size` of this type of attribute",
        label = "has no size",
        note = "help: Strings, Binaries, Lists, Maps and sets have one"
    )]
    Countable: S, B, L, M, Set, Any
}

capability! {
    /// An attribute type that supports `add` and `subtract`.
    #[diagnostic::on_unimplemented(
        message = "`add` and `subtract` need a Number",
        label = "not a Number",
        note = "help: `append` adds to a list, `union` to a set"
    )]
    Addable: N, Any
}

/// Tells how the elements and entries of a field can be changed: as those of a field that never changes, not at all.
#[doc(hidden)]
pub trait WithinRule {
    /// The rule of an element or an entry.
    type Rule;
}
impl WithinRule for Free {
    type Rule = Element;
}
impl WithinRule for InKey {
    type Rule = Element;
}
impl WithinRule for Indexed {
    type Rule = Element;
}
impl WithinRule for BareKey {
    type Rule = Element;
}
impl WithinRule for Element {
    type Rule = Element;
}
impl<G, R, const AT: usize> WithinRule for Partly<G, R, AT> {
    type Rule = Element;
}
impl<F> WithinRule for Managed<F> {
    type Rule = Element;
}
impl<R, const AT: usize> WithinRule for GivenAgain<R, AT> {
    type Rule = Element;
}
impl<R, const AT: usize> WithinRule for Immutable<R, AT> {
    type Rule = Self;
}
