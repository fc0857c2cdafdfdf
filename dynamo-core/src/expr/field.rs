//! Handles of attributes.

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use super::condition::{Compare, Node};
use super::{Condition, Operand, Path, SetOf, Size, ValueFor};
use crate::codec::{Attribute, AttributeValue, CodecError, SetField, from_value, kind};
use crate::key::KeySource;
use crate::schema::{AttributeType, NoneAs};
use crate::{Entity, Table};

/// An attribute of `E` whose values are `T`; `K` tells whether a key is made from it.
///
/// Made by `E::fields()`. See [`expr`](crate::expr) for an example.
pub struct Field<E, T, K = Free> {
    pub(crate) path: Path,
    types: PhantomData<fn() -> (E, T, K)>,
}

impl<E, T, K> Clone for Field<E, T, K> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), types: PhantomData }
    }
}

impl<E, T, K> std::fmt::Debug for Field<E, T, K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Field({})", self.path)
    }
}

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
impl NotInKey for Free {}
impl NotInKey for Indexed {}
impl<S> NotInKey for Partly<S> {}
impl NotInKey for Element {}

/// Whether a field may be changed without others.
pub trait Alone {}
impl<S: SetTogether> Alone for Partly<S> {}
impl Alone for Free {}
impl Alone for InKey {}
impl Alone for Indexed {}
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
impl Untouched for Free {}
impl Untouched for Element {}
// These have messages of their own.
impl Untouched for InKey {}
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
            Some(value) => from_value::<T>(value.clone())?.own_text(),
            None => None,
        };
        Ok(Some(text))
    }
}

macro_rules! capability {
    ($(#[$attribute:meta])* $trait:ident: $($kind:ident),*) => {
        $(#[$attribute])*
        pub trait $trait {}
        $(impl $trait for kind::$kind {})*
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

/// What can contain something.
#[diagnostic::on_unimplemented(
    message = "DynamoDB has no `contains` on this type of attribute",
    label = "neither a String, nor a list, nor a set",
    note = "help: a String contains a `&str`, a list and a set contain an element"
)]
pub trait Searchable {
    /// What it contains.
    type Part;
}

/// A list.
#[diagnostic::on_unimplemented(
    message = "`append` and `prepend` need a list",
    label = "not a list",
    note = "help: `add` adds to a Number, `union` to a set"
)]
pub trait ListField {
    /// What it holds.
    type Element;
}

impl<T: Attribute> ListField for Vec<T> {
    type Element = T;
}

impl<T: ListField> ListField for Option<T> {
    type Element = T::Element;
}

impl Searchable for String {
    type Part = String;
}

impl<T: Attribute> Searchable for Vec<T> {
    type Part = T;
}

impl<T: Searchable> Searchable for Option<T> {
    type Part = T::Part;
}

impl<T: SetField> Searchable for SetOf<T> {
    type Part = T::Element;
}

/// A map with names as keys.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no entries",
    label = "not a map",
    note = "help: a nested struct has `fields()`"
)]
pub trait MapField {
    /// What it holds.
    type Value;
}

impl<T, S> MapField for HashMap<String, T, S> {
    type Value = T;
}

impl<T> MapField for BTreeMap<String, T> {
    type Value = T;
}

impl<T: MapField> MapField for Option<T> {
    type Value = T::Value;
}

/// A struct within an entity: `#[derive(Attribute)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fields that DynamoDB knows",
    label = "not a nested struct",
    note = "help: `#[derive(Attribute)]` on a struct with named fields"
)]
pub trait Nested {
    /// The handles of its fields, within `E`.
    type Fields<E>;
    #[doc(hidden)]
    fn fields<E>(base: &NestedBase) -> Self::Fields<E>;
}

/// Where a nested struct stands.
#[derive(Debug)]
pub struct NestedBase(Path);

impl NestedBase {
    /// The handle of a field: written by the derive.
    #[must_use]
    pub fn field<E, T>(&self, name: &'static str) -> Field<E, T> {
        Field::at_path(self.0.name(name))
    }
}

impl<T: Nested> Nested for Option<T> {
    type Fields<E> = T::Fields<E>;
    fn fields<E>(base: &NestedBase) -> Self::Fields<E> {
        T::fields(base)
    }
}

impl<T: Nested> Nested for Box<T> {
    type Fields<E> = T::Fields<E>;
    fn fields<E>(base: &NestedBase) -> Self::Fields<E> {
        T::fields(base)
    }
}

/// What can be removed without making the item unreadable.
#[diagnostic::on_unimplemented(
    message = "the field is not an `Option`, so the item could not be read without it",
    label = "not an `Option`",
    note = "help: `set` it, or make the field an `Option`"
)]
pub trait Removable {}
impl<E, T> Removable for Field<E, Option<T>, Free> {}
impl<E, T> Removable for Field<E, Option<T>, Indexed> {}
impl<E, T> Removable for Field<E, SetOf<T>, Free> {}
impl<E, T> Removable for Field<E, T, Element> {}
// These have messages of their own.
impl<E, T> Removable for Field<E, T, InKey> {}
impl<E, T, S> Removable for Field<E, T, Partly<S>> {}

impl<E, T, K> Field<E, T, K> {
    /// Written by the derive.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(attribute: &'static str) -> Self {
        Self { path: Path::new(attribute), types: PhantomData }
    }

    fn at_path(path: Path) -> Self {
        Self { path, types: PhantomData }
    }

    fn node(&self) -> Node {
        Node::Path(self.path.clone())
    }
}

/// What becomes of absent fields in the entity's table.
fn none<E: Entity>() -> NoneAs {
    <E::Table as Table>::LAYOUT.none
}

impl<E: Entity, T, K> Field<E, T, K> {
    fn compare(&self, with: Compare, other: Node) -> Condition<E> {
        Condition::new(Node::Compare(Box::new(self.node()), with, Box::new(other)))
    }

    /// The attribute has this value; for `None`, it is absent or `NULL`.
    #[must_use]
    pub fn eq(&self, value: impl Operand<E, T>) -> Condition<E> {
        match value.operand(none::<E>()) {
            Node::Value(Ok(None)) => self.absent() | self.is_type(AttributeType::Null),
            other => self.compare(Compare::Eq, other),
        }
    }

    /// The attribute has another value, or is absent; for `None`, it has a value.
    #[must_use]
    pub fn ne(&self, value: impl Operand<E, T>) -> Condition<E> {
        match value.operand(none::<E>()) {
            Node::Value(Ok(None)) => self.exists() & !self.is_type(AttributeType::Null),
            other => self.compare(Compare::Ne, other),
        }
    }

    /// The attribute has one of these values.
    #[must_use]
    pub fn is_in<V: Operand<E, T>>(&self, values: impl IntoIterator<Item = V>) -> Condition<E> {
        let values = values.into_iter().map(|value| value.operand(none::<E>())).collect();
        Condition::new(Node::In(Box::new(self.node()), values))
    }

    /// The attribute is there, be it `NULL`.
    #[must_use]
    pub fn exists(&self) -> Condition<E> {
        Condition::new(Node::Call("attribute_exists", vec![self.node()]))
    }

    /// The attribute is not there.
    #[must_use]
    pub fn absent(&self) -> Condition<E> {
        Condition::new(Node::Call("attribute_not_exists", vec![self.node()]))
    }

    /// The attribute is stored as this type.
    #[must_use]
    pub fn is_type(&self, ty: AttributeType) -> Condition<E> {
        let name = |name: &str| Node::Value(Ok(Some(AttributeValue::S(name.to_owned()))));
        let is = |ty: &str| Condition::new(Node::Call("attribute_type", vec![self.node(), name(ty)]));
        match ty {
            AttributeType::S => is("S"),
            AttributeType::N => is("N"),
            AttributeType::B => is("B"),
            AttributeType::Bool => is("BOOL"),
            AttributeType::Null => is("NULL"),
            AttributeType::M => is("M"),
            AttributeType::L => is("L"),
            AttributeType::Set => is("SS") | is("NS") | is("BS"),
            AttributeType::Any => self.exists(),
        }
    }
}

impl<E: Entity, T: Attribute, K> Field<E, T, K> {
    /// The attribute is less.
    #[must_use]
    pub fn lt(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Lt, value.operand(none::<E>()))
    }

    /// The attribute is less, or equal.
    #[must_use]
    pub fn le(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Le, value.operand(none::<E>()))
    }

    /// The attribute is greater.
    #[must_use]
    pub fn gt(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Gt, value.operand(none::<E>()))
    }

    /// The attribute is greater, or equal.
    #[must_use]
    pub fn ge(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Ge, value.operand(none::<E>()))
    }

    /// The attribute is one of the two, or between them.
    #[must_use]
    pub fn between(&self, from: impl Operand<E, T>, to: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        Condition::new(Node::Between(Box::new([self.node(), from.operand(none::<E>()), to.operand(none::<E>())])))
    }

    /// The attribute begins with this.
    #[must_use]
    pub fn begins_with(&self, prefix: &str) -> Condition<E>
    where
        T::Kind: Prefixable,
    {
        let value = match <T::Kind as kind::Kind>::TYPE {
            AttributeType::B => AttributeValue::B(aws_smithy_types::Blob::new(prefix.as_bytes())),
            _ => AttributeValue::S(prefix.to_owned()),
        };
        Condition::new(Node::Call("begins_with", vec![self.node(), Node::Value(Ok(Some(value)))]))
    }

    /// The size: bytes of a String or Binary, elements of a list, a map or a set.
    #[must_use]
    pub fn size(&self) -> Size<E>
    where
        T::Kind: Countable,
    {
        Size::new(self.path.clone())
    }
}

impl<E, T: SetField, K> Field<E, SetOf<T>, K> {
    /// How many elements the set has.
    #[must_use]
    pub fn size(&self) -> Size<E> {
        Size::new(self.path.clone())
    }
}

impl<E: Entity, T: Searchable, K> Field<E, T, K> {
    /// The String has this in it; the list, or the set, has this element.
    #[must_use]
    pub fn contains(&self, part: impl ValueFor<T::Part>) -> Condition<E> {
        Condition::new(Node::Call("contains", vec![self.node(), Node::Value(part.value(none::<E>()))]))
    }
}

impl<E, T: ListField, K> Field<E, T, K> {
    /// An element of the list, counted from 0.
    #[must_use]
    pub fn at(&self, at: usize) -> Field<E, T::Element, Element> {
        Field::at_path(self.path.element(at))
    }
}

impl<E, T: MapField, K> Field<E, T, K> {
    /// An entry of the map.
    #[must_use]
    pub fn entry(&self, name: &str) -> Field<E, T::Value, Element> {
        Field::at_path(self.path.entry(name))
    }
}

impl<E, T: Nested, K> Field<E, T, K> {
    /// The fields of the nested struct.
    #[must_use]
    pub fn fields(&self) -> T::Fields<E> {
        T::fields(&NestedBase(self.path.clone()))
    }
}
