//! `db.query(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;

use super::collect::{page, sinks};
use super::{builders, operation};
use crate::db::Db;
use crate::entity::{Entity, Projection, ReadItem, Upgraded, read_current_projection, read_projection};
use crate::error::Error;
use crate::expr::{Condition, Node};
use crate::query::{Consistent, Cursor, First, HoldsAll, IntoQuery, Lenient, Many, ManyItems, Page, ReadFrom};
use crate::read::{PageAnswer, QueryRequest, Upgrades, count, query};
use crate::wire::{Collector, Rules, Running, collected};

impl Db {
    /// Reads the items of a query, or the merged items of several, page by page.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.query(Book::query("fiction")).newest_first().limit(20).await?;
    /// assert!(page.next.is_none()); // otherwise the cursor of the next page
    /// let long: Vec<Book> = db.query(Book::query("fiction")).filter(Book::fields().pages.gt(300)).all().await?;
    /// assert_eq!(long, [book()]);
    /// let shelves = ["fiction", "poetry"].map(Book::query);
    /// let feed = db.query(shelves).newest_first().stream(); // merged
    /// # Ok(()) });
    /// ```
    pub fn query<Q: IntoQuery>(&self, query: Q) -> QueryOp<Q::Entity, Q::Item, Q::Source, Q::Mode>
    where
        Q::Source: HoldsAll,
    {
        QueryOp::new(self, query)
    }

    /// Reads the items of several queries, merged in the order of their sort keys. A query that is given twice is read once; queries
    /// with other ranges that have keys in common are an error.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let shelves = vec!["fiction".to_owned(), "poetry".to_owned()];
    /// let feed = db.query_each(shelves.iter().map(Book::query)).newest_first().limit(50).await?;
    /// assert_eq!(feed.items.len(), 2);
    /// let cursor = feed.next; // one for all of them
    /// # Ok(()) });
    /// ```
    pub fn query_each<Q: IntoQuery>(
        &self,
        queries: impl IntoIterator<Item = Q>,
    ) -> QueryOp<Q::Entity, Q::Item, Q::Source, Q::Mode>
    where
        Q::Source: HoldsAll,
    {
        QueryOp::new(self, queries.into_iter().collect::<Vec<_>>())
    }
}

impl<E: Entity, R, S, M> QueryOp<E, R, S, M> {
    pub(super) fn new<Q: IntoQuery<Entity = E, Item = R, Source = S, Mode = M>>(db: &Db, query: Q) -> Self {
        let (selection, read) = query.into_selection();
        Self { request: QueryRequest::new(db, selection), read, types: PhantomData }
    }
}

/// Reads the items of a query: see [`Db::query`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct QueryOp<E, R, S, M = Many> {
    pub(super) request: QueryRequest,
    pub(super) read: ReadItem<R>,
    types: PhantomData<Types<E, S, M>>,
}

type Types<E, S, M> = fn() -> (E, S, M);

impl<E: Entity, R, S, M> QueryOp<E, R, S, M> {
    /// Returns items in descending order of their sort keys.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books = db.query(Book::query("fiction")).newest_first().all().await?;
    /// assert_eq!(books[0].id, "b2");
    /// # Ok(()) });
    /// ```
    pub fn newest_first(mut self) -> Self {
        self.request.selection.settings.newest_first = true;
        self
    }

    /// Returns items in ascending order of their sort keys. This is the default, unless an access pattern says
    /// otherwise.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books = db.query(Book::query("fiction")).oldest_first().all().await?;
    /// assert_eq!(books[0].id, "b1");
    /// # Ok(()) });
    /// ```
    pub fn oldest_first(mut self) -> Self {
        self.request.selection.settings.newest_first = false;
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
        self.request.selection.settings.consistent = true;
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
        let settings = &mut self.request.selection.settings;
        settings.filter = Some(Node::both(settings.filter.take(), condition.node));
        settings.upgraded = Upgraded::new(E::SCHEMA, E::upgrade);
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
        self.request.selection.settings.unexpired = true;
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
        self.request.selection.settings.page_size = Some(items);
        self
    }

    /// Limits how many partitions are queried concurrently, if there are several.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let shelves = ["fiction", "poetry"].map(Book::query);
    /// assert_eq!(db.query_each(shelves).concurrency(2).all().await?.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn concurrency(mut self, partitions: usize) -> Self {
        self.request.selection.settings.concurrency = partitions.max(1);
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
        self.request.selection.settings.strict = true;
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
        self.request.selection.settings.deleted = true;
        self
    }

    /// Reads only the fields of `P` from each item. Items of an old schema version are upgraded before; for an entity
    /// with an `upgrade`, whole items are read.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let titles = db.query(Book::query("fiction")).project::<Title>().all().await?;
    /// assert_eq!(titles[0].title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn project<P: Projection<Entity = E> + ReadFrom<S>>(mut self) -> QueryOp<E, P, S, M> {
        let read = match self.request.project(P::FIELDS) {
            Upgrades::Possible => read_projection::<P>,
            Upgrades::Impossible => read_current_projection::<P>,
        };
        QueryOp { request: self.request, read: ReadItem(read), types: PhantomData }
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
        self.request.to_sdk()
    }
}

impl<E: Entity, R, S, M: ManyItems> QueryOp<E, R, S, M> {
    /// Limits the number of items in the page, or in the stream.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.query(Book::query("fiction")).limit(1).await?;
    /// assert_eq!(page.items, [book()]);
    /// assert!(page.next.is_some());
    /// # Ok(()) });
    /// ```
    pub fn limit(mut self, items: usize) -> Self {
        self.request.selection.settings.limit = Some(items);
        self
    }

    /// Continues where the page that returned `cursor` ended.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let first = db.query(Book::query("fiction")).limit(1).await?;
    /// let cursor = first.next.unwrap(); // a last page has none
    /// let rest = db.query(Book::query("fiction")).after(&cursor).all().await?;
    /// assert_eq!(rest[0].id, "b2");
    /// # Ok(()) });
    /// ```
    pub fn after(mut self, cursor: &Cursor) -> Self {
        self.request.selection.settings.cursor = Some(cursor.clone());
        self
    }

    /// Returns only the first item, or `None`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let book: Option<Book> = db.query(Book::query("fiction")).newest_first().one().await?;
    /// assert_eq!(book.unwrap().id, "b2");
    /// # Ok(()) });
    /// ```
    pub fn one(mut self) -> QueryOp<E, R, S, First> {
        let settings = &mut self.request.selection.settings;
        // Nothing found is nothing there.
        (settings.limit, settings.requests) = (Some(1), None);
        QueryOp { request: self.request, read: self.read, types: PhantomData }
    }

    /// Counts the items. Only their keys are transferred, by which the items of one entity are told from others.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.query(Book::query("fiction")).count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(self) -> Count<E, R, S> {
        Count { request: self.request, read: self.read, types: PhantomData }
    }
}

impl<E: Entity, R, S> QueryOp<E, R, S, Many> {
    /// Returns items that cannot be decoded in [`Page::unreadable`], instead of an error at the first of them.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// other_program_writes(&db, "BOOK#b9", "Book").await; // without the attributes of a book
    /// let page = db.query(Book::query("fiction")).lenient().all().await?;
    /// assert_eq!(page.items.len(), 2);
    /// assert!(page.unreadable[0].error.to_string().contains("BOOK#b9"));
    /// # Ok(()) });
    /// ```
    pub fn lenient(mut self) -> QueryOp<E, R, S, Lenient> {
        self.request.selection.settings.lenient = true;
        QueryOp { request: self.request, read: self.read, types: PhantomData }
    }
}

impl<E: Entity, R: Send + 'static, S: 'static, M> QueryOp<E, R, S, M> {
    fn run(self, metered: bool) -> Running<PageAnswer> {
        let sink = Collector::boxed(self.read, self.request.selection.asked, self.request.rules());
        query(self.request, sink, metered)
    }
}

impl<E: Entity, R: Send + 'static, S: 'static> QueryOp<E, R, S, Many> {
    fn finish(answer: PageAnswer) -> Result<Page<R>, Error> {
        Ok(page(answer))
    }
}

impl<E: Entity, R: Send + 'static, S: 'static> QueryOp<E, R, S, Lenient> {
    fn finish(answer: PageAnswer) -> Result<Page<R>, Error> {
        Ok(page(answer))
    }
}

impl<E: Entity, R: Send + 'static, S: 'static> QueryOp<E, R, S, First> {
    fn finish(answer: PageAnswer) -> Result<Option<R>, Error> {
        Ok(collected(answer.sink).into_iter().next())
    }
}

operation!([E: Entity, R: Send + 'static, S: 'static] QueryOp<E, R, S, Many> => Page<R>, "db.query(Book::query(\"fiction\")).limit(20)");
operation!([E: Entity, R: Send + 'static, S: 'static] QueryOp<E, R, S, Lenient> => Page<R>, "db.query(Book::query(\"fiction\")).lenient()");
operation!([E: Entity, R: Send + 'static, S: 'static] QueryOp<E, R, S, First> => Option<R>, "db.query(Book::query(\"fiction\")).one()");

/// Counts the items of a query: see [`QueryOp::count`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Count<E, R, S> {
    request: QueryRequest,
    read: ReadItem<R>,
    types: PhantomData<Types<E, R, S>>,
}

impl<E, R: Send + 'static, S> Count<E, R, S> {
    fn run(self, metered: bool) -> Running<u64> {
        let rules = Rules { lenient: true, ..self.request.rules() };
        let new_sink = sinks(self.read, self.request.selection.asked, rules);
        count(self.request, new_sink, metered)
    }

    fn finish(count: u64) -> Result<u64, Error> {
        Ok(count)
    }
}

operation!([E: Entity, R: Send + 'static, S: 'static] Count<E, R, S> => u64, "db.query(Book::query(\"fiction\")).count()");

builders! {
    [E, R, S, M] QueryOp<E, R, S, M>: "QueryOp" { request, read, types };
    [E, R, S] Count<E, R, S>: "Count" { request, read, types };
}
