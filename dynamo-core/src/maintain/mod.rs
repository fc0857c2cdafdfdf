//! Maintenance of a whole table: verify and repair companions, backfill upgrades.

#![allow(clippy::unnecessary_wraps)] // `operation!` asks every builder for a `finish` that may fail.

mod backfill;
mod catalog;
mod counters;
mod verify;
mod walk;

pub use backfill::Backfill;
pub use verify::{Report, Verify, VerifyRecord};
pub use walk::Progress;
