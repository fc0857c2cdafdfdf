//! Queries that are narrowed field by field, in the order of the key.

use std::marker::PhantomData;

use super::bounds::{Narrowed, Narrowing, equal};
use super::order::{NarrowsBucketed, NarrowsFolded, NarrowsUnpadded, NarrowsUnsorted};
use super::partial_key::PartialKey;
use super::source::Source;
use crate::entity::Entity;
use crate::key::KeyText;

/// The content of a query that generated methods narrow.
#[doc(hidden)]
pub struct Narrow<E> {
    key: PartialKey,
    types: PhantomData<fn() -> E>,
}

impl<E> Clone for Narrow<E> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), types: PhantomData }
    }
}

impl<E> std::fmt::Debug for Narrow<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").finish_non_exhaustive()
    }
}

impl<E: Entity> Narrow<E> {
    /// Creates a query of the index that entities refer to as `index`, or of the table if that is empty; `otherwise` if by the keys that
    /// the second arm of `when(..)` gives.
    #[must_use]
    pub fn new(index: &'static str, otherwise: bool) -> Self {
        Self { key: PartialKey::of_source(E::SCHEMA, index, otherwise), types: PhantomData }
    }

    /// Creates a query of the partition of the table whose key is `pk`.
    pub(super) fn partition(pk: &str, sensitive: bool) -> Self {
        Self { key: PartialKey::of_partition(E::SCHEMA, pk, sensitive), types: PhantomData }
    }

    /// Narrows the query by a field of the partition key.
    #[must_use]
    #[allow(clippy::needless_pass_by_value)] // Generated code makes it on the spot.
    pub fn given(mut self, field: &'static str, value: Option<KeyText<'_>>) -> Self {
        self.key.push(field, equal(value.as_ref()));
        self
    }

    /// Narrows the query by a field of the sort key.
    #[must_use]
    pub fn narrowed(mut self, field: &'static str, narrowed: Result<Narrowed, &'static str>) -> Self {
        self.key.push(field, narrowed);
        self
    }

    pub(super) fn of_key(key: PartialKey) -> Self {
        Self { key, types: PhantomData }
    }

    pub(super) fn into_key(self) -> PartialKey {
        self.key
    }
}

/// Creates a query by the fields of its partition key. Called by generated code.
#[doc(hidden)]
#[must_use]
pub fn query_by<Q: QueryState>(
    index: &'static str,
    otherwise: bool,
    fields: &[(&'static str, Option<KeyText<'_>>)],
) -> Q {
    Q::from_narrow(Narrow::of_key(PartialKey::by(Q::Entity::SCHEMA, index, otherwise, fields)))
}

/// The same by the one field that most partition keys have, which takes the compiler less time.
#[doc(hidden)]
#[must_use]
pub fn query_by_one<Q: QueryState>(index: &'static str, field: &'static str, text: Option<KeyText<'_>>) -> Q {
    query_by(index, false, &[(field, text)])
}

/// A query that is being narrowed. Implemented by the derive for the type that it names after the entity (`GoalQuery`).
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "not a query",
    note = "help: every entity has query functions: `Goal::query(&user_id)`, `Goal::query_gsi1(&user_id)`"
)]
pub trait QueryState: Sized {
    /// The entity that is queried.
    type Entity: Entity;
    /// The table or index that is queried.
    type Source: Source;
    /// What it reads, and which fields are given.
    type State;
    /// The same query in another state.
    type In<State: NarrowState>: QueryState<Entity = Self::Entity>;
    #[doc(hidden)]
    fn from_narrow(narrow: Narrow<Self::Entity>) -> Self;
    #[doc(hidden)]
    fn into_narrow(self) -> Narrow<Self::Entity>;
}

/// The query `Q` after a range, which no further field can narrow.
pub(super) type Completed<Q> = <Q as QueryState>::In<Complete<<Q as QueryState>::Source>>;

/// A state of a query that is narrowed field by field: what it reads, and which fields are given.
///
/// Each [`Source`] is the state of a query that no field narrows yet.
#[doc(hidden)]
pub trait NarrowState {
    /// The table or index that is queried.
    type Source: Source;
}

impl<S: Source> NarrowState for S {
    type Source = S;
}

/// The state of a query after `Field` was given a value.
#[derive(Debug, Clone, Copy)]
pub struct Given<S, Field>(PhantomData<(S, Field)>);

impl<S: NarrowState, Field> NarrowState for Given<S, Field> {
    type Source = S::Source;
}

/// The state of a query that no further field can narrow: a range was given, or all fields of the sort key.
#[derive(Debug, Clone, Copy)]
pub struct Complete<S>(PhantomData<S>);

impl<S: Source> NarrowState for Complete<S> {
    type Source = S;
}

/// A field of sort keys, as a type. Implemented by the derive.
#[doc(hidden)]
pub trait SortField {
    /// What a query reads, and the fields in the order in which they narrow it, for each query function: it is there to be read in
    /// a message.
    type Order;
}

/// A state of a query that `Field` narrows next. Implemented by the derive.
#[doc(hidden)]
pub trait NextIs<Field> {
    /// The state after it.
    type Then: NarrowState;
    /// The order of its keys.
    type KeyOrder;
}

/// A value that narrows `Field` of a query in `State`, where it comes next.
///
/// The rule is one of the value, not of the query: rustc does not find a method whose own type breaks a rule, and says that.
#[diagnostic::on_unimplemented(
    message = "`{Field}` does not come next in the sort key of this query",
    label = "not narrowed by `{Field}` yet, or no more",
    note = "help: a sort key is narrowed from the left, each field before the last by a value: `{Order}`"
)]
#[doc(hidden)]
pub trait InPlace<State, Field, Order> {
    /// The state after it.
    type Then: NarrowState;
    /// The order of its keys.
    type KeyOrder;
}
#[diagnostic::do_not_recommend]
impl<A, State: NextIs<Field>, Field, Order> InPlace<State, Field, Order> for A {
    type Then = State::Then;
    type KeyOrder = State::KeyOrder;
}

/// A value of type `T`, a range of values, [`gt`](super::gt) or [`begins_with`](super::begins_with), where it narrows
/// `Field` of a query of the type `Q`. Implemented for all that is [`Narrowing`], for the field that comes next.
pub trait Narrows<Q, Field, T> {
    /// The narrowed query.
    type Output;
    /// Narrows the query. Called by generated code.
    #[doc(hidden)]
    fn apply(self, query: Q, field: &'static str) -> Self::Output;
}

type KeyOrder<A, Q, Field> = <A as InPlace<<Q as QueryState>::State, Field, <Field as SortField>::Order>>::KeyOrder;

impl<Q: QueryState, Field: SortField, T, A> Narrows<Q, Field, T> for A
where
    A: InPlace<Q::State, Field, Field::Order> + Narrowing<T>,
    A: NarrowsUnsorted<T, KeyOrder<A, Q, Field>> + NarrowsBucketed<T, KeyOrder<A, Q, Field>>,
    A: NarrowsFolded<T, KeyOrder<A, Q, Field>> + NarrowsUnpadded<T, KeyOrder<A, Q, Field>>,
{
    type Output = <A as Narrowing<T>>::Then<Q::In<<A as InPlace<Q::State, Field, Field::Order>>::Then>>;

    fn apply(self, query: Q, field: &'static str) -> Self::Output {
        self.narrow(query.into_narrow(), field)
    }
}
