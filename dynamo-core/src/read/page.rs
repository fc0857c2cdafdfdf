//! Fills pages up to their limits.

use super::fetch::Fetch;
use super::scan::ScanRequest;
use crate::client::{ItemSink, Meter, PageAnswer};
use crate::error::Error;
use crate::query::{KeyCondition, Start};
use crate::schema::Item;

/// A source that is read request by request.
pub(super) enum Source<'a> {
    Partition(&'a Fetch, &'a KeyCondition),
    Table(&'a ScanRequest, &'a str),
}

impl Source<'_> {
    /// Returns whether items are dropped that count towards DynamoDB's limit.
    fn drops_items(&self) -> bool {
        match self {
            Self::Partition(fetch, _) => fetch.filter.is_some(),
            Self::Table(scan, _) => scan.drops_items(),
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
    ) -> Result<PageAnswer, Error> {
        match self {
            Self::Partition(fetch, condition) => fetch.once(condition, start, limit, track, sink, meter).await,
            Self::Table(scan, table) => scan.once(table, start, limit, track, sink, meter).await,
        }
    }
}

/// Fills a page; returns where to continue.
pub(super) async fn fill(
    source: &Source<'_>,
    mut start: Start,
    limit: Option<usize>,
    page_size: Option<usize>,
    sink: &mut dyn ItemSink,
    others: &mut Vec<Item>,
    meter: &Meter,
) -> Result<Start, Error> {
    // If items are dropped, evaluating more of them at a time saves requests; the surplus is cut off.
    let widens = source.drops_items();
    let track = limit.is_some() && (widens || page_size.is_some());
    let mut looked_at = limit;
    loop {
        let before = sink.len();
        let wanted = limit.map(|limit| limit - before);
        if wanted == Some(0) {
            return Ok(start);
        }
        let evaluate = page_size.or(if widens { looked_at } else { wanted });
        let mut answer = source.once(&start, evaluate, track, sink, meter).await?;
        let cut = wanted.filter(|wanted| sink.len() - before > *wanted);
        if let Some(cut) = cut {
            sink.truncate(before + cut);
            answer.others.retain(|(earlier, _)| *earlier < cut);
        }
        others.extend(answer.others.into_iter().map(|(_, item)| item));
        if let Some(last) = cut.and_then(|cut| cut.checked_sub(1)) {
            return Ok(answer.keys.into_iter().nth(last).map_or(start, Start::After));
        }
        start = answer.last.map_or(Start::End, Start::After);
        if limit.is_none() || start == Start::End {
            return Ok(start);
        }
        looked_at = looked_at.map(|looked_at| looked_at.saturating_mul(2));
    }
}
