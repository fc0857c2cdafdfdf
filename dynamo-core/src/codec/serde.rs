//! Support for `#[entity(serde)]`: types that only implement serde's traits are converted by `serde_dynamo`.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Attribute, AttributeValue, CodecError, Decoder, MapEncoder, Missing};
use crate::schema::Name;

/// Encodes a value with `serde_dynamo`.
pub(crate) fn encode_serde<T: Serialize>(value: &T, name: &str) -> Result<AttributeValue, CodecError> {
    serde_dynamo::to_attribute_value(value).map_err(|error| CodecError::value(error.to_string()).within(name))
}

/// Encodes a field with `serde_dynamo` into `map`.
pub fn write_serde<T: Serialize, M: MapEncoder>(value: &T, map: &mut M, name: &Name) {
    match encode_serde(value, name.text) {
        Ok(value) => value.write_field(map, name),
        Err(error) => map.refuse(error),
    }
}

/// Decodes a value with `serde_dynamo`.
pub fn read_serde<'de, T: DeserializeOwned, D: Decoder<'de>>(
    slot: &mut Option<T>,
    decoder: D,
    name: &'static str,
) -> Result<(), CodecError> {
    let value = decoder.any().and_then(from_serde).map_err(|error| error.within(name))?;
    *slot = Some(value);
    Ok(())
}

/// Returns the value of a field after all attributes were read. A missing one is `None` for an `Option`, and an error
/// otherwise.
pub fn finish_serde<T: DeserializeOwned>(slot: Option<T>, name: &'static str, missing: &mut Missing) -> Option<T> {
    missing.or_note(slot.or_else(|| from_serde(AttributeValue::Null(true)).ok()), name)
}

fn from_serde<T: DeserializeOwned>(value: AttributeValue) -> Result<T, CodecError> {
    serde_dynamo::from_attribute_value(value).map_err(|error| CodecError::value(error.to_string()))
}
