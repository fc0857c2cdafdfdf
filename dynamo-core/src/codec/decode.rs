//! The traits that values are decoded with.

use std::borrow::Cow;

use super::{Attribute, AttributeValue, CodecError};

/// Decodes one value, from an `AttributeValue` or from DynamoDB's JSON.
pub trait Decoder<'de>: Sized {
    /// The decoder of a List or a set.
    type List: ListDecoder<'de>;
    /// The decoder of a Map.
    type Map: MapDecoder<'de>;

    /// Reads a String.
    fn string(self) -> Result<Cow<'de, str>, CodecError>;
    /// Reads a String without borrowing from the input.
    #[inline(always)]
    fn owned_string(self) -> Result<String, CodecError> {
        self.string().map(Cow::into_owned)
    }
    /// Reads the decimal digits of a Number.
    fn number(self) -> Result<Cow<'de, str>, CodecError>;
    /// Reads a Boolean.
    fn boolean(self) -> Result<bool, CodecError>;
    /// Reads a Binary.
    fn bytes(self) -> Result<Vec<u8>, CodecError>;
    /// Returns `None` if the value is a Null, and the decoder itself otherwise.
    fn present(self) -> Result<Option<Self>, CodecError>;
    /// Reads a List or a set.
    fn list(self) -> Result<Self::List, CodecError>;
    /// Reads a Map.
    fn map(self) -> Result<Self::Map, CodecError>;
    /// Reads a value of any type.
    fn any(self) -> Result<AttributeValue, CodecError>;
    /// Skips the value.
    fn skip(self) -> Result<(), CodecError>;
}

/// Decodes the elements of a List or a set.
pub trait ListDecoder<'de> {
    /// Returns the number of remaining values, or 0 if that is unknown.
    fn size_hint(&self) -> usize;
    /// Reads the next value, or returns `None` at the end.
    fn next<T: Attribute>(&mut self) -> Result<Option<T>, CodecError>;
}

/// Decodes the entries of a Map.
pub trait MapDecoder<'de> {
    /// The name of an entry.
    type Name: AsRef<str> + Into<String>;
    /// The value of an entry.
    type Value<'r>: Decoder<'de>
    where
        Self: 'r;
    /// Reads the name of the next entry and returns it with a decoder of its value, which must be read or skipped
    /// before the next call.
    #[allow(clippy::type_complexity)] // A name and a value.
    fn next(&mut self) -> Result<Option<(Self::Name, Self::Value<'_>)>, CodecError>;
}
