//! `Attribute` for text, binary values, `bool`, `()` and `Option`.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use aws_smithy_types::Blob;

use crate::codec::kind;
use crate::codec::{Attribute, CodecError, Decoder, Encoder};
use crate::schema::AttributeType;

#[diagnostic::do_not_recommend]
impl Attribute for String {
    type Kind = kind::S;

    #[inline]
    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.string(self)
    }

    #[inline(always)]
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        decoder.owned_string()
    }
}

macro_rules! text {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Attribute for $text {
            type Kind = kind::S;

            #[inline]
            fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
                encoder.string(self)
            }

            #[inline(always)]
            fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
                Ok(decoder.string()?.into())
            }
        }
    )*};
}

text!(Box<str>, Rc<str>, Arc<str>);

#[diagnostic::do_not_recommend]
impl Attribute for Cow<'_, str> {
    type Kind = kind::S;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.string(self)
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        Ok(Cow::Owned(decoder.string()?.into_owned()))
    }
}

#[diagnostic::do_not_recommend]
impl Attribute for char {
    type Kind = kind::S;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.string(self.encode_utf8(&mut [0; 4]))
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        let text = decoder.string()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(CodecError::value("expected one character")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl Attribute for bool {
    type Kind = kind::Bool;

    #[inline]
    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.boolean(*self)
    }

    #[inline(always)]
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        decoder.boolean()
    }
}

#[diagnostic::do_not_recommend]
impl Attribute for () {
    type Kind = kind::Null;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.null()
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        match decoder.present()? {
            None => Ok(()),
            Some(_) => Err(CodecError::unexpected(AttributeType::Null, "value")),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Attribute> Attribute for Option<T> {
    type Kind = T::Kind;
    const OPTIONAL: bool = true;

    #[inline]
    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        match self {
            Some(value) => value.encode(encoder),
            None => encoder.null(),
        }
    }

    #[inline(always)]
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        decoder.present()?.map(T::decode).transpose()
    }

    #[inline]
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }
}

#[diagnostic::do_not_recommend]
impl Attribute for Blob {
    type Kind = kind::B;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.bytes(self.as_ref())
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        decoder.bytes().map(Self::new)
    }
}

#[cfg(feature = "serde_bytes")]
#[diagnostic::do_not_recommend]
impl Attribute for serde_bytes::ByteBuf {
    type Kind = kind::B;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.bytes(self)
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        decoder.bytes().map(Self::from)
    }
}
