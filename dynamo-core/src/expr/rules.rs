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

/// A field on which index keys depend together with others; the function `S` sets all of them, and `W` tells how the keys
/// depend on it.
#[derive(Debug)]
pub struct Partly<S, W = PartOfKey>(PhantomData<(S, W)>);

/// The keys are derived from the field.
#[derive(Debug)]
pub enum PartOfKey {}

/// The field is tested by `when(..)`, and in no index key.
#[derive(Debug)]
pub enum TestOfKey {}

/// A field that the framework sets itself; `F` tells which.
#[derive(Debug)]
pub struct Managed<F>(PhantomData<F>);

/// A field that is given at creation and never changed; `F` is an [`ImmutableField`].
#[derive(Debug)]
pub struct Immutable<F>(PhantomData<F>);

/// Names what an update would have to change.
#[derive(Debug)]
pub enum ImmutableField {}

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
impl<S, W> NotInKey for Partly<S, W> {}
#[diagnostic::do_not_recommend]
impl<F> NotInKey for Managed<F> {}
#[diagnostic::do_not_recommend]
impl<F> NotInKey for Immutable<F> {}
#[diagnostic::do_not_recommend]
impl NotInKey for Element {}

/// A field that can be changed without changing others.
#[doc(hidden)]
pub trait Alone {}
impl<S: SetTogether> Alone for Partly<S> {}
impl<S: SetWithKeys> Alone for Partly<S, TestOfKey> {}
impl<F: SetByHand> Alone for Managed<F> {}
impl<F: SetAgain> Alone for Immutable<F> {}
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

/// Never implemented: its error message names the function that sets the fields together.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an index key is made from this field and others, and changing it alone would leave that key stale",
    label = "only a part of an index key",
    note = "help: change them together: `.apply({Self}(..))`, where `{Self}` is a function of the entity"
)]
pub trait SetTogether {}

/// Never implemented: its error message names the function that sets the field together with those of the keys.
#[diagnostic::on_unimplemented(
    message = "`when` tests this field to decide about the item's keys in an index, and changing it alone would leave them stale",
    label = "decides about index keys that are made from other fields",
    note = "help: change them together: `.apply({Self}(..))`, where `{Self}` is a function of the entity"
)]
pub trait SetWithKeys {}

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
impl<S, W> Untouched for Partly<S, W> {}
#[diagnostic::do_not_recommend]
impl<F> Untouched for Managed<F> {}
#[diagnostic::do_not_recommend]
impl<F> Untouched for Immutable<F> {}

/// Determines how setting a field of type `T` affects keys.
#[doc(hidden)]
pub trait SetRule<T> {
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
    Partly<S, W>, S, W;
    Managed<F>, F;
    Immutable<F>, F;
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
        // Without a value, no test holds: see `Known::test`.
        value.map_or(Ok(Vec::new()), |value| Ok(M::tests(&from_value::<T>(value.clone())?)))
    }
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
impl<S, W> WithinRule for Partly<S, W> {
    type Rule = Element;
}
impl<F> WithinRule for Managed<F> {
    type Rule = Element;
}
impl<F> WithinRule for Immutable<F> {
    type Rule = Self;
}
