//! Hangouts of groups and invited users: canonical records, and pointer records for the lists. Two indexes share one
//! partition attribute.
//!
//! Whatever writes a [`Hangout`] writes its pointers; [`agenda`] reads those of all groups of a user, and never a hangout.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::inviter::{Hangout, HangoutPointer, UserId, agenda};
//!
//! # async fn run(db: Db, hangout: Hangout, ann: UserId, now: u64) -> Result<(), Error> {
//! db.create(&hangout).await?; // and a pointer for each group and each invited user
//! db.update(hangout.key()).set(Hangout::fields().title, "Picnic").await?; // reaches all of them
//! for group in &hangout.group_ids {
//!     let feed = db.query(HangoutPointer::feed(group)).all().await?;
//! }
//! for entry in agenda(&db, &ann, now, 20).await? {
//!     println!("{} {}", entry.start_timestamp, entry.title);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! | function | made of |
//! |---|---|
//! | [`agenda`] | `GroupMembership::of_user`, then `HangoutPointer::upcoming` of each group and `InvitedPointer::upcoming` of the user, merged |
//!
#![doc = include_str!("patterns.md")]

mod agenda;
mod group;
mod hangout;
mod membership;

// With what is generated beside the entities.
pub use group::*;
pub use hangout::*;

pub use agenda::{AgendaEntry, agenda};
pub use membership::{
    InviterError, join_group, leave_group, on_change, rename_group, rename_user, sync_group_name, sync_user_name,
};

use dynamo_core::Table;

crate::id::text_ids! {
    /// A user.
    UserId,
    /// A group.
    GroupId,
    /// A hangout.
    HangoutId,
}

/// The table `InviterTable`. Every entity says whether it is in the time index.
///
/// Items have no type attribute, and entities are told apart by their keys: an item that another program wrote is read, and
/// what is written here has nothing that such a program does not know. The stream is a setting of the table alone.
#[allow(clippy::duplicated_attributes)] // Two indexes may share an attribute; clippy compares them as if they were one.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "InviterTable", pk = "PK", sk = "SK", stream)]
#[index(user_group, name = "UserGroupIndex", pk = "gsi1pk", sk = "gsi1sk")]
#[index(entity_time, name = "EntityTimeIndex", pk = "gsi1pk", sk = "startTimestamp", sk_type = "N", mandatory)]
pub enum Inviter {
    /// A hangout.
    Hangout(Hangout),
    /// A hangout in a group's list.
    HangoutPointer(HangoutPointer),
    /// A hangout in an invited user's list.
    InvitedPointer(InvitedPointer),
    /// A group.
    Group(Group),
    /// A user.
    User(User),
    /// A member of a group.
    GroupMembership(GroupMembership),
}
