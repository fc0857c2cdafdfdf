//! Complete queries.

use std::marker::PhantomData;

use super::key_condition::{KeyCondition, KeyRange};
use super::narrow::{Narrow, NarrowState, QueryState};
use super::partition::Ends;
use super::selection::{Expected, Selection, Settings};
use super::source::InPartitionsOf;
use crate::codec::AttributeValue;
use crate::entity::{Among, Entity, ReadItem, Table, read_collection, read_entity, read_table};
use crate::error::Error;
use crate::expr::{Node, Path};
use crate::schema::{EntitySchema, IndexSchema, KeyType, TableLayout, common_prefix, holds_attribute};

/// The mode of a query that returns pages of items.
#[derive(Debug)]
pub enum Many {}

/// The mode of a query that also returns items which cannot be decoded: see [`QueryOp::lenient`](crate::op::QueryOp::lenient).
#[derive(Debug)]
pub enum Lenient {}

/// The modes of queries that return many items. Implemented by [`Many`] and [`Lenient`].
#[doc(hidden)]
pub trait ManyItems {}
impl ManyItems for Many {}
impl ManyItems for Lenient {}

/// The mode of a query that returns the first item.
#[derive(Debug)]
pub enum First {}

/// A query of items of `E`, or of all items of a partition of `E`, which are read as `R`.
///
/// Returned by the query functions of an entity and passed to [`Db::query`](crate::Db::query).
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub struct Query<E, R, S, M = Many> {
    narrow: Narrow<E>,
    read: ReadItem<R>,
    whole_partition: bool,
    asked: Among,
    expected: Expected,
    /// The prefix that restricts the sort keys of a whole partition.
    prefix: Option<String>,
    /// The ends of a range of a whole partition.
    pub(super) ends: Ends,
    settings: Settings,
    types: PhantomData<fn() -> (S, M)>,
}

impl<E, R, S, M> std::fmt::Debug for Query<E, R, S, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").finish_non_exhaustive()
    }
}

#[allow(clippy::mismatching_type_param_order)] // Items are read as what they are.
impl<E: Entity, S> QueryState for Query<E, E, S> {
    type Entity = E;
    type Source = S;
    type State = S;
    type In<State: NarrowState> = Query<E, E, State::Source>;
    type Complete = Self;

    fn from_narrow(narrow: Narrow<E>) -> Self {
        let (asked, mut settings) = (Among::One(E::SCHEMA), Settings::new());
        let others = narrow.has_others() || E::SCHEMA.needs_tag();
        let expected = Expected { table: Some(<E::Table as Table>::SCHEMA), others };
        // Others may be many, and each request costs what it reads.
        settings.requests = E::SCHEMA.needs_tag().then_some(REQUESTS);
        if expected.others {
            settings.tagged = tagged(&[E::SCHEMA], E::SCHEMA.layout, narrow.read_index());
        }
        Self {
            narrow,
            read: ReadItem(read_entity::<E>),
            whole_partition: false,
            asked,
            expected,
            prefix: None,
            ends: Ends::default(),
            settings,
            types: PhantomData,
        }
    }

    fn into_narrow(self) -> Narrow<E> {
        self.narrow
    }
}

impl<E: Entity, S> Query<E, E::Table, S> {
    /// Queries all items of a partition. Called by generated code.
    #[doc(hidden)]
    pub fn partition(narrow: Narrow<E>) -> Self {
        Self {
            narrow,
            read: ReadItem(read_table::<E::Table>),
            whole_partition: true,
            asked: Among::Table(<E::Table as Table>::SCHEMA),
            expected: Expected { table: Some(<E::Table as Table>::SCHEMA), others: false },
            prefix: None,
            ends: Ends::default(),
            settings: Settings { keep_others: true, ..Settings::new() },
            types: PhantomData,
        }
    }

    /// Restricts the query to the entities of `C`.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/library.rs")); } use app::*; example(async |db| {
    /// #[derive(Collection)]
    /// enum OnShelf { Shelf(Shelf), Book(Book) }
    ///
    /// let items: Vec<OnShelf> = db.query(Book::partition("fiction").of::<OnShelf>()).all().await?;
    /// assert!(matches!(&items[..], [OnShelf::Book(_), OnShelf::Book(_), OnShelf::Shelf(_)]));
    /// # Ok(()) });
    /// ```
    pub fn of<C: InPartitionsOf<E, S>>(self) -> Query<E, C, S> {
        let layout = <C::Table as Table>::LAYOUT;
        let tagged = tagged(C::ENTITIES, layout, self.narrow.read_index());
        Query {
            narrow: self.narrow,
            read: ReadItem(read_collection::<C>),
            whole_partition: true,
            asked: Among::Some(C::ENTITIES),
            expected: Expected { table: Some(<C::Table as Table>::SCHEMA), others: true },
            prefix: common_prefix(layout, C::ENTITIES, C::INDEX),
            ends: self.ends,
            settings: Settings { keep_others: false, tagged, ..self.settings },
            types: PhantomData,
        }
    }
}

/// How many requests a page of items among others may take.
const REQUESTS: usize = 10;

/// Returns the condition that an item has the tag of one of the entities, or no tag; `None` if no tag can be read from the
/// table or index.
pub(crate) fn tagged(entities: &[&EntitySchema], layout: &TableLayout, index: Option<&IndexSchema>) -> Option<Node> {
    let tag = layout.type_attribute?.text;
    if index.is_some_and(|index| !holds_attribute(layout, index.ident, tag)) {
        return None;
    }
    let value = |entity: &&EntitySchema| Node::Value(Ok(Some(AttributeValue::S(entity.tag.to_owned()))));
    let path = || Node::Path(Path::new(tag));
    let tagged = Node::In(Box::new(path()), entities.iter().map(value).collect());
    if entities.iter().all(|entity| entity.needs_tag()) {
        return Some(tagged);
    }
    // The keys of an item without a tag tell what it is.
    Some(Node::Or(Box::new(tagged), Box::new(Node::Call("attribute_not_exists", vec![path()]))))
}

impl<E, R, S, M> Query<E, R, S, M> {
    /// Returns items in descending order of their sort keys.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/library.rs")); } use app::*; example(async |db| {
    /// let items = db.query(Book::partition("fiction").newest_first()).all().await?;
    /// assert!(matches!(items[0], Library::Shelf(_)));
    /// # Ok(()) });
    /// ```
    pub fn newest_first(mut self) -> Self {
        self.settings.newest_first = true;
        self
    }

    /// Excludes items that have expired but that DynamoDB has not deleted yet.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/library.rs")); } use app::*; example(async |db| {
    /// db.put(&Book { expires: Some(1), ..book() }).await?; // expired long ago
    /// assert_eq!(db.query(Book::partition("fiction").unexpired()).all().await?.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn unexpired(mut self) -> Self {
        self.settings.unexpired = true;
        self
    }

    /// Returns at most `limit` items.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/library.rs")); } use app::*; example(async |db| {
    /// let page = db.query(Book::partition("fiction").limit(2)).await?;
    /// assert_eq!(page.items.len(), 2);
    /// assert!(page.next.is_some());
    /// # Ok(()) });
    /// ```
    pub fn limit(mut self, limit: usize) -> Self {
        self.settings.limit = Some(limit);
        self
    }

    /// Returns only the first item, if any.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/library.rs")); } use app::*; example(async |db| {
    /// let item: Option<Library> = db.query(Book::partition("fiction").one()).await?;
    /// assert!(matches!(item, Some(Library::Book(_))));
    /// # Ok(()) });
    /// ```
    pub fn one(self) -> Query<E, R, S, First> {
        let Self { narrow, read, whole_partition, asked, expected, prefix, ends, settings, .. } = self;
        // Nothing found is nothing there.
        let settings = Settings { limit: Some(1), requests: None, ..settings };
        Query { narrow, read, whole_partition, asked, expected, prefix, ends, settings, types: PhantomData }
    }
}

/// An argument of [`Db::query`](crate::Db::query): a query, or several queries whose items are merged.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "not a query",
    note = "help: every entity has query functions: `Goal::query(&user_id)`, `Goal::query_gsi1(&user_id)`"
)]
pub trait IntoQuery {
    /// The entity whose partitions are queried.
    type Entity: Entity;
    /// The type that items are read as.
    type Item;
    /// The table or index that is queried.
    type Source;
    /// [`Many`] items, or the [`First`].
    type Mode;
    /// Converts the query into data and the function that reads its items.
    #[doc(hidden)]
    fn into_selection(self) -> (Selection, ReadItem<Self::Item>);
}

impl<E: Entity, R, S, M> IntoQuery for Query<E, R, S, M> {
    type Entity = E;
    type Item = R;
    type Source = S;
    type Mode = M;

    fn into_selection(self) -> (Selection, ReadItem<R>) {
        let mut narrow = self.narrow;
        let conditions = narrow.conditions(self.whole_partition);
        let conditions = conditions.map(|conditions| with_prefix(conditions, self.prefix.as_deref()));
        let conditions = conditions.and_then(|conditions| self.ends.restrict(conditions));
        let Self { asked, expected, settings, read, .. } = self;
        (Selection { schema: E::SCHEMA, conditions, asked, expected, settings }, read)
    }
}

/// Restricts key conditions of whole partitions to sort keys that begin with `prefix`.
pub(super) fn with_prefix(mut conditions: Vec<KeyCondition>, prefix: Option<&str>) -> Vec<KeyCondition> {
    for condition in &mut conditions {
        let sort = condition.sort().first().copied().filter(|sort| sort.key_type == KeyType::S);
        if let (Some(prefix), Some(sort)) = (prefix, sort) {
            condition.range = Some((sort, KeyRange::Prefix(prefix.to_owned())));
        }
    }
    conditions
}

/// A query that can still be narrowed. Implemented by generated code.
#[doc(hidden)]
pub trait OpenQuery: QueryState {}

impl<Q: OpenQuery> IntoQuery for Q {
    type Entity = Q::Entity;
    type Item = Q::Entity;
    type Source = Q::Source;
    type Mode = Many;

    fn into_selection(self) -> (Selection, ReadItem<Q::Entity>) {
        Query::<Q::Entity, Q::Entity, Q::Source>::from_narrow(self.into_narrow()).into_selection()
    }
}

/// Merges the items of several queries in the order of their sort keys.
impl<Q: IntoQuery> IntoQuery for Vec<Q> {
    type Entity = Q::Entity;
    type Item = Q::Item;
    type Source = Q::Source;
    type Mode = Q::Mode;

    fn into_selection(self) -> (Selection, ReadItem<Q::Item>) {
        merged(self)
    }
}

impl<Q: IntoQuery, const N: usize> IntoQuery for [Q; N] {
    type Entity = Q::Entity;
    type Item = Q::Item;
    type Source = Q::Source;
    type Mode = Q::Mode;

    fn into_selection(self) -> (Selection, ReadItem<Q::Item>) {
        merged(self)
    }
}

fn merged<Q: IntoQuery>(queries: impl IntoIterator<Item = Q>) -> (Selection, ReadItem<Q::Item>) {
    // Never called: without a query there are no items.
    let mut read: ReadItem<Q::Item> = ReadItem(|_, _| Err(nothing().into()));
    let selections = queries.into_iter().map(|query| {
        let selection;
        (selection, read) = query.into_selection();
        selection
    });
    let selection = Selection::merged(Q::Entity::SCHEMA, selections);
    (selection, read)
}

#[cold]
fn nothing() -> Error {
    Error::refused("no query was given", "give one")
}
