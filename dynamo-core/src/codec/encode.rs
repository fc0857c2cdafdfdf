//! The traits that values are encoded with.

use super::{Adapter, Attribute, CodecError};
use crate::schema::{Name, NoneAs};

/// Encodes one value, as an `AttributeValue` or as DynamoDB's JSON.
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
pub trait ListEncoder: Sized {
    /// The result of encoding.
    type Ok;
    /// Adds a value.
    fn push<T: Attribute>(&mut self, value: &T) -> Result<(), CodecError>;
    /// Ends the list.
    fn end(self) -> Result<Self::Ok, CodecError>;
}

/// Encodes the entries of a Map.
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
