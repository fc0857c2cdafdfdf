//! Where a value is read from.

use std::borrow::Cow;

use super::{Attribute, AttributeValue, CodecError};

/// One value to be read: an `AttributeValue`, or a position in DynamoDB's JSON.
pub trait Decoder<'de>: Sized {
    /// A list, or a set, being read.
    type List: ListDecoder<'de>;
    /// A map being read.
    type Map: MapDecoder<'de>;

    /// Reads a String.
    fn string(self) -> Result<Cow<'de, str>, CodecError>;
    /// Reads a String into one of its own.
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
    /// Nothing if the value is a Null, and itself otherwise.
    fn present(self) -> Result<Option<Self>, CodecError>;
    /// Reads a List, or a set.
    fn list(self) -> Result<Self::List, CodecError>;
    /// Reads a Map.
    fn map(self) -> Result<Self::Map, CodecError>;
    /// Reads whatever it is.
    fn any(self) -> Result<AttributeValue, CodecError>;
    /// Passes over it.
    fn skip(self) -> Result<(), CodecError>;
}

/// A List, or a set, being read.
pub trait ListDecoder<'de> {
    /// How many values are left, if that is known.
    fn size_hint(&self) -> usize;
    /// The next value.
    fn next<T: Attribute>(&mut self) -> Result<Option<T>, CodecError>;
}

/// A Map being read.
pub trait MapDecoder<'de> {
    /// The name of an entry.
    type Name: AsRef<str> + Into<String>;
    /// The value of an entry.
    type Value<'r>: Decoder<'de>
    where
        Self: 'r;
    /// The next entry. Its value must be read, or passed over, before the one after it.
    #[allow(clippy::type_complexity)] // A name and a value.
    fn next(&mut self) -> Result<Option<(Self::Name, Self::Value<'_>)>, CodecError>;
}
