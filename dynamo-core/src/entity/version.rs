//! Schema versions of items.

use std::cmp::Ordering;

use super::texts::texts_of_item;
use crate::codec::{AttributeValue, CodecError, Item, attribute_from_json, from_value};
use crate::error::{DecodeError, Error};
use crate::schema::EntitySchema;
use crate::schema::reserved::SCHEMA_VERSION;

/// Upgrades an item from the schema version that it has to the current one.
pub(crate) type Upgrade = fn(u32, Item) -> Result<Item, CodecError>;

/// How the schema version of an item relates to that of the program: what each operation does with an item follows from it.
///
/// Programs of several versions run side by side while a new one is rolled out. An item of an older version is upgraded before
/// anything else is done with it. One of a later version was written by a program that knows more, and would be upgraded twice if
/// its version went back. So it never does:
///
/// - reads return the fields that the program knows;
/// - updates, upserts, soft deletes, restores and counting change the attributes that they name and the index keys that follow,
///   and leave the schema version;
/// - deletes, `verify`, `repair` and streams treat it as one of the current version;
/// - backfills pass over it;
/// - a whole item is not written over it, except in a batch, which has no conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Age {
    Older,
    Current,
    Later,
}

impl Age {
    pub(crate) fn of(schema: &EntitySchema, item: &Item) -> Self {
        match version_of(item).cmp(&schema.version.max(1)) {
            _ if schema.version == 0 => Self::Current,
            Ordering::Less => Self::Older,
            Ordering::Equal => Self::Current,
            Ordering::Greater => Self::Later,
        }
    }
}

/// Returns the schema version of an item, which is 1 if the item states none.
pub(crate) fn version_of(item: &Item) -> u32 {
    item.get(SCHEMA_VERSION).map_or(1, stated)
}

/// Returns the schema version that an attribute states. A number has many spellings: `3` and `3.0` are one version.
fn stated(value: &AttributeValue) -> u32 {
    from_value(value.clone()).unwrap_or(1)
}

/// Upgrades an item to the current schema version.
pub(crate) fn upgraded(schema: &'static EntitySchema, upgrade: Upgrade, item: Item) -> Result<Item, Error> {
    let stored = version_of(&item);
    if stored >= schema.version {
        return Ok(item);
    }
    let key = texts_of_item(schema.layout, &item).display();
    upgrade(stored, item).map_err(|error| Error::Decode(Box::new(DecodeError::new(schema, key, error))))
}

/// Returns whether the JSON of an item states the current schema version, or a later one.
///
/// Looks at the attributes of the item itself: a nested map may have an entry of that name.
pub(super) fn is_current(schema: &EntitySchema, json: &[u8]) -> Result<bool, CodecError> {
    Ok(attribute_from_json(json, SCHEMA_VERSION)?.map_or(1, |value| stated(&value)) >= schema.version)
}
