//! `#[entity(serde)]`: types that only have serde go through `serde_dynamo`.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{AttributeValue, CodecError, Decoder};

/// The value as `serde_dynamo` writes it.
pub fn encode_serde<T: Serialize>(value: &T, name: &str) -> Result<AttributeValue, CodecError> {
    serde_dynamo::to_attribute_value(value).map_err(|error| CodecError::value(error.to_string()).within(name))
}

/// Reads what `serde_dynamo` wrote.
pub fn read_serde<'de, T: DeserializeOwned, D: Decoder<'de>>(
    slot: &mut Option<T>,
    decoder: D,
    name: &'static str,
) -> Result<(), CodecError> {
    let value = decoder.any().and_then(from_serde).map_err(|error| error.within(name))?;
    *slot = Some(value);
    Ok(())
}

/// What a missing attribute means to serde: `None` for an `Option`, an error otherwise.
pub fn finish_serde<T: DeserializeOwned>(slot: Option<T>, name: &'static str) -> Result<T, CodecError> {
    match slot {
        Some(value) => Ok(value),
        None => from_serde(AttributeValue::Null(true)).map_err(|_| CodecError::missing().within(name)),
    }
}

fn from_serde<T: DeserializeOwned>(value: AttributeValue) -> Result<T, CodecError> {
    serde_dynamo::from_attribute_value(value).map_err(|error| CodecError::value(error.to_string()))
}
