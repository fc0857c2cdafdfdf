//! Decoding of the items of a response, directly from DynamoDB's JSON.

use super::item::{entity_in_place, projection_in_place};
use super::texts::texts_of_json;
use super::{Collection, Entity, Projection, Table};
use crate::codec::{CodecError, JsonReader, item_from_json, unreadable};
use crate::error::Error;
use crate::schema::{EntitySchema, Item, identify};

/// The error of a response that could not be read: an item is invalid, or the response is not JSON.
#[derive(Debug)]
pub(crate) enum Unreadable {
    Item(Error),
    Json(CodecError),
}

impl Unreadable {
    /// The error of an item that was read before, so that its JSON is our own.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Self::Item(error) => error,
            Self::Json(error) => unreadable(error),
        }
    }
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

/// A decoded item, or one of another entity.
pub(crate) enum Found<R> {
    Known(R),
    /// An item of an entity that was not requested, undecoded.
    Other(Item),
}

/// The function that reads the next item of a response.
#[doc(hidden)]
pub struct ReadItem<R>(pub(crate) fn(&mut JsonReader<'_>) -> Result<Found<R>, Unreadable>);

impl<R> Clone for ReadItem<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for ReadItem<R> {}

/// Reads an item where all items are of one entity.
pub(crate) fn read_entity<E: Entity>(reader: &mut JsonReader<'_>) -> Result<Found<E>, Unreadable> {
    Ok(Found::Known(entity_in_place(reader)?))
}

/// Reads an item where there may be items of other entities.
pub(crate) fn read_among_others<E: Entity>(reader: &mut JsonReader<'_>) -> Result<Found<E>, Unreadable> {
    match one_of(reader, &[E::SCHEMA])? {
        Ok((json, _)) => Ok(Found::Known(E::read_json(json)?)),
        Err(other) => Ok(Found::Other(other)),
    }
}

/// Reads an item of any entity of a table.
pub(crate) fn read_table<T: Table>(reader: &mut JsonReader<'_>) -> Result<Found<T>, Unreadable> {
    let json = reader.raw()?;
    match T::read_json(json) {
        Err(Error::UnknownItem(_)) => Ok(Found::Other(item_from_json(json)?)),
        other => Ok(Found::Known(other?)),
    }
}

/// Reads an item of the entities of a collection.
pub(crate) fn read_collection<C: Collection>(reader: &mut JsonReader<'_>) -> Result<Found<C>, Unreadable> {
    match one_of(reader, C::ENTITIES)? {
        Ok((json, at)) => Ok(Found::Known(C::read_entity(at, json)?)),
        Err(other) => Ok(Found::Other(other)),
    }
}

/// Reads some fields of an item.
pub(crate) fn read_projection<P: Projection>(reader: &mut JsonReader<'_>) -> Result<Found<P>, Unreadable> {
    Ok(Found::Known(projection_in_place(reader)?))
}

/// The JSON of an item with the position of its entity, or an item of another entity.
type OneOf<'de> = Result<(&'de [u8], usize), Item>;

fn one_of<'de>(reader: &mut JsonReader<'de>, entities: &[&'static EntitySchema]) -> Result<OneOf<'de>, Unreadable> {
    let json = reader.raw()?;
    let Some(first) = entities.first() else { return Ok(Err(item_from_json(json)?)) };
    match identify(first.layout, entities.iter().copied(), &texts_of_json(first.layout, json)) {
        Some(at) => Ok(Ok((json, at))),
        None => Ok(Err(item_from_json(json)?)),
    }
}
