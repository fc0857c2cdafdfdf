//! Schema versions of items.

use super::texts::texts_of_item;
use crate::codec::{
    AttributeValue, CodecError, Decoder, Item, JsonDecoder, JsonMapDecoder, JsonReader, MapDecoder, from_value,
};
use crate::error::{DecodeError, Error};
use crate::schema::EntitySchema;
use crate::schema::reserved::SCHEMA_VERSION;

/// Upgrades an item from the schema version that it has to the current one.
pub(crate) type Upgrade = fn(u32, Item) -> Result<Item, CodecError>;

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
    let mut reader = JsonReader::new(json)?;
    let mut map = JsonMapDecoder::new(&mut reader, false)?;
    while let Some((name, value)) = map.next()? {
        if name == SCHEMA_VERSION {
            return Ok(stated(&value.any()?) >= schema.version);
        }
        JsonDecoder::skip(value)?;
    }
    Ok(schema.version <= 1)
}
