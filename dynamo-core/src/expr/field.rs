//! Typed handles of attributes, from which conditions and updates are built.

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use super::condition::{Compare, Node};
use super::rules::{
    BareKey, Countable, Element, Free, GivenAgain, Immutable, InKey, InTest, Indexed, Managed, Orderable, Partly,
    Prefixable, WithinRule,
};
use super::{Condition, Operand, Path, SetOf, Size, ValueFor};
use crate::codec::{Attribute, AttributeValue, SetField, kind};
use crate::entity::Entity;
use crate::schema::{AttributeType, NoneAs};

/// A handle of an attribute of `E` with values of type `T`, or of a place within one; `K` states whether keys are derived
/// from it.
///
/// Returned by `E::fields()`. See [`expr`](crate::expr) for an example.
pub struct Field<E, T, K = Free, P = Whole> {
    place: P,
    types: PhantomData<Types<E, T, K>>,
}

type Types<E, T, K> = fn() -> (E, T, K);

/// The place of a [`Field`]: a [`Whole`] attribute, or a place [`Within`] one.
pub trait FieldPath {
    #[doc(hidden)]
    fn path(&self) -> Path;
    #[doc(hidden)]
    fn into_path(self) -> Path;
}

/// The place of a field that is an attribute by itself.
#[derive(Debug, Clone, Copy)]
pub struct Whole(&'static str);

impl FieldPath for Whole {
    fn path(&self) -> Path {
        Path::new(self.0)
    }

    fn into_path(self) -> Path {
        Path::new(self.0)
    }
}

/// The place of a field within an attribute: an element of a list, an entry of a map, or a field of a nested struct.
#[derive(Debug, Clone)]
pub struct Within(Path);

impl FieldPath for Within {
    fn path(&self) -> Path {
        self.0.clone()
    }

    fn into_path(self) -> Path {
        self.0
    }
}

impl<E, T, K, P: Clone> Clone for Field<E, T, K, P> {
    fn clone(&self) -> Self {
        Self { place: self.place.clone(), types: PhantomData }
    }
}

impl<E, T, K, P: Copy> Copy for Field<E, T, K, P> {}

impl<E, T, K, P: FieldPath> std::fmt::Debug for Field<E, T, K, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Field({})", self.path())
    }
}

/// Creates a handle. Called by generated code.
#[doc(hidden)]
#[must_use]
pub const fn handle<E, T, K>(attribute: &'static str) -> Field<E, T, K> {
    Field { place: Whole(attribute), types: PhantomData }
}

impl<E, T, K> Field<E, T, K, Within> {
    fn within(path: Path) -> Self {
        Self { place: Within(path), types: PhantomData }
    }
}

impl<E, T, K, P: FieldPath> Field<E, T, K, P> {
    pub(crate) fn path(&self) -> Path {
        self.place.path()
    }

    pub(crate) fn into_path(self) -> Path {
        self.place.into_path()
    }

    fn node(&self) -> Node {
        Node::Path(self.path())
    }
}

/// Returns how the entity's table stores absent fields.
fn none<E: Entity>() -> NoneAs {
    E::SCHEMA.layout.none
}

impl<E: Entity, T, K, P: FieldPath> Field<E, T, K, P> {
    fn compare(&self, with: Compare, other: Node) -> Condition<E> {
        Condition::of_fields(Node::Compare(Box::new(self.node()), with, Box::new(other)))
    }

    /// Requires the attribute to be equal to `value`; for `None`, to be absent or `NULL`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().title.eq("Lavinia"));
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn eq(&self, value: impl Operand<E, T>) -> Condition<E> {
        match value.operand(none::<E>()) {
            Node::Value(Ok(None)) => self.absent() | self.is_type(AttributeType::Null),
            other => self.compare(Compare::Eq, other),
        }
    }

    /// Requires the attribute to differ from `value` or to be absent; for `None`, to have a value.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().title.ne("Lavinia"));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn ne(&self, value: impl Operand<E, T>) -> Condition<E> {
        match value.operand(none::<E>()) {
            Node::Value(Ok(None)) => self.exists() & !self.is_type(AttributeType::Null),
            other => self.compare(Compare::Ne, other),
        }
    }

    /// Requires the attribute to be equal to one of `values`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().title.is_in(["Lavinia", "Tehanu"]));
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn is_in<V: Operand<E, T>>(&self, values: impl IntoIterator<Item = V>) -> Condition<E> {
        let values = values.into_iter().map(|value| value.operand(none::<E>())).collect();
        Condition::of_fields(Node::In(Box::new(self.node()), values))
    }

    /// Requires the attribute to exist, even if it is `NULL`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().subtitle.exists());
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn exists(&self) -> Condition<E> {
        Condition::of_fields(Node::Call("attribute_exists", vec![self.node()]))
    }

    /// Requires the attribute not to exist. An attribute that is `NULL` exists.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().subtitle.absent());
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn absent(&self) -> Condition<E> {
        Condition::of_fields(Node::Call("attribute_not_exists", vec![self.node()]))
    }

    /// Requires the attribute to be stored as the type `ty`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use dynamo_core::schema::AttributeType;
    /// let stored_as_text = Book::fields().pages.is_type(AttributeType::S);
    /// assert_eq!(db.scan::<Book>().filter(stored_as_text).count().await?, 0);
    /// # Ok(()) });
    /// ```
    pub fn is_type(&self, ty: AttributeType) -> Condition<E> {
        let name = |name: &str| Node::Value(Ok(Some(AttributeValue::S(name.to_owned()))));
        let is = |ty: &str| Condition::of_fields(Node::Call("attribute_type", vec![self.node(), name(ty)]));
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

impl<E: Entity, T: Attribute, K, P: FieldPath> Field<E, T, K, P> {
    /// Requires the attribute to be less than `value`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().pages.lt(320));
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn lt(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Lt, value.operand(none::<E>()))
    }

    /// Requires the attribute to be less than or equal to `value`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().pages.le(200));
    /// assert_eq!(found.first().await?.unwrap().title, "Lavinia");
    /// # Ok(()) });
    /// ```
    pub fn le(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Le, value.operand(none::<E>()))
    }

    /// Requires the attribute to be greater than `value`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().pages.gt(200));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn gt(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Gt, value.operand(none::<E>()))
    }

    /// Requires the attribute to be greater than or equal to `value`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().pages.ge(320));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn ge(&self, value: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        self.compare(Compare::Ge, value.operand(none::<E>()))
    }

    /// Requires the attribute to lie between `from` and `to`, both included.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().pages.between(300, 400));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn between(&self, from: impl Operand<E, T>, to: impl Operand<E, T>) -> Condition<E>
    where
        T::Kind: Orderable,
    {
        Condition::of_fields(Node::Between(Box::new([self.node(), from.operand(none::<E>()), to.operand(none::<E>())])))
    }

    /// Requires the attribute to begin with `prefix`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().title.begins_with("The "));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn begins_with(&self, prefix: impl AsRef<str>) -> Condition<E>
    where
        T::Kind: Prefixable,
    {
        let prefix = prefix.as_ref();
        let value = match <T::Kind as kind::Kind>::TYPE {
            AttributeType::B => AttributeValue::B(aws_smithy_types::Blob::new(prefix.as_bytes())),
            _ => AttributeValue::S(prefix.to_owned()),
        };
        Condition::of_fields(Node::Call("begins_with", vec![self.node(), Node::Value(Ok(Some(value)))]))
    }

    /// Returns the size of the attribute: the characters of a String (those beyond U+FFFF, such as emoji, count twice), the bytes of a
    /// Binary, the elements of a List, Map or set.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().title.size().gt(10));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn size(&self) -> Size<E>
    where
        T::Kind: Countable,
    {
        Size::new(self.path())
    }
}

impl<E, T: SetField, K, P: FieldPath> Field<E, SetOf<T>, K, P> {
    /// Returns the number of elements in the set.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().tags.size().ge(1));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn size(&self) -> Size<E> {
        Size::new(self.path())
    }
}

impl<E: Entity, T: Searchable, K, P: FieldPath> Field<E, T, K, P> {
    /// Requires the String to contain `part` as a substring, or the list or set to contain it as an element.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().tags.contains("classic"));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn contains(&self, part: impl ValueFor<T::Part>) -> Condition<E> {
        Condition::of_fields(Node::Call("contains", vec![self.node(), Node::Value(part.value(none::<E>()))]))
    }
}

impl<E, T: ListField, K: WithinRule, P: FieldPath> Field<E, T, K, P> {
    /// Returns a handle of the list's element at the index `at`, which counts from 0.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().chapters.at(0).eq("Anarres"));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn at(&self, at: usize) -> Field<E, T::Element, K::Rule, Within> {
        Field::within(self.path().element(at))
    }
}

impl<E, T: MapField, K: WithinRule, P: FieldPath> Field<E, T, K, P> {
    /// Returns a handle of the map's entry `name`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().prices.entry("EUR").lt(20));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn entry(&self, name: &str) -> Field<E, T::Value, K::Rule, Within> {
        Field::within(self.path().entry(name))
    }
}

impl<E, T: Nested, K, P: FieldPath> Field<E, T, K, P> {
    /// Returns handles of the fields of the nested struct.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found = db.query(Book::query("fiction")).filter(Book::fields().publisher.fields().name.eq("Harper"));
    /// assert_eq!(found.first().await?.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn fields(&self) -> T::Fields<E> {
        T::fields(&NestedBase::new(self.path()))
    }
}

impl<E, T, K, P: FieldPath> Operand<E, T> for Field<E, T, K, P> {
    fn operand(self, _: NoneAs) -> Node {
        Node::Path(self.into_path())
    }
}

impl<E, T, K, P: FieldPath> Operand<E, T> for &Field<E, T, K, P> {
    fn operand(self, _: NoneAs) -> Node {
        Node::Path(self.path())
    }
}

/// Compares with a field that may be absent, in which case only `ne` holds.
#[diagnostic::do_not_recommend]
impl<E, T, K, P: FieldPath> Operand<E, T> for Field<E, Option<T>, K, P> {
    fn operand(self, _: NoneAs) -> Node {
        Node::Path(self.into_path())
    }
}

#[diagnostic::do_not_recommend]
impl<E, T, K, P: FieldPath> Operand<E, T> for &Field<E, Option<T>, K, P> {
    fn operand(self, _: NoneAs) -> Node {
        Node::Path(self.path())
    }
}

/// A field that can be removed without making the item unreadable.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the field is not an `Option`, so the item could not be read without it",
    label = "not an `Option`",
    note = "help: `set` it, or make the field an `Option`"
)]
pub trait Removable {}
#[diagnostic::do_not_recommend]
impl<E, T, P> Removable for Field<E, Option<T>, Free, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, P> Removable for Field<E, Option<T>, Indexed, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, P> Removable for Field<E, Option<T>, BareKey, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, M, P> Removable for Field<E, Option<T>, InTest<M>, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, P> Removable for Field<E, SetOf<T>, Free, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, P> Removable for Field<E, T, Element, P> {}
// These fields fail another rule, whose message explains more.
#[diagnostic::do_not_recommend]
impl<E, T, P> Removable for Field<E, T, InKey, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, G, R, P, const AT: usize> Removable for Field<E, T, Partly<G, R, AT>, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, F, P> Removable for Field<E, T, Managed<F>, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, R, P, const AT: usize> Removable for Field<E, T, Immutable<R, AT>, P> {}
#[diagnostic::do_not_recommend]
impl<E, T, R, P, const AT: usize> Removable for Field<E, T, GivenAgain<R, AT>, P> {}

/// A field that supports `contains`: a String, a list or a set.
#[diagnostic::on_unimplemented(
    message = "DynamoDB has no `contains` on this type of attribute",
    label = "neither a String, nor a list, nor a set",
    note = "help: a String contains a `&str`, a list and a set contain an element"
)]
pub trait Searchable {
    /// The type of the argument of `contains`.
    type Part;
}

/// A field that is stored as a list.
#[diagnostic::on_unimplemented(
    message = "`append` and `prepend` need a list",
    label = "not a list",
    note = "help: `add` adds to a Number, `union` to a set"
)]
pub trait ListField {
    /// The type of the elements.
    type Element;
}

#[diagnostic::do_not_recommend]
impl<T: Attribute> ListField for Vec<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: ListField> ListField for Option<T> {
    type Element = T::Element;
}

#[diagnostic::do_not_recommend]
impl Searchable for String {
    type Part = String;
}

#[diagnostic::do_not_recommend]
impl<T: Attribute> Searchable for Vec<T> {
    type Part = T;
}

#[diagnostic::do_not_recommend]
impl<T: Searchable> Searchable for Option<T> {
    type Part = T::Part;
}

#[diagnostic::do_not_recommend]
impl<T: SetField> Searchable for SetOf<T> {
    type Part = T::Element;
}

/// A field that is stored as a map with string keys.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no entries",
    label = "not a map",
    note = "help: a nested struct has `fields()`"
)]
pub trait MapField {
    /// The type of the values.
    type Value;
}

#[diagnostic::do_not_recommend]
impl<T, S> MapField for HashMap<String, T, S> {
    type Value = T;
}

#[diagnostic::do_not_recommend]
impl<T> MapField for BTreeMap<String, T> {
    type Value = T;
}

#[diagnostic::do_not_recommend]
impl<T: MapField> MapField for Option<T> {
    type Value = T::Value;
}

/// A nested struct with `#[derive(Attribute)]`, whose fields have handles of their own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fields that DynamoDB knows",
    label = "not a nested struct",
    note = "help: `#[derive(Attribute)]` on a struct with named fields"
)]
pub trait Nested {
    /// The handles of its fields within `E`.
    type Fields<E>;
    #[doc(hidden)]
    fn fields<E>(base: &NestedBase) -> Self::Fields<E>;
}

/// The path of a nested struct within its entity.
#[derive(Debug)]
pub struct NestedBase(Path);

impl NestedBase {
    fn new(path: Path) -> Self {
        Self(path)
    }

    /// Returns the handle of a field. Called by generated code.
    #[must_use]
    pub fn field<E, T>(&self, name: &'static str) -> Field<E, T, Free, Within> {
        Field::within(self.0.name(name))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Nested> Nested for Option<T> {
    type Fields<E> = T::Fields<E>;
    fn fields<E>(base: &NestedBase) -> Self::Fields<E> {
        T::fields(base)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Nested> Nested for Box<T> {
    type Fields<E> = T::Fields<E>;
    fn fields<E>(base: &NestedBase) -> Self::Fields<E> {
        T::fields(base)
    }
}
