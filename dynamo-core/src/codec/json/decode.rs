//! Decodes values from DynamoDB's JSON.

use std::borrow::Cow;

use super::reader::{JsonReader, Tag};
use super::value;
use crate::codec::{Attribute, AttributeValue, CodecError, Decoder, ListDecoder, MapDecoder};
use crate::schema::AttributeType;

pub(crate) struct JsonDecoder<'r, 'de> {
    pub(super) r: &'r mut JsonReader<'de>,
    /// The type of the set that the value is an element of. An element is a plain JSON string.
    pub(super) element: Option<Tag>,
}

impl<'r, 'de> JsonDecoder<'r, 'de> {
    #[inline]
    pub(crate) fn new(r: &'r mut JsonReader<'de>) -> Self {
        Self { r, element: None }
    }

    #[inline(always)]
    fn scalar(self, tag: Tag, expected: AttributeType) -> Result<Cow<'de, str>, CodecError> {
        match self.element {
            None => self.r.scalar(tag, expected),
            Some(element) if element == tag => self.r.string(),
            Some(element) => Err(CodecError::unexpected(expected, element.name())),
        }
    }

    /// Opens a value that a set cannot hold.
    fn open(&mut self, expected: AttributeType) -> Result<Tag, CodecError> {
        match self.element {
            None => self.r.open(),
            Some(element) => Err(CodecError::unexpected(expected, element.name())),
        }
    }
}

impl<'r, 'de> Decoder<'de> for JsonDecoder<'r, 'de> {
    type List = JsonListDecoder<'r, 'de>;
    type Map = JsonMapDecoder<'r, 'de>;

    #[inline(always)]
    fn string(self) -> Result<Cow<'de, str>, CodecError> {
        self.scalar(Tag::S, AttributeType::S)
    }

    #[inline(always)]
    fn number(self) -> Result<Cow<'de, str>, CodecError> {
        self.scalar(Tag::N, AttributeType::N)
    }

    #[inline(always)]
    fn boolean(mut self) -> Result<bool, CodecError> {
        if let (None, Some(value)) = (self.element, self.r.take_boolean()) {
            return Ok(value);
        }
        match self.open(AttributeType::Bool)? {
            Tag::Bool => {
                let value = self.r.literal()?;
                self.r.close()?;
                Ok(value)
            }
            other => Err(CodecError::unexpected(AttributeType::Bool, other.name())),
        }
    }

    fn bytes(self) -> Result<Vec<u8>, CodecError> {
        let text = self.scalar(Tag::B, AttributeType::B)?;
        value::base64(&text)
    }

    #[inline(always)]
    fn present(mut self) -> Result<Option<Self>, CodecError> {
        let start = self.r.mark();
        if self.element.is_some() || self.open(AttributeType::Null)? != Tag::Null {
            self.r.rewind(start);
            return Ok(Some(self));
        }
        self.r.literal()?;
        self.r.close()?;
        Ok(None)
    }

    fn list(mut self) -> Result<JsonListDecoder<'r, 'de>, CodecError> {
        let element = match self.open(AttributeType::L)? {
            Tag::L => None,
            Tag::Ss => Some(Tag::S),
            Tag::Ns => Some(Tag::N),
            Tag::Bs => Some(Tag::B),
            other => return Err(CodecError::unexpected(AttributeType::L, other.name())),
        };
        self.r.require(b'[', "a list")?;
        self.r.enter()?;
        Ok(JsonListDecoder { r: self.r, element, at: 0 })
    }

    fn map(mut self) -> Result<JsonMapDecoder<'r, 'de>, CodecError> {
        match self.open(AttributeType::M)? {
            Tag::M => JsonMapDecoder::new(self.r, true),
            other => Err(CodecError::unexpected(AttributeType::M, other.name())),
        }
    }

    fn any(self) -> Result<AttributeValue, CodecError> {
        value::any(self)
    }

    #[inline]
    fn skip(self) -> Result<(), CodecError> {
        self.r.skip()
    }
}

pub(crate) struct JsonListDecoder<'r, 'de> {
    r: &'r mut JsonReader<'de>,
    element: Option<Tag>,
    at: usize,
}

impl<'de> ListDecoder<'de> for JsonListDecoder<'_, 'de> {
    #[inline]
    fn size_hint(&self) -> usize {
        0
    }

    #[inline]
    fn next<T: Attribute>(&mut self) -> Result<Option<T>, CodecError> {
        if self.r.take(b']') {
            self.r.leave();
            self.r.close()?;
            return Ok(None);
        }
        if self.at > 0 {
            self.r.require(b',', "a comma or the end of the list")?;
        }
        let at = self.at;
        self.at += 1;
        T::decode(JsonDecoder { r: self.r, element: self.element }).map(Some).map_err(|error| error.at(at))
    }
}

pub(crate) struct JsonMapDecoder<'r, 'de> {
    r: &'r mut JsonReader<'de>,
    /// Whether the map is a value, which is wrapped in `{"M": ..}`, or a whole item, which is not.
    value: bool,
    first: bool,
}

impl<'r, 'de> JsonMapDecoder<'r, 'de> {
    pub(crate) fn new(r: &'r mut JsonReader<'de>, value: bool) -> Result<Self, CodecError> {
        r.require(b'{', "a map")?;
        r.enter()?;
        Ok(Self { r, value, first: true })
    }
}

impl<'de> MapDecoder<'de> for JsonMapDecoder<'_, 'de> {
    type Name = Cow<'de, str>;
    type Value<'s>
        = JsonDecoder<'s, 'de>
    where
        Self: 's;

    #[inline]
    fn next(&mut self) -> Result<Option<(Cow<'de, str>, JsonDecoder<'_, 'de>)>, CodecError> {
        let Some(name) = self.r.name(self.first)? else {
            self.r.leave();
            if self.value {
                self.r.close()?;
            }
            return Ok(None);
        };
        self.first = false;
        Ok(Some((name, JsonDecoder::new(self.r))))
    }
}
