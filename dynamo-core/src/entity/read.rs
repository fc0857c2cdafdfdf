//! Decoding of the items of a response, directly from DynamoDB's JSON.

use super::deleted::is_deleted_json;
use super::item::{entity_in_place, not_current, projection_from_json};
use super::texts::texts_of_json;
use super::version::{is_current, upgraded};
use super::{Collection, Entity, Projection, Table};
use crate::codec::{CodecError, JsonReader, Mark, item_from_json, unreadable};
use crate::error::Error;
use crate::schema::{EntitySchema, KeyTexts, TableLayout, TableSchema, deleted_attribute, identify};

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

/// What an item turned out to be.
pub(crate) enum Found<R> {
    Known(R),
    /// An item of an entity that was not asked for.
    Other,
    /// An item that is softly deleted.
    Deleted,
}

/// The function that reads the next item of a response; it is told whether softly deleted items are read too.
#[doc(hidden)]
pub struct ReadItem<R>(pub(crate) fn(&mut JsonReader<'_>, bool) -> Result<Found<R>, Unreadable>);

impl<R> Clone for ReadItem<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for ReadItem<R> {}

/// Reads an item that was asked for by its key: one of another entity is an error.
pub(crate) fn read_exactly<E: Entity>(reader: &mut JsonReader<'_>, deleted: bool) -> Result<Found<E>, Unreadable> {
    let start = reader.mark();
    if const { deleted_attribute(E::SCHEMA).is_some() } && !deleted {
        if is_deleted_json(E::SCHEMA, reader.raw()?)? {
            return Ok(Found::Deleted);
        }
        reader.rewind(start);
    }
    Ok(Found::Known(entity_in_place(reader)?.0))
}

/// Reads an item of one entity, where there may be items of others.
pub(crate) fn read_entity<E: Entity>(reader: &mut JsonReader<'_>, deleted: bool) -> Result<Found<E>, Unreadable> {
    let start = reader.mark();
    if const { deleted_attribute(E::SCHEMA).is_some() } && !deleted {
        let json = reader.raw()?;
        if is_deleted_json(E::SCHEMA, json)? {
            return Ok(if is_of(E::SCHEMA, json) { Found::Deleted } else { Found::Other });
        }
        reader.rewind(start);
    }
    // Almost all items are those of the entity, so they are decoded before anything is asked.
    match entity_in_place(reader) {
        Ok((entity, true)) => Ok(Found::Known(entity)),
        Ok((_, false)) => Ok(Found::Other),
        Err(error) => failed(reader, start, E::SCHEMA, error),
    }
}

/// Decides whether an item that could not be decoded is one of the entity.
#[cold]
fn failed<R>(
    reader: &mut JsonReader<'_>,
    start: Mark,
    schema: &'static EntitySchema,
    error: Error,
) -> Result<Found<R>, Unreadable> {
    reader.rewind(start);
    if is_of(schema, reader.raw()?) { Err(error.into()) } else { Ok(Found::Other) }
}

pub(super) fn is_of(schema: &'static EntitySchema, json: &[u8]) -> bool {
    identify(schema.layout, std::iter::once(schema), &texts_of_json(schema.layout, json)).is_some()
}

/// Reads an item of any entity of a table.
pub(crate) fn read_table<T: Table>(reader: &mut JsonReader<'_>, deleted: bool) -> Result<Found<T>, Unreadable> {
    match among(reader, &Among::Table(T::SCHEMA), deleted)? {
        Found::Known((at, json)) => Ok(Found::Known(T::read_entity(at, json)?)),
        Found::Other => Ok(Found::Other),
        Found::Deleted => Ok(Found::Deleted),
    }
}

/// Reads an item of the entities of a collection.
pub(crate) fn read_collection<C: Collection>(
    reader: &mut JsonReader<'_>,
    deleted: bool,
) -> Result<Found<C>, Unreadable> {
    match among(reader, &Among::Some(C::ENTITIES), deleted)? {
        Found::Known((at, json)) => Ok(Found::Known(C::read_entity(at, json)?)),
        Found::Other => Ok(Found::Other),
        Found::Deleted => Ok(Found::Deleted),
    }
}

/// Reads some fields of an item.
pub(crate) fn read_projection<P: Projection>(
    reader: &mut JsonReader<'_>,
    deleted: bool,
) -> Result<Found<P>, Unreadable> {
    let schema = P::Entity::SCHEMA;
    match among(reader, &Among::One(schema), deleted)? {
        Found::Known((_, json)) if schema.version > 1 && !is_current(schema, json)? => {
            let item = upgraded(schema, P::Entity::upgrade, item_from_json(json)?)?;
            Ok(Found::Known(P::from_item(item)?))
        }
        Found::Known((_, json)) => Ok(Found::Known(projection_from_json(json)?)),
        Found::Other => Ok(Found::Other),
        Found::Deleted => Ok(Found::Deleted),
    }
}

/// Reads some fields of an item, where the others are not there to upgrade an old one.
pub(crate) fn read_current_projection<P: Projection>(
    reader: &mut JsonReader<'_>,
    deleted: bool,
) -> Result<Found<P>, Unreadable> {
    let schema = P::Entity::SCHEMA;
    match among(reader, &Among::One(schema), deleted)? {
        Found::Known((_, json)) if !is_current(schema, json)? => Err(not_current(schema, json).into()),
        Found::Known((_, json)) => Ok(Found::Known(projection_from_json(json)?)),
        Found::Other => Ok(Found::Other),
        Found::Deleted => Ok(Found::Deleted),
    }
}

/// The entities that are asked for.
#[derive(Clone, Copy)]
pub(crate) enum Among {
    One(&'static EntitySchema),
    Some(&'static [&'static EntitySchema]),
    Table(&'static TableSchema),
}

impl Among {
    /// Returns the position of the entity that an item is of, and the entity.
    pub(crate) fn identify(&self, texts: &KeyTexts<'_>) -> Option<(usize, &'static EntitySchema)> {
        match self {
            Self::One(one) => identify(one.layout, std::iter::once(*one), texts).map(|at| (at, *one)),
            Self::Some(some) => {
                let at = identify(some.first()?.layout, some.iter().copied(), texts)?;
                Some((at, some[at]))
            }
            Self::Table(table) => {
                let at = identify(table.layout, table.all_entities(), texts)?;
                Some((at, table.all_entities().nth(at)?))
            }
        }
    }

    pub(crate) fn each(&self, mut each: impl FnMut(&'static EntitySchema)) {
        match self {
            Self::One(one) => each(one),
            Self::Some(some) => some.iter().for_each(|one| each(one)),
            Self::Table(table) => table.all_entities().for_each(each),
        }
    }

    pub(crate) fn layout(&self) -> Option<&'static TableLayout> {
        match self {
            Self::One(one) => Some(one.layout),
            Self::Some(some) => some.first().map(|one| one.layout),
            Self::Table(table) => Some(table.layout),
        }
    }
}

/// Finds out which of the entities the next item is of; returns its position among them and the item's JSON.
pub(crate) fn among<'de>(
    reader: &mut JsonReader<'de>,
    among: &Among,
    deleted: bool,
) -> Result<Found<(usize, &'de [u8])>, Unreadable> {
    let json = reader.raw()?;
    let Some(layout) = among.layout() else { return Ok(Found::Other) };
    match among.identify(&texts_of_json(layout, json)) {
        None => Ok(Found::Other),
        Some((_, schema)) if !deleted && is_deleted_json(schema, json)? => Ok(Found::Deleted),
        Some((at, _)) => Ok(Found::Known((at, json))),
    }
}
