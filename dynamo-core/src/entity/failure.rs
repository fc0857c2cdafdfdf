//! Typed access to the items and keys in errors.

use super::{Entity, Key};
use crate::codec::item_to_json;
use crate::error::{Error, Failure, Undone, UniqueViolation};

impl Failure {
    /// Reads the item that made the condition fail, if DynamoDB returned it.
    pub fn item<E: Entity>(&self) -> Result<Option<E>, Error> {
        self.item.as_ref().map(|item| E::read_json(&item_to_json(item))).transpose()
    }
}

impl UniqueViolation {
    /// Reads the lock of the value, which identifies the record that holds it, if DynamoDB returned it.
    pub fn holder<L: Entity>(&self) -> Result<Option<L>, Error> {
        self.holder.as_ref().map(|item| L::read_json(&item_to_json(item))).transpose()
    }
}

impl Undone {
    /// Returns the key, if it is a key of `E`.
    #[must_use]
    pub fn key<E: Entity>(&self) -> Option<Key<E>> {
        (self.entity.id == E::SCHEMA.id).then(|| Key::from_texts(self.pk.clone(), self.sk.clone()))
    }
}
