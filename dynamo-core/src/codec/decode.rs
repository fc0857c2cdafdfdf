//! The traits that values are decoded with.

use std::borrow::Cow;

use super::{Attribute, AttributeValue, CodecError};

/// Decodes one value, from an `AttributeValue` or from DynamoDB's JSON.
///
/// ```
/// use dynamo_core::codec::{Attribute, CodecError, Decoder, Encoder, from_json, kind};
///
/// #[derive(Debug, PartialEq)]
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
/// assert_eq!(from_json::<Flag>(br#"{"S":"yes"}"#)?, Flag(true));
/// # Ok::<(), CodecError>(())
/// ```
pub trait Decoder<'de>: Sized {
    /// The decoder of a List or a set.
    type List: ListDecoder<'de>;
    /// The decoder of a Map.
    type Map: MapDecoder<'de>;

    /// Reads a String.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"S":"yes"}"# as true => bool;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     Ok(Self(decoder.string()? == "yes"))
    /// }
    /// # );
    /// ```
    fn string(self) -> Result<Cow<'de, str>, CodecError>;
    /// Reads a String without borrowing from the input.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"S":"ann"}"# as "ann" => String;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     decoder.owned_string().map(Self)
    /// }
    /// # );
    /// ```
    #[inline(always)]
    fn owned_string(self) -> Result<String, CodecError> {
        self.string().map(Cow::into_owned)
    }
    /// Reads the decimal digits of a Number.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"N":"21.5"}"# as "21.5" => String;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     Ok(Self(decoder.number()?.into_owned()))
    /// }
    /// # );
    /// ```
    fn number(self) -> Result<Cow<'de, str>, CodecError>;
    /// Reads a Boolean.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"BOOL":true}"# as true => bool;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     decoder.boolean().map(Self)
    /// }
    /// # );
    /// ```
    fn boolean(self) -> Result<bool, CodecError>;
    /// Reads a Binary.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"B":"AQID"}"# as [1, 2, 3] => Vec<u8>;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     decoder.bytes().map(Self)
    /// }
    /// # );
    /// ```
    fn bytes(self) -> Result<Vec<u8>, CodecError>;
    /// Returns `None` if the value is a Null, and the decoder itself otherwise.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"NULL":true}"# as 0 => u32;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     match decoder.present()? {
    ///         Some(decoder) => u32::decode(decoder).map(Self),
    ///         None => Ok(Self(0)),
    ///     }
    /// }
    /// # );
    /// ```
    fn present(self) -> Result<Option<Self>, CodecError>;
    /// Reads a List or a set, which has to be read to its end.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"L":[{"N":"3"},{"N":"4"}]}"# as 7 => u32;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     let (mut list, mut sum) = (decoder.list()?, 0);
    ///     while let Some(number) = list.next::<u32>()? {
    ///         sum += number;
    ///     }
    ///     Ok(Self(sum))
    /// }
    /// # );
    /// ```
    fn list(self) -> Result<Self::List, CodecError>;
    /// Reads a Map, which has to be read to its end.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"M":{"ann":{"N":"3"}}}"# as 3 => u32;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     let (mut map, mut sum) = (decoder.map()?, 0);
    ///     while let Some((_, value)) = map.next()? {
    ///         sum += u32::decode(value)?;
    ///     }
    ///     Ok(Self(sum))
    /// }
    /// # );
    /// ```
    fn map(self) -> Result<Self::Map, CodecError>;
    /// Reads a value of any type.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"N":"3"}"# as true => bool;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     Ok(Self(matches!(decoder.any()?, AttributeValue::N(_))))
    /// }
    /// # );
    /// ```
    fn any(self) -> Result<AttributeValue, CodecError>;
    /// Skips the value.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"L":[{"N":"3"}]}"# as () => ();
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     decoder.skip().map(Self)
    /// }
    /// # );
    /// ```
    fn skip(self) -> Result<(), CodecError>;
}

/// Decodes the elements of a List or a set.
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
/// assert_eq!(dynamo_core::codec::from_json::<Line>(br#"{"L":[{"N":"1"},{"N":"2"}]}"#)?, Line(vec![1, 2]));
/// # Ok::<(), CodecError>(())
/// ```
pub trait ListDecoder<'de> {
    /// Returns the number of remaining values, or 0 if that is unknown.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"L":[{"S":"a"}]}"# as ["a"] => Vec<String>;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     let mut list = decoder.list()?;
    ///     let mut texts = Vec::with_capacity(list.size_hint());
    ///     while let Some(text) = list.next()? {
    ///         texts.push(text);
    ///     }
    ///     Ok(Self(texts))
    /// }
    /// # );
    /// ```
    fn size_hint(&self) -> usize;
    /// Reads the next value, or returns `None` at the end.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"SS":["a","b"]}"# as ["a", "b"] => Vec<String>;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     let (mut list, mut texts) = (decoder.list()?, Vec::new());
    ///     while let Some(text) = list.next()? {
    ///         texts.push(text);
    ///     }
    ///     Ok(Self(texts))
    /// }
    /// # );
    /// ```
    fn next<T: Attribute>(&mut self) -> Result<Option<T>, CodecError>;
}

/// Decodes the entries of a Map.
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
/// assert_eq!(dynamo_core::codec::from_json::<Scores>(br#"{"M":{"ann":{"N":"3"}}}"#)?, scores);
/// # Ok::<(), CodecError>(())
/// ```
pub trait MapDecoder<'de> {
    /// The name of an entry.
    type Name: AsRef<str> + Into<String>;
    /// The value of an entry.
    type Value<'r>: Decoder<'de>
    where
        Self: 'r;
    /// Reads the name of the next entry and returns it with a decoder of its value, which must be read or skipped
    /// before the next call.
    ///
    /// ```
    /// # use doc_tables::codec::*;
    /// # decodes!(r#"{"M":{"ann":{"N":"3"},"bob":{"S":"?"}}}"# as ["ann", "bob"] => Vec<String>;
    /// fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
    ///     let (mut map, mut names) = (decoder.map()?, Vec::new());
    ///     while let Some((name, value)) = map.next()? {
    ///         names.push(name.into());
    ///         value.skip()?;
    ///     }
    ///     Ok(Self(names))
    /// }
    /// # );
    /// ```
    #[allow(clippy::type_complexity)] // A name and a value.
    fn next(&mut self) -> Result<Option<(Self::Name, Self::Value<'_>)>, CodecError>;
}
