//! Maintenance of a whole table: verify and repair companions, backfill upgrades.
//!
//! [`Db::verify`](crate::Db::verify), [`Db::repair`](crate::Db::repair) and [`Db::backfill`](crate::Db::backfill) walk through a
//! table and can be resumed; the types here are their builders and what they report.

mod backfill;
mod catalog;
mod counters;
mod verify;
mod walk;

pub use backfill::Backfill;
pub use verify::{Report, Verify, VerifyRecord};
pub use walk::Progress;
