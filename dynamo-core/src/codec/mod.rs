//! Encoding and decoding of attributes and items.
//!
//! A type that implements [`Attribute`] is encoded to, and decoded from, both the SDK's [`AttributeValue`] and the JSON
//! that DynamoDB uses on the wire. The same two functions serve both formats, since they are generic over the
//! [`Encoder`] and the [`Decoder`], so the formats cannot diverge.
//!
//! Most programs derive [`Attribute`] and need nothing else from here. The traits are for an implementation by hand, the
//! functions for code that stores or sends single values.
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
mod decimal;
mod decode;
mod encode;
#[doc(hidden)]
pub mod enums;
mod error;
mod impls;
mod item;
mod json;
pub mod kind;
mod missing;
mod serde;
mod whole;

pub use aws_sdk_dynamodb::types::AttributeValue;

#[doc(hidden)]
pub use adapter::{AsBytes, AsSet, SetField};
pub(crate) use decimal::Decimal;
pub use decode::{Decoder, ListDecoder, MapDecoder};
pub use encode::{Encoder, ListEncoder, MapEncoder};
pub use error::{CodecError, KeyError};
pub(crate) use error::{KeyProblem, Problem};
pub use impls::number::Number;
#[doc(hidden)]
pub use item::ItemDecoder;
pub(crate) use item::{ItemMap, ItemMapDecoder};
pub(crate) use json::{JsonMap, JsonMapDecoder, JsonReader, JsonWriter, Mark, bytes};
#[doc(hidden)] // Of generated code.
pub use missing::Missing;
#[doc(hidden)]
pub(crate) use serde::encode_serde;
pub use serde::{finish_serde, read_serde, write_serde};
pub use whole::digest;
pub(crate) use whole::{
    attribute_from_json, attributes_from_json, canonical, compare_numbers, each_attribute, item_from_json,
    item_to_json, same_if_any, same_item, write_item, write_value,
};

use crate::schema::{AttributeType, Name, NoneAs};

/// An item as the SDK has it.
pub type Item = std::collections::HashMap<String, AttributeValue>;

/// A value that can be an attribute of an item.
///
/// Implemented for common types, and derived for nested structs and enums with `#[derive(Attribute)]`. A field whose
/// type only implements serde's traits needs `#[entity(serde)]`. An implementation by hand takes two functions:
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
    /// The DynamoDB type that the value is stored as.
    type Kind: kind::Kind;

    /// [`Kind`](Self::Kind) as a value.
    const TYPE: AttributeType = <Self::Kind as kind::Kind>::TYPE;

    /// Whether the attribute may be absent. `true` for `Option`.
    const OPTIONAL: bool = false;

    /// Encodes the value.
    ///
    /// ```
    /// # use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, kind};
    /// # struct Celsius(f64);
    /// # impl Attribute for Celsius {
    /// #     type Kind = kind::N;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.number(&self.0.to_string())
    /// }
    /// #     fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> { f64::decode(decoder).map(Self) }
    /// # }
    /// # assert_eq!(dynamo_core::codec::to_json(&Celsius(21.5)).unwrap(), br#"{"N":"21.5"}"#);
    /// ```
    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError>;

    /// Decodes a value.
    ///
    /// ```
    /// # use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, kind};
    /// # struct Celsius(f64);
    /// # impl Attribute for Celsius {
    /// #     type Kind = kind::N;
    /// #     fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> { self.0.encode(encoder) }
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     let degrees = f64::decode(decoder)?;
    ///     Ok(Self(degrees))
    /// }
    /// # }
    /// # assert_eq!(dynamo_core::codec::from_json::<Celsius>(br#"{"N":"21.5"}"#).unwrap().0, 21.5);
    /// ```
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError>;

    /// Returns whether a field with this value is omitted or written as `NULL`. `true` for `None`.
    ///
    /// ```
    /// use dynamo_core::codec::Attribute;
    /// assert!(None::<u32>.is_absent());
    /// assert!(!Some(1).is_absent());
    /// ```
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns the value of a field whose attribute is absent: `Some(None)` for `Option`, `None` for other types.
    ///
    /// ```
    /// use dynamo_core::codec::Attribute;
    /// assert_eq!(Option::<u32>::absent(), Some(None));
    /// assert_eq!(u32::absent(), None);
    /// ```
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    /// The type and optionality, for the schema.
    #[doc(hidden)]
    const FACTS: (AttributeType, bool) = (Self::TYPE, Self::OPTIONAL);

    // The derives call these three as `<Type as Attribute>::..`: a type that is not an `Attribute` then causes the same
    // message everywhere, and rustc shows it once.

    /// Encodes a field into `map`.
    #[doc(hidden)]
    #[inline]
    fn write_field<M: MapEncoder>(&self, map: &mut M, name: &Name) {
        if let Err(error) = map.field(name, self) {
            map.refuse(error);
        }
    }

    /// Encodes a field that is also a key of an index into `map`. An absent one is omitted.
    #[doc(hidden)]
    #[inline]
    fn write_key_field<M: MapEncoder>(&self, map: &mut M, name: &Name) {
        if !self.is_absent() {
            self.write_field(map, name);
        }
    }

    /// Decodes a field into `slot`.
    #[doc(hidden)]
    #[inline]
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

    /// Returns the value of a field after all attributes were read.
    #[doc(hidden)]
    #[inline]
    fn finish_field(slot: Option<Self>, name: &'static str, missing: &mut Missing) -> Option<Self> {
        match slot {
            Some(value) => Some(value),
            None => missing.or_note(Self::absent(), name),
        }
    }
}

/// Encodes a value as an [`AttributeValue`], with absent fields of nested structs as `NULL`.
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

/// Encodes a value as an [`AttributeValue`], with absent fields of nested structs written as `none` states.
pub(crate) fn to_value_with<T: Attribute>(value: &T, none: NoneAs) -> Result<AttributeValue, CodecError> {
    value.encode(item::ItemEncoder { none })
}

/// Encodes a value as an [`AttributeValue`] with an adapter.
pub(crate) fn to_value_as<A: Adapter<T>, T>(value: &T, none: NoneAs) -> Result<AttributeValue, CodecError> {
    A::encode(value, item::ItemEncoder { none })
}

/// Decodes a value from an [`AttributeValue`].
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

/// Encodes a value as DynamoDB's JSON, with absent fields of nested structs as `NULL`.
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

/// Decodes a value from DynamoDB's JSON.
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

/// Encodes and decodes a field of type `T`.
pub trait Adapter<T> {
    /// The type of the attribute.
    const TYPE: AttributeType;
    /// Whether the field is an `Option`, whose absence may be written as `NULL`.
    const OPTIONAL: bool = false;
    /// Encodes a value.
    fn encode<E: Encoder>(value: &T, encoder: E) -> Result<E::Ok, CodecError>;
    /// Decodes a value.
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<T, CodecError>;
    /// Returns whether the attribute is omitted.
    fn is_absent(value: &T) -> bool;
    /// Returns the value of an attribute that is missing, if that is allowed.
    fn absent() -> Option<T>;

    // As in `Attribute`: called as `<Adapter<Type>>::..`, so that one mistake gives one message.

    /// Encodes a field into `map`.
    fn write_field<M: MapEncoder>(value: &T, map: &mut M, name: &Name)
    where
        Self: Sized,
    {
        if let Err(error) = map.field_as::<Self, T>(name, value) {
            map.refuse(error);
        }
    }

    /// Decodes a field into `slot`.
    fn read_field<'de, D: Decoder<'de>>(
        slot: &mut Option<T>,
        decoder: D,
        name: &'static str,
    ) -> Result<(), CodecError> {
        if slot.is_some() {
            return Err(CodecError::repeated().within(name));
        }
        *slot = Some(Self::decode(decoder).map_err(|error| error.within(name))?);
        Ok(())
    }

    /// Returns the value of a field after all attributes were read.
    fn finish_field(slot: Option<T>, name: &'static str, missing: &mut Missing) -> Option<T> {
        missing.or_note(slot.or_else(Self::absent), name)
    }
}
