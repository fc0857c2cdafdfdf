//! An index as the argument of an operation.

use std::marker::PhantomData;

use crate::entity::Entity;
use crate::schema::IndexSchema;

/// An index that an entity is in: what its function of that name returns, such as `User::gsi1()`. Passed to
/// [`Db::scan_index`](crate::Db::scan_index).
pub struct EntityIndex<E, S> {
    name: &'static str,
    types: PhantomData<fn() -> (E, S)>,
}

impl<E: Entity, S> EntityIndex<E, S> {
    /// Creates the index that entities refer to as `name`. Called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, types: PhantomData }
    }

    pub(crate) fn schema(self) -> Option<&'static IndexSchema> {
        E::SCHEMA.layout.index(self.name)
    }
}

impl<E, S> Clone for EntityIndex<E, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, S> Copy for EntityIndex<E, S> {}

impl<E, S> std::fmt::Debug for EntityIndex<E, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("EntityIndex").field(&self.name).finish()
    }
}
