//! `Attribute` for lists, and for sets, which are stored as lists.

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
