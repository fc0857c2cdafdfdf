//! Encodes and decodes the SDK's `AttributeValue`.

use std::borrow::Cow;
use std::collections::{HashMap, hash_map};
use std::vec;

use aws_smithy_types::Blob;

use super::{
    Adapter, Attribute, AttributeValue, CodecError, Decoder, Encoder, ListDecoder, ListEncoder, MapDecoder, MapEncoder,
};
use crate::schema::{AttributeType, Name, NoneAs};

#[derive(Clone, Copy)]
pub(crate) struct ItemEncoder {
    pub(crate) none: NoneAs,
}

impl Encoder for ItemEncoder {
    type Ok = AttributeValue;
    type List = ItemList;
    type Map = ItemMap;

    fn none(&self) -> NoneAs {
        self.none
    }

    #[inline(always)]
    fn string(self, text: &str) -> Result<AttributeValue, CodecError> {
        Ok(AttributeValue::S(text.to_owned()))
    }

    #[inline(always)]
    fn number(self, digits: &str) -> Result<AttributeValue, CodecError> {
        Ok(AttributeValue::N(digits.to_owned()))
    }

    #[inline(always)]
    fn boolean(self, value: bool) -> Result<AttributeValue, CodecError> {
        Ok(AttributeValue::Bool(value))
    }

    #[inline]
    fn null(self) -> Result<AttributeValue, CodecError> {
        Ok(AttributeValue::Null(true))
    }

    fn bytes(self, bytes: &[u8]) -> Result<AttributeValue, CodecError> {
        Ok(AttributeValue::B(Blob::new(bytes)))
    }

    #[inline(always)]
    fn list(self, len: usize) -> Result<ItemList, CodecError> {
        Ok(ItemList { values: Vec::with_capacity(len), none: self.none })
    }

    #[inline(always)]
    fn map(self, len: usize) -> Result<ItemMap, CodecError> {
        Ok(ItemMap::new(len, self.none))
    }

    fn set<'a, T, I>(self, elements: I) -> Result<AttributeValue, CodecError>
    where
        T: Attribute + 'a,
        I: ExactSizeIterator<Item = &'a T>,
    {
        let (mut strings, mut numbers, mut blobs) = (Vec::new(), Vec::new(), Vec::new());
        for (i, element) in elements.enumerate() {
            match element.encode(self).map_err(|error| error.at(i))? {
                AttributeValue::S(text) => strings.push(text),
                AttributeValue::N(digits) => numbers.push(digits),
                AttributeValue::B(blob) => blobs.push(blob),
                other => return Err(CodecError::unexpected(AttributeType::S, kind(&other)).at(i)),
            }
        }
        match (strings.is_empty(), numbers.is_empty(), blobs.is_empty()) {
            (false, true, true) => Ok(AttributeValue::Ss(strings)),
            (true, false, true) => Ok(AttributeValue::Ns(numbers)),
            (true, true, false) => Ok(AttributeValue::Bs(blobs)),
            _ => Err(CodecError::value("a set needs elements, all of one type")),
        }
    }
}

/// The encoder of a List.
pub struct ItemList {
    values: Vec<AttributeValue>,
    none: NoneAs,
}

impl ListEncoder for ItemList {
    type Ok = AttributeValue;

    #[inline]
    fn push<T: Attribute>(&mut self, value: &T) -> Result<(), CodecError> {
        let value = value.encode(ItemEncoder { none: self.none }).map_err(|error| error.at(self.values.len()))?;
        self.values.push(value);
        Ok(())
    }

    #[inline]
    fn end(self) -> Result<AttributeValue, CodecError> {
        Ok(AttributeValue::L(self.values))
    }
}

/// The encoder of a nested Map, or of a whole item.
pub struct ItemMap {
    pub(crate) entries: HashMap<String, AttributeValue>,
    none: NoneAs,
    /// What was refused first.
    pub(crate) error: Option<CodecError>,
}

impl ItemMap {
    #[inline]
    pub(crate) fn new(capacity: usize, none: NoneAs) -> Self {
        Self { entries: HashMap::with_capacity(capacity), none, error: None }
    }
}

impl MapEncoder for ItemMap {
    type Ok = AttributeValue;

    // Inlined, since names are constants then. Only programs that call `to_item` have this code.
    #[inline(always)]
    fn field<T: Attribute>(&mut self, name: &Name, value: &T) -> Result<(), CodecError> {
        if value.is_absent() {
            if self.none == NoneAs::Null {
                self.entries.insert(name.text.to_owned(), AttributeValue::Null(true));
            }
            return Ok(());
        }
        let value = value.encode(ItemEncoder { none: self.none }).map_err(|error| error.within(name.text))?;
        self.entries.insert(name.text.to_owned(), value);
        Ok(())
    }

    fn field_as<A: Adapter<T>, T>(&mut self, name: &Name, value: &T) -> Result<(), CodecError> {
        if A::is_absent(value) {
            if A::OPTIONAL && self.none == NoneAs::Null {
                self.entries.insert(name.text.to_owned(), AttributeValue::Null(true));
            }
            return Ok(());
        }
        let value = A::encode(value, ItemEncoder { none: self.none }).map_err(|error| error.within(name.text))?;
        self.entries.insert(name.text.to_owned(), value);
        Ok(())
    }

    fn entry<T: Attribute>(&mut self, name: &str, value: &T) -> Result<(), CodecError> {
        let value = value.encode(ItemEncoder { none: self.none }).map_err(|error| error.within(name))?;
        self.entries.insert(name.to_owned(), value);
        Ok(())
    }

    #[cold]
    fn refuse(&mut self, error: CodecError) {
        self.error.get_or_insert(error);
    }

    #[inline]
    fn end(self) -> Result<AttributeValue, CodecError> {
        match self.error {
            None => Ok(AttributeValue::M(self.entries)),
            Some(error) => Err(error),
        }
    }
}

/// The decoder of a value.
pub struct ItemDecoder(pub(crate) AttributeValue);

impl ItemDecoder {
    /// Creates a decoder. Called by generated code.
    #[must_use]
    pub fn new(value: AttributeValue) -> Self {
        Self(value)
    }
}

impl<'de> Decoder<'de> for ItemDecoder {
    type List = ItemListDecoder;
    type Map = ItemMapDecoder;

    #[inline(always)]
    fn string(self) -> Result<Cow<'de, str>, CodecError> {
        match self.0 {
            AttributeValue::S(text) => Ok(Cow::Owned(text)),
            other => Err(CodecError::unexpected(AttributeType::S, kind(&other))),
        }
    }

    #[inline(always)]
    fn owned_string(self) -> Result<String, CodecError> {
        match self.0 {
            AttributeValue::S(text) => Ok(text),
            other => Err(CodecError::unexpected(AttributeType::S, kind(&other))),
        }
    }

    #[inline(always)]
    fn number(self) -> Result<Cow<'de, str>, CodecError> {
        match self.0 {
            AttributeValue::N(digits) => Ok(Cow::Owned(digits)),
            other => Err(CodecError::unexpected(AttributeType::N, kind(&other))),
        }
    }

    #[inline(always)]
    fn boolean(self) -> Result<bool, CodecError> {
        match self.0 {
            AttributeValue::Bool(value) => Ok(value),
            other => Err(CodecError::unexpected(AttributeType::Bool, kind(&other))),
        }
    }

    fn bytes(self) -> Result<Vec<u8>, CodecError> {
        match self.0 {
            AttributeValue::B(blob) => Ok(blob.into_inner()),
            other => Err(CodecError::unexpected(AttributeType::B, kind(&other))),
        }
    }

    #[inline(always)]
    fn present(self) -> Result<Option<Self>, CodecError> {
        Ok(if matches!(self.0, AttributeValue::Null(_)) { None } else { Some(self) })
    }

    #[inline(always)]
    fn list(self) -> Result<ItemListDecoder, CodecError> {
        let values = match self.0 {
            AttributeValue::L(values) => values,
            other => set_elements(other)?,
        };
        Ok(ItemListDecoder { values: values.into_iter(), at: 0 })
    }

    #[inline(always)]
    fn map(self) -> Result<ItemMapDecoder, CodecError> {
        match self.0 {
            AttributeValue::M(entries) => Ok(ItemMapDecoder::new(entries)),
            other => Err(CodecError::unexpected(AttributeType::M, kind(&other))),
        }
    }

    fn any(self) -> Result<AttributeValue, CodecError> {
        Ok(self.0)
    }

    #[inline(always)]
    fn skip(self) -> Result<(), CodecError> {
        Ok(())
    }
}

#[cold]
fn set_elements(value: AttributeValue) -> Result<Vec<AttributeValue>, CodecError> {
    match value {
        AttributeValue::Ss(values) => Ok(values.into_iter().map(AttributeValue::S).collect()),
        AttributeValue::Ns(values) => Ok(values.into_iter().map(AttributeValue::N).collect()),
        AttributeValue::Bs(values) => Ok(values.into_iter().map(AttributeValue::B).collect()),
        other => Err(CodecError::unexpected(AttributeType::L, kind(&other))),
    }
}

/// The decoder of a List or a set.
pub struct ItemListDecoder {
    values: vec::IntoIter<AttributeValue>,
    at: usize,
}

impl ListDecoder<'_> for ItemListDecoder {
    #[inline(always)]
    fn size_hint(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn next<T: Attribute>(&mut self) -> Result<Option<T>, CodecError> {
        let Some(value) = self.values.next() else { return Ok(None) };
        self.at += 1;
        T::decode(ItemDecoder(value)).map(Some).map_err(|error| error.at(self.at - 1))
    }
}

/// The decoder of a Map.
pub struct ItemMapDecoder {
    pub(crate) entries: hash_map::IntoIter<String, AttributeValue>,
}

impl ItemMapDecoder {
    #[inline(always)]
    pub(crate) fn new(entries: HashMap<String, AttributeValue>) -> Self {
        Self { entries: entries.into_iter() }
    }
}

impl MapDecoder<'_> for ItemMapDecoder {
    type Name = String;
    type Value<'r> = ItemDecoder;

    #[inline]
    fn next(&mut self) -> Result<Option<(String, ItemDecoder)>, CodecError> {
        Ok(self.entries.next().map(|(name, value)| (name, ItemDecoder(value))))
    }
}

pub(crate) fn kind(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::S(_) => AttributeType::S,
        AttributeValue::N(_) => AttributeType::N,
        AttributeValue::B(_) => AttributeType::B,
        AttributeValue::Bool(_) => AttributeType::Bool,
        AttributeValue::Null(_) => AttributeType::Null,
        AttributeValue::M(_) => AttributeType::M,
        AttributeValue::L(_) => AttributeType::L,
        AttributeValue::Ss(_) | AttributeValue::Ns(_) | AttributeValue::Bs(_) => AttributeType::Set,
        _ => return "value of a type that this version does not know",
    }
    .name()
}
