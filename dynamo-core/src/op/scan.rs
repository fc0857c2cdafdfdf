//! `db.scan()`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::collect::{page, sinks};
use super::{builders, operation};
use crate::db::Db;
use crate::entity::{
    Entity, Projection, ReadItem, Table, Upgraded, read_current_projection, read_entity, read_projection, read_table,
};
use crate::error::Error;
use crate::expr::{Condition, Node};
use crate::query::{Consistent, Cursor, Lenient, Many, ManyItems, Page, PrimaryKey, ReadFrom};
use crate::read::{PageAnswer, ScanRequest, Upgrades, scan, scan_count, scan_segments};
use crate::wire::{Collector, ItemSink, Rules, Running, collected};

impl Db {
    /// Reads all items of an entity by scanning the whole table; the cost grows with the table.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.scan::<Book>().limit(100).await?;
    /// assert_eq!((page.items.len(), page.next), (2, None)); // otherwise the cursor of the next page
    /// let all: Vec<Book> = db.scan::<Book>().segments(4).await?;
    /// assert_eq!(all.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn scan<E: Entity>(&self) -> Scan<E, E> {
        let request = ScanRequest::of_entity(self, E::SCHEMA, <E::Table as Table>::SCHEMA, None);
        Scan { request, read: ReadItem(read_entity::<E>), types: PhantomData }
    }

    /// Reads all items of a table.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let items: Vec<Library> = db.scan_all::<Library>().all().await?;
    /// assert_eq!(items.len(), 3); // a shelf and two books
    /// # Ok(()) });
    /// ```
    pub fn scan_all<T: Table>(&self) -> Scan<T, T> {
        Scan { request: ScanRequest::of_table(self, T::SCHEMA), read: ReadItem(read_table::<T>), types: PhantomData }
    }
}

/// Scans a table or an index: see [`Db::scan`], [`Db::scan_all`] and [`Db::scan_index`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Scan<E, R, M = Many, S = PrimaryKey> {
    pub(super) request: ScanRequest,
    pub(super) read: ReadItem<R>,
    pub(super) types: PhantomData<Types<E, M, S>>,
}

pub(super) type Types<E, M, S> = fn() -> (E, M, S);

impl<E: Entity, R, M, S> Scan<E, R, M, S> {
    /// Reads only the fields of `P` from each item. Items of an old schema version are upgraded before; for an entity
    /// with an `upgrade`, whole items are read.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// // #[derive(Projection)] #[projection(of = Book)] pub struct Title { title: String }
    /// let titles: Vec<Title> = db.scan::<Book>().project().all().await?;
    /// assert!(titles.iter().any(|read| read.title == "Lavinia"));
    /// # Ok(()) });
    /// ```
    pub fn project<P: Projection<Entity = E> + ReadFrom<S>>(mut self) -> Scan<E, P, M, S> {
        let read = match self.request.project(P::FIELDS) {
            Upgrades::Possible => read_projection::<P>,
            Upgrades::Impossible => read_current_projection::<P>,
        };
        Scan { request: self.request, read: ReadItem(read), types: PhantomData }
    }

    /// Returns only items that satisfy `condition`; repeated calls are combined with AND. DynamoDB reads, and charges
    /// for, the others too.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books = db.scan::<Book>().filter(Book::fields().pages.gt(300)).all().await?;
    /// assert_eq!(books, [book()]);
    /// # Ok(()) });
    /// ```
    pub fn filter(mut self, condition: Condition<E>) -> Self {
        self.request.filter = Some(Node::both(self.request.filter.take(), condition.node));
        self.request.upgraded = Upgraded::new(E::SCHEMA, E::upgrade);
        self
    }

    /// Leaves out expired items that DynamoDB has not deleted yet.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.put(&Book { expires: Some(1), ..book() }).await?; // expired long ago
    /// assert_eq!(db.scan::<Book>().unexpired().all().await?.len(), 1);
    /// # Ok(()) });
    /// ```
    pub fn unexpired(mut self) -> Self {
        self.request.unexpired = self.request.layout.ttl.is_some();
        self
    }
}

impl<E, R, M, S> Scan<E, R, M, S> {
    /// Limits the number of items in the page, or in the stream.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.scan::<Book>().limit(1).await?;
    /// assert_eq!(page.items.len(), 1);
    /// assert!(page.next.is_some());
    /// # Ok(()) });
    /// ```
    pub fn limit(mut self, items: usize) -> Self {
        self.request.limit = Some(items);
        self
    }

    /// Limits how many items DynamoDB evaluates in one request.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let (books, consumed) = db.scan::<Book>().page_size(1).all().metered().await?;
    /// assert_eq!(books.len(), 2);
    /// assert!(consumed.requests >= 3); // there is a shelf too
    /// # Ok(()) });
    /// ```
    pub fn page_size(mut self, items: usize) -> Self {
        self.request.page_size = Some(items);
        self
    }

    /// Uses strongly consistent reads, at twice the capacity.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.create(&new_book()).await?;
    /// assert_eq!(db.scan::<Book>().consistent().all().await?.len(), 3);
    /// # Ok(()) });
    /// ```
    pub fn consistent(mut self) -> Self
    where
        S: Consistent,
    {
        self.request.consistent = true;
        self
    }

    /// Returns an error if an item is none of the table's entities.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// other_program_writes(&db, "BOOK#b9", "Magazine").await;
    /// assert_eq!(db.scan::<Book>().all().await?.len(), 2);
    /// assert!(db.scan::<Book>().strict().all().await.is_err());
    /// # Ok(()) });
    /// ```
    pub fn strict(mut self) -> Self {
        self.request.strict = true;
        self
    }

    /// Also returns items that are [softly deleted](Db::soft_delete).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.soft_delete(Book::key("fiction", "b1"), std::time::Duration::from_secs(3600)).await?;
    /// assert_eq!(db.scan::<Book>().including_deleted().all().await?.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn including_deleted(mut self) -> Self {
        self.request.deleted = true;
        self
    }

    /// Continues where the page that returned `cursor` ended.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let first = db.scan::<Book>().limit(1).await?;
    /// let cursor = first.next.unwrap(); // a last page has none
    /// let rest = db.scan::<Book>().after(&cursor).all().await?;
    /// assert_eq!(rest.len(), 1);
    /// assert_ne!(rest[0], first.items[0]);
    /// # Ok(()) });
    /// ```
    pub fn after(mut self, cursor: &Cursor) -> Self {
        self.request.cursor = Some(cursor.clone());
        self
    }

    /// Counts the items. Only their keys are transferred, by which the items of one entity are told from others.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.scan::<Book>().count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(self) -> ScanCount<E, R, S> {
        ScanCount { request: self.request, read: self.read, types: PhantomData }
    }

    /// Turns the scan into the SDK's own request. It can be changed before it is sent: placeholders
    /// of ours (`#n0`, `:v0`) that no expression uses any more are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let answer = db.scan::<Book>().into_sdk()?.send().await.unwrap();
    /// assert_eq!(answer.count(), 2);
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<ScanFluentBuilder, Error> {
        self.request.to_sdk()
    }
}

impl<E, R, S> Scan<E, R, Many, S> {
    /// Returns items that cannot be decoded in [`Page::unreadable`], instead of an error at the first of them.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// other_program_writes(&db, "BOOK#b9", "Book").await; // without the attributes of a book
    /// let page = db.scan::<Book>().lenient().all().await?;
    /// assert_eq!((page.items.len(), page.unreadable.len()), (2, 1));
    /// # Ok(()) });
    /// ```
    pub fn lenient(mut self) -> Scan<E, R, Lenient, S> {
        self.request.lenient = true;
        Scan { request: self.request, read: self.read, types: PhantomData }
    }

    /// Scans in this many parallel segments.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books: Vec<Book> = db.scan::<Book>().segments(4).await?;
    /// assert_eq!(books.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn segments(self, segments: usize) -> SegmentedScan<E, R, S> {
        SegmentedScan { scan: self, segments: segments.max(1) }
    }
}

impl<E, R: Send + 'static, M, S> Scan<E, R, M, S> {
    fn run(self, metered: bool) -> Running<PageAnswer> {
        let sink = Collector::boxed(self.read, self.request.asked, self.request.rules());
        scan(self.request, sink, metered)
    }

    fn finish(answer: PageAnswer) -> Result<Page<R>, Error> {
        Ok(page(answer))
    }
}

operation!([E: 'static, R: Send + 'static, M: ManyItems + 'static, S: 'static] Scan<E, R, M, S> => Page<R>, "db.scan::<Book>().limit(20)");

/// Counts the items of a scan: see [`Scan::count`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct ScanCount<E, R, S> {
    request: ScanRequest,
    read: ReadItem<R>,
    types: PhantomData<fn() -> (E, S)>,
}

impl<E, R: Send + 'static, S> ScanCount<E, R, S> {
    fn run(self, metered: bool) -> Running<u64> {
        let rules = Rules { lenient: true, ..self.request.rules() };
        let new_sink = sinks(self.read, self.request.asked, rules);
        scan_count(self.request, new_sink, metered)
    }

    fn finish(count: u64) -> Result<u64, Error> {
        Ok(count)
    }
}

operation!([E: 'static, R: Send + 'static, S: 'static] ScanCount<E, R, S> => u64, "db.scan::<Book>().count()");

/// Scans a table in parallel segments and returns all items: see [`Scan::segments`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct SegmentedScan<E, R, S = PrimaryKey> {
    pub(super) scan: Scan<E, R, Many, S>,
    pub(super) segments: usize,
}

impl<E, R: Send + 'static, S> SegmentedScan<E, R, S> {
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

operation!([E: 'static, R: Send + 'static, S: 'static] SegmentedScan<E, R, S> => Vec<R>, "db.scan::<Book>().segments(2)");

builders! {
    [E, R, M, S] Scan<E, R, M, S>: "Scan" { request, read, types };
    [E, R, S] ScanCount<E, R, S>: "ScanCount" { request, read, types };
    [E, R, S] SegmentedScan<E, R, S>: "SegmentedScan" { scan, segments };
}
