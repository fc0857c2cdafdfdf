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
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"S":"absent fields are `NULL`"}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     use dynamo_core::schema::NoneAs;
    ///     match encoder.none() {
    ///         NoneAs::Omit => encoder.string("absent fields are left out"),
    ///         NoneAs::Null => encoder.string("absent fields are `NULL`"),
    ///     }
    /// }
    /// # );
    /// ```
    fn none(&self) -> NoneAs;
    /// Writes a String.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"S":"yes"}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.string("yes")
    /// }
    /// # );
    /// ```
    fn string(self, text: &str) -> Result<Self::Ok, CodecError>;
    /// Writes a Number from its decimal digits.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"N":"21.5"}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.number("21.5")
    /// }
    /// # );
    /// ```
    fn number(self, digits: &str) -> Result<Self::Ok, CodecError>;
    /// Writes a Boolean.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"BOOL":true}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.boolean(true)
    /// }
    /// # );
    /// ```
    fn boolean(self, value: bool) -> Result<Self::Ok, CodecError>;
    /// Writes a Null.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"NULL":true}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.null()
    /// }
    /// # );
    /// ```
    fn null(self) -> Result<Self::Ok, CodecError>;
    /// Writes a Binary.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"B":"AQID"}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.bytes(&[1, 2, 3])
    /// }
    /// # );
    /// ```
    fn bytes(self, bytes: &[u8]) -> Result<Self::Ok, CodecError>;
    /// Begins a List of about `len` values.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"L":[{"N":"3"}]}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     let mut list = encoder.list(1)?;
    ///     list.push(&3)?;
    ///     list.end()
    /// }
    /// # );
    /// ```
    fn list(self, len: usize) -> Result<Self::List, CodecError>;
    /// Begins a Map of about `len` entries.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"M":{"ann":{"N":"3"}}}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     let mut map = encoder.map(1)?;
    ///     map.entry("ann", &3)?;
    ///     map.end()
    /// }
    /// # );
    /// ```
    fn map(self, len: usize) -> Result<Self::Map, CodecError>;
    /// Writes a set of strings, numbers or binaries, by the type of `T`.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"NS":["1","2"]}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.set([1, 2].iter())
    /// }
    /// # );
    /// ```
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
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"L":[{"S":"a"},{"N":"1"}]}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     let mut list = encoder.list(2)?;
    ///     list.push(&"a".to_owned())?;
    ///     list.push(&1)?;
    ///     list.end()
    /// }
    /// # );
    /// ```
    fn push<T: Attribute>(&mut self, value: &T) -> Result<(), CodecError>;
    /// Ends the list.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"L":[]}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.list(0)?.end()
    /// }
    /// # );
    /// ```
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
    // Generated code calls these: nobody else has a `Name`.

    /// Adds a field of a struct. An absent one is omitted or written as `NULL`.
    #[doc(hidden)]
    fn field<T: Attribute>(&mut self, name: &Name, value: &T) -> Result<(), CodecError>;
    /// Adds a field that an adapter encodes.
    #[doc(hidden)]
    fn field_as<A: Adapter<T>, T>(&mut self, name: &Name, value: &T) -> Result<(), CodecError>;
    /// Notes that a field cannot be written: the error waits until the end, so that each field is written without a branch.
    #[doc(hidden)]
    fn refuse(&mut self, error: CodecError);
    /// Adds an entry whose name is known only at run time.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"M":{"ann":{"N":"3"}}}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     let mut map = encoder.map(1)?;
    ///     map.entry("ann", &3)?;
    ///     map.end()
    /// }
    /// # );
    /// ```
    fn entry<T: Attribute>(&mut self, name: &str, value: &T) -> Result<(), CodecError>;
    /// Ends the map.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # encodes!(r#"{"M":{}}"#;
    /// fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
    ///     encoder.map(0)?.end()
    /// }
    /// # );
    /// ```
    fn end(self) -> Result<Self::Ok, CodecError>;
}
