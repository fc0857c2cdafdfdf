//! `db.scan()`, `db.scan_all()` and `db.scan_index(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use futures_core::Stream;

use super::builders;
use super::read::{Read, Reading, unfinished};
use crate::db::Db;
use crate::entity::{Entity, Projection, ReadItem, Table, read_entity, read_table};
use crate::error::{Error, InvalidKind};
use crate::expr::Condition;
use crate::query::{
    Consistent, EntityIndex, HoldsAll, IntoCursor, Lenient, Many, Mode, Page, PrimaryKey, Projected, QuerySpec,
    ReadFrom,
};
use crate::read::to_sdk;

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
        let spec = QuerySpec::scan_of_entity(E::SCHEMA, <E::Table as Table>::SCHEMA, None);
        UnfinishedScan { reading: Reading::new(self, spec, ReadItem(read_entity::<E>)), types: PhantomData }
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
        let spec = QuerySpec::scan_of_table(T::SCHEMA);
        UnfinishedScan { reading: Reading::new(self, spec, ReadItem(read_table::<T>)), types: PhantomData }
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
        let spec = QuerySpec::scan_of_entity(E::SCHEMA, <E::Table as Table>::SCHEMA, index.schema());
        UnfinishedScan { reading: Reading::new(self, spec, ReadItem(read_entity::<E>)), types: PhantomData }
    }
}

/// A scan of a table or an index that does not say yet how much of it to read: see [`Db::scan`], [`Db::scan_all`] and
/// [`Db::scan_index`].
#[must_use = "a scan does nothing until it ends in `.page()`, `.all()`, `.first()`, `.stream()` or `.count()`"]
pub struct UnfinishedScan<E, R, S = PrimaryKey, M = Many> {
    pub(super) reading: Reading<R>,
    types: PhantomData<Types<E, S, M>>,
}

type Types<E, S, M> = fn() -> (E, S, M);

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
        self.reading.filter(condition);
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
        self.reading.spec.unexpired = true;
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
        self.reading.spec.limit = Some(items);
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
        self.reading.spec.page_size = Some(items);
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
        self.reading.spec.consistent = true;
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
        self.reading.spec.strict = true;
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
        self.reading.spec.deleted = true;
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
        self.reading.spec.cursor = cursor.into_cursor();
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
        let mut requests = to_sdk(&self.reading.db, self.reading.spec)?;
        requests
            .pop()
            .ok_or_else(|| Error::invalid(InvalidKind::Empty, "the scan has nothing to read", "leave `after` out"))
    }
}

#[allow(clippy::mismatching_type_param_order)] // An entity that is read as itself.
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
    pub fn project<P: Projection<Entity = E> + ReadFrom<S>>(self) -> UnfinishedScan<E, P, Projected<S>, M> {
        UnfinishedScan { reading: self.reading.project(), types: PhantomData }
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
        self.reading.spec.lenient = true;
        UnfinishedScan { reading: self.reading, types: PhantomData }
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
    pub fn segments(mut self, segments: usize) -> SegmentedScan<E, R, S, M> {
        self.reading.spec.segments(segments.max(1));
        SegmentedScan { scan: self }
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
        self.reading.page()
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
        self.reading.all::<M>()
    }

    /// Reads one item, whichever DynamoDB reads first, or `None`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let long: Option<Book> = db.scan::<Book>().filter(Book::fields().pages.gt(300)).first().await?;
    /// assert_eq!(long, Some(book()));
    /// # Ok(()) });
    /// ```
    pub fn first(self) -> Read<Option<R>>
    where
        S: HoldsAll,
    {
        self.reading.first()
    }

    /// Returns a stream of all items; pages are fetched as needed.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let pages: Vec<u32> = db.scan::<Book>().stream().map_ok(|book| book.pages).try_collect().await?;
    /// assert_eq!(pages.iter().sum::<u32>(), 520);
    /// # Ok(()) });
    /// ```
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        self.reading.stream()
    }

    /// Counts the items. Only their keys are transferred, by which the items of one entity are told from others.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.scan::<Book>().count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(self) -> Read<u64> {
        self.reading.count()
    }
}

/// A scan in parallel segments, which does not say yet how much of it to read: see [`UnfinishedScan::segments`].
#[must_use = "a scan does nothing until it ends in `.all()`, `.stream()` or `.count()`"]
pub struct SegmentedScan<E, R, S = PrimaryKey, M = Many> {
    pub(super) scan: UnfinishedScan<E, R, S, M>,
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
        self.scan.reading.all::<M>()
    }

    /// Returns a stream of all items, in the order in which they arrive.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let pages: Vec<u32> = db.scan::<Book>().segments(4).stream().map_ok(|book| book.pages).try_collect().await?;
    /// assert_eq!(pages.iter().sum::<u32>(), 520);
    /// # Ok(()) });
    /// ```
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        self.scan.reading.stream()
    }

    /// Counts the items of all segments.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.scan::<Book>().segments(4).count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(self) -> Read<u64> {
        self.scan.reading.count()
    }
}

unfinished!([E, R, S, M] UnfinishedScan<E, R, S, M>);
unfinished!([E, R, S, M] SegmentedScan<E, R, S, M>);

builders! {
    [E, R, S, M] UnfinishedScan<E, R, S, M>: "UnfinishedScan" { reading, types };
    [E, R, S, M] SegmentedScan<E, R, S, M>: "SegmentedScan" { scan };
}
