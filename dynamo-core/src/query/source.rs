//! What a query reads, as a type: the table by its primary key, or one of its indexes.

use std::marker::PhantomData;

use crate::entity::{Collection, Entity};
use crate::schema::IndexSchema;

/// The table, read by its primary key: the source of `Goal::query(..)`.
#[derive(Debug, Clone, Copy)]
pub enum PrimaryKey {}

/// A source with items of any type: that of `Goal::partition_gsi1(..)`.
#[derive(Debug, Clone, Copy)]
pub struct Mixed<S>(PhantomData<S>);

/// The source `S` of which only a projection is read, which it holds.
#[derive(Debug, Clone, Copy)]
pub struct Projected<S>(PhantomData<S>);

/// The table or one of its indexes. Implemented by [`PrimaryKey`], and by the types that the derive generates for the
/// indexes of an entity, such as `goal_query::Gsi1`.
pub trait Source {
    /// What is known of it, for items of the entity.
    #[doc(hidden)]
    type Facts;
}

impl Source for PrimaryKey {
    type Facts = Facts<0, ()>;
}

impl<S: Source<Facts: AreFacts>> Source for Mixed<S> {
    type Facts = <S::Facts as AreFacts>::Mixed;
}

impl<S: Source<Facts: AreFacts>> Source for Projected<S> {
    type Facts = <S::Facts as AreFacts>::Projected;
}

/// What is known of a source. `INDEX` is what entities call the index, as a type; `CLASS` is what it is and holds, in one number,
/// since the compiler evaluates each constant by itself:
///
/// | | all attributes | those of the entity | fewer |
/// |---|---|---|---|
/// | the table | 0 | | |
/// | a local index | 1 | 2 | 3 |
/// | a global index | 4 | 5 | 6 |
#[doc(hidden)]
#[derive(Debug)]
pub struct Facts<const CLASS: u8, INDEX>(PhantomData<fn() -> INDEX>);

/// What entities call an index: up to 16 bytes of it, the first of them the lowest, and in `REST` those that follow.
#[doc(hidden)]
#[derive(Debug)]
pub struct IndexName<const TEXT: u128, REST = ()>(PhantomData<fn() -> REST>);

/// Any facts.
#[doc(hidden)]
pub trait AreFacts {
    /// The same facts for items of any type.
    type Mixed;
    /// The same facts for a projection, of which all is held.
    type Projected;
}

/// Facts of a source that supports strongly consistent reads.
#[doc(hidden)]
pub trait AreConsistent {}

/// Facts of a source that holds all attributes.
#[doc(hidden)]
pub trait AreFull {}

/// Facts of a global index.
#[doc(hidden)]
pub trait AreGlobal {}

/// Facts of a source that holds all attributes of `P`: it holds all, or `P` is declared to be in it.
#[doc(hidden)]
pub trait Show<P> {}

macro_rules! classes {
    ($($class:literal => $mixed:literal $projected:literal, $($fact:ident)*;)*) => {$(
        impl<INDEX> AreFacts for Facts<$class, INDEX> {
            type Mixed = Facts<$mixed, INDEX>;
            type Projected = Facts<$projected, INDEX>;
        }
        $(classes!($fact $class);)*
    )*};
    (full $class:literal) => {
        impl<INDEX> AreFull for Facts<$class, INDEX> {}
        impl<P, INDEX> Show<P> for Facts<$class, INDEX> {}
    };
    (narrow $class:literal) => {
        impl<P: HeldBy<INDEX>, INDEX> Show<P> for Facts<$class, INDEX> {}
    };
    (consistent $class:literal) => {
        impl<INDEX> AreConsistent for Facts<$class, INDEX> {}
    };
    (global $class:literal) => {
        impl<INDEX> AreGlobal for Facts<$class, INDEX> {}
    };
}

classes! {
    0 => 0 0, full consistent;
    1 => 1 1, full consistent;
    2 => 3 1, full consistent;
    3 => 3 1, narrow consistent;
    4 => 4 4, full global;
    5 => 6 4, full global;
    6 => 6 4, narrow global;
}

/// A projection that is declared to be in the index `INDEX`, which does not hold whole entities.
#[doc(hidden)]
pub trait HeldBy<INDEX> {}

/// A source that supports strongly consistent reads.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a global secondary index has no consistent read",
    label = "reads a global index",
    note = "help: leave `.consistent()` out, or query the table or a local index"
)]
pub trait Consistent {}
#[diagnostic::do_not_recommend]
impl<S: Source<Facts: AreConsistent>> Consistent for S {}

/// A source that holds all attributes of the entity.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the index does not hold all attributes of the entity",
    label = "reads whole items of an index that holds less",
    note = "help: `.project::<Part>()` before this, where `Part` has `#[derive(Projection)]` and `#[projection(of = .., index = ..)]`"
)]
pub trait HoldsAll {}
#[diagnostic::do_not_recommend]
impl<S: Source<Facts: AreFull>> HoldsAll for S {}

/// A source whose partition a query knows by the one key that the entity gives.
///
/// The lifetime keeps rustc from asking before a query is written: an entity may give the sort key of a local index alone.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the index is local, and the entity gives its sort key alone, so a query does not know the partition",
    label = "queries a local index by its sort key alone",
    note = "help: give both keys, the table's partition key first: `index = (\"USER#<user_id>\", \"..\")`"
)]
pub trait KnowsPartition<'q> {}
#[diagnostic::do_not_recommend]
impl<S: Source<Facts: AreGlobal>> KnowsPartition<'_> for S {}

/// A projection that can be read from the source `S`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the index does not hold all attributes of `{Self}`, as far as it is declared",
    label = "not declared for this index",
    note = "help: name the index: `#[projection(of = .., index = ..)]`"
)]
pub trait ReadFrom<S> {}
#[diagnostic::do_not_recommend]
impl<P, S: Source<Facts: Show<P>>> ReadFrom<S> for P {}

/// A collection of entities that share their partitions in `S`, the table or an index, with `E`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have the partitions of `{E}`",
    label = "a collection of other partitions",
    note = "help: query a partition of one of the collection's own entities, in the index that it names if it names one"
)]
pub trait InPartitionsOf<E: Entity, S>: Collection {}
#[diagnostic::do_not_recommend]
impl<C: Collection + CollectedIn<E, S::Facts>, E: Entity, S: Source> InPartitionsOf<E, S> for C {}

/// A collection that shares its partitions in a source with these facts with `E`. Implemented by the derive.
#[doc(hidden)]
pub trait CollectedIn<E, F> {}

/// An index that an entity is in: what its function of that name returns, such as `User::gsi1()`. Passed to
/// [`Db::scan_index`](crate::Db::scan_index).
pub struct EntityIndex<E, S> {
    name: &'static str,
    types: PhantomData<fn() -> (E, S)>,
}

impl<E: Entity, S> EntityIndex<E, S> {
    /// Creates the index that entities refer to as `name`. Called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, types: PhantomData }
    }

    pub(crate) fn schema(self) -> Option<&'static IndexSchema> {
        E::SCHEMA.layout.index(self.name)
    }
}

impl<E, S> Clone for EntityIndex<E, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, S> Copy for EntityIndex<E, S> {}

impl<E, S> std::fmt::Debug for EntityIndex<E, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("EntityIndex").field(&self.name).finish()
    }
}
