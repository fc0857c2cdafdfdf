//! `.count()`

use super::{About, Meter, Operation, QueryOp};
use crate::op::awaitable;
use crate::query::Start;
use crate::{Entity, Error};

/// Counts the items of a query: see [`QueryOp::count`].
#[derive(Debug)]
#[must_use = "an operation does nothing until it is awaited"]
pub struct Count<E, R, V>(QueryOp<E, R, V>);

impl<E, R, V> Count<E, R, V> {
    pub(super) fn new(query: QueryOp<E, R, V>) -> Self {
        Self(query)
    }
}

impl<E: Entity + 'static, R: 'static, V: 'static> Operation for Count<E, R, V> {
    type Output = u64;

    fn about(&self) -> About {
        About { operation: "count", ..self.0.about() }
    }

    async fn run(self, meter: Meter) -> Result<u64, Error> {
        let mut fetch = self.0.fetch()?;
        fetch.attributes = None;
        let mut total = 0;
        for plan in self.0.plans.as_ref().map_err(Clone::clone)?.iter().filter(|plan| !plan.is_empty()) {
            let mut start = Start::Beginning;
            loop {
                let (count, last) = fetch.count(plan, &start, &meter).await?;
                total += count;
                match last {
                    Some(last) => start = Start::After(last),
                    None => break,
                }
            }
        }
        Ok(total)
    }
}

awaitable!([E: Entity + 'static, R: 'static, V: 'static] Count<E, R, V>);
