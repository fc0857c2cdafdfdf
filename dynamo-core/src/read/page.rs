//! Fills pages up to their limits.

use super::fetch::Fetch;
use super::scan::ScanRequest;
use crate::error::Error;
use crate::query::{KeyCondition, Start};
use crate::wire::{AnsweredPage, ItemSink, Meter};

/// A source that is read request by request.
pub(super) enum PageSource<'a> {
    Partition(&'a Fetch, &'a KeyCondition),
    Table(&'a ScanRequest, &'a str),
}

impl PageSource<'_> {
    /// Returns whether items are dropped that count towards DynamoDB's limit.
    fn drops_items(&self) -> bool {
        match self {
            Self::Partition(fetch, _) => fetch.filter.is_some(),
            Self::Table(scan, _) => scan.drops_items(),
        }
    }

    /// Returns how many requests may be made for one page.
    fn requests(&self) -> Option<usize> {
        match self {
            Self::Partition(fetch, _) => fetch.requests,
            Self::Table(..) => None,
        }
    }

    /// Reads items in one request; with `track`, also the key of each.
    async fn once(
        &self,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<AnsweredPage, Error> {
        match self {
            Self::Partition(fetch, condition) => fetch.once(condition, start, limit, track, sink, meter).await,
            Self::Table(scan, table) => scan.once(table, start, limit, track, sink, meter).await,
        }
    }
}

/// Fills a page; returns where to continue.
pub(super) async fn fill(
    source: &PageSource<'_>,
    mut start: Start,
    limit: Option<usize>,
    page_size: Option<usize>,
    sink: &mut dyn ItemSink,
    meter: &Meter,
) -> Result<Start, Error> {
    let (mut at_least, mut requests) = (0, 0);
    // What follows the last item of the page is not decoded: it may be unreadable, and is the next page's.
    sink.stop_at(limit);
    loop {
        let before = sink.len();
        let wanted = limit.map(|limit| limit - before);
        if wanted == Some(0) {
            return Ok(start);
        }
        let evaluate = page_size.or_else(|| wanted.map(|wanted| wanted.max(at_least)));
        // The keys are needed to continue after an item in the middle of an answer.
        let track = wanted.zip(evaluate).is_some_and(|(wanted, evaluate)| evaluate > wanted);
        let answer = source.once(&start, evaluate, track, sink, meter).await?;
        let taken = sink.len() - before;
        if sink.take_surplus() {
            // What was set aside after the last item is told with the next page.
            sink.truncate(sink.len());
            return Ok(answer.keys.into_iter().next_back().map_or(start, Start::After));
        }
        start = answer.last.map_or(Start::End, Start::After);
        requests += 1;
        let is_enough = source.requests().is_some_and(|most| requests >= most);
        if limit.is_none() || start == Start::End || is_enough {
            return Ok(start);
        }
        // If items are left out, evaluating more of them at a time saves requests; the surplus is cut off.
        if source.drops_items() || answer.seen > taken {
            at_least = evaluate.unwrap_or_default().saturating_mul(2);
        }
    }
}
