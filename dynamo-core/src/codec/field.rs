//! Reading the fields of a struct, one attribute after the other.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Adapter, Attribute, AttributeValue, CodecError, Decoder};

/// Reads a field.
#[inline]
pub fn read<'de, T: Attribute, D: Decoder<'de>>(
    slot: &mut Option<T>,
    decoder: D,
    name: &'static str,
) -> Result<(), CodecError> {
    *slot = Some(T::decode(decoder).map_err(|error| error.within(name))?);
    Ok(())
}

/// The value of a field after all attributes were read.
#[inline]
pub fn finish<T: Attribute>(slot: Option<T>, name: &'static str) -> Result<T, CodecError> {
    match slot {
        Some(value) => Ok(value),
        None => T::absent().ok_or_else(|| CodecError::missing().within(name)),
    }
}

/// Reads a field that is stored in another way than its type says.
pub fn read_as<'de, A: Adapter<T>, T, D: Decoder<'de>>(
    slot: &mut Option<T>,
    decoder: D,
    name: &'static str,
) -> Result<(), CodecError> {
    *slot = Some(A::decode(decoder).map_err(|error| error.within(name))?);
    Ok(())
}

/// The value of such a field after all attributes were read.
pub fn finish_as<A: Adapter<T>, T>(slot: Option<T>, name: &'static str) -> Result<T, CodecError> {
    slot.or_else(A::absent).ok_or_else(|| CodecError::missing().within(name))
}

/// `#[entity(serde)]`: the value as serde_dynamo writes it.
pub fn encode_serde<T: Serialize>(value: &T, name: &str) -> Result<AttributeValue, CodecError> {
    serde_dynamo::to_attribute_value(value).map_err(|error| CodecError::value(error.to_string()).within(name))
}

/// `#[entity(serde)]`: reads what serde_dynamo wrote.
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
