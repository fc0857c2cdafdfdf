//! Adapters of fields that are stored differently from their type: `#[entity(set)]` and `#[entity(bytes)]`.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{Adapter, Attribute, AttributeValue, CodecError, Decoder, Encoder, ListDecoder};
use crate::schema::AttributeType;

/// The adapter of `#[entity(set)]`: a DynamoDB set rather than a list. An empty set is omitted: DynamoDB has none.
pub struct AsSet;

/// A collection that can be stored as a DynamoDB set.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored as a DynamoDB set",
    label = "marked `set`",
    note = "help: use a `BTreeSet`, a `HashSet` or a `Vec`, without `Option`: an empty set is left out of the item"
)]
pub trait SetField: Sized {
    /// The type of the elements.
    type Element: Attribute;
    /// Iterates over the elements.
    fn elements(&self) -> impl ExactSizeIterator<Item = &Self::Element>;
    /// Creates the collection from its elements.
    fn collect(elements: Vec<Self::Element>) -> Self;
    /// Whether two elements may be equal, which DynamoDB rejects in a set.
    const MAY_REPEAT: bool = false;
}

#[diagnostic::do_not_recommend]
impl<T: Attribute> SetField for Vec<T> {
    type Element = T;
    const MAY_REPEAT: bool = true;
    fn elements(&self) -> impl ExactSizeIterator<Item = &T> {
        self.iter()
    }
    fn collect(elements: Vec<T>) -> Self {
        elements
    }
}

#[diagnostic::do_not_recommend]
impl<T: Attribute + Ord> SetField for BTreeSet<T> {
    type Element = T;
    fn elements(&self) -> impl ExactSizeIterator<Item = &T> {
        self.iter()
    }
    fn collect(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Attribute + Eq + Hash, S: BuildHasher + Default> SetField for HashSet<T, S> {
    type Element = T;
    fn elements(&self) -> impl ExactSizeIterator<Item = &T> {
        self.iter()
    }
    fn collect(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: SetField> Adapter<T> for AsSet {
    const TYPE: AttributeType = {
        assert!(
            matches!(T::Element::TYPE, AttributeType::S | AttributeType::N | AttributeType::B),
            "a DynamoDB set holds strings, numbers or binaries"
        );
        AttributeType::Set
    };

    fn encode<E: Encoder>(value: &T, encoder: E) -> Result<E::Ok, CodecError> {
        const { assert!(matches!(<Self as Adapter<T>>::TYPE, AttributeType::Set)) };
        if T::MAY_REPEAT {
            refuse_repeats(value)?;
        }
        encoder.set(value.elements())
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<T, CodecError> {
        let Some(decoder) = decoder.present()? else { return Ok(T::collect(Vec::new())) };
        let mut list = decoder.list()?;
        let mut elements = Vec::with_capacity(list.size_hint());
        while let Some(element) = list.next()? {
            elements.push(element);
        }
        Ok(T::collect(elements))
    }

    fn is_absent(value: &T) -> bool {
        value.elements().len() == 0
    }

    fn absent() -> Option<T> {
        Some(T::collect(Vec::new()))
    }
}

fn refuse_repeats<T: SetField>(value: &T) -> Result<(), CodecError> {
    let mut seen = HashSet::new();
    for (i, element) in value.elements().enumerate() {
        let bytes = match super::to_value(element)? {
            AttributeValue::S(text) | AttributeValue::N(text) => text.into_bytes(),
            AttributeValue::B(blob) => blob.into_inner(),
            _ => continue,
        };
        if !seen.insert(bytes) {
            return Err(CodecError::value("the value is in the set twice").at(i));
        }
    }
    Ok(())
}

/// The adapter of `#[entity(bytes)]`: a Binary rather than a list of numbers.
pub struct AsBytes;

impl Adapter<Vec<u8>> for AsBytes {
    const TYPE: AttributeType = AttributeType::B;

    fn encode<E: Encoder>(value: &Vec<u8>, encoder: E) -> Result<E::Ok, CodecError> {
        encoder.bytes(value)
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Vec<u8>, CodecError> {
        decoder.bytes()
    }

    fn is_absent(_: &Vec<u8>) -> bool {
        false
    }

    fn absent() -> Option<Vec<u8>> {
        None
    }
}

impl Adapter<Option<Vec<u8>>> for AsBytes {
    const TYPE: AttributeType = AttributeType::B;
    const OPTIONAL: bool = true;

    fn encode<E: Encoder>(value: &Option<Vec<u8>>, encoder: E) -> Result<E::Ok, CodecError> {
        match value {
            Some(bytes) => encoder.bytes(bytes),
            None => encoder.null(),
        }
    }

    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<Option<Vec<u8>>, CodecError> {
        decoder.present()?.map(D::bytes).transpose()
    }

    fn is_absent(value: &Option<Vec<u8>>) -> bool {
        value.is_none()
    }

    fn absent() -> Option<Option<Vec<u8>>> {
        Some(None)
    }
}
