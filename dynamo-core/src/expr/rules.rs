//! What may be done with a field, as types: what keys are made from it, and how it is stored.

use std::marker::PhantomData;

use super::{Field, SetOf};
use crate::codec::{Attribute, AttributeValue, CodecError, from_value, kind};
use crate::key::KeySource;

/// No key is made from the field.
#[derive(Debug)]
pub enum Free {}

/// The field is in the primary key.
#[derive(Debug)]
pub enum InKey {}

/// A key of an index is made from the field, and from nothing else that can change.
#[derive(Debug)]
pub enum Indexed {}

/// A key of an index is made from the field and others, which the function `S` sets together.
#[derive(Debug)]
pub struct Partly<S>(PhantomData<S>);

/// An element of a list, or an entry of a map.
#[derive(Debug)]
pub enum Element {}

/// Whether a field may be changed at all.
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
impl<S> NotInKey for Partly<S> {}
#[diagnostic::do_not_recommend]
impl NotInKey for Element {}

/// Whether a field may be changed without others.
pub trait Alone {}
impl<S: SetTogether> Alone for Partly<S> {}
#[diagnostic::do_not_recommend]
impl Alone for Free {}
#[diagnostic::do_not_recommend]
impl Alone for InKey {}
#[diagnostic::do_not_recommend]
impl Alone for Indexed {}
#[diagnostic::do_not_recommend]
impl Alone for Element {}

/// Never: a function by which fields are set together.
#[diagnostic::on_unimplemented(
    message = "an index key is made from this field and others, and changing it alone would leave that key stale",
    label = "only a part of an index key",
    note = "help: change them together: `.apply({Self}(..))`, where `{Self}` is a function of the entity"
)]
pub trait SetTogether {}

/// Whether DynamoDB may compute the field's new value.
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
// These have messages of their own.
#[diagnostic::do_not_recommend]
impl Untouched for InKey {}
#[diagnostic::do_not_recommend]
impl<S> Untouched for Partly<S> {}

/// What follows for keys when a field of type `T` is set.
pub trait SetRule<T> {
    /// The text of the value in keys, if a key is made from it.
    #[doc(hidden)]
    fn key_text(value: Option<&AttributeValue>) -> Result<Option<Option<String>>, CodecError>;
}

macro_rules! no_key {
    ($($rule:ty $(, $param:ident)?;)*) => {$(
        impl<T $(, $param)?> SetRule<T> for $rule {
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
    Partly<S>, S;
}

impl<T: Attribute + KeySource> SetRule<T> for Indexed {
    fn key_text(value: Option<&AttributeValue>) -> Result<Option<Option<String>>, CodecError> {
        let text = match value {
            // Keys may have another text than the attribute has.
            Some(value) => from_value::<T>(value.clone())?.own_text().map_err(CodecError::in_key)?,
            None => None,
        };
        Ok(Some(text))
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
    /// What DynamoDB can put in order.
    #[diagnostic::on_unimplemented(
        message = "DynamoDB cannot put attributes of this type in order",
        label = "neither a String, nor a Number, nor a Binary",
        note = "help: `eq` and `ne` work with every type"
    )]
    Orderable: S, N, B, Any
}

capability! {
    /// What can begin with something.
    #[diagnostic::on_unimplemented(
        message = "DynamoDB has no `begins_with` on this type of attribute",
        label = "neither a String nor a Binary",
        note = "help: a Number has `lt`, `gt` and `between`; a key of one takes a range: `from..to`"
    )]
    Prefixable: S, B, Any
}

capability! {
    /// What has a size.
    #[diagnostic::on_unimplemented(
        message = "DynamoDB has no `size` of this type of attribute",
        label = "has no size",
        note = "help: Strings, Binaries, Lists, Maps and sets have one"
    )]
    Countable: S, B, L, M, Set, Any
}

capability! {
    /// What can be added to.
    #[diagnostic::on_unimplemented(
        message = "`add` and `subtract` need a Number",
        label = "not a Number",
        note = "help: `append` adds to a list, `union` to a set"
    )]
    Addable: N, Any
}

/// What can be removed without making the item unreadable.
#[diagnostic::on_unimplemented(
    message = "the field is not an `Option`, so the item could not be read without it",
    label = "not an `Option`",
    note = "help: `set` it, or make the field an `Option`"
)]
pub trait Removable {}
#[diagnostic::do_not_recommend]
impl<E, T> Removable for Field<E, Option<T>, Free> {}
#[diagnostic::do_not_recommend]
impl<E, T> Removable for Field<E, Option<T>, Indexed> {}
#[diagnostic::do_not_recommend]
impl<E, T> Removable for Field<E, SetOf<T>, Free> {}
#[diagnostic::do_not_recommend]
impl<E, T> Removable for Field<E, T, Element> {}
// These have messages of their own.
#[diagnostic::do_not_recommend]
impl<E, T> Removable for Field<E, T, InKey> {}
#[diagnostic::do_not_recommend]
impl<E, T, S> Removable for Field<E, T, Partly<S>> {}
