//! Decodes JSON whose attribute type is not known beforehand.

use aws_smithy_types::Blob;

use super::decode::JsonDecoder;
use super::reader::Tag;
use crate::codec::{AttributeValue, CodecError, Decoder, ListDecoder, MapDecoder};

pub(super) fn base64(text: &str) -> Result<Vec<u8>, CodecError> {
    base64_simd::STANDARD.decode_to_vec(text).map_err(|_| CodecError::value("the Binary is not base64"))
}

pub(super) fn any(decoder: JsonDecoder<'_, '_>) -> Result<AttributeValue, CodecError> {
    let tag = match decoder.element {
        Some(element) => element,
        None => {
            let start = decoder.r.mark();
            let tag = decoder.r.open()?;
            decoder.r.rewind(start);
            tag
        }
    };
    Ok(match tag {
        Tag::S => AttributeValue::S(decoder.string()?.into_owned()),
        Tag::N => AttributeValue::N(decoder.number()?.into_owned()),
        Tag::B => AttributeValue::B(Blob::new(decoder.bytes()?)),
        Tag::Bool => AttributeValue::Bool(decoder.boolean()?),
        Tag::Null => {
            decoder.r.open()?;
            let value = decoder.r.literal()?;
            decoder.r.close()?;
            AttributeValue::Null(value)
        }
        Tag::M => {
            let mut map = decoder.map()?;
            let mut entries = std::collections::HashMap::new();
            while let Some((name, value)) = map.next()? {
                entries.insert(name.into_owned(), any(value)?);
            }
            AttributeValue::M(entries)
        }
        Tag::L => AttributeValue::L(values(&mut decoder.list()?)?),
        Tag::Ss | Tag::Ns | Tag::Bs => set(tag, values(&mut decoder.list()?)?),
    })
}

fn values<'de>(list: &mut impl ListDecoder<'de>) -> Result<Vec<AttributeValue>, CodecError> {
    let mut values = Vec::new();
    while let Some(value) = list.next()? {
        values.push(value);
    }
    Ok(values)
}

/// Builds a set. The list decoder has checked that every element is of the set's type.
fn set(tag: Tag, values: Vec<AttributeValue>) -> AttributeValue {
    let text = |value| match value {
        AttributeValue::S(text) | AttributeValue::N(text) => Some(text),
        _ => None,
    };
    let blob = |value| match value {
        AttributeValue::B(blob) => Some(blob),
        _ => None,
    };
    match tag {
        Tag::Ss => AttributeValue::Ss(values.into_iter().filter_map(text).collect()),
        Tag::Ns => AttributeValue::Ns(values.into_iter().filter_map(text).collect()),
        _ => AttributeValue::Bs(values.into_iter().filter_map(blob).collect()),
    }
}
