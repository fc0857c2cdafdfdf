//! `db.query_part(..)`

use super::{Count, Many, QueryOp};
use crate::query::ReadFrom;
use crate::{Entity, Projection};

/// A query of an index that does not hold whole items: see [`Db::query_part`](crate::Db::query_part).
#[derive(Debug)]
#[must_use = "this does nothing until it says what to read"]
pub struct PartQuery<E, R, V, M = Many>(QueryOp<E, R, V, M>);

impl<E: Entity, R, V, M> PartQuery<E, R, V, M> {
    pub(super) fn new(query: QueryOp<E, R, V, M>) -> Self {
        Self(query)
    }

    /// Some fields of each item.
    pub fn project<P: Projection<Entity = E> + ReadFrom<V>>(self) -> QueryOp<E, P, V, M> {
        self.0.project()
    }
}

impl<E: Entity, R, V> PartQuery<E, R, V> {
    /// How many items there are: DynamoDB counts them and sends none.
    pub fn count(self) -> Count<E, R, V> {
        Count::new(self.0)
    }
}
