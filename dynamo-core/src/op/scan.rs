//! `db.scan()`, `db.scan_all()` and `db.scan_index(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::builders;
use super::read::{Read, all, counted, first, page, sinks, unfinished};
use crate::db::Db;
use crate::entity::{
    Entity, Projection, ReadItem, Table, Upgraded, read_current_projection, read_entity, read_projection, read_table,
};
use crate::error::Error;
use crate::expr::{Condition, Node};
use crate::query::{
    Consistent, EntityIndex, HoldsAll, IntoCursor, Lenient, Many, Mode, Page, PrimaryKey, Projected, ReadFrom,
};
use crate::read::{NewSink, PageAnswer, ScanRequest, Upgrades, scan, scan_all, scan_count, scan_segments};
use crate::wire::Running;

impl Db {
    /// Reads all items of an entity by scanning the whole table; the cost grows with the table. A scan ends like a
    /// [query](Self::query).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.scan::<Book>().limit(100).page().await?;
    /// assert_eq!((page.items.len(), page.next), (2, None)); // otherwise the cursor of the next page
    /// let all: Vec<Book> = db.scan::<Book>().segments(4).all().await?;
    /// assert_eq!(all.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn scan<E: Entity>(&self) -> UnfinishedScan<E, E> {
        let request = ScanRequest::of_entity(self, E::SCHEMA, <E::Table as Table>::SCHEMA, None);
        UnfinishedScan { request, read: ReadItem(read_entity::<E>), types: PhantomData }
    }

    /// Reads all items of a table.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let items: Vec<Library> = db.scan_all::<Library>().all().await?;
    /// assert_eq!(items.len(), 3); // a shelf and two books
    /// # Ok(()) });
    /// ```
    pub fn scan_all<T: Table>(&self) -> UnfinishedScan<T, T> {
        let request = ScanRequest::of_table(self, T::SCHEMA);
        UnfinishedScan { request, read: ReadItem(read_table::<T>), types: PhantomData }
    }

    /// Reads all items of an entity that are in an index, by scanning the index.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let written: Vec<Book> = db.scan_index(Book::by_author()).all().await?;
    /// assert_eq!(written.len(), 2);
    /// # Ok(()) });
    /// ```
    ///
    /// An index that few items are in is far cheaper to scan than its table. It is scanned as a whole, and items of other
    /// entities are left out, as by [`scan`](Self::scan). Items have no order. Of an index that does not hold whole items, it
    /// reads a [projection](UnfinishedScan::project), or counts.
    pub fn scan_index<E: Entity, S>(&self, index: EntityIndex<E, S>) -> UnfinishedScan<E, E, S> {
        let request = ScanRequest::of_entity(self, E::SCHEMA, <E::Table as Table>::SCHEMA, index.schema());
        UnfinishedScan { request, read: ReadItem(read_entity::<E>), types: PhantomData }
    }
}

/// A scan of a table or an index that does not say yet how much of it to read: see [`Db::scan`], [`Db::scan_all`] and
/// [`Db::scan_index`].
#[must_use = "a scan does nothing until it ends in `.page()`, `.all()`, `.first()`, `.stream()` or `.count()`"]
pub struct UnfinishedScan<E, R, S = PrimaryKey, M = Many> {
    pub(super) request: ScanRequest,
    pub(super) read: ReadItem<R>,
    types: PhantomData<Types<E, S, M>>,
}

type Types<E, S, M> = fn() -> (E, S, M);

type ReadScan = fn(ScanRequest, NewSink, bool) -> Running<PageAnswer>;

impl<E: Entity, R, S, M> UnfinishedScan<E, R, S, M> {
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

impl<E, R, S, M> UnfinishedScan<E, R, S, M> {
    /// Limits the number of items in the page, in the stream, or of those that are counted.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.scan::<Book>().limit(1).page().await?;
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

    /// Continues where the page that returned `cursor` ended, or begins at the beginning if it is `None`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let first = db.scan::<Book>().limit(1).page().await?;
    /// let rest = db.scan::<Book>().after(&first.next.unwrap()).all().await?;
    /// assert_eq!(rest.len(), 1);
    /// assert_ne!(rest[0], first.items[0]);
    /// # Ok(()) });
    /// ```
    pub fn after(mut self, cursor: impl IntoCursor) -> Self {
        self.request.cursor = cursor.into_cursor();
        self
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

impl<E: Entity, S, M> UnfinishedScan<E, E, S, M> {
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
    pub fn project<P: Projection<Entity = E> + ReadFrom<S>>(mut self) -> UnfinishedScan<E, P, Projected<S>, M> {
        let read = match self.request.project(P::FIELDS) {
            Upgrades::Possible => read_projection::<P>,
            Upgrades::Impossible => read_current_projection::<P>,
        };
        UnfinishedScan { request: self.request, read: ReadItem(read), types: PhantomData }
    }
}

impl<E, R, S> UnfinishedScan<E, R, S> {
    /// Returns items that cannot be decoded in [`Page::unreadable`], instead of an error at the first of them;
    /// [`all`](Self::all) returns a [`Page`] then.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// other_program_writes(&db, "BOOK#b9", "Book").await; // without the attributes of a book
    /// let page = db.scan::<Book>().lenient().all().await?;
    /// assert_eq!((page.items.len(), page.unreadable.len()), (2, 1));
    /// # Ok(()) });
    /// ```
    pub fn lenient(mut self) -> UnfinishedScan<E, R, S, Lenient> {
        self.request.lenient = true;
        UnfinishedScan { request: self.request, read: self.read, types: PhantomData }
    }
}

impl<E, R: Send + 'static, S, M: Mode> UnfinishedScan<E, R, S, M> {
    /// Scans in this many parallel segments.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books: Vec<Book> = db.scan::<Book>().segments(4).all().await?;
    /// assert_eq!(books.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn segments(self, segments: usize) -> SegmentedScan<E, R, S, M> {
        SegmentedScan { scan: self, segments: segments.max(1) }
    }

    /// Reads one page: as many items as [`limit`](Self::limit) says, or as DynamoDB reads in one request.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.scan::<Book>().limit(1).page().await?;
    /// assert_eq!(page.items.len(), 1);
    /// let next = db.scan::<Book>().limit(1).after(page.next).page().await?;
    /// assert_eq!(next.items.len(), 1);
    /// # Ok(()) });
    /// ```
    pub fn page(self) -> Read<Page<R>>
    where
        S: HoldsAll,
    {
        self.end(scan, page)
    }

    /// Reads the whole table, up to the limit if there is one: a `Vec` of items, or a [`Page`] if the scan is
    /// [lenient](UnfinishedScan::lenient).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books: Vec<Book> = db.scan::<Book>().page_size(1).all().await?;
    /// assert_eq!(books.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn all(self) -> Read<M::All<R>>
    where
        S: HoldsAll,
    {
        self.end(scan_all, all::<R, M>)
    }

    /// Reads one item, whichever DynamoDB reads first, or `None`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let long: Option<Book> = db.scan::<Book>().filter(Book::fields().pages.gt(300)).first().await?;
    /// assert_eq!(long, Some(book()));
    /// # Ok(()) });
    /// ```
    pub fn first(mut self) -> Read<Option<R>>
    where
        S: HoldsAll,
    {
        self.request.limit = Some(1);
        self.end(scan, first)
    }

    /// Counts the items. Only their keys are transferred, by which the items of one entity are told from others.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.scan::<Book>().count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(mut self) -> Read<u64> {
        // An item that cannot be decoded is counted, as it is where only keys are read.
        self.request.lenient = true;
        self.end(scan_count, counted)
    }

    fn end<T>(self, read: ReadScan, finish: fn(PageAnswer) -> Result<T, Error>) -> Read<T> {
        let (request, new_sink) = self.into_parts();
        Read::new(move |metered| read(request, new_sink, metered), finish)
    }

    pub(super) fn into_parts(self) -> (ScanRequest, NewSink) {
        let new_sink = sinks(self.read, self.request.asked, self.request.rules());
        (self.request, new_sink)
    }
}

/// A scan in parallel segments, which does not say yet how much of it to read: see [`UnfinishedScan::segments`].
#[must_use = "a scan does nothing until it ends in `.all()`, `.stream()` or `.count()`"]
pub struct SegmentedScan<E, R, S = PrimaryKey, M = Many> {
    pub(super) scan: UnfinishedScan<E, R, S, M>,
    pub(super) segments: usize,
}

impl<E, R: Send + 'static, S, M: Mode> SegmentedScan<E, R, S, M> {
    /// Reads all segments concurrently, up to the limit if there is one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books: Vec<Book> = db.scan::<Book>().segments(4).all().await?;
    /// assert_eq!(books.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn all(self) -> Read<M::All<R>>
    where
        S: HoldsAll,
    {
        self.end(false, all::<R, M>)
    }

    /// Counts the items of all segments.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.scan::<Book>().segments(4).count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(mut self) -> Read<u64> {
        self.scan.request.lenient = true;
        self.end(true, counted)
    }

    fn end<T>(self, counts: bool, finish: fn(PageAnswer) -> Result<T, Error>) -> Read<T> {
        let segments = self.segments;
        let (request, new_sink) = self.scan.into_parts();
        Read::new(move |metered| scan_segments(request, segments, counts, new_sink, metered), finish)
    }
}

unfinished!([E, R, S, M] UnfinishedScan<E, R, S, M>);
unfinished!([E, R, S, M] SegmentedScan<E, R, S, M>);

builders! {
    [E, R, S, M] UnfinishedScan<E, R, S, M>: "UnfinishedScan" { request, read, types };
    [E, R, S, M] SegmentedScan<E, R, S, M>: "SegmentedScan" { scan, segments };
}
