//! Projections: some fields of an entity.

use super::Entity;
use super::item::undecodable;
use crate::codec::{CodecError, Item, ItemMapDecoder, JsonMapDecoder, JsonReader, MapDecoder};
use crate::error::{DecodeError, Error};
use crate::schema::EntitySchema;

/// Some fields of an entity, declared with `#[derive(Projection)]`. DynamoDB returns only the attributes of these.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK")]
/// pub enum App {
///     Note(Note),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<id>")]
/// pub struct Note {
///     owner: String,
///     id: String,
///     title: String,
///     text: String,
/// }
///
/// #[derive(Projection)]
/// #[projection(of = Note)]
/// pub struct NoteTitle {
///     id: String,
///     title: String,
/// }
///
/// # async fn run(db: Db) -> Result<(), Error> {
/// let titles = db.query(Note::query("ann")).project::<NoteTitle>().all().await?;
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a part of an entity",
    label = "not a `Projection`",
    note = "help: `#[derive(Projection)]` on a struct with some of the entity's fields"
)]
pub trait Projection: Sized {
    /// The entity that the fields belong to.
    type Entity: Entity;

    /// The fields, by their names in the entity.
    const FIELDS: &'static [&'static str];

    /// Reads the fields.
    #[doc(hidden)]
    fn read_fields<'de, M: MapDecoder<'de>>(map: &mut M) -> Result<Self, CodecError>;

    /// Reads an item of the SDK. Unknown attributes are ignored.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// assert_eq!(Title::from_item(book().to_item()?)?.title, "The Dispossessed");
    /// # Ok::<(), Error>(())
    /// ```
    fn from_item(item: Item) -> Result<Self, Error> {
        projection_from_item(item)
    }
}

/// Returns the current name of an attribute that a projection reads: older items may have the field under another.
#[doc(hidden)]
#[must_use]
pub fn current_name<'n>(schema: &EntitySchema, name: &'n str) -> &'n str {
    let field = schema.fields.iter().find(|field| field.aliases.contains(&name));
    field.and_then(|field| field.attribute).unwrap_or(name)
}

/// Reads a projection of an item.
pub(crate) fn projection_from_json<P: Projection>(json: &[u8]) -> Result<P, Error> {
    let failed = |error| undecodable(P::Entity::SCHEMA, json, error);
    let mut reader = JsonReader::new(json).map_err(failed)?;
    JsonMapDecoder::new(&mut reader, false).and_then(|mut map| P::read_fields(&mut map)).map_err(failed)
}

pub(crate) fn projection_from_item<P: Projection>(item: Item) -> Result<P, Error> {
    P::read_fields(&mut ItemMapDecoder::new(item)).map_err(unprojected::<P>)
}

fn unprojected<P: Projection>(error: CodecError) -> Error {
    Error::Decode(Box::new(DecodeError::new(P::Entity::SCHEMA, None, error)))
}
