//! Versions of the form that items have.

use super::texts_of_item;
use crate::error::{DecodeError, Error};
use crate::{Entity, Item, Table};

/// Where the version of an entity's form is kept.
pub(crate) const SCHEMA_VERSION: &str = "schemaVersion";

/// The version of an item's form: the first, if it says none.
pub(crate) fn version_of(item: &Item) -> u32 {
    let stored = item.get(SCHEMA_VERSION).and_then(|value| value.as_n().ok());
    stored.and_then(|digits| digits.parse().ok()).unwrap_or(1)
}

/// An item of an older form, in that of today.
pub(crate) fn upgraded<E: Entity>(item: Item) -> Result<Item, Error> {
    let stored = version_of(&item);
    if stored >= E::SCHEMA.version {
        return Ok(item);
    }
    let key = texts_of_item(<E::Table as Table>::LAYOUT, &item).display();
    E::upgrade(stored, item).map_err(|error| Error::Decode(Box::new(DecodeError::new(E::SCHEMA, key, error))))
}

/// Whether JSON says that it is of the form of today.
pub(super) fn is_of_today<E: Entity>(json: &[u8]) -> bool {
    let current = format!("\"{SCHEMA_VERSION}\":{{\"N\":\"{}\"}}", E::SCHEMA.version);
    E::SCHEMA.version == 0 || memchr::memmem::find(json, current.as_bytes()).is_some()
}
