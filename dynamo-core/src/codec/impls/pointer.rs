//! `Attribute` for smart pointers.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use crate::codec::{Attribute, CodecError, Decoder, Encoder};

macro_rules! pointers {
    ($($pointer:ident),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Attribute> Attribute for $pointer<T> {
            type Kind = T::Kind;
            const OPTIONAL: bool = T::OPTIONAL;

            #[inline]
            fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
                T::encode(self, encoder)
            }

            #[inline]
            fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
                T::decode(decoder).map($pointer::new)
            }

            #[inline]
            fn is_absent(&self) -> bool {
                T::is_absent(self)
            }

            #[inline]
            fn absent() -> Option<Self> {
                T::absent().map($pointer::new)
            }
        }
    )*};
}

pointers!(Box, Rc, Arc);

#[diagnostic::do_not_recommend]
impl<T: Attribute + Clone> Attribute for Cow<'_, T> {
    type Kind = T::Kind;
    const OPTIONAL: bool = T::OPTIONAL;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        T::encode(self, encoder)
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        T::decode(decoder).map(Cow::Owned)
    }

    fn is_absent(&self) -> bool {
        T::is_absent(self)
    }

    fn absent() -> Option<Self> {
        T::absent().map(Cow::Owned)
    }
}
