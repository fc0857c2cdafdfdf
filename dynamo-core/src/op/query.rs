//! `db.query(..)`

mod count;
mod fallback;
mod fetch;
mod merge;
mod part;
mod streams;

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;

use super::expiry::unexpired;
use super::paging::fill;
use super::{About, Meter, Operation, awaitable};
use crate::expr::{Condition, Node};
use crate::query::{Consistent, Cursor, Fingerprint, HoldsAll, IntoQuery, Page, Plan, ReadFrom, Start};
use crate::wire::Reader;
use crate::{Db, Entity, Error, Projection};

pub use count::Count;
pub(crate) use fetch::Filter;
use fetch::{Fetch, Partition};
use merge::Merge;
pub use part::PartQuery;

/// How many partitions are asked at once.
const CONCURRENCY: usize = 8;

impl Db {
    /// Reads the items of a query, or the merged items of several, page by page.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<id>")]
    /// # pub struct Note { owner: String, id: String, likes: u32 }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let page = db.query(Note::query("ann")).newest_first().limit(20).await?;
    /// let liked = db.query(Note::query("ann")).filter(Note::fields().likes.gt(10)).await?;
    /// let friends = ["bob", "cid"].map(Note::query);
    /// let feed = db.query(friends).newest_first().limit(20).await?; // merged, with one cursor
    /// let count: u64 = db.query(Note::query("ann")).count().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn query<Q: IntoQuery>(&self, query: Q) -> QueryOp<Q::Entity, Q::Item, Q::Via, Q::Mode>
    where
        Q::Via: HoldsAll,
    {
        QueryOp::new(self, query)
    }

    /// Reads an index that does not hold whole items: parts of them, or how many there are.
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
    /// let titles = db.query_part(Note::query_titles("ann")).project::<NoteTitle>().await?;
    /// let count = db.query_part(Note::query_titles("ann")).count().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn query_part<Q: IntoQuery>(&self, query: Q) -> PartQuery<Q::Entity, Q::Item, Q::Via, Q::Mode> {
        PartQuery::new(QueryOp::new(self, query))
    }
}

impl<E: Entity, R, V, M> QueryOp<E, R, V, M> {
    fn new<Q: IntoQuery<Entity = E, Item = R, Via = V, Mode = M>>(db: &Db, query: Q) -> Self {
        let queries = query.into_queries();
        Self {
            db: db.clone(),
            // In one order, so that a cursor finds each of them again.
            plans: queries.plans.map(|mut plans| {
                plans.sort_by(|a, b| a.order().cmp(b.order()));
                plans
            }),
            reader: queries.reader,
            options: Options {
                newest_first: queries.newest_first,
                limit: queries.limit,
                filter: queries.only,
                counted: queries.counted,
                page_size: None,
                unexpired: queries.unexpired,
                consistent: false,
                strict: false,
                attributes: None,
                cursor: None,
                concurrency: CONCURRENCY,
            },
            types: PhantomData,
        }
    }
}

/// Many items, in pages.
#[derive(Debug)]
pub enum Many {}

/// The first item.
#[derive(Debug)]
pub enum First {}

/// Reads the items of a query: see [`Db::query`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct QueryOp<E, R, V, M = Many> {
    db: Db,
    plans: Result<Vec<Plan>, Error>,
    reader: Reader<R>,
    options: Options,
    types: PhantomData<Types<E, V, M>>,
}

type Types<E, V, M> = fn() -> (E, V, M);

#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
#[derive(Clone)]
struct Options {
    newest_first: bool,
    limit: Option<usize>,
    page_size: Option<usize>,
    /// Apart from the filter, so that a cursor is of the same query a second later.
    unexpired: bool,
    consistent: bool,
    strict: bool,
    filter: Option<Node>,
    /// What else must hold where items are only counted.
    counted: Result<Option<Node>, Error>,
    attributes: Option<Vec<&'static str>>,
    cursor: Option<Cursor>,
    concurrency: usize,
}

impl<E, R, V, M> Clone for QueryOp<E, R, V, M> {
    fn clone(&self) -> Self {
        let (db, plans, options) = (self.db.clone(), self.plans.clone(), self.options.clone());
        Self { db, plans, reader: self.reader, options, types: PhantomData }
    }
}

impl<E: Entity, R, V, M> QueryOp<E, R, V, M> {
    /// The highest sort keys first.
    pub fn newest_first(mut self) -> Self {
        self.options.newest_first = true;
        self
    }

    /// The lowest sort keys first, which is so unless an access pattern says otherwise.
    pub fn oldest_first(mut self) -> Self {
        self.options.newest_first = false;
        self
    }

    /// Reads what was last written, for twice the capacity.
    pub fn consistent(mut self) -> Self
    where
        V: Consistent,
    {
        self.options.consistent = true;
        self
    }

    /// Only items that fulfil this; given twice, both. DynamoDB reads, and charges for, the others too.
    pub fn filter(mut self, condition: Condition<E>) -> Self {
        self.options.filter = Some(Node::both(self.options.filter.take(), condition.node));
        self
    }

    /// Leaves out items that have expired and that DynamoDB has not deleted yet.
    pub fn unexpired(mut self) -> Self {
        self.options.unexpired = true;
        self
    }

    /// How many items DynamoDB looks at in one request, at most.
    pub fn page_size(mut self, items: usize) -> Self {
        self.options.page_size = Some(items);
        self
    }

    /// How many partitions are asked at once, where there are several.
    pub fn concurrency(mut self, partitions: usize) -> Self {
        self.options.concurrency = partitions.max(1);
        self
    }

    /// An item of a type that was not asked for is an error.
    pub fn strict(mut self) -> Self {
        self.options.strict = true;
        self
    }

    /// Some fields of each item alone.
    pub fn project<P: Projection<Entity = E> + ReadFrom<V>>(self) -> QueryOp<E, P, V, M> {
        let mut options = self.options;
        options.attributes = Some(crate::projection::attributes::<P>());
        QueryOp { db: self.db, plans: self.plans, reader: Reader::<P>::projection(), options, types: PhantomData }
    }

    /// The SDK's own requests, one for each partition.
    pub fn into_sdk(self) -> Result<Vec<QueryFluentBuilder>, Error> {
        let fetch = self.fetch()?;
        let plans = self.plans?;
        plans.iter().map(|plan| fetch.builder(plan, &Start::Beginning, self.options.limit, None)).collect()
    }

    fn fetch(&self) -> Result<Fetch<R>, Error> {
        let mut filter = self.options.filter.clone();
        if self.options.unexpired
            && let Some(node) = unexpired(&self.db, <E::Table as crate::Table>::LAYOUT)
        {
            filter = Some(Node::both(filter, node));
        }
        Ok(Fetch {
            db: self.db.clone(),
            table: self.db.table_name::<E::Table>()?,
            reader: self.reader,
            filter: filter.map(Filter::new::<E>),
            attributes: self.options.attributes.clone(),
            newest_first: self.options.newest_first,
            consistent: self.options.consistent,
            strict: self.options.strict,
        })
    }

    /// Where each partition begins.
    fn starts(&self, fetch: &Fetch<R>, plans: &[Plan]) -> Result<Vec<Start>, Error> {
        match &self.options.cursor {
            Some(cursor) => Ok(cursor.starts(self.fingerprint(fetch, plans)?, plans.len())?),
            None => Ok(vec![Start::Beginning; plans.len()]),
        }
    }

    /// What tells this query from others, wherever it goes on.
    fn fingerprint(&self, fetch: &Fetch<R>, plans: &[Plan]) -> Result<u64, Error> {
        let mut print = Fingerprint::new("query", &fetch.table);
        print.text(if self.options.newest_first { "newest" } else { "oldest" });
        if let Some(filter) = self.options.filter.clone().map(Filter::new::<E>) {
            print.text(&filter.fingerprint()?);
        }
        if self.options.unexpired {
            print.text("unexpired");
        }
        for plan in plans {
            plan.fingerprint(&mut print);
        }
        Ok(print.finish())
    }

    fn about(&self) -> About {
        let index = self.plans.as_ref().ok().and_then(|plans| plans.first()).and_then(|plan| plan.index);
        let table = <E::Table as crate::Table>::LAYOUT.table;
        About { operation: "query", table, entity: E::SCHEMA.name, index: index.map_or("", |index| index.name) }
    }

    /// One page; `limit` is how many items it has at most.
    async fn page(self, meter: Meter) -> Result<Page<R>, Error>
    where
        R: Send + 'static,
    {
        let fetch = self.fetch()?;
        let plans = self.plans.clone()?;
        let starts = self.starts(&fetch, &plans)?;
        let mut page = Page::new();
        let (page_size, limit) = (self.options.page_size, self.options.limit);
        let starts = match plans.as_slice() {
            [plan] => {
                let start = starts.into_iter().next().unwrap_or(Start::Beginning);
                let partition = Partition { fetch: &fetch, plan };
                vec![fill(&partition, start, limit, page_size, &mut page, &meter).await?]
            }
            plans => {
                let size = page_size.or(limit);
                let plans = plans.to_vec();
                let mut merge = Merge::new(self.fetch()?, plans, starts, size, self.options.concurrency, meter.clone());
                while limit.is_none_or(|limit| page.items.len() < limit) {
                    match merge.next(limit.is_none()).await? {
                        Some(item) => page.items.push(item),
                        None => break,
                    }
                }
                page.raw = std::mem::take(&mut merge.raw);
                merge.starts()
            }
        };
        if starts.iter().any(|start| *start != Start::End) {
            page.next = Some(Cursor::new(self.fingerprint(&fetch, &plans)?, &starts)?);
        }
        Ok(page)
    }
}

impl<E: Entity, R, V> QueryOp<E, R, V, Many> {
    /// At most so many items in the page, or in the stream.
    pub fn limit(mut self, items: usize) -> Self {
        self.options.limit = Some(items);
        self
    }

    /// Goes on where a page ended.
    pub fn after(mut self, cursor: &Cursor) -> Self {
        self.options.cursor = Some(cursor.clone());
        self
    }

    /// The first item alone, or none.
    pub fn one(self) -> QueryOp<E, R, V, First> {
        let mut options = self.options;
        options.limit = Some(1);
        QueryOp { db: self.db, plans: self.plans, reader: self.reader, options, types: PhantomData }
    }

    /// How many items there are: DynamoDB counts them and sends none.
    pub fn count(self) -> Count<E, R, V> {
        Count::new(self)
    }
}

impl<E: Entity + 'static, R: Send + 'static, V: 'static> Operation for QueryOp<E, R, V, Many> {
    type Output = Page<R>;

    fn about(&self) -> About {
        Self::about(self)
    }

    async fn run(self, meter: Meter) -> Result<Page<R>, Error> {
        self.page(meter).await
    }
}

impl<E: Entity + 'static, R: Send + 'static, V: 'static> Operation for QueryOp<E, R, V, First> {
    type Output = Option<R>;

    fn about(&self) -> About {
        Self::about(self)
    }

    async fn run(self, meter: Meter) -> Result<Option<R>, Error> {
        Ok(self.page(meter).await?.items.into_iter().next())
    }
}

awaitable!([E: Entity + 'static, R: Send + 'static, V: 'static] QueryOp<E, R, V, Many>);
awaitable!([E: Entity + 'static, R: Send + 'static, V: 'static] QueryOp<E, R, V, First>);
