//! Some of a table's entities, read together.

use super::{Entity, EntitySource, Table};
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
/// let all = db.query(User::partition("ann")).await?; // Page<App>
/// let written = db.query(Note::partition("ann").of::<Written>()).await?; // Page<Written>
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection",
    label = "not a `Collection`",
    note = "help: `#[derive(Collection)]` on an enum of entities that share their partitions"
)]
pub trait Collection: Sized {
    /// The table.
    type Table: Table;

    /// The entities.
    const ENTITIES: &'static [&'static EntitySchema];

    /// The index whose partitions they share, by what entities call it; `None` for the table.
    const INDEX: Option<&'static str>;

    /// Reads the `at`th of them.
    #[doc(hidden)]
    fn read_entity<S: EntitySource>(at: usize, source: S) -> Result<Self, Error>;
}

/// A collection of the partitions of `V`, the table or an index, that `E` is in.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the partitions of `{E}`",
    label = "a collection of other partitions",
    note = "help: query a partition of one of the collection's own entities, in the index that it names if it names one"
)]
pub trait InPartitionsOf<E: Entity, V>: Collection {}
