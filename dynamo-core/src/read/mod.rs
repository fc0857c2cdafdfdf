//! Reads: sends key conditions as requests, fills pages up to their limits, and merges partitions in order.
//!
//! Everything here is compiled once: only an [`ItemSink`](crate::wire::ItemSink) knows the type of the items.

mod attributes;
mod batch;
mod expiry;
mod fallback;
mod get;
mod merge;
mod query;
mod request;

pub(crate) use attributes::{ReadFields, Upgrades};
pub(crate) use batch::{BatchGetRequest, Entities, Placed, batch_get};
pub(crate) use get::GetRequest;
pub(crate) use query::{Extent, PageAnswer, PageStream, pages, read, rules, to_sdk};
