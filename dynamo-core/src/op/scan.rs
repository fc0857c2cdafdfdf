//! `db.scan()`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::operation;
use super::query::page;
use super::stream::sinks;
use crate::client::{Collector, ItemSink, Running, collected};
use crate::db::Db;
use crate::entity::{Entity, ReadItem, Table, Upgraded, read_entity, read_table};
use crate::error::Error;
use crate::expr::{Condition, Node};
use crate::query::{Cursor, Lenient, Many, ManyItems, Page};
use crate::read::{PageAnswer, ScanRequest, scan, scan_segments};

impl Db {
    /// Reads all items of an entity by scanning the whole table; the cost grows with the table.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let page = db.scan::<Note>().limit(100).await?;
    /// let all: Vec<Note> = db.scan::<Note>().segments(4).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn scan<E: Entity>(&self) -> Scan<E, E> {
        let request = ScanRequest::of_entity(self, E::SCHEMA, <E::Table as Table>::SCHEMA);
        Scan { request, read: ReadItem(read_entity::<E>), types: PhantomData }
    }

    /// Reads all items of a table.
    pub fn scan_all<T: Table>(&self) -> Scan<T, T> {
        Scan { request: ScanRequest::of_table(self, T::SCHEMA), read: ReadItem(read_table::<T>), types: PhantomData }
    }
}

/// Scans a table: see [`Db::scan`] and [`Db::scan_all`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Scan<E, R, M = Many> {
    pub(super) request: ScanRequest,
    pub(super) read: ReadItem<R>,
    types: PhantomData<fn() -> (E, M)>,
}

impl<E, R, M> Clone for Scan<E, R, M> {
    fn clone(&self) -> Self {
        Self { request: self.request.clone(), read: self.read, types: PhantomData }
    }
}

impl<E: Entity, R, M> Scan<E, R, M> {
    /// Returns only items that satisfy `condition`; repeated calls are combined with AND. DynamoDB reads, and charges
    /// for, the others too.
    pub fn filter(mut self, condition: Condition<E>) -> Self {
        self.request.filter = Some(Node::both(self.request.filter.take(), condition.node));
        self.request.upgraded = Upgraded::new(E::SCHEMA, E::upgrade);
        self
    }

    /// Leaves out expired items that DynamoDB has not deleted yet.
    pub fn unexpired(mut self) -> Self {
        self.request.unexpired = self.request.layout.ttl.is_some();
        self
    }
}

impl<E, R, M> Scan<E, R, M> {
    /// Limits the number of items in the page, or in the stream.
    pub fn limit(mut self, items: usize) -> Self {
        self.request.limit = Some(items);
        self
    }

    /// Limits how many items DynamoDB evaluates in one request.
    pub fn page_size(mut self, items: usize) -> Self {
        self.request.page_size = Some(items);
        self
    }

    /// Uses strongly consistent reads, at twice the capacity.
    pub fn consistent(mut self) -> Self {
        self.request.consistent = true;
        self
    }

    /// Returns an error if an item is none of the table's entities.
    pub fn strict(mut self) -> Self {
        self.request.strict = true;
        self
    }

    /// Also returns items that are [softly deleted](Db::soft_delete).
    pub fn including_deleted(mut self) -> Self {
        self.request.deleted = true;
        self
    }

    /// Continues where the page that returned `cursor` ended.
    pub fn after(mut self, cursor: &Cursor) -> Self {
        self.request.cursor = Some(cursor.clone());
        self
    }

    /// Turns the scan into the SDK's own request.
    pub fn into_sdk(self) -> Result<ScanFluentBuilder, Error> {
        self.request.to_sdk()
    }
}

impl<E, R> Scan<E, R> {
    /// Returns items that cannot be decoded in [`Page::unreadable`], instead of an error at the first of them.
    pub fn lenient(mut self) -> Scan<E, R, Lenient> {
        self.request.lenient = true;
        Scan { request: self.request, read: self.read, types: PhantomData }
    }

    /// Scans the table in this many parallel segments.
    pub fn segments(self, segments: usize) -> SegmentedScan<E, R> {
        SegmentedScan { scan: self, segments: segments.max(1) }
    }
}

impl<E, R: Send + 'static, M> Scan<E, R, M> {
    fn run(self, metered: bool) -> Running<PageAnswer> {
        let sink = Collector::boxed(self.read, self.request.asked, self.request.rules());
        scan(self.request, sink, metered)
    }

    fn finish(answer: PageAnswer) -> Result<Page<R>, Error> {
        Ok(page(answer))
    }
}

operation!([E: 'static, R: Send + 'static, M: ManyItems + 'static] Scan<E, R, M> => Page<R>);

/// Scans a table in parallel segments and returns all items: see [`Scan::segments`].
#[derive(Debug)]
#[must_use = "an operation does nothing until it is awaited"]
pub struct SegmentedScan<E, R> {
    pub(super) scan: Scan<E, R>,
    pub(super) segments: usize,
}

impl<E, R: Send + 'static> SegmentedScan<E, R> {
    fn run(self, metered: bool) -> Running<(Vec<Box<dyn ItemSink>>, usize)> {
        let (asked, rules) = (self.scan.request.asked, self.scan.request.rules());
        scan_segments(self.scan.request, self.segments, sinks(self.scan.read, asked, rules), metered)
    }

    fn finish((sinks, limit): (Vec<Box<dyn ItemSink>>, usize)) -> Result<Vec<R>, Error> {
        let mut items = Vec::new();
        for mut sink in sinks {
            // There is no page to return it in.
            if let Some(unreadable) = sink.take_aside().into_parts().1.into_iter().next() {
                return Err(unreadable.error);
            }
            items.extend(collected::<R>(sink));
        }
        items.truncate(limit);
        Ok(items)
    }
}

operation!([E: 'static, R: Send + 'static] SegmentedScan<E, R> => Vec<R>);
