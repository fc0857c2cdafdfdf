//! Queries that are narrowed field by field, in the order of the key.

use std::marker::PhantomData;

use super::bounds::{Narrowed, equal};
use super::key_condition::KeyCondition;
use super::partial_key::PartialKey;
use crate::entity::{Entity, Table};
use crate::error::Error;
use crate::key::KeyText;
use crate::schema::IndexSchema;

/// The content of a query that generated methods narrow.
#[doc(hidden)]
pub struct Narrow<E, V> {
    key: PartialKey,
    types: PhantomData<fn() -> (E, V)>,
}

impl<E: Entity, V> Narrow<E, V> {
    /// Creates a query of the table.
    #[must_use]
    pub fn table() -> Self {
        Self { key: PartialKey::of_table(E::SCHEMA), types: PhantomData }
    }

    /// Creates a query of the partition of the table whose key is `pk`.
    pub(super) fn partition(pk: &str, sensitive: bool) -> Self {
        Self { key: PartialKey::of_partition(E::SCHEMA, pk, sensitive), types: PhantomData }
    }

    /// Creates a query of the index that entities refer to as `index`.
    #[must_use]
    pub fn index(index: &'static str) -> Self {
        Self { key: PartialKey::of_index(E::SCHEMA, index, false), types: PhantomData }
    }

    /// Starts with no known fields of the keys that the second arm of `when(..)` gives.
    #[must_use]
    pub fn otherwise(index: &'static str) -> Self {
        Self { key: PartialKey::of_index(E::SCHEMA, index, true), types: PhantomData }
    }

    /// Narrows the query by a field of the partition key.
    #[must_use]
    #[allow(clippy::needless_pass_by_value)] // Generated code makes it on the spot.
    pub fn given(mut self, field: &'static str, value: Option<KeyText<'_>>) -> Self {
        self.key.push(field, equal(value.as_ref()));
        self
    }

    /// Narrows the query by a field of the sort key.
    #[must_use]
    pub fn narrowed(mut self, field: &'static str, narrowed: Result<Narrowed, &'static str>) -> Self {
        self.key.push(field, narrowed);
        self
    }

    /// Returns whether the result may contain items of other entities.
    pub(super) fn has_others(&self) -> bool {
        self.key.has_others(<E::Table as Table>::SCHEMA)
    }

    pub(super) fn read_index(&self) -> Option<&'static IndexSchema> {
        self.key.index.map(|(_, index)| index)
    }

    pub(super) fn conditions(&mut self, whole_partition: bool) -> Result<Vec<KeyCondition>, Error> {
        self.key.conditions(whole_partition)
    }
}

/// A query that is being narrowed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "not a query",
    note = "help: every entity has query functions: `Goal::query(&user_id)`, `Goal::query_gsi1(&user_id)`"
)]
pub trait QueryState: Sized {
    /// The entity that is queried.
    type Entity: Entity;
    /// The table or index that is queried, as a [`Via`](super::Via).
    type Via;
    #[doc(hidden)]
    fn from_narrow(narrow: Narrow<Self::Entity, Self::Via>) -> Self;
    #[doc(hidden)]
    fn into_narrow(self) -> Narrow<Self::Entity, Self::Via>;
}
