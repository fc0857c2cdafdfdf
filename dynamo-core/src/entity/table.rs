//! The trait of tables.

use super::constants::{has_constants, has_constants_json};
use super::texts::{texts_of_item, texts_of_json};
use super::{Entity, TableCode};
use crate::codec::Item;
use crate::error::Error;
use crate::schema::{EntitySchema, KeyTexts, TableLayout, TableSchema, identify};

/// A table: an enum of its entities, declared with `#[derive(Table)]`.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK")]
/// pub enum App {
///     User(User),
///     Note(Note),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "USER#<name>", sk = "PROFILE")]
/// pub struct User {
///     name: String,
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<id>")]
/// pub struct Note {
///     owner: String,
///     id: String,
/// }
///
/// let item = Note { owner: "ann".into(), id: "n1".into() }.to_item()?;
/// match App::from_item(item)? {
///     App::Note(note) => assert_eq!(note.id, "n1"),
///     App::User(_) => unreachable!(),
/// }
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    label = "not a `Table`",
    note = "help: `#[derive(Table)]` on an enum of the table's entities"
)]
pub trait Table: Sized {
    /// The name, keys and indexes of the table.
    const LAYOUT: &'static TableLayout;

    /// The layout together with the entities.
    const SCHEMA: &'static TableSchema;

    /// The functions of the entities.
    #[doc(hidden)]
    const CODE: &'static TableCode;

    /// Reads an item of the entity at position `at` of [`TableSchema::all_entities`].
    #[doc(hidden)]
    fn read_entity<S: EntitySource>(at: usize, source: S) -> Result<Self, Error>;

    /// Passes the entity to `sink`.
    #[doc(hidden)]
    fn write_entity<S: EntitySink>(&self, sink: S) -> Result<S::Out, Error>;

    /// Converts to an item of the SDK.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let item: Item = Library::Book(book()).to_item()?;
    /// assert_eq!(item, book().to_item()?);
    /// # Ok::<(), Error>(())
    /// ```
    fn to_item(&self) -> Result<Item, Error> {
        self.write_entity(ToItem)
    }

    /// Reads an item of the SDK. Its entity is identified by its type tag, or by its keys if the table has no tags.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let item = Library::from_item(book().to_item()?)?;
    /// assert!(matches!(item, Library::Book(read) if read == book()));
    /// # Ok::<(), Error>(())
    /// ```
    fn from_item(item: Item) -> Result<Self, Error> {
        let texts = texts_of_item(Self::LAYOUT, &item);
        let at = which(Self::SCHEMA, &texts, &|schema| has_constants(schema, &item))?;
        Self::read_entity(at, item)
    }

    /// Appends the item as DynamoDB's JSON to `out`, which is unchanged on an error.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let mut json = Vec::new();
    /// Library::Book(book()).write_json(&mut json)?;
    /// assert_eq!(Book::read_json(&json)?, book());
    /// # Ok::<(), Error>(())
    /// ```
    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        self.write_entity(JsonSink(out))
    }

    /// Reads an item from DynamoDB's JSON. Its entity is identified as by [`from_item`](Self::from_item).
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// let json = br#"{"PK":{"S":"SHELF#fiction"},"SK":{"S":"SHELF"},"type":{"S":"Shelf"},"name":{"S":"fiction"}}"#;
    /// assert!(matches!(Library::read_json(json)?, Library::Shelf(_)));
    /// # Ok::<(), Error>(())
    /// ```
    fn read_json(json: &[u8]) -> Result<Self, Error> {
        let texts = texts_of_json(Self::LAYOUT, json);
        let at = which(Self::SCHEMA, &texts, &|schema| has_constants_json(schema, json))?;
        Self::read_entity(at, json)
    }
}

fn which(
    table: &TableSchema,
    texts: &KeyTexts<'_>,
    has_constants: &dyn Fn(&EntitySchema) -> bool,
) -> Result<usize, Error> {
    let at = identify(table.layout, table.all_entities(), texts);
    let like = at.and_then(|at| table.all_entities().nth(at));
    let at = at.filter(|_| like.is_none_or(has_constants));
    at.ok_or_else(|| Error::UnknownItem(Box::new(texts.unknown(table.layout, Some(table), like))))
}

/// A representation that an entity can be read from.
#[doc(hidden)]
pub trait EntitySource {
    fn read<E: Entity>(self) -> Result<E, Error>;
}

impl EntitySource for Item {
    fn read<E: Entity>(self) -> Result<E, Error> {
        E::from_item(self)
    }
}

impl EntitySource for &[u8] {
    fn read<E: Entity>(self) -> Result<E, Error> {
        E::read_json(self)
    }
}

/// A representation that an entity can be written to.
#[doc(hidden)]
pub trait EntitySink {
    type Out;
    fn write<E: Entity>(self, entity: &E) -> Result<Self::Out, Error>;
}

struct ToItem;

impl EntitySink for ToItem {
    type Out = Item;
    fn write<E: Entity>(self, entity: &E) -> Result<Item, Error> {
        entity.to_item()
    }
}

struct JsonSink<'a>(&'a mut Vec<u8>);

impl EntitySink for JsonSink<'_> {
    type Out = ();
    fn write<E: Entity>(self, entity: &E) -> Result<(), Error> {
        entity.write_json(self.0)
    }
}
