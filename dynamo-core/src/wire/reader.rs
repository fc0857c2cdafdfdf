//! What items are read into.

use super::answer::Unreadable;
use crate::codec::{
    AttributeValue, CodecError, JsonReader, entity_in_place, item_from_json, projection_in_place, texts_of_item,
    texts_of_json,
};
use crate::collection::{Collection, collection_from_item, collection_from_json};
use crate::schema::{IndexSchema, KeyTexts, TableLayout, identify};
use crate::{Entity, Error, Item, Projection, Table};

/// An item as it was asked for, or as it is.
pub(crate) enum Found<R> {
    Known(R),
    /// Of a type that was not asked for.
    Raw(Item),
}

/// How items become values: in place from the wire, or from the SDK's maps.
pub(crate) struct Reader<R> {
    pub(crate) wire: fn(&mut JsonReader<'_>) -> Result<Found<R>, Unreadable>,
    pub(crate) sdk: fn(Item) -> Result<Found<R>, Error>,
}

impl<R> Clone for Reader<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Reader<R> {}

impl<E: Entity> Reader<E> {
    /// Items of other types are kept as they are.
    pub(crate) fn among_others() -> Self {
        fn is_one<E: Entity>(texts: &KeyTexts<'_>) -> bool {
            identify(<E::Table as Table>::LAYOUT, std::iter::once(E::SCHEMA), texts).is_some()
        }
        Self {
            wire: |reader| {
                let json = reader.raw()?;
                if is_one::<E>(&texts_of_json(<E::Table as Table>::LAYOUT, json)) {
                    return Ok(Found::Known(E::read_json(json)?));
                }
                Ok(Found::Raw(item_from_json(json)?))
            },
            sdk: |item| {
                if is_one::<E>(&texts_of_item(<E::Table as Table>::LAYOUT, &item)) {
                    return E::from_item(item).map(Found::Known);
                }
                Ok(Found::Raw(item))
            },
        }
    }

    pub(crate) fn entity() -> Self {
        Self {
            wire: |reader| Ok(Found::Known(entity_in_place(reader)?)),
            sdk: |item| E::from_item(item).map(Found::Known),
        }
    }
}

impl<T: Table> Reader<T> {
    /// Items of no known type are kept as they are.
    pub(crate) fn table() -> Self {
        Self {
            wire: |reader| {
                let json = reader.raw()?;
                match T::read_json(json) {
                    Err(Error::UnknownItem(_)) => Ok(Found::Raw(item_from_json(json)?)),
                    other => Ok(Found::Known(other?)),
                }
            },
            sdk: |item| match T::from_item(item.clone()) {
                Err(Error::UnknownItem(_)) => Ok(Found::Raw(item)),
                other => other.map(Found::Known),
            },
        }
    }
}

impl<C: Collection> Reader<C> {
    /// Items of other types are kept as they are.
    pub(crate) fn collection() -> Self {
        Self { wire: |reader| collection_from_json(reader.raw()?), sdk: collection_from_item }
    }
}

impl<P: Projection> Reader<P> {
    pub(crate) fn projection() -> Self {
        Self {
            wire: |reader| Ok(Found::Known(projection_in_place(reader)?)),
            sdk: |item| P::from_item(item).map(Found::Known),
        }
    }
}

#[cold]
#[allow(clippy::needless_pass_by_value)] // For `map_err`.
pub(crate) fn unreadable(error: CodecError) -> Error {
    Error::Refused(format!("the answer is not DynamoDB's JSON: {error}").into())
}

/// The attributes that say where an item stands: its keys, and those of the index that is read.
#[derive(Debug, Clone)]
pub(crate) struct ItemKeys(Vec<&'static str>);

impl ItemKeys {
    pub(crate) fn new(layout: &'static TableLayout, index: Option<&'static IndexSchema>) -> Self {
        let of_table = [Some(&layout.pk), layout.sk.as_ref()].into_iter().flatten();
        let of_index = index.into_iter().flat_map(|index| index.pk.iter().chain(index.sk));
        let mut names: Vec<_> = of_table.chain(of_index).map(|attribute| attribute.name.text).collect();
        names.dedup();
        Self(names)
    }

    pub(crate) fn names(&self) -> &[&'static str] {
        &self.0
    }

    pub(crate) fn of_item(&self, item: &Item) -> Item {
        let entries = self.0.iter().filter_map(|name| item.get_key_value(*name));
        entries.map(|(name, value): (&String, &AttributeValue)| (name.clone(), value.clone())).collect()
    }

    pub(crate) fn of_json(&self, json: &[u8]) -> Result<Item, CodecError> {
        crate::codec::attributes_from_json(json, |name| self.0.contains(&name))
    }
}
