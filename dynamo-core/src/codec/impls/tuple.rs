//! `Attribute` for tuples, which are stored as lists.

use crate::codec::kind;
use crate::codec::{Attribute, CodecError, Decoder, Encoder, ListDecoder, ListEncoder};

macro_rules! tuples {
    ($($len:literal => ($($name:ident $at:tt),+));* $(;)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($name: Attribute),+> Attribute for ($($name,)+) {
            type Kind = kind::L;

            fn encode<E_: Encoder>(&self, encoder: E_) -> Result<E_::Ok, CodecError> {
                let mut list = encoder.list($len)?;
                $(list.push(&self.$at)?;)+
                list.end()
            }

            fn decode<'de, D_: Decoder<'de>>(decoder: D_) -> Result<Self, CodecError> {
                let mut list = decoder.list()?;
                let value = ($(
                    list.next::<$name>()?.ok_or_else(|| short($len, $at))?,
                )+);
                match list.next::<crate::codec::AttributeValue>()? {
                    None => Ok(value),
                    Some(_) => Err(CodecError::value(concat!("expected ", $len, " values, found more"))),
                }
            }
        }
    )*};
}

#[cold]
fn short(len: usize, found: usize) -> CodecError {
    CodecError::value(format!("expected {len} values, found {found}"))
}

tuples! {
    1 => (A 0);
    2 => (A 0, B 1);
    3 => (A 0, B 1, C 2);
    4 => (A 0, B 1, C 2, D 3);
    5 => (A 0, B 1, C 2, D 3, E 4);
    6 => (A 0, B 1, C 2, D 3, E 4, F 5);
    7 => (A 0, B 1, C 2, D 3, E 4, F 5, G 6);
    8 => (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
}
