//! The goals app with three more indexes, as a crate adds them that imports it: tasks by the day on which they are due, what
//! has a tag, and what a company offers.
//!
//! The table is extended, and not changed: entities of the goals app are in none of these indexes. Each of them has entries, which
//! are items of their own, and which [`on_change`] derives from a record of the table's stream. [`index_all`] does the same
//! for a table that has items already.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::goals_extended::{DueDay, DueTask, GgExtended, on_change};
//!
//! # async fn run(db: Db, today: Timestamp) -> Result<(), Error> {
//! let mut tail = db.tail::<GgExtended>(None).await?;
//! for change in tail.next().await? {
//!     on_change(&db, &change?).await?;
//! }
//! for task in db.query(DueTask::due_on(DueDay::of(today))).all().await? {
//!     println!("{} is due at {}", task.title, task.due_at);
//! }
//! # Ok(())
//! # }
//! ```

mod derive;
mod entry;

// With what is generated beside the entities.
pub use entry::*;

pub use derive::{index_all, on_change};

use dynamo_core::Table;

use crate::goals_guild::GgCore;

/// The table `gg_core` with three more indexes.
#[allow(clippy::large_enum_variant)] // An item is read once and taken out.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(extends = GgCore)]
#[index(gsi4, name = "GSI4", pk = "GSI4PK", sk = "GSI4SK")]
#[index(gsi5, name = "GSI5", pk = "GSI5PK", sk = "GSI5SK")]
#[index(gsi6, name = "GSI6", pk = "GSI6PK", sk = "GSI6SK")]
pub enum GgExtended {
    /// The goals app.
    #[base]
    Core(GgCore),
    /// A task on the day on which it is due.
    DueTask(DueTask),
    /// Something that has a tag.
    TagEntry(TagEntry),
    /// Something that a company offers.
    CompanyEntry(CompanyEntry),
}
