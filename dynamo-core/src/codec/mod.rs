//! One codec, two forms.
//!
//! A value that implements [`Attribute`] writes itself to, and reads itself from, the SDK's
//! [`AttributeValue`] and DynamoDB's JSON on the wire, by the same two functions: they are generic over where the
//! value goes ([`Encoder`]) and where it comes from ([`Decoder`]), so the two forms cannot drift apart.
//!
//! ```
//! use dynamo_core::codec;
//!
//! let tags = vec!["a".to_owned(), "b".to_owned()];
//! let json = codec::to_json(&tags)?;
//! assert_eq!(json, br#"{"L":[{"S":"a"},{"S":"b"}]}"#);
//! assert_eq!(codec::from_json::<Vec<String>>(&json)?, tags);
//! assert_eq!(codec::from_value::<Vec<String>>(codec::to_value(&tags)?)?, tags);
//! # Ok::<(), dynamo_core::codec::CodecError>(())
//! ```

mod adapter;
mod decode;
mod digest;
mod encode;
#[doc(hidden)]
pub mod enums;
mod impls;
mod item;
mod json;
pub mod kind;
mod serde;
mod whole;

pub use aws_sdk_dynamodb::types::AttributeValue;

pub use crate::error::CodecError;
pub(crate) use crate::error::Problem;
#[doc(hidden)]
pub use adapter::{Adapter, AsBytes, AsSet, SetField};
pub use decode::{Decoder, ListDecoder, MapDecoder};
pub use digest::digest;
pub use encode::{Encoder, ListEncoder, MapEncoder};
pub use impls::number::Number;
#[doc(hidden)]
pub use item::ItemDecoder;
pub(crate) use item::{ItemMap, ItemMapDecoder};
pub(crate) use json::{JsonDecoder, JsonMap, JsonMapDecoder, JsonReader, JsonWriter, bytes};
#[doc(hidden)]
pub use serde::{encode_serde, finish_serde, read_serde};
pub(crate) use whole::{
    attributes_from_json, canonical, item_from_json, item_to_json, own_item, same_item, unreadable,
};

use crate::schema::{AttributeType, Name, NoneAs};

/// A value that can be an attribute of an item.
///
/// Implemented for the usual types, and derived for nested structs and enums with `#[derive(Attribute)]`. A type that
/// only has serde goes through `#[entity(serde)]` on the field. By hand it takes two functions:
///
/// ```
/// use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, kind};
///
/// #[derive(Debug, PartialEq)]
/// struct Celsius(f64);
///
/// impl Attribute for Celsius {
///     type Kind = kind::N;
///     fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
///         self.0.encode(encoder)
///     }
///     fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
///         f64::decode(decoder).map(Self)
///     }
/// }
///
/// let json = dynamo_core::codec::to_json(&Celsius(21.5))?;
/// assert_eq!(json, br#"{"N":"21.5"}"#);
/// # Ok::<(), CodecError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored as an attribute",
    label = "not an `Attribute`",
    note = "help: `#[derive(Attribute)]` on `{Self}`, or `#[entity(serde)]` on the field if the type has serde"
)]
pub trait Attribute: Sized {
    /// How it is stored.
    type Kind: kind::Kind;

    /// The same as a value.
    const TYPE: AttributeType = <Self::Kind as kind::Kind>::TYPE;

    /// Whether the attribute may be absent: true for `Option`.
    const OPTIONAL: bool = false;

    /// Writes the value.
    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError>;

    /// Reads a value.
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError>;

    /// Whether this value is left out, or written as `NULL`, when it is a field: true for `None`.
    fn is_absent(&self) -> bool {
        false
    }

    /// The value of a field whose attribute is absent: `Some(None)` for `Option`, nothing for other types.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    /// What the schema says of it.
    #[doc(hidden)]
    const FACTS: (AttributeType, bool) = (Self::TYPE, Self::OPTIONAL);

    // The derives call these three as `<Type as Attribute>::..`: a type that is no `Attribute` then gives the same
    // message in each place, and rustc shows it once.

    /// Writes a field.
    #[doc(hidden)]
    #[inline(always)]
    fn write_field<M: MapEncoder>(&self, map: &mut M, name: &Name) -> Result<(), CodecError> {
        map.field(name, self)
    }

    /// Reads a field.
    #[doc(hidden)]
    #[inline(always)]
    fn read_field<'de, D: Decoder<'de>>(
        slot: &mut Option<Self>,
        decoder: D,
        name: &'static str,
    ) -> Result<(), CodecError> {
        if slot.is_some() {
            return Err(CodecError::repeated().within(name));
        }
        match Self::decode(decoder) {
            Ok(value) => {
                *slot = Some(value);
                Ok(())
            }
            Err(error) => Err(error.within(name)),
        }
    }

    /// The value of a field after all attributes were read.
    #[doc(hidden)]
    #[inline(always)]
    fn finish_field(slot: Option<Self>, name: &'static str) -> Result<Self, CodecError> {
        match slot {
            Some(value) => Ok(value),
            None => Self::absent().ok_or_else(|| CodecError::missing().within(name)),
        }
    }
}

/// The SDK's form of a value, with absent fields of nested structs as `NULL`.
///
/// ```
/// use dynamo_core::codec::{AttributeValue, to_value};
///
/// assert_eq!(to_value(&7u64)?, AttributeValue::N("7".into()));
/// # Ok::<(), dynamo_core::codec::CodecError>(())
/// ```
pub fn to_value<T: Attribute>(value: &T) -> Result<AttributeValue, CodecError> {
    to_value_with(value, NoneAs::Null)
}

/// The SDK's form of a value, with absent fields of nested structs as the table has them.
pub(crate) fn to_value_with<T: Attribute>(value: &T, none: NoneAs) -> Result<AttributeValue, CodecError> {
    value.encode(item::ItemEncoder { none })
}

/// The same of a value that is stored in another way than its type says.
pub(crate) fn to_value_as<A: Adapter<T>, T>(value: &T, none: NoneAs) -> Result<AttributeValue, CodecError> {
    A::encode(value, item::ItemEncoder { none })
}

/// Reads the SDK's form of a value.
///
/// ```
/// use dynamo_core::codec::{AttributeValue, from_value};
///
/// assert_eq!(from_value::<u64>(AttributeValue::N("7".into()))?, 7);
/// assert!(from_value::<u64>(AttributeValue::N("7.5".into())).is_err());
/// # Ok::<(), dynamo_core::codec::CodecError>(())
/// ```
pub fn from_value<T: Attribute>(value: AttributeValue) -> Result<T, CodecError> {
    T::decode(item::ItemDecoder(value))
}

/// DynamoDB's JSON for a value, with absent fields of nested structs as `NULL`.
///
/// ```
/// assert_eq!(dynamo_core::codec::to_json(&"hi".to_owned())?, br#"{"S":"hi"}"#);
/// # Ok::<(), dynamo_core::codec::CodecError>(())
/// ```
pub fn to_json<T: Attribute>(value: &T) -> Result<Vec<u8>, CodecError> {
    let mut out = Vec::new();
    value.encode(json::JsonEncoder::new(&mut json::JsonWriter::new(&mut out, NoneAs::Null)))?;
    Ok(out)
}

/// Reads DynamoDB's JSON for a value.
///
/// ```
/// assert_eq!(dynamo_core::codec::from_json::<String>(br#"{"S":"hi"}"#)?, "hi");
/// # Ok::<(), dynamo_core::codec::CodecError>(())
/// ```
pub fn from_json<T: Attribute>(json: &[u8]) -> Result<T, CodecError> {
    let mut reader = json::JsonReader::new(json)?;
    let value = T::decode(json::JsonDecoder::new(&mut reader))?;
    reader.end()?;
    Ok(value)
}
