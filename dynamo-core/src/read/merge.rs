//! Merges several partitions in the order of their sort keys.

use std::collections::VecDeque;

use futures_util::{StreamExt, stream};

use super::fetch::Fetch;
use super::share::Share;
use crate::codec::{Item, JsonReader};
use crate::entity::Unreadable;
use crate::error::Error;
use crate::query::{KeyCondition, Start, compare_keys};
use crate::wire::{Answer, ItemSink, Meter, RawItem};

/// When to query partitions again whose items are used up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    Always,
    /// Stops at a partition whose last items are used up.
    Once,
    /// Only while the sink is empty.
    WhileEmpty,
}

/// Merges partitions, reading each as far as needed.
pub(super) struct Merge {
    fetch: Fetch,
    conditions: Vec<KeyCondition>,
    sources: Vec<MergeSource>,
    /// How many items to ask each partition for, if the caller said so.
    page_size: Option<usize>,
    /// How many items are wanted at most.
    limit: Option<usize>,
    share: Share,
    concurrency: usize,
    meter: Meter,
}

struct MergeSource {
    /// Where to continue after the last item that was read.
    taken: Start,
    /// Where the next request begins.
    next: Start,
    /// The last answer, and its items that are not read yet.
    body: Answer,
    items: VecDeque<RawItem>,
    /// How many items of the last answer were read.
    passed: usize,
    /// How often it was asked.
    asked: u32,
}

impl MergeSource {
    fn is_dry(&self) -> bool {
        self.items.is_empty() && self.next != Start::End
    }
}

impl Merge {
    pub(super) fn new(
        fetch: Fetch,
        conditions: Vec<KeyCondition>,
        starts: Vec<Start>,
        (page_size, limit): (Option<usize>, Option<usize>),
        concurrency: usize,
        meter: Meter,
    ) -> Self {
        let share = Share::new(conditions.len());
        let source = |start: Start| MergeSource {
            taken: start.clone(),
            next: start,
            body: Answer::from(Vec::new()),
            items: VecDeque::new(),
            passed: 0,
            asked: 0,
        };
        let sources = starts.into_iter().map(source).collect();
        Self { fetch, conditions, sources, page_size, limit, share, concurrency, meter }
    }

    /// Reads the next item into `sink`; returns false if there is none, or if `ask` forbids the request for it.
    pub(super) async fn next(&mut self, ask: Ask, sink: &mut dyn ItemSink) -> Result<bool, Error> {
        loop {
            while self.sources.iter().any(MergeSource::is_dry) {
                let stops = match ask {
                    Ask::Always => false,
                    Ask::Once => self.sources.iter().any(|source| source.is_dry() && source.passed > 0),
                    Ask::WhileEmpty => !sink.is_empty(),
                };
                if stops {
                    return Ok(false);
                }
                self.fill().await?;
            }
            let Some(first) = self.first() else { return Ok(false) };
            if self.take(first, sink)? {
                return Ok(true);
            }
        }
    }

    /// Reads the next item of a partition; returns false if it is of a type that was not asked for.
    fn take(&mut self, at: usize, sink: &mut dyn ItemSink) -> Result<bool, Error> {
        let source = &mut self.sources[at];
        let Some(item) = source.items.pop_front() else { return Ok(false) };
        source.taken = if source.items.is_empty() { source.next.clone() } else { Start::After(item.key) };
        let json = source.body.bytes().get(item.at).unwrap_or_default();
        let read = JsonReader::new(json).map_err(Unreadable::Json).and_then(|mut json| sink.read(&mut json));
        let taken = read.map_err(Unreadable::into_error)?;
        source.passed += usize::from(taken);
        Ok(taken)
    }

    /// Returns the partition whose next item comes first.
    fn first(&self) -> Option<usize> {
        let heads = self.sources.iter().enumerate().filter_map(|(i, source)| Some((i, &source.items.front()?.key)));
        let sort = self.conditions.first()?.sort();
        let descending = self.fetch.descending;
        let earlier = |a: &Item, b: &Item| {
            let order = compare_keys(sort, a, b);
            if descending { order.reverse() } else { order }
        };
        heads.reduce(|first, other| if earlier(other.1, first.1).is_lt() { other } else { first }).map(|(i, _)| i)
    }

    /// Queries every partition whose items are used up.
    async fn fill(&mut self) -> Result<(), Error> {
        let (fetch, share, meter) = (&self.fetch, &self.share, &self.meter);
        let (page_size, wanted) = (self.page_size, self.limit);
        // If items are dropped, evaluating more of them at a time saves requests.
        let widens = fetch.filter.is_some();
        let dry = self.sources.iter().enumerate().filter(|(_, source)| source.is_dry());
        let requests = dry.map(|(i, source)| {
            let (condition, start) = (&self.conditions[i], source.next.clone());
            let by = if widens { 1 << source.asked.min(20) } else { 1 };
            let wanted = wanted.map(|wanted| wanted.saturating_mul(by));
            async move {
                // Decided when the request is sent: by then, answers of others have told what items weigh.
                let limit = page_size.or_else(|| share.limit(wanted));
                let answer = fetch.once_raw(condition, &start, limit, meter).await;
                if let Ok((body, items, last)) = &answer {
                    share.note(limit, items.len(), last.is_some(), body.bytes().len());
                }
                (i, answer)
            }
        });
        let requests: Vec<_> = requests.collect();
        let answers: Vec<_> = stream::iter(requests).buffer_unordered(self.concurrency).collect().await;
        for (i, answer) in answers {
            let (body, items, last) = answer?;
            let source = &mut self.sources[i];
            source.passed = 0;
            source.asked += 1;
            source.body = body;
            source.items = items.into();
            source.next = last.map_or(Start::End, Start::After);
            if source.items.is_empty() {
                // The filter dropped all items of the answer: continue after them.
                source.taken = source.next.clone();
            }
        }
        Ok(())
    }

    /// Returns where to continue in each partition.
    pub(super) fn into_starts(self) -> Vec<Start> {
        self.sources.into_iter().map(|source| source.taken).collect()
    }
}
