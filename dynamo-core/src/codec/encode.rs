//! The traits that values are encoded with.

use super::{Adapter, Attribute, CodecError};
use crate::schema::{Name, NoneAs};

/// Encodes one value, as an `AttributeValue` or as DynamoDB's JSON.
///
/// ```
/// use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, kind, to_json};
///
/// struct Flag(bool);
///
/// impl Attribute for Flag {
///     type Kind = kind::S;
///     fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
///         encoder.string(if self.0 { "yes" } else { "no" })
///     }
///     fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
///         Ok(Self(decoder.string()? == "yes"))
///     }
/// }
///
/// assert_eq!(to_json(&Flag(true))?, br#"{"S":"yes"}"#);
/// # Ok::<(), CodecError>(())
/// ```
pub trait Encoder: Sized {
    /// The result of encoding.
    type Ok;
    /// The encoder of a List.
    type List: ListEncoder<Ok = Self::Ok>;
    /// The encoder of a Map.
    type Map: MapEncoder<Ok = Self::Ok>;

    /// Returns how absent fields of nested structs are written.
    fn none(&self) -> NoneAs;
    /// Writes a String.
    fn string(self, text: &str) -> Result<Self::Ok, CodecError>;
    /// Writes a Number from its decimal digits.
    fn number(self, digits: &str) -> Result<Self::Ok, CodecError>;
    /// Writes a Boolean.
    fn boolean(self, value: bool) -> Result<Self::Ok, CodecError>;
    /// Writes a Null.
    fn null(self) -> Result<Self::Ok, CodecError>;
    /// Writes a Binary.
    fn bytes(self, bytes: &[u8]) -> Result<Self::Ok, CodecError>;
    /// Begins a List of about `len` values.
    fn list(self, len: usize) -> Result<Self::List, CodecError>;
    /// Begins a Map of about `len` entries.
    fn map(self, len: usize) -> Result<Self::Map, CodecError>;
    /// Writes a set of strings, numbers or binaries, by the type of `T`.
    fn set<'a, T, I>(self, elements: I) -> Result<Self::Ok, CodecError>
    where
        T: Attribute + 'a,
        I: ExactSizeIterator<Item = &'a T>;
}

/// Encodes the elements of a List.
///
/// ```
/// use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, ListDecoder, ListEncoder, kind};
///
/// # #[derive(Debug, PartialEq)]
/// # struct Line(Vec<i32>);
/// impl Attribute for Line {
///     type Kind = kind::L;
///     fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
///         let mut list = encoder.list(self.0.len())?;
///         self.0.iter().try_for_each(|point| list.push(point))?;
///         list.end()
///     }
///     fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
///         let (mut list, mut points) = (decoder.list()?, Vec::new());
///         while let Some(point) = list.next()? {
///             points.push(point);
///         }
///         Ok(Self(points))
///     }
/// }
///
/// assert_eq!(dynamo_core::codec::to_json(&Line(vec![1, 2]))?, br#"{"L":[{"N":"1"},{"N":"2"}]}"#);
/// # Ok::<(), CodecError>(())
/// ```
pub trait ListEncoder: Sized {
    /// The result of encoding.
    type Ok;
    /// Adds a value.
    fn push<T: Attribute>(&mut self, value: &T) -> Result<(), CodecError>;
    /// Ends the list.
    fn end(self) -> Result<Self::Ok, CodecError>;
}

/// Encodes the entries of a Map.
///
/// ```
/// use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, MapDecoder, MapEncoder, kind};
///
/// # #[derive(Debug, PartialEq)]
/// struct Scores(Vec<(String, u32)>);
///
/// impl Attribute for Scores {
///     type Kind = kind::M;
///     fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
///         let mut map = encoder.map(self.0.len())?;
///         self.0.iter().try_for_each(|(name, score)| map.entry(name, score))?;
///         map.end()
///     }
///     fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
///         let (mut map, mut scores) = (decoder.map()?, Vec::new());
///         while let Some((name, value)) = map.next()? {
///             scores.push((name.into(), u32::decode(value)?));
///         }
///         Ok(Self(scores))
///     }
/// }
///
/// let scores = Scores(vec![("ann".into(), 3)]);
/// assert_eq!(dynamo_core::codec::to_json(&scores)?, br#"{"M":{"ann":{"N":"3"}}}"#);
/// # Ok::<(), CodecError>(())
/// ```
pub trait MapEncoder: Sized {
    /// The result of encoding.
    type Ok;
    /// Adds a field of a struct. An absent one is omitted or written as `NULL`.
    fn field<T: Attribute>(&mut self, name: &Name, value: &T) -> Result<(), CodecError>;
    /// Adds a field that is also a key of an index. An absent one is omitted.
    fn key_field<T: Attribute>(&mut self, name: &Name, value: &T) -> Result<(), CodecError> {
        if value.is_absent() { Ok(()) } else { self.field(name, value) }
    }
    /// Adds a field that an adapter encodes.
    #[doc(hidden)]
    fn field_as<A: Adapter<T>, T>(&mut self, name: &Name, value: &T) -> Result<(), CodecError>;
    /// Adds an entry whose name is known only at run time.
    fn entry<T: Attribute>(&mut self, name: &str, value: &T) -> Result<(), CodecError>;
    /// Ends the map.
    fn end(self) -> Result<Self::Ok, CodecError>;
}
