//! Complete queries.

use std::marker::PhantomData;

use super::key_condition::{KeyCondition, KeyRange};
use super::narrow::{Narrow, QueryState};
use super::selection::{Selection, Settings};
use super::via::Via;
use crate::codec::AttributeValue;
use crate::entity::{
    Entity, InPartitionsOf, ReadItem, Table, read_among_others, read_collection, read_entity, read_table,
};
use crate::error::Error;
use crate::expr::{Node, Path};
use crate::schema::{EntitySchema, IndexSchema, KeyType, TableLayout, common_prefix, holds_attribute};

/// The mode of a query that returns pages of items.
#[derive(Debug)]
pub enum Many {}

/// The mode of a query that returns the first item.
#[derive(Debug)]
pub enum First {}

/// A query of items of `E`, or of all items of a partition of `E`, which are read as `R`.
///
/// Returned by the query functions of an entity and passed to [`Db::query`](crate::Db::query).
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub struct Query<E, R, V, M = Many> {
    narrow: Narrow<E, V>,
    read: ReadItem<R>,
    whole_partition: bool,
    /// The prefix that restricts the sort keys of a whole partition.
    prefix: Option<String>,
    settings: Settings,
    mode: PhantomData<fn() -> M>,
}

impl<E, R, V, M> std::fmt::Debug for Query<E, R, V, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").finish_non_exhaustive()
    }
}

#[allow(clippy::mismatching_type_param_order)] // Items are read as what they are.
impl<E: Entity, V> QueryState for Query<E, E, V> {
    type Entity = E;
    type Via = V;

    fn from_narrow(narrow: Narrow<E, V>) -> Self {
        let others = narrow.has_others();
        let settings = settings(E::SCHEMA, narrow.read_index(), others);
        Self {
            narrow,
            read: ReadItem(if others { read_among_others::<E> } else { read_entity::<E> }),
            whole_partition: false,
            prefix: None,
            settings,
            mode: PhantomData,
        }
    }

    fn into_narrow(self) -> Narrow<E, V> {
        self.narrow
    }
}

/// The settings of a query for items of one entity, which the table's tags tell from the others.
fn settings(schema: &'static EntitySchema, index: Option<&IndexSchema>, others: bool) -> Settings {
    let filter = if others { tagged(&[schema], schema.layout, index) } else { None };
    Settings { filter, ..Settings::new() }
}

impl<E: Entity, V> Query<E, E::Table, V> {
    /// Queries all items of a partition. Called by generated code.
    #[doc(hidden)]
    pub fn partition(narrow: Narrow<E, V>) -> Self {
        Self {
            narrow,
            read: ReadItem(read_table::<E::Table>),
            whole_partition: true,
            prefix: None,
            settings: Settings::new(),
            mode: PhantomData,
        }
    }

    /// Restricts the query to the entities of `C`; other items are returned in [`Page::raw`](crate::Page::raw).
    pub fn of<C: InPartitionsOf<E, V>>(self) -> Query<E, C, V> {
        let layout = <C::Table as Table>::LAYOUT;
        Query {
            narrow: self.narrow,
            read: ReadItem(read_collection::<C>),
            whole_partition: true,
            prefix: common_prefix(layout, C::ENTITIES, C::INDEX),
            settings: Settings { filter: None, counted: counted(C::ENTITIES, layout), ..self.settings },
            mode: PhantomData,
        }
    }
}

/// Returns the condition under which items of a collection are counted.
fn counted(entities: &[&EntitySchema], layout: &TableLayout) -> Result<Option<Node>, Error> {
    match tagged(entities, layout, None) {
        None => Err(Error::refused(
            "items of a collection cannot be counted: the table has no type attribute to tell them apart",
            "count the partition, or the items of each entity",
        )),
        only => Ok(only),
    }
}

/// Returns the condition that an item is of one of the entities, or `None` if no type tag can be read from the table or
/// index.
fn tagged(entities: &[&EntitySchema], layout: &TableLayout, index: Option<&IndexSchema>) -> Option<Node> {
    let tag = layout.type_attribute?.text;
    if index.is_some_and(|index| !holds_attribute(layout, index.ident, tag)) {
        return None;
    }
    let value = |entity: &&EntitySchema| Node::Value(Ok(Some(AttributeValue::S(entity.tag.to_owned()))));
    Some(Node::In(Box::new(Node::Path(Path::new(tag))), entities.iter().map(value).collect()))
}

impl<E, R, V, M> Query<E, R, V, M> {
    /// Returns items in descending order of their sort keys.
    pub fn newest_first(mut self) -> Self {
        self.settings.newest_first = true;
        self
    }

    /// Excludes items that have expired but that DynamoDB has not deleted yet.
    pub fn unexpired(mut self) -> Self {
        self.settings.unexpired = true;
        self
    }

    /// Returns at most `limit` items.
    pub fn limit(mut self, limit: usize) -> Self {
        self.settings.limit = Some(limit);
        self
    }

    /// Returns only the first item, if any.
    pub fn one(self) -> Query<E, R, V, First> {
        let Self { narrow, read, whole_partition, prefix, settings, .. } = self;
        let settings = Settings { limit: Some(1), ..settings };
        Query { narrow, read, whole_partition, prefix, settings, mode: PhantomData }
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
    /// The table or index that is queried, as a [`Via`].
    type Via;
    /// [`Many`] items, or the [`First`].
    type Mode;
    /// Converts the query into data and the function that reads its items.
    #[doc(hidden)]
    fn into_selection(self) -> (Selection, ReadItem<Self::Item>);
}

impl<E: Entity, R, V, M> IntoQuery for Query<E, R, V, M> {
    type Entity = E;
    type Item = R;
    type Via = V;
    type Mode = M;

    fn into_selection(self) -> (Selection, ReadItem<R>) {
        let mut narrow = self.narrow;
        let conditions = narrow.conditions(self.whole_partition);
        let conditions = conditions.map(|conditions| with_prefix(conditions, self.prefix.as_deref()));
        (Selection { schema: E::SCHEMA, conditions, settings: self.settings }, self.read)
    }
}

/// Restricts key conditions of whole partitions to sort keys that begin with `prefix`.
fn with_prefix(mut conditions: Vec<KeyCondition>, prefix: Option<&str>) -> Vec<KeyCondition> {
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
    type Via = Q::Via;
    type Mode = Many;

    fn into_selection(self) -> (Selection, ReadItem<Q::Entity>) {
        Query::<Q::Entity, Q::Entity, Q::Via>::from_narrow(self.into_narrow()).into_selection()
    }
}

/// Merges the items of several queries in the order of their sort keys.
impl<Q: IntoQuery> IntoQuery for Vec<Q> {
    type Entity = Q::Entity;
    type Item = Q::Item;
    type Via = Q::Via;
    type Mode = Q::Mode;

    fn into_selection(self) -> (Selection, ReadItem<Q::Item>) {
        merged(self)
    }
}

impl<Q: IntoQuery, const N: usize> IntoQuery for [Q; N] {
    type Entity = Q::Entity;
    type Item = Q::Item;
    type Via = Q::Via;
    type Mode = Q::Mode;

    fn into_selection(self) -> (Selection, ReadItem<Q::Item>) {
        merged(self)
    }
}

fn merged<Q: IntoQuery>(queries: impl IntoIterator<Item = Q>) -> (Selection, ReadItem<Q::Item>) {
    // Never called: without a query there are no items.
    let mut read: ReadItem<Q::Item> = ReadItem(|_| Err(nothing().into()));
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

/// The [`Via`] of the table itself, for generated code.
#[doc(hidden)]
pub type ViaTable = Via<0, true, { usize::MAX }>;
