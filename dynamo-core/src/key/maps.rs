//! Maps as attributes: their keys are key fields.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use super::KeyField;
use crate::codec::{Attribute, CodecError, Decoder, Encoder, MapDecoder, MapEncoder, kind};

fn encode_map<'a, K, V, I, E>(entries: I, encoder: E) -> Result<E::Ok, CodecError>
where
    K: KeyField + 'a,
    V: Attribute + 'a,
    I: ExactSizeIterator<Item = (&'a K, &'a V)>,
    E: Encoder,
{
    let mut map = encoder.map(entries.len())?;
    let mut name = String::new();
    for (key, value) in entries {
        name.clear();
        K::write_text(key.borrowed(), &mut name).map_err(CodecError::value)?;
        map.entry(&name, value)?;
    }
    map.end()
}

macro_rules! maps {
    ($([$($generics:tt)*] $map:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Attribute for $map {
            type Kind = kind::M;

            fn encode<E: Encoder>(&self, encoder: E) -> Result<E::Ok, CodecError> {
                encode_map(self.iter(), encoder)
            }

            fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Self, CodecError> {
                let mut map = decoder.map()?;
                let mut entries = Self::default();
                while let Some((name, value)) = map.next()? {
                    let key = K::parse_text(name.as_ref())
                        .ok_or_else(|| CodecError::value("the entry's name is not of the map's key type"))
                        .map_err(|error| error.within(name.as_ref()))?;
                    let value = V::decode(value).map_err(|error| error.within(name.as_ref()))?;
                    entries.insert(key, value);
                }
                Ok(entries)
            }
        }
    )*};
}

maps!(
    [K: KeyField + Ord, V: Attribute] BTreeMap<K, V>,
    [K: KeyField + Eq + Hash, V: Attribute, S: BuildHasher + Default] HashMap<K, V, S>
);
