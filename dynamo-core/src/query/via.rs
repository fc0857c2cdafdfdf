//! The source of a query as a type: the table, or one of its indexes.

/// The source of a query. `KIND` is 0 for the table, 1 for a local index and 2 for a global one; `FULL` states whether
/// it holds all attributes of the entity; `AT` is the position of the index in the table's declaration.
#[derive(Debug, Clone, Copy)]
pub enum Via<const KIND: u8, const FULL: bool, const AT: usize> {}

/// A source that supports strongly consistent reads.
#[diagnostic::on_unimplemented(
    message = "a global secondary index has no consistent read",
    label = "reads a global index",
    note = "help: leave `.consistent()` out, or query the table or a local index"
)]
pub trait Consistent {}
#[diagnostic::do_not_recommend]
impl<const FULL: bool, const AT: usize> Consistent for Via<0, FULL, AT> {}
#[diagnostic::do_not_recommend]
impl<const FULL: bool, const AT: usize> Consistent for Via<1, FULL, AT> {}

/// A source that holds all attributes of the entity.
#[diagnostic::on_unimplemented(
    message = "the index does not hold all attributes of the entity",
    label = "reads an index that holds less",
    note = "help: `db.query_part(..).project::<Part>()`, where `Part` has `#[derive(Projection)]` and `#[projection(of = .., index = ..)]`"
)]
pub trait HoldsAll {}
#[diagnostic::do_not_recommend]
impl<const KIND: u8, const AT: usize> HoldsAll for Via<KIND, true, AT> {}

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
impl<V: IsGlobal> KnowsPartition<'_> for V {}

/// A global index.
#[doc(hidden)]
pub trait IsGlobal {}
impl<const FULL: bool, const AT: usize> IsGlobal for Via<2, FULL, AT> {}

/// A projection that can be read from `V`.
#[diagnostic::on_unimplemented(
    message = "the index does not hold all attributes of `{Self}`, as far as it is declared",
    label = "not declared for this index",
    note = "help: name the index: `#[projection(of = .., index = ..)]`"
)]
pub trait ReadFrom<V> {}

/// A projection that is declared to be in the index at `AT`, which does not hold whole entities.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared as a part that the index holds",
    label = "not declared for this index",
    note = "help: name the index: `#[projection(of = .., index = ..)]`"
)]
pub trait HeldBy<const AT: usize> {}

/// A source of a query, regardless of the attributes that it holds.
#[doc(hidden)]
pub trait IsVia {
    /// The same source with another `FULL`.
    type Full<const FULL: bool>;
}

impl<const KIND: u8, const HELD: bool, const AT: usize> IsVia for Via<KIND, HELD, AT> {
    type Full<const FULL: bool> = Via<KIND, FULL, AT>;
}
