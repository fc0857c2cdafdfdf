//! `.count()`

use futures_util::{StreamExt, stream};

use super::fetch::Fetch;
use super::{About, Meter, Operation, QueryOp};
use crate::expr::Node;
use crate::op::awaitable;
use crate::query::{Plan, Start};
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
        let plans = self.0.plans.clone()?;
        let starts = self.0.starts(&self.0.fetch()?, &plans)?;
        let limit = self.0.options.limit.map_or(u64::MAX, |limit| u64::try_from(limit).unwrap_or(u64::MAX));
        let mut query = self.0;
        if let Some(only) = query.options.counted.clone()? {
            query.options.filter = Some(Node::both(query.options.filter.take(), only));
        }
        query.options.attributes = None;
        let fetch = query.fetch()?;
        let counts = plans.iter().zip(starts).map(|(plan, start)| partition(&fetch, plan, start, &meter));
        // Collected, so that the future is known to be `Send`.
        let counts: Vec<_> = counts.collect();
        let mut counts = stream::iter(counts).buffer_unordered(query.options.concurrency);
        let mut total = 0;
        while let Some(count) = counts.next().await {
            total += count?;
        }
        Ok(limit.min(total))
    }
}

async fn partition<R>(fetch: &Fetch<R>, plan: &Plan, mut start: Start, meter: &Meter) -> Result<u64, Error> {
    let mut total = 0;
    while start != Start::End && !plan.is_empty() {
        let (count, last) = fetch.count(plan, &start, meter).await?;
        total += count;
        start = last.map_or(Start::End, Start::After);
    }
    Ok(total)
}

awaitable!([E: Entity + 'static, R: 'static, V: 'static] Count<E, R, V>);
