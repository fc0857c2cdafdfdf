//! `Attribute` for lists, and for sets and tuples, which are stored as lists.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

use crate::codec::kind;
use crate::codec::{Attribute, CodecError, Decoder, Encoder, ListDecoder, ListEncoder};

fn encode_list<'a, T, I, E>(values: I, encoder: E) -> Result<E::Ok, CodecError>
where
    T: Attribute + 'a,
    I: ExactSizeIterator<Item = &'a T>,
    E: Encoder,
{
    let mut list = encoder.list(values.len())?;
    for value in values {
        list.push(value)?;
    }
    list.end()
}

#[diagnostic::do_not_recommend]
impl<T: Attribute> Attribute for Vec<T> {
    type Kind = kind::L;

    #[inline]
    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encode_list(self.iter(), encoder)
    }

    #[inline]
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        let mut list = decoder.list()?;
        let mut values = Self::with_capacity(list.size_hint());
        while let Some(value) = list.next()? {
            values.push(value);
        }
        Ok(values)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Attribute, const N: usize> Attribute for [T; N] {
    type Kind = kind::L;

    fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
        encode_list(self.iter(), encoder)
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
        let values = Vec::decode(decoder)?;
        let len = values.len();
        values.try_into().map_err(|_| CodecError::value(format!("expected {N} values, found {len}")))
    }
}

macro_rules! lists {
    ($([$($generics:tt)*] $list:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Attribute for $list {
            type Kind = kind::L;

            fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
                encode_list(self.iter(), encoder)
            }

            fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
                Vec::decode(decoder).map(|values| values.into_iter().collect())
            }
        }
    )*};
}

lists!(
    [T: Attribute] VecDeque<T>,
    [T: Attribute] Box<[T]>,
    [T: Attribute + Ord] BTreeSet<T>,
    [T: Attribute + Eq + Hash, S: BuildHasher + Default] HashSet<T, S>
);

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
