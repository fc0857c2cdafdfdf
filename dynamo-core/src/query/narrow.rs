//! Queries that are narrowed field by field, in the order of the key.

use std::marker::PhantomData;

use super::bounds::Narrowed;
use super::key_condition::KeyCondition;
use super::partial_key::PartialKey;
use crate::entity::{Entity, Table};
use crate::error::Error;
use crate::key::{KeyArg, KeyField, KeySource};
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

    /// Creates a query of the index that entities refer to as `index`.
    #[must_use]
    pub fn index(index: &'static str) -> Self {
        Self { key: PartialKey::of_index(E::SCHEMA, index), types: PhantomData }
    }

    /// Narrows the query by a field of the partition key.
    #[must_use]
    pub fn given<S: KeySource>(mut self, field: &'static str, value: &KeyArg<S>) -> Self {
        let mut text = String::new();
        let narrowed = <S::Key as KeyField>::write_text(value, &mut text).map(|()| Narrowed::Equal(text));
        self.key.push(field, narrowed);
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
