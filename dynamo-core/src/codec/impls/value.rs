//! `Attribute` for the SDK's `AttributeValue`, a value of any type.

use crate::codec::kind;
use crate::codec::{Attribute, AttributeValue, CodecError, Decoder, Encoder, ListEncoder, MapEncoder};

#[diagnostic::do_not_recommend]
impl Attribute for AttributeValue {
    type Kind = kind::Any;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        match self {
            Self::S(text) => encoder.string(text),
            Self::N(digits) => encoder.number(digits.parse::<crate::codec::Number>().map(|_| digits.as_str())?),
            Self::B(blob) => encoder.bytes(blob.as_ref()),
            Self::Bool(value) => encoder.boolean(*value),
            Self::Null(_) => encoder.null(),
            Self::M(entries) => {
                let mut map = encoder.map(entries.len())?;
                for (name, value) in entries {
                    map.entry(name, value)?;
                }
                map.end()
            }
            Self::L(values) => {
                let mut list = encoder.list(values.len())?;
                for value in values {
                    list.push(value)?;
                }
                list.end()
            }
            Self::Ss(values) => encoder.set(values.iter()),
            Self::Ns(values) => {
                let numbers =
                    values.iter().map(|digits| digits.parse()).collect::<Result<Vec<crate::codec::Number>, _>>()?;
                encoder.set(numbers.iter())
            }
            Self::Bs(values) => encoder.set(values.iter()),
            _ => Err(CodecError::value("a value of a type that this version does not know")),
        }
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        decoder.any()
    }

    fn is_absent(&self) -> bool {
        matches!(self, Self::Null(_))
    }

    fn absent() -> Option<Self> {
        Some(Self::Null(true))
    }
}
