//! Fields with contents: lists, maps, nested structs and searchable values.

use std::collections::{BTreeMap, HashMap};

use super::rules::Free;
use super::{Field, Path, SetOf, Within};
use crate::codec::{Attribute, SetField};

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
    pub(super) fn new(path: Path) -> Self {
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
