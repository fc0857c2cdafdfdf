//! What `#[derive(Attribute)]` needs for enums with data. They go through an `AttributeValue`, since the variant may be
//! named after its content.

use super::item::{ItemDecoder, ItemEncoder, ItemList, ItemMap};
use super::{Attribute, AttributeValue, CodecError, Decoder, Encoder, ListDecoder, MapEncoder};
use crate::Item;
use crate::schema::{AttributeType, NoneAs};

/// The fields of a struct variant, as a Map.
pub fn map_content(
    none: NoneAs,
    write: impl FnOnce(&mut ItemMap) -> Result<(), CodecError>,
) -> Result<AttributeValue, CodecError> {
    let mut map = ItemMap::new(4, none);
    write(&mut map)?;
    map.end()
}

/// The fields of a tuple variant, as a List.
pub fn list_content(
    none: NoneAs,
    write: impl FnOnce(&mut ItemList) -> Result<(), CodecError>,
) -> Result<AttributeValue, CodecError> {
    let mut list = ItemEncoder { none }.list(4)?;
    write(&mut list)?;
    super::ListEncoder::end(list)
}

/// The entries of a newtype variant that is tagged within.
pub fn inner_entries<T: Attribute>(none: NoneAs, value: &T) -> Result<Item, CodecError> {
    match value.encode(ItemEncoder { none })? {
        AttributeValue::M(entries) => Ok(entries),
        other => Err(CodecError::unexpected(AttributeType::M, super::item::kind(&other))),
    }
}

/// A variant with its content: `{"Circle": ..}`, or `"Unit"`.
pub fn externally_tagged<'de, D: Decoder<'de>>(decoder: D) -> Result<(String, Option<AttributeValue>), CodecError> {
    match decoder.any()? {
        AttributeValue::S(name) => Ok((name, None)),
        AttributeValue::M(entries) => {
            let mut entries = entries.into_iter();
            match (entries.next(), entries.next()) {
                (Some((name, value)), None) => Ok((name, Some(value))),
                _ => Err(CodecError::value("expected one entry, named after the variant")),
            }
        }
        other => Err(CodecError::unexpected(AttributeType::M, super::item::kind(&other))),
    }
}

/// The variant's name among its fields: `{"type": "Circle", ..}`.
pub fn internally_tagged<'de, D: Decoder<'de>>(decoder: D, tag: &str) -> Result<(String, AttributeValue), CodecError> {
    match decoder.any()? {
        AttributeValue::M(mut entries) => match entries.remove(tag) {
            Some(AttributeValue::S(name)) => Ok((name, AttributeValue::M(entries))),
            Some(other) => Err(CodecError::unexpected(AttributeType::S, super::item::kind(&other)).within(tag)),
            None => Err(CodecError::missing().within(tag)),
        },
        other => Err(CodecError::unexpected(AttributeType::M, super::item::kind(&other))),
    }
}

/// The variant's name beside its content: `{"t": "Circle", "c": ..}`.
pub fn adjacently_tagged<'de, D: Decoder<'de>>(
    decoder: D,
    tag: &str,
    content: &str,
) -> Result<(String, Option<AttributeValue>), CodecError> {
    let (name, rest) = internally_tagged(decoder, tag)?;
    match rest {
        AttributeValue::M(mut entries) => Ok((name, entries.remove(content))),
        _ => Ok((name, None)),
    }
}

/// The content of a variant that has fields.
pub fn content(value: Option<AttributeValue>) -> Result<ItemDecoder, CodecError> {
    value.map(ItemDecoder).ok_or_else(|| CodecError::value("the variant's content is missing"))
}

/// The next value of a tuple.
pub fn element<'de, T: Attribute>(list: &mut impl ListDecoder<'de>) -> Result<T, CodecError> {
    list.next()?.ok_or_else(|| CodecError::value("expected more values"))
}

/// The end of a tuple.
pub fn list_end<'de>(list: &mut impl ListDecoder<'de>) -> Result<(), CodecError> {
    match list.next::<AttributeValue>()? {
        None => Ok(()),
        Some(_) => Err(CodecError::value("expected fewer values")),
    }
}

/// A text that is none of the variants' names.
#[must_use]
pub fn unknown_variant(found: &str, names: &[&str]) -> CodecError {
    let names: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    CodecError::value(format!("{found:?} is none of {}", names.join(", ")))
}

/// A value that no variant of an untagged enum takes.
#[must_use]
pub fn no_variant() -> CodecError {
    CodecError::value("the value fits none of the variants")
}
