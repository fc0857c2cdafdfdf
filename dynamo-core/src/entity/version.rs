//! Schema versions of items.

use super::texts::texts_of_item;
use crate::codec::{CodecError, Decoder, JsonDecoder, JsonMapDecoder, JsonReader, MapDecoder};
use crate::error::{DecodeError, Error};
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{EntitySchema, Item};

/// Returns the schema version of an item, which is 1 if the item states none.
pub(crate) fn version_of(item: &Item) -> u32 {
    let stored = item.get(SCHEMA_VERSION).and_then(|value| value.as_n().ok());
    stored.and_then(|digits| digits.parse().ok()).unwrap_or(1)
}

/// Upgrades an item to the current schema version.
pub(crate) fn upgraded(
    schema: &'static EntitySchema,
    upgrade: fn(u32, Item) -> Result<Item, CodecError>,
    item: Item,
) -> Result<Item, Error> {
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
            let stored = value.any()?;
            let stored = stored.as_n().ok().and_then(|digits| digits.parse::<u32>().ok());
            return Ok(stored.unwrap_or(1) >= schema.version);
        }
        JsonDecoder::skip(value)?;
    }
    Ok(schema.version <= 1)
}
