//! Handles of attributes.

use std::marker::PhantomData;

use super::condition::{Compare, Node};
use super::rules::{Countable, Element, Free, Orderable, Prefixable};
use super::shapes::{ListField, MapField, Nested, NestedBase, Searchable};
use super::{Condition, Operand, Path, SetOf, Size, ValueFor};
use crate::codec::{Attribute, AttributeValue, SetField, kind};
use crate::entity::Entity;
use crate::schema::{AttributeType, NoneAs};

/// An attribute of `E` whose values are `T`; `K` tells whether a key is made from it.
///
/// Made by `E::fields()`. See [`expr`](crate::expr) for an example.
pub struct Field<E, T, K = Free> {
    pub(crate) path: Path,
    types: PhantomData<Types<E, T, K>>,
}

type Types<E, T, K> = fn() -> (E, T, K);

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

impl<E, T, K> Field<E, T, K> {
    /// Written by the derive.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(attribute: &'static str) -> Self {
        Self { path: Path::new(attribute), types: PhantomData }
    }

    pub(super) fn at_path(path: Path) -> Self {
        Self { path, types: PhantomData }
    }

    fn node(&self) -> Node {
        Node::Path(self.path.clone())
    }
}

/// What becomes of absent fields in the entity's table.
fn none<E: Entity>() -> NoneAs {
    E::SCHEMA.layout.none
}

impl<E: Entity, T, K> Field<E, T, K> {
    fn compare(&self, with: Compare, other: Node) -> Condition<E> {
        Condition::new(Node::Compare(Box::new(self.node()), with, Box::new(other)))
    }

    /// The attribute has this value; for `None`, it is absent or `NULL`.
    pub fn eq(&self, value: impl Operand<E, T>) -> Condition<E> {
        match value.operand(none::<E>()) {
            Node::Value(Ok(None)) => self.absent() | self.is_type(AttributeType::Null),
            other => self.compare(Compare::Eq, other),
        }
    }

    /// The attribute has another value, or is absent; for `None`, it has a value.
    pub fn ne(&self, value: impl Operand<E, T>) -> Condition<E> {
        match value.operand(none::<E>()) {
            Node::Value(Ok(None)) => self.exists() & !self.is_type(AttributeType::Null),
            other => self.compare(Compare::Ne, other),
        }
    }

    /// The attribute has one of these values.
    pub fn is_in<V: Operand<E, T>>(&self, values: impl IntoIterator<Item = V>) -> Condition<E> {
        let values = values.into_iter().map(|value| value.operand(none::<E>())).collect();
        Condition::new(Node::In(Box::new(self.node()), values))
    }

    /// The attribute is there, be it `NULL`.
    pub fn exists(&self) -> Condition<E> {
        Condition::new(Node::Call("attribute_exists", vec![self.node()]))
    }

    /// The attribute is not there.
    pub fn absent(&self) -> Condition<E> {
        Condition::new(Node::Call("attribute_not_exists", vec![self.node()]))
    }

    /// The attribute is stored as this type.
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
    pub fn lt(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Lt, value.operand(none::<E>()))
    }

    /// The attribute is less, or equal.
    pub fn le(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Le, value.operand(none::<E>()))
    }

    /// The attribute is greater.
    pub fn gt(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Gt, value.operand(none::<E>()))
    }

    /// The attribute is greater, or equal.
    pub fn ge(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Ge, value.operand(none::<E>()))
    }

    /// The attribute is one of the two, or between them.
    pub fn between(&self, from: impl Operand<E, T>, to: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        Condition::new(Node::Between(Box::new([self.node(), from.operand(none::<E>()), to.operand(none::<E>())])))
    }

    /// The attribute begins with this.
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
    pub fn size(&self) -> Size<E>
    where
        T::Kind: Countable,
    {
        Size::new(self.path.clone())
    }
}

impl<E, T: SetField, K> Field<E, SetOf<T>, K> {
    /// How many elements the set has.
    pub fn size(&self) -> Size<E> {
        Size::new(self.path.clone())
    }
}

impl<E: Entity, T: Searchable, K> Field<E, T, K> {
    /// The String has this in it; the list, or the set, has this element.
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
        T::fields(&NestedBase::new(self.path.clone()))
    }
}
