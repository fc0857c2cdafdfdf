//! Reads: sends key conditions as requests, fills pages up to their limits, and merges partitions in order.
//!
//! Everything here is compiled once: only an [`ItemSink`](crate::wire::ItemSink) knows the type of the items.

mod batch;
mod expiry;
mod fallback;
mod fetch;
mod get;
mod merge;
mod page;
mod query;
mod scan;
mod share;
mod single_gets;
mod stream;
mod telling;

use crate::query::Cursor;
use crate::wire::{CountingSink, ItemSink};

pub(crate) use batch::{BatchGetRequest, Entities, Placed, batch_get};
pub(crate) use get::GetRequest;
pub(crate) use query::{QueryRequest, count, query, query_all};
pub(crate) use scan::{ScanRequest, scan, scan_all, scan_count, scan_segments};
pub(crate) use stream::{NewSink, PageStream, merged, query_pages, scan_pages};
pub(crate) use telling::{ReadFields, Upgrades};

/// A page with its items in a sink.
pub(crate) struct PageAnswer {
    pub(crate) sink: Box<dyn ItemSink>,
    pub(crate) next: Option<Cursor>,
}

impl PageAnswer {
    /// The answer to a count.
    fn counted(items: usize) -> Self {
        Self { sink: Box::new(CountingSink::counted(items)), next: None }
    }
}
