//! Decoding of the items of a response, directly from DynamoDB's JSON.

use std::cell::Cell;

use super::constants::has_constants_json;
use super::deleted::{is_deleted, is_deleted_json, is_hidden};
use super::item::{entity_in_place, foreign, not_current};
use super::projection::projection_from_json;
use super::table::EntitySource;
use super::texts::texts_of_json;
use super::version::{is_current, upgraded};
use super::{Collection, Entity, Projection, Table};
use crate::codec::{CodecError, Item, JsonReader, Mark, item_from_json};
use crate::error::{Error, InvalidKind};
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
            Self::Json(error) => Error::unreadable(error),
        }
    }
}

/// An item that could not be decoded.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// other_program_writes(&db, "BOOK#b9", "Book").await; // without the attributes of a book
/// let page = db.query(Book::query("fiction")).lenient().all().await?;
/// for unreadable in &page.unreadable {
///     assert!(unreadable.error.to_string().contains("BOOK#b9"));
/// }
/// assert_eq!(page.unreadable.len(), 1);
/// # Ok(()) });
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct UnreadableItem {
    /// The item as it is stored.
    pub item: Item,
    /// Why it could not be decoded: names the entity, the key and the attribute.
    pub error: Error,
}

/// Shows only the error, since it is unknown which of the attributes are sensitive.
impl std::fmt::Debug for UnreadableItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UnreadableItem").field("error", &self.error).finish_non_exhaustive()
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

/// Reads an item that was asked for by its key: one of another entity is an error, unless its constants tell it apart.
pub(crate) fn read_exactly<E: Entity>(reader: &mut JsonReader<'_>, deleted: bool) -> Result<Found<E>, Unreadable> {
    if const { E::SCHEMA.needs_tag() } {
        // The key may be another's.
        return read_entity(reader, deleted);
    }
    let start = reader.mark();
    if const { !E::SCHEMA.constants.is_empty() } {
        if !has_constants_json(E::SCHEMA, reader.raw()?) {
            return Ok(Found::Other);
        }
        reader.rewind(start);
    }
    if const { deleted_attribute(E::SCHEMA).is_some() } && !deleted {
        if is_hidden(E::SCHEMA, E::upgrade, reader.raw()?)? {
            return Ok(Found::Deleted);
        }
        reader.rewind(start);
    }
    match entity_in_place(reader) {
        Ok((entity, true)) => Ok(Found::Known(entity)),
        Ok((entity, false)) if !is_token_json(E::SCHEMA, reader, start)? => Ok(Found::Known(entity)),
        Err(error) if !is_token_json(E::SCHEMA, reader, start)? => Err(error.into()),
        _ => Ok(Found::Other),
    }
}

/// Returns whether the item at `start` is the token of a transaction, and passes it then.
#[cold]
fn is_token_json(schema: &EntitySchema, reader: &mut JsonReader<'_>, start: Mark) -> Result<bool, CodecError> {
    let end = reader.mark();
    reader.rewind(start);
    let is_token = texts_of_json(schema.layout, reader.raw()?).is_token(schema.layout);
    if !is_token {
        reader.rewind(end);
    }
    Ok(is_token)
}

/// Reads an item of one entity, where there may be items of others.
pub(crate) fn read_entity<E: Entity>(reader: &mut JsonReader<'_>, deleted: bool) -> Result<Found<E>, Unreadable> {
    let start = reader.mark();
    if const { !E::SCHEMA.constants.is_empty() } {
        if !has_constants_json(E::SCHEMA, reader.raw()?) {
            return Ok(Found::Other);
        }
        reader.rewind(start);
    }
    if const { deleted_attribute(E::SCHEMA).is_some() } && !deleted {
        let json = reader.raw()?;
        if is_hidden(E::SCHEMA, E::upgrade, json)? {
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
        && has_constants_json(schema, json)
}

/// Reads an item of any entity of a table.
pub(crate) fn read_table<T: Table>(reader: &mut JsonReader<'_>, deleted: bool) -> Result<Found<T>, Unreadable> {
    visible(reader, Among::Table(T::SCHEMA), deleted, |at, item| T::read_entity(at, item))
}

/// Reads an item of the entities of a collection.
pub(crate) fn read_collection<C: Collection>(
    reader: &mut JsonReader<'_>,
    deleted: bool,
) -> Result<Found<C>, Unreadable> {
    visible(reader, Among::Some(C::ENTITIES), deleted, |at, item| C::read_entity(at, item))
}

/// An item of an entity that is known by its position, unless it is softly deleted.
struct Visible<'a> {
    json: &'a [u8],
    /// Set if the item is softly deleted; `None` if such items are read too.
    hidden: Option<&'a Cell<bool>>,
}

impl EntitySource for Visible<'_> {
    fn read<E: Entity>(self) -> Result<E, Error> {
        // `among` has seen to items of the current version.
        if const { deleted_attribute(E::SCHEMA).is_some() && E::SCHEMA.version > 1 }
            && let Some(hidden) = self.hidden
            && is_hidden(E::SCHEMA, E::upgrade, self.json).map_err(Error::unreadable)?
        {
            hidden.set(true);
            return Err(Error::invalid(InvalidKind::Argument, "the item is softly deleted", "use `including_deleted`"));
        }
        E::read_json(self.json)
    }
}

fn visible<R>(
    reader: &mut JsonReader<'_>,
    asked: Among,
    deleted: bool,
    read: impl FnOnce(usize, Visible<'_>) -> Result<R, Error>,
) -> Result<Found<R>, Unreadable> {
    let (at, json) = match among(reader, &asked, deleted)? {
        Found::Known(found) => found,
        Found::Other => return Ok(Found::Other),
        Found::Deleted => return Ok(Found::Deleted),
    };
    let hidden = Cell::new(false);
    match read(at, Visible { json, hidden: (!deleted).then_some(&hidden) }) {
        Err(_) if hidden.get() => Ok(Found::Deleted),
        read => Ok(Found::Known(read?)),
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
            if !deleted && is_deleted(schema, &item) {
                return Ok(Found::Deleted);
            }
            Ok(Found::Known(P::from_item(item)?))
        }
        Found::Known((_, json)) => Ok(Found::Known(projection_from_json(json)?)),
        Found::Other => Ok(Found::Other),
        Found::Deleted => Ok(Found::Deleted),
    }
}

/// Reads some fields of an item that was asked for by its key: one of another entity is an error.
pub(crate) fn read_projection_exactly<P: Projection>(
    reader: &mut JsonReader<'_>,
    deleted: bool,
) -> Result<Found<P>, Unreadable> {
    let start = reader.mark();
    match read_projection(reader, deleted)? {
        Found::Other if !P::Entity::SCHEMA.needs_tag() => {
            reader.rewind(start);
            let json = reader.raw()?;
            // As for the whole item.
            let texts = texts_of_json(P::Entity::SCHEMA.layout, json);
            if has_constants_json(P::Entity::SCHEMA, json) && !texts.is_token(P::Entity::SCHEMA.layout) {
                Err(foreign(P::Entity::SCHEMA, &texts).into())
            } else {
                Ok(Found::Other)
            }
        }
        found => Ok(found),
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

/// The table of a query or scan, and what it may find there besides the items that were asked for.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    /// `None` if nothing is read.
    pub(crate) table: Option<&'static TableSchema>,
    /// Whether items of the table's other entities are among them.
    pub(crate) others: bool,
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

/// Finds out which of the entities the next item is of; returns its position among them and the item's JSON. Whether an
/// item of an old schema version is softly deleted is for the caller to find out, who can upgrade it.
pub(crate) fn among<'de>(
    reader: &mut JsonReader<'de>,
    among: &Among,
    deleted: bool,
) -> Result<Found<(usize, &'de [u8])>, Unreadable> {
    let json = reader.raw()?;
    let Some(layout) = among.layout() else { return Ok(Found::Other) };
    match among.identify(&texts_of_json(layout, json)).filter(|(_, schema)| has_constants_json(schema, json)) {
        None => Ok(Found::Other),
        Some((_, schema)) if !deleted && tells_deleted(schema, json)? && is_deleted_json(schema, json)? => {
            Ok(Found::Deleted)
        }
        Some((at, _)) => Ok(Found::Known((at, json))),
    }
}

/// Whether the stored form of an item tells whether it is softly deleted.
fn tells_deleted(schema: &EntitySchema, json: &[u8]) -> Result<bool, CodecError> {
    Ok(!schema.may_hide_old() || is_current(schema, json)?)
}
