//! Queries that are ready to be sent.

use std::marker::PhantomData;

use super::narrow::{Narrow, QueryState};
use super::plan::{KeyRange, Plan};
use super::via::{Via, holds_attribute};
use crate::codec::AttributeValue;
use crate::collection::InPartitionsOf;
use crate::error::Error;
use crate::expr::{Node, Path};
use crate::op::{First, Many};
use crate::schema::{EntitySchema, IndexSchema, KeyType, TableLayout, common_prefix};
use crate::wire::Reader;
use crate::{Entity, Table};

/// A query that is narrowed as far as it goes. Items of `E`, or all of its partition, are read as `R`.
///
/// Made by the functions of an entity and given to [`Db::query`](crate::Db::query).
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub struct Query<E, R, V, M = Many> {
    narrow: Narrow<E, V>,
    reader: Reader<R>,
    whole_partition: bool,
    /// The beginning of the sort keys that are wanted of a partition.
    prefix: Option<String>,
    /// What tells the items that are wanted from others of the partition.
    only: Option<Node>,
    /// The same where items are only counted.
    counted: Result<Option<Node>, Error>,
    pub(crate) newest_first: bool,
    unexpired: bool,
    pub(crate) limit: Option<usize>,
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
        let (others, layout) = (narrow.has_others(), <E::Table as Table>::LAYOUT);
        let index = narrow.index.map(|(_, index)| index);
        Self {
            narrow,
            counted: Ok(None),
            reader: if others { Reader::<E>::among_others() } else { Reader::<E>::entity() },
            only: if others { tagged(&[E::SCHEMA], layout, index) } else { None },
            whole_partition: false,
            prefix: None,
            newest_first: false,
            unexpired: false,
            limit: None,
            mode: PhantomData,
        }
    }

    fn into_narrow(self) -> Narrow<E, V> {
        self.narrow
    }
}

impl<E: Entity, V> Query<E, E::Table, V> {
    /// Written by the derive: all items of a partition.
    #[doc(hidden)]
    pub fn partition(narrow: Narrow<E, V>) -> Self {
        Self {
            narrow,
            reader: Reader::<E::Table>::table(),
            only: None,
            counted: Ok(None),
            whole_partition: true,
            prefix: None,
            newest_first: false,
            unexpired: false,
            limit: None,
            mode: PhantomData,
        }
    }

    /// Only items of the types in `C`.
    pub fn of<C: InPartitionsOf<E, V>>(self) -> Query<E, C, V> {
        Query {
            narrow: self.narrow,
            reader: Reader::<C>::collection(),
            only: None,
            counted: match tagged(C::ENTITIES, <C::Table as Table>::LAYOUT, None) {
                None => Err(Error::refused(
                    "items of a collection cannot be counted: the table has no type attribute to tell them apart",
                    "count the partition, or the items of each entity",
                )),
                only => Ok(only),
            },
            whole_partition: true,
            prefix: common_prefix(<C::Table as Table>::LAYOUT, C::ENTITIES, C::INDEX),
            newest_first: self.newest_first,
            unexpired: self.unexpired,
            limit: self.limit,
            mode: PhantomData,
        }
    }
}

/// The condition that an item is one of these, where the table keeps type tags and the index has them.
fn tagged(entities: &[&EntitySchema], layout: &TableLayout, index: Option<&IndexSchema>) -> Option<Node> {
    let tag = layout.type_attribute?.text;
    if index.is_some_and(|index| !holds_attribute(layout, index.ident, tag)) {
        return None;
    }
    let value = |entity: &&EntitySchema| Node::Value(Ok(Some(AttributeValue::S(entity.tag.to_owned()))));
    Some(Node::In(Box::new(Node::Path(Path::new(tag))), entities.iter().map(value).collect()))
}

impl<E, R, V, M> Query<E, R, V, M> {
    /// The highest sort keys first.
    pub fn newest_first(mut self) -> Self {
        self.newest_first = true;
        self
    }

    /// Leaves out items that have expired and that DynamoDB has not deleted yet.
    pub fn unexpired(mut self) -> Self {
        self.unexpired = true;
        self
    }

    /// At most so many items.
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The first item alone, or none.
    pub fn one(self) -> Query<E, R, V, First> {
        let Self { narrow, reader, whole_partition, prefix, only, counted, newest_first, unexpired, .. } = self;
        let (limit, mode) = (Some(1), PhantomData);
        Query { narrow, reader, whole_partition, prefix, only, counted, newest_first, unexpired, limit, mode }
    }
}

/// What [`Db::query`](crate::Db::query) takes: a query, or several whose items are merged.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "not a query",
    note = "help: every entity has query functions: `Goal::query(&user_id)`, `Goal::query_gsi1(&user_id)`"
)]
pub trait IntoQuery {
    /// The entity whose partitions are read.
    type Entity: Entity;
    /// What items are read into.
    type Item;
    /// What is read.
    type Via;
    /// Whether many items are wanted, or the first.
    type Mode;
    #[doc(hidden)]
    fn into_queries(self) -> Queries<Self::Item>;
}

/// Queries, ready to be sent.
#[doc(hidden)]
pub struct Queries<R> {
    pub(crate) plans: Result<Vec<Plan>, Error>,
    pub(crate) reader: Reader<R>,
    pub(crate) only: Option<Node>,
    pub(crate) counted: Result<Option<Node>, Error>,
    pub(crate) newest_first: bool,
    pub(crate) unexpired: bool,
    pub(crate) limit: Option<usize>,
}

impl<E: Entity, R, V, M> IntoQuery for Query<E, R, V, M> {
    type Entity = E;
    type Item = R;
    type Via = V;
    type Mode = M;

    fn into_queries(self) -> Queries<R> {
        let mut narrow = self.narrow;
        let prefix = self.prefix;
        let plans = narrow.plans(self.whole_partition).map(|mut plans| {
            for plan in &mut plans {
                let sort = plan.sort().first().copied().filter(|sort| sort.key_type == KeyType::S);
                if let (Some(prefix), Some(sort)) = (&prefix, sort) {
                    plan.range = Some((sort, KeyRange::Prefix(prefix.clone())));
                }
            }
            plans
        });
        let Self { reader, only, counted, newest_first, unexpired, limit, .. } = self;
        Queries { plans, reader, only, counted, newest_first, unexpired, limit }
    }
}

/// A state with methods: written by the derive.
#[doc(hidden)]
pub trait OpenQuery: QueryState {}

impl<Q: OpenQuery> IntoQuery for Q {
    type Entity = Q::Entity;
    type Item = Q::Entity;
    type Via = Q::Via;
    type Mode = Many;

    fn into_queries(self) -> Queries<Q::Entity> {
        Query::<Q::Entity, Q::Entity, Q::Via>::from_narrow(self.into_narrow()).into_queries()
    }
}

/// Several queries, whose items are merged in the order of their sort keys.
impl<Q: IntoQuery> IntoQuery for Vec<Q> {
    type Entity = Q::Entity;
    type Item = Q::Item;
    type Via = Q::Via;
    type Mode = Q::Mode;

    fn into_queries(self) -> Queries<Q::Item> {
        merged(self)
    }
}

impl<Q: IntoQuery, const N: usize> IntoQuery for [Q; N] {
    type Entity = Q::Entity;
    type Item = Q::Item;
    type Via = Q::Via;
    type Mode = Q::Mode;

    fn into_queries(self) -> Queries<Q::Item> {
        merged(self)
    }
}

fn merged<Q: IntoQuery>(queries: impl IntoIterator<Item = Q>) -> Queries<Q::Item> {
    let queries = queries.into_iter().map(IntoQuery::into_queries);
    queries
        .reduce(|mut all, one| {
            all.plans = all.plans.and_then(|mut plans| {
                plans.extend(one.plans?);
                Ok(plans)
            });
            all.newest_first |= one.newest_first;
            all.unexpired |= one.unexpired;
            all
        })
        .unwrap_or_else(|| Queries {
            plans: Ok(Vec::new()),
            // Nothing is ever read.
            reader: Reader { wire: |_| Err(nothing().into()), sdk: |_| Err(nothing()) },
            only: None,
            counted: Ok(None),
            newest_first: false,
            unexpired: false,
            limit: None,
        })
}

#[cold]
fn nothing() -> Error {
    Error::refused("no query was given", "give one")
}

/// For the derive: `Via` of the table itself.
#[doc(hidden)]
pub type ViaTable = Via<0, true, { usize::MAX }>;
