//! The items that errors carry, as their entities.

use super::{Entity, Key};
use crate::codec::item_to_json;
use crate::error::{Error, Failure, Undone, UniqueViolation};

impl Failure {
    /// The item that made the condition fail, if DynamoDB sent it.
    pub fn item<E: Entity>(&self) -> Result<Option<E>, Error> {
        self.item.as_ref().map(|item| E::read_json(&item_to_json(item))).transpose()
    }
}

impl UniqueViolation {
    /// The lock of the value: it tells which record holds it.
    pub fn holder<L: Entity>(&self) -> Result<Option<L>, Error> {
        self.holder.as_ref().map(|item| L::read_json(&item_to_json(item))).transpose()
    }
}

impl Undone {
    /// The key, if it is one of `E`.
    #[must_use]
    pub fn key<E: Entity>(&self) -> Option<Key<E>> {
        (self.entity.id == E::SCHEMA.id).then(|| Key::from_texts(self.pk.clone(), self.sk.clone()))
    }
}
