//! How items of an answer become values, in place from DynamoDB's JSON.

use super::item::{entity_in_place, projection_in_place};
use super::texts::texts_of_json;
use super::{Collection, Entity, Projection, Table};
use crate::codec::{CodecError, JsonReader, item_from_json};
use crate::error::Error;
use crate::schema::{EntitySchema, Item, identify};

/// An answer that could not be read: an item is not what it should be, or the answer is no JSON.
#[derive(Debug)]
pub(crate) enum Unreadable {
    Item(Error),
    Json(CodecError),
}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Self {
        match &error {
            Error::Decode(decode) => match decode.broken_json() {
                Some(json) => Self::Json(json.clone()),
                None => Self::Item(error),
            },
            _ => Self::Item(error),
        }
    }
}

impl From<CodecError> for Unreadable {
    fn from(error: CodecError) -> Self {
        Self::Json(error)
    }
}

/// An item as it was asked for, or as it is.
pub(crate) enum Found<R> {
    Known(R),
    /// Of a type that was not asked for.
    Other(Item),
}

/// Reads the item that comes next in an answer.
#[doc(hidden)]
pub struct ReadItem<R>(pub(crate) fn(&mut JsonReader<'_>) -> Result<Found<R>, Unreadable>);

impl<R> Clone for ReadItem<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for ReadItem<R> {}

/// Reads items of one entity, where there are no others.
pub(crate) fn read_entity<E: Entity>(reader: &mut JsonReader<'_>) -> Result<Found<E>, Unreadable> {
    Ok(Found::Known(entity_in_place(reader)?))
}

/// Reads items of one entity among others.
pub(crate) fn read_among_others<E: Entity>(reader: &mut JsonReader<'_>) -> Result<Found<E>, Unreadable> {
    match one_of(reader, &[E::SCHEMA])? {
        Ok((json, _)) => Ok(Found::Known(E::read_json(json)?)),
        Err(other) => Ok(Found::Other(other)),
    }
}

/// Reads items of a table.
pub(crate) fn read_table<T: Table>(reader: &mut JsonReader<'_>) -> Result<Found<T>, Unreadable> {
    let json = reader.raw()?;
    match T::read_json(json) {
        Err(Error::UnknownItem(_)) => Ok(Found::Other(item_from_json(json)?)),
        other => Ok(Found::Known(other?)),
    }
}

/// Reads items of some entities of a table.
pub(crate) fn read_collection<C: Collection>(reader: &mut JsonReader<'_>) -> Result<Found<C>, Unreadable> {
    match one_of(reader, C::ENTITIES)? {
        Ok((json, at)) => Ok(Found::Known(C::read_entity(at, json)?)),
        Err(other) => Ok(Found::Other(other)),
    }
}

/// Reads some fields of items.
pub(crate) fn read_projection<P: Projection>(reader: &mut JsonReader<'_>) -> Result<Found<P>, Unreadable> {
    Ok(Found::Known(projection_in_place(reader)?))
}

/// An item as JSON with the position of its entity, or one of another entity as it is.
type OneOf<'de> = Result<(&'de [u8], usize), Item>;

fn one_of<'de>(reader: &mut JsonReader<'de>, entities: &[&'static EntitySchema]) -> Result<OneOf<'de>, Unreadable> {
    let json = reader.raw()?;
    let Some(first) = entities.first() else { return Ok(Err(item_from_json(json)?)) };
    match identify(first.layout, entities.iter().copied(), &texts_of_json(first.layout, json)) {
        Some(at) => Ok(Ok((json, at))),
        None => Ok(Err(item_from_json(json)?)),
    }
}
