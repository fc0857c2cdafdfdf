//! Collections: some entities of a table that are read together.

use super::{EntitySource, Table};
use crate::error::Error;
use crate::schema::EntitySchema;

/// An enum of entities that share their partitions, declared with `#[derive(Collection)]`.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK")]
/// pub enum App {
///     User(User),
///     Note(Note),
///     Draft(Draft),
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
/// #[derive(Entity)]
/// #[entity(table = App, pk = "USER#<owner>", sk = "DRAFT#<id>")]
/// pub struct Draft {
///     owner: String,
///     id: String,
/// }
///
/// #[derive(Collection)]
/// pub enum Written {
///     Note(Note),
///     Draft(Draft),
/// }
///
/// # async fn run(db: Db) -> Result<(), Error> {
/// let all = db.query(User::partition("ann")).all().await?; // Vec<App>
/// let written = db.query(Note::partition("ann").of::<Written>()).all().await?; // Vec<Written>
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection",
    label = "not a `Collection`",
    note = "help: `#[derive(Collection)]` on an enum of entities that share their partitions"
)]
pub trait Collection: Sized {
    /// The table of the entities.
    type Table: Table;

    /// The schemas of the entities.
    const ENTITIES: &'static [&'static EntitySchema];

    /// The [`EntitySchema::id`]s of the entities, for schemas that these schemas name in turn.
    #[doc(hidden)]
    const IDS: &'static [&'static str];

    /// The index whose partitions the entities share, by its name in their declarations; `None` for the table.
    const INDEX: Option<&'static str>;

    /// Reads an item of the entity at position `at`.
    #[doc(hidden)]
    fn read_entity<S: EntitySource>(at: usize, source: S) -> Result<Self, Error>;
}
