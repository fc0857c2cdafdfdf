//! Functions that `#[derive(Attribute)]` calls for enums with data. These enums are decoded from an `AttributeValue`,
//! since the variant's name may come after its content.

use super::item::{ItemDecoder, ItemEncoder, ItemList, ItemMap};
use super::{Attribute, AttributeValue, CodecError, Decoder, Encoder, Item, ListDecoder, MapEncoder};
use crate::schema::{AttributeType, NoneAs};

/// Encodes the fields of a struct variant as a Map.
pub fn map_content(none: NoneAs, write: impl FnOnce(&mut ItemMap)) -> Result<AttributeValue, CodecError> {
    let mut map = ItemMap::new(4, none);
    write(&mut map);
    map.end()
}

/// Encodes the fields of a tuple variant as a List.
pub fn list_content(
    none: NoneAs,
    write: impl FnOnce(&mut ItemList) -> Result<(), CodecError>,
) -> Result<AttributeValue, CodecError> {
    let mut list = ItemEncoder { none }.list(4)?;
    write(&mut list)?;
    super::ListEncoder::end(list)
}

/// Encodes the content of an internally tagged newtype variant, which must be a Map, and returns its entries.
pub fn inner_entries<T: Attribute>(none: NoneAs, value: &T) -> Result<Item, CodecError> {
    match value.encode(ItemEncoder { none })? {
        AttributeValue::M(entries) => Ok(entries),
        other => Err(CodecError::unexpected(AttributeType::M, super::item::kind(&other))),
    }
}

/// Reads a variant's name and content from `{"Circle": ..}` or `"Unit"`.
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

/// Reads a variant's name and content from `{"type": "Circle", ..}`.
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

/// Reads a variant's name and content from `{"t": "Circle", "c": ..}`.
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

/// Returns a decoder of the content of a variant that has fields.
pub fn content(value: Option<AttributeValue>) -> Result<ItemDecoder, CodecError> {
    value.map(ItemDecoder).ok_or_else(|| CodecError::value("the variant's content is missing"))
}

/// Reads the next value of a tuple.
pub fn element<'de, T: Attribute>(list: &mut impl ListDecoder<'de>) -> Result<T, CodecError> {
    list.next()?.ok_or_else(|| CodecError::value("expected more values"))
}

/// Requires that a tuple has no more values.
pub fn list_end<'de>(list: &mut impl ListDecoder<'de>) -> Result<(), CodecError> {
    match list.next::<AttributeValue>()? {
        None => Ok(()),
        Some(_) => Err(CodecError::value("expected fewer values")),
    }
}

/// Returns the error for a text that no variant of an enum of Strings has.
#[must_use]
pub fn unknown_text(name: &str, found: &str, texts: &[&str]) -> CodecError {
    let texts: Vec<_> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    let texts = texts.join(", ");
    CodecError::value(format!(
        "{found:?} is no text of `{name}`, which has {texts}\n\
         help: add a variant, or one that keeps every text that `{name}` does not know: `#[entity(other)] Other(String)`"
    ))
}

/// Returns the error for a name that no variant has.
#[must_use]
pub fn unknown_variant(found: &str, names: &[&str]) -> CodecError {
    let names: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    CodecError::value(format!("{found:?} is none of {}", names.join(", ")))
}

/// Returns the error for a value that matches no variant of an untagged enum.
#[must_use]
pub fn no_variant() -> CodecError {
    CodecError::value("the value fits none of the variants")
}
