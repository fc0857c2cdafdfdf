//! Adapters of fields that are stored differently from their type: `#[entity(set)]` and `#[entity(bytes)]`.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{Attribute, AttributeValue, CodecError, Decoder, Encoder, ListDecoder, MapEncoder, Missing};
use crate::schema::{AttributeType, Name};

/// Encodes and decodes a field of type `T`.
pub trait Adapter<T> {
    /// The type of the attribute.
    const TYPE: AttributeType;
    /// Whether the field is an `Option`, whose absence may be written as `NULL`.
    const OPTIONAL: bool = false;
    /// Encodes a value.
    fn encode<E: Encoder>(value: &T, encoder: E) -> Result<E::Ok, CodecError>;
    /// Decodes a value.
    fn decode<'de, D: Decoder<'de>>(decoder: D) -> Result<T, CodecError>;
    /// Returns whether the attribute is omitted.
    fn is_absent(value: &T) -> bool;
    /// Returns the value of an attribute that is missing, if that is allowed.
    fn absent() -> Option<T>;

    // As in `Attribute`: called as `<Adapter<Type>>::..`, so that one mistake gives one message.

    /// Encodes a field into `map`.
    fn write_field<M: MapEncoder>(value: &T, map: &mut M, name: &Name)
    where
        Self: Sized,
    {
        if let Err(error) = map.field_as::<Self, T>(name, value) {
            map.refuse(error);
        }
    }

    /// Decodes a field into `slot`.
    fn read_field<'de, D: Decoder<'de>>(
        slot: &mut Option<T>,
        decoder: D,
        name: &'static str,
    ) -> Result<(), CodecError> {
        if slot.is_some() {
            return Err(CodecError::repeated().within(name));
        }
        *slot = Some(Self::decode(decoder).map_err(|error| error.within(name))?);
        Ok(())
    }

    /// Returns the value of a field after all attributes were read.
    fn finish_field(slot: Option<T>, name: &'static str, missing: &mut Missing) -> Option<T> {
        missing.or_note(slot.or_else(Self::absent), name)
    }
}

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
