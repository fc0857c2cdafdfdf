//! Complete queries.

use std::marker::PhantomData;

use super::key_condition::PartialKey;
use super::narrow::QueryState;
use super::page::Page;
use super::source::InPartitionsOf;
use super::spec::QuerySpec;
use crate::entity::{Entity, ReadItem, Table, read_collection, read_entity, read_table};
use crate::error::{Error, InvalidKind};
use crate::key::KeyText;

/// The mode of a query that returns items.
#[derive(Debug)]
pub enum Many {}

/// The mode of a query that also returns items which cannot be decoded: see
/// [`lenient`](crate::op::UnfinishedQuery::lenient).
#[derive(Debug)]
pub enum Lenient {}

/// What `.all()` returns. Implemented by [`Many`] and [`Lenient`].
#[doc(hidden)]
pub trait Mode {
    /// A `Vec` of the items, or a [`Page`], which also has those that cannot be decoded.
    type All<R>;
    #[doc(hidden)]
    fn all<R>(page: Page<R>) -> Self::All<R>;
}

impl Mode for Many {
    type All<R> = Vec<R>;

    fn all<R>(page: Page<R>) -> Vec<R> {
        page.items
    }
}

impl Mode for Lenient {
    type All<R> = Page<R>;

    fn all<R>(page: Page<R>) -> Page<R> {
        page
    }
}

/// A query of items of `E`, or of all items of a partition of `E`, which are read as `R`.
///
/// Returned by the query functions of an entity and passed to [`Db::query`](crate::Db::query).
#[must_use = "a query does nothing until it is given to `db.query(..)`"]
pub struct Query<E, R, S> {
    pub(super) spec: QuerySpec,
    read: ReadItem<R>,
    types: PhantomData<Types<E, S>>,
}

type Types<E, S> = fn() -> (E, S);

impl<E, R, S> std::fmt::Debug for Query<E, R, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").finish_non_exhaustive()
    }
}

/// A query that a query function returns: one to narrow, or a whole one if the entity leaves nothing to narrow.
#[doc(hidden)]
pub trait FromKey {
    /// The entity that is queried.
    type Entity: Entity;
    #[doc(hidden)]
    fn of_key(key: PartialKey) -> Self;
}

impl<Q: QueryState> FromKey for Q {
    type Entity = Q::Entity;

    fn of_key(key: PartialKey) -> Self {
        Self::from_key(key)
    }
}

#[allow(clippy::mismatching_type_param_order)] // An entity that is read as itself.
impl<E: Entity, S> FromKey for Query<E, E, S> {
    type Entity = E;

    fn of_key(key: PartialKey) -> Self {
        Self::of_entity(key)
    }
}

/// Creates a query by the fields of its partition key. Called by generated code.
#[doc(hidden)]
#[must_use]
pub fn query_by<Q: FromKey>(index: &'static str, otherwise: bool, fields: &[(&'static str, Option<KeyText<'_>>)]) -> Q {
    Q::of_key(PartialKey::by(Q::Entity::SCHEMA, index, otherwise, fields))
}

/// The same by the one field that most partition keys have, which takes the compiler less time.
#[doc(hidden)]
#[must_use]
pub fn query_by_one<Q: FromKey>(index: &'static str, field: &'static str, text: Option<KeyText<'_>>) -> Q {
    query_by(index, false, &[(field, text)])
}

/// Queries all items of a partition, by the fields of its key. Called by generated code.
#[doc(hidden)]
pub fn partition_by<E: Entity, S>(
    index: &'static str,
    otherwise: bool,
    fields: &[(&'static str, Option<KeyText<'_>>)],
) -> Query<E, E::Table, S> {
    Query::partition(PartialKey::by(E::SCHEMA, index, otherwise, fields))
}

/// The same by the one field that most partition keys have, which takes the compiler less time.
#[doc(hidden)]
pub fn partition_by_one<E: Entity, S>(
    index: &'static str,
    field: &'static str,
    text: Option<KeyText<'_>>,
) -> Query<E, E::Table, S> {
    partition_by(index, false, &[(field, text)])
}

impl<E: Entity, S> Query<E, E::Table, S> {
    /// Queries all items of a partition. Called by generated code.
    #[doc(hidden)]
    pub fn partition(key: PartialKey) -> Self {
        let spec = QuerySpec::of_partition(E::SCHEMA, <E::Table as Table>::SCHEMA, key);
        Self { spec, read: ReadItem(read_table::<E::Table>), types: PhantomData }
    }

    /// Restricts the query to the entities of `C`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// #[derive(Collection)]
    /// enum OnShelf { Shelf(Shelf), Book(Book) }
    ///
    /// let items: Vec<OnShelf> = db.query(Book::partition("fiction").of::<OnShelf>()).all().await?;
    /// assert!(matches!(&items[..], [OnShelf::Book(_), OnShelf::Book(_), OnShelf::Shelf(_)]));
    /// # Ok(()) });
    /// ```
    pub fn of<C: InPartitionsOf<E, S>>(self) -> Query<E, C, S> {
        let spec = self.spec.of_collection(C::ENTITIES, <C::Table as Table>::SCHEMA, C::INDEX);
        Query { spec, read: ReadItem(read_collection::<C>), types: PhantomData }
    }
}

#[allow(clippy::mismatching_type_param_order)] // An entity that is read as itself.
impl<E: Entity, S> Query<E, E, S> {
    /// Queries items of one entity. Called by generated code.
    #[doc(hidden)]
    pub fn of_entity(key: PartialKey) -> Self {
        let spec = QuerySpec::of_entity(E::SCHEMA, <E::Table as Table>::SCHEMA, key);
        Self { spec, read: ReadItem(read_entity::<E>), types: PhantomData }
    }
}

impl<E, R, S> Query<E, R, S> {
    /// Sets what an access pattern says of its query. Called by generated code.
    #[doc(hidden)]
    pub fn preset(mut self, descending: bool, unexpired: bool, limit: Option<usize>) -> Self {
        (self.spec.descending, self.spec.unexpired, self.spec.limit) = (descending, unexpired, limit);
        self
    }
}

/// An argument of [`Db::query`](crate::Db::query): a query, which may still be narrowed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "not a query",
    note = "help: every entity has query functions: `Goal::query(&user_id)`, `Goal::query_gsi1(&user_id)`; for several queries there is `db.query_merged(..)`"
)]
pub trait IntoQuery {
    /// The entity whose partitions are queried.
    type Entity: Entity;
    /// The type that items are read as.
    type Item;
    /// The table or index that is queried.
    type Source;
    /// Converts the query into data and the function that reads its items.
    #[doc(hidden)]
    fn into_spec(self) -> (QuerySpec, ReadItem<Self::Item>);
}

impl<E: Entity, R, S> IntoQuery for Query<E, R, S> {
    type Entity = E;
    type Item = R;
    type Source = S;

    fn into_spec(self) -> (QuerySpec, ReadItem<R>) {
        (self.spec, self.read)
    }
}

#[diagnostic::do_not_recommend]
impl<Q: QueryState> IntoQuery for Q {
    type Entity = Q::Entity;
    type Item = Q::Entity;
    type Source = Q::Source;

    fn into_spec(self) -> (QuerySpec, ReadItem<Q::Entity>) {
        Query::<Q::Entity, Q::Entity, Q::Source>::from(self).into_spec()
    }
}

impl<Q: QueryState> From<Q> for Query<Q::Entity, Q::Entity, Q::Source> {
    fn from(query: Q) -> Self {
        Self::of_entity(query.into_key())
    }
}

/// Combines several queries, whose items are merged in the order of their sort keys.
pub(crate) fn merged<Q: IntoQuery>(queries: impl IntoIterator<Item = Q>) -> (QuerySpec, ReadItem<Q::Item>) {
    // Never called: without a query there are no items.
    let mut read: ReadItem<Q::Item> = ReadItem(|_, _| Err(nothing().into()));
    let specs = queries.into_iter().map(|query| {
        let spec;
        (spec, read) = query.into_spec();
        spec
    });
    let spec = QuerySpec::merged(Q::Entity::SCHEMA, specs);
    (spec, read)
}

#[cold]
fn nothing() -> Error {
    Error::invalid(InvalidKind::Empty, "no query was given", "give one")
}
