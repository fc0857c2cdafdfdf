//! `Attribute` for binary values.

use aws_smithy_types::Blob;

use crate::codec::kind;
use crate::codec::{Attribute, CodecError, Decoder, Encoder};

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
