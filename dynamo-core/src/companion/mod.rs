//! Companions: pointers, locks and counters that are derived from a record and written with it.
//!
//! An entity declares its companions. Every write of an item of the entity through this crate writes the companions
//! that change in the same transaction:
//!
//! - `pointers(..)` declares copies for lists, each with a key of its own;
//! - `unique(.. as ..)` declares locks that prevent two records from having the same value;
//! - `counted(.. in ..)` declares counters of the records.
//!
//! ```
//! use dynamo_core::prelude::*;
//!
//! #[derive(Table)]
//! #[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
//! pub enum App {
//!     Member(Member),
//!     ClubEntry(ClubEntry),
//!     EmailUnique(EmailUnique),
//!     ClubSize(ClubSize),
//! }
//!
//! #[derive(Entity)]
//! #[entity(
//!     table = App,
//!     pk = "MEMBER#<id>",
//!     sk = "PROFILE",
//!     pointers(ClubEntry),
//!     unique(email as EmailUnique),
//!     counted(members in ClubSize(club = club)),
//! )]
//! pub struct Member {
//!     id: String,
//!     email: String,
//!     name: String,
//!     club: String,
//! }
//!
//! #[derive(Entity)]
//! #[entity(table = App, pk = "CLUB#<club>", sk = "MEMBER#<id>", pointer_of(Member))]
//! pub struct ClubEntry {
//!     club: String,
//!     id: String,
//!     name: String,
//! }
//!
//! #[derive(Entity)]
//! #[entity(table = App, pk = "EMAIL#<email:lower>", sk = "UNIQUE")]
//! pub struct EmailUnique {
//!     email: String,
//!     id: String,
//! }
//!
//! #[derive(Entity)]
//! #[entity(table = App, pk = "CLUB#<club>", sk = "SIZE")]
//! pub struct ClubSize {
//!     club: String,
//!     members: u64,
//! }
//!
//! # #[cfg(feature = "embedded")]
//! async fn run() -> Result<(), Error> {
//!     let db = Db::embedded().await?;
//!     db.create_table::<App>().await?;
//!     let ann = Member { id: "m1".into(), email: "Ann@x.org".into(), name: "Ann".into(), club: "chess".into() };
//!     db.create(&ann).await?; // the member, the entry, the lock and the counter, or nothing
//!     db.update(Member::key("m1")).set(Member::fields().name, "Anna").await?;
//!     assert_eq!(db.query(ClubEntry::query("chess")).all().await?[0].name, "Anna");
//!     assert_eq!(db.get(ClubSize::key("chess")).await?.unwrap().members, 1);
//!     let other = Member { id: "m2".into(), email: "ann@x.org".into(), name: "Al".into(), club: "go".into() };
//!     assert!(matches!(db.create(&other).await, Err(Error::UniqueViolation(_))));
//!     db.delete(Member::key("m1")).await?;
//!     assert!(db.scan_all::<App>().all().await?.iter().all(|item| matches!(item, App::ClubSize(_))));
//!     assert!(db.verify::<App>().await?.is_clean());
//!     Ok(())
//! }
//! # #[cfg(feature = "embedded")]
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(run()).unwrap();
//! ```
//!
//! A counter may be an attribute of an item that has other fields. Updates of such an item leave the number unchanged,
//! and writing a whole struct fails with [`VersionConflict`](crate::Error::VersionConflict) if the struct has another number
//! than the item: something was counted since it was read.
//! A transaction may write such an item together with records that it counts: the number is then that of the struct, and
//! one more for each record. Counting in such an item that does not exist is [`NotFound`](crate::Error::NotFound).
//!
//! Such an item that is deleted and created again starts with the number of the struct: what was counted before is not counted
//! again, except by `repair`.
//!
//! A table knows which of its own entities are locks and counters. Those of records in another table, or in one that extends it, say so
//! themselves: a number that is counted is marked `#[entity(counter)]`, and a lock `#[entity(.., lock)]`. Without that, neither
//! compiles: the table would let them be written by hand.
//!
//! A lock has the whole key of its record among its fields, so that it is freed for that record alone, also after TTL has deleted it and
//! another record has taken the value. A counter may be in indexes by `created_at` or `updated_at`: counting writes their keys.
//!
//! Counting in a softly deleted item is [`Deleted`](crate::Error::Deleted); what is counted in it can be deleted.
//!
//! `verify` and `repair` examine the items of one table. A pointer in another table than its record is written with the
//! record, but is not found there if it is orphaned.

mod counter;
mod derive;
mod diff;
mod drift;
mod former;
mod kind;
mod lock;
mod pending;
mod unchanged;

pub use crate::entity::PointerOf;
#[doc(hidden)]
pub use crate::entity::SameAs;
pub(crate) use crate::entity::is_deleted;
pub use crate::error::UniqueViolation;
pub(crate) use counter::{number_of, timed_keys};
pub(crate) use derive::{derive, derive_from, owner_of};
pub(crate) use diff::{CompanionStep, Diff, diff};
pub use drift::{Drift, DriftKind};
pub(crate) use former::{Former, former};
pub(crate) use kind::{Companion, CompanionForm, Id, id_of, id_text, key_item, key_of};
pub(crate) use pending::Pending;
pub(crate) use unchanged::{TERMS, is_wide, unchanged};
