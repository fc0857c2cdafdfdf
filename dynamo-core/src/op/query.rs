//! `db.query(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use futures_core::Stream;

use super::builders;
use super::read::{Read, Reading, unfinished};
use crate::db::Db;
use crate::entity::{Entity, Projection};
use crate::error::Error;
use crate::expr::Condition;
use crate::query::{
    Consistent, HoldsAll, IntoCursor, IntoQuery, Lenient, Many, Mode, Page, Projected, ReadFrom, merged,
};
use crate::read::to_sdk;

impl Db {
    /// Reads the items of a query, which ends in [`page`](UnfinishedQuery::page), [`all`](UnfinishedQuery::all),
    /// [`first`](UnfinishedQuery::first), [`stream`](UnfinishedQuery::stream) or [`count`](UnfinishedQuery::count).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.query(Book::query("fiction")).descending().limit(20).page().await?;
    /// assert!(page.next.is_none()); // otherwise the cursor of the next page
    /// let long: Vec<Book> = db.query(Book::query("fiction")).filter(Book::fields().pages.gt(300)).all().await?;
    /// assert_eq!(long, [book()]);
    /// # Ok(()) });
    /// ```
    ///
    /// Of an index that does not hold whole items, a query reads a [projection](UnfinishedQuery::project), or counts:
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # #[index(titles, name = "Titles", pk = "TitlePK", sk = "TitleSK", projection = ["title"])]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META", titles = ("USER#<owner>", "TITLE#<title>"))]
    /// # pub struct Note { id: String, owner: String, title: String, text: String }
    /// #[derive(Projection)]
    /// #[projection(of = Note, index = titles)]
    /// pub struct NoteTitle {
    ///     title: String,
    /// }
    ///
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let titles = db.query(Note::query_titles("ann")).project::<NoteTitle>().all().await?;
    /// let count = db.query(Note::query_titles("ann")).count().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn query<Q: IntoQuery>(&self, query: Q) -> UnfinishedQuery<Q::Entity, Q::Item, Q::Source> {
        let (spec, read) = query.into_spec();
        UnfinishedQuery { reading: Reading::new(self, spec, read), types: PhantomData }
    }

    /// Reads the items of several queries, merged in the order of their sort keys. A query that is given twice is read once; queries
    /// with other ranges that have keys in common are an error.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let shelves = vec!["fiction".to_owned(), "poetry".to_owned()];
    /// let feed = db.query_merged(shelves.iter().map(Book::query)).descending().limit(50).page().await?;
    /// assert_eq!(feed.items.len(), 2);
    /// let cursor = feed.next; // one for all of them
    /// # Ok(()) });
    /// ```
    pub fn query_merged<Q: IntoQuery>(
        &self,
        queries: impl IntoIterator<Item = Q>,
    ) -> UnfinishedQuery<Q::Entity, Q::Item, Q::Source> {
        let (spec, read) = merged(queries);
        UnfinishedQuery { reading: Reading::new(self, spec, read), types: PhantomData }
    }
}

/// A query that does not say yet how much of it to read: see [`Db::query`].
#[must_use = "a query does nothing until it ends in `.page()`, `.all()`, `.first()`, `.stream()` or `.count()`"]
pub struct UnfinishedQuery<E, R, S, M = Many> {
    pub(super) reading: Reading<R>,
    types: PhantomData<Types<E, S, M>>,
}

type Types<E, S, M> = fn() -> (E, S, M);

impl<E: Entity, R, S, M> UnfinishedQuery<E, R, S, M> {
    /// Returns items in descending order of their sort keys.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books = db.query(Book::query("fiction")).descending().all().await?;
    /// assert_eq!(books[0].id, "b2");
    /// # Ok(()) });
    /// ```
    pub fn descending(mut self) -> Self {
        self.reading.spec.descending = true;
        self
    }

    /// Returns items in ascending order of their sort keys. This is the default, unless an access pattern says
    /// otherwise.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books = db.query(Book::query("fiction")).ascending().all().await?;
    /// assert_eq!(books[0].id, "b1");
    /// # Ok(()) });
    /// ```
    pub fn ascending(mut self) -> Self {
        self.reading.spec.descending = false;
        self
    }

    /// Uses strongly consistent reads, at twice the capacity.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.create(&new_book()).await?;
    /// assert_eq!(db.query(Book::query("fiction")).consistent().all().await?.len(), 3);
    /// # Ok(()) });
    /// ```
    pub fn consistent(mut self) -> Self
    where
        S: Consistent,
    {
        self.reading.spec.consistent = true;
        self
    }

    /// Returns only items that satisfy `condition`; repeated calls are combined with AND. DynamoDB reads, and charges
    /// for, the others too. Items of old schema versions are filtered in their current form.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books = db.query(Book::query("fiction")).filter(Book::fields().pages.gt(300)).all().await?;
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
    /// assert_eq!(db.query(Book::query("fiction")).unexpired().all().await?.len(), 1);
    /// # Ok(()) });
    /// ```
    pub fn unexpired(mut self) -> Self {
        self.reading.spec.unexpired = true;
        self
    }

    /// Limits how many items DynamoDB evaluates in one request.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let (books, consumed) = db.query(Book::query("fiction")).page_size(1).all().metered().await?;
    /// assert_eq!(books.len(), 2);
    /// assert!(consumed.requests >= 2);
    /// # Ok(()) });
    /// ```
    pub fn page_size(mut self, items: usize) -> Self {
        self.reading.spec.page_size = Some(items);
        self
    }

    /// Limits how many partitions are queried concurrently, if there are several.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let shelves = ["fiction", "poetry"].map(Book::query);
    /// assert_eq!(db.query_merged(shelves).concurrency(2).all().await?.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn concurrency(mut self, partitions: usize) -> Self {
        self.reading.spec.concurrency = partitions.max(1);
        self
    }

    /// Returns an error if there is an item that is not one of those asked for, where only they should be. Otherwise it is
    /// left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// other_program_writes(&db, "BOOK#b9", "Magazine").await;
    /// assert_eq!(db.query(Book::query("fiction")).all().await?.len(), 2);
    /// assert!(db.query(Book::query("fiction")).strict().all().await.is_err());
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
    /// assert_eq!(db.query(Book::query("fiction")).all().await?.len(), 1);
    /// assert_eq!(db.query(Book::query("fiction")).including_deleted().all().await?.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn including_deleted(mut self) -> Self {
        self.reading.spec.deleted = true;
        self
    }

    /// Limits the number of items in the page, in the stream, or of those that are counted.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.query(Book::query("fiction")).limit(1).page().await?;
    /// assert_eq!(page.items, [book()]);
    /// assert!(page.next.is_some());
    /// # Ok(()) });
    /// ```
    pub fn limit(mut self, items: usize) -> Self {
        self.reading.spec.limit = Some(items);
        self
    }

    /// Continues where the page that returned `cursor` ended, or begins at the beginning if it is `None`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let first = db.query(Book::query("fiction")).limit(1).page().await?;
    /// let rest = db.query(Book::query("fiction")).after(&first.next.unwrap()).all().await?;
    /// assert_eq!(rest[0].id, "b2");
    /// let wanted: Option<Cursor> = None; // from the parameters of a request, say
    /// assert_eq!(db.query(Book::query("fiction")).after(wanted).page().await?.items.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn after(mut self, cursor: impl IntoCursor) -> Self {
        self.reading.spec.cursor = cursor.into_cursor();
        self
    }

    /// Turns the query into the SDK's own requests, one for each partition. It can be changed before it is sent: placeholders
    /// of ours (`#n0`, `:v0`) that no expression uses any more are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let requests = db.query(Book::query("fiction")).into_sdk()?;
    /// assert_eq!(requests[0].clone().send().await.unwrap().count(), 2);
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<Vec<QueryFluentBuilder>, Error> {
        to_sdk(&self.reading.db, self.reading.spec)
    }
}

#[allow(clippy::mismatching_type_param_order)] // An entity that is read as itself.
impl<E: Entity, S, M> UnfinishedQuery<E, E, S, M> {
    /// Reads only the fields of `P` from each item. Items of an old schema version are upgraded before; for an entity
    /// with an `upgrade`, whole items are read.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let titles = db.query(Book::query("fiction")).project::<Title>().all().await?;
    /// assert_eq!(titles[0].title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn project<P: Projection<Entity = E> + ReadFrom<S>>(self) -> UnfinishedQuery<E, P, Projected<S>, M> {
        UnfinishedQuery { reading: self.reading.project(), types: PhantomData }
    }
}

impl<E: Entity, R, S> UnfinishedQuery<E, R, S> {
    /// Returns items that cannot be decoded in [`Page::unreadable`], instead of an error at the first of them;
    /// [`all`](Self::all) returns a [`Page`] then.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// other_program_writes(&db, "BOOK#b9", "Book").await; // without the attributes of a book
    /// let page = db.query(Book::query("fiction")).lenient().all().await?;
    /// assert_eq!(page.items.len(), 2);
    /// assert!(page.unreadable[0].error.to_string().contains("BOOK#b9"));
    /// # Ok(()) });
    /// ```
    pub fn lenient(mut self) -> UnfinishedQuery<E, R, S, Lenient> {
        self.reading.spec.lenient = true;
        UnfinishedQuery { reading: self.reading, types: PhantomData }
    }
}

impl<E: Entity, R: Send + 'static, S, M: Mode> UnfinishedQuery<E, R, S, M> {
    /// Reads one page: as many items as [`limit`](Self::limit) says, or as DynamoDB reads in one request.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.query(Book::query("fiction")).limit(1).page().await?;
    /// assert_eq!(page.items, [book()]);
    /// let next = db.query(Book::query("fiction")).limit(1).after(page.next).page().await?;
    /// assert_eq!(next.items[0].id, "b2");
    /// # Ok(()) });
    /// ```
    pub fn page(self) -> Read<Page<R>>
    where
        S: HoldsAll,
    {
        self.reading.page()
    }

    /// Reads every page, up to the limit if there is one: a `Vec` of items, or a [`Page`] if the query is
    /// [lenient](UnfinishedQuery::lenient). All items are in memory at once; [`stream`](Self::stream) returns them one by one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books: Vec<Book> = db.query(Book::query("fiction")).page_size(1).all().await?;
    /// assert_eq!(books.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn all(self) -> Read<M::All<R>>
    where
        S: HoldsAll,
    {
        self.reading.all::<M>()
    }

    /// Reads the first item, or `None`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book: Option<Book> = db.query(Book::query("fiction")).descending().first().await?;
    /// assert_eq!(book.unwrap().id, "b2");
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
    /// Omits items of types that were not asked for, or returns an error if the query is [`strict`](Self::strict);
    /// [`pages`](Self::pages) includes them.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let mut books = db.query(Book::query("fiction")).stream();
    /// assert_eq!(books.try_next().await?.unwrap().id, "b1");
    /// assert_eq!(books.try_next().await?.unwrap().id, "b2");
    /// assert_eq!(books.try_next().await?, None);
    /// # Ok(()) });
    /// ```
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        self.reading.stream()
    }

    /// Returns a stream of all pages.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let pages: Vec<Page<Book>> = db.query(Book::query("fiction")).page_size(1).pages().try_collect().await?;
    /// assert_eq!(pages[0].items, [book()]);
    /// # Ok(()) });
    /// ```
    pub fn pages(self) -> impl Stream<Item = Result<Page<R>, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        self.reading.pages()
    }

    /// Counts the items. Only their keys are transferred, by which the items of one entity are told from others.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.query(Book::query("fiction")).count().await?, 2);
    /// assert_eq!(db.query(Book::query_by_author("Le Guin")).count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(self) -> Read<u64> {
        self.reading.count()
    }
}

unfinished!([E, R, S, M] UnfinishedQuery<E, R, S, M>);

builders! {
    [E, R, S, M] UnfinishedQuery<E, R, S, M>: "UnfinishedQuery" { reading, types };
}
