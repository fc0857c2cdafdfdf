//! Several partitions, merged in the order of their sort keys.

use std::collections::VecDeque;

use futures_util::{StreamExt, stream};

use super::Meter;
use super::fetch::Fetch;
use crate::query::{Plan, Start, compare_keys};
use crate::{Error, Item};

/// Reads partitions as far as they are needed.
pub(super) struct Merge<'a, R> {
    fetch: &'a Fetch<R>,
    plans: &'a [Plan],
    sources: Vec<Source<R>>,
    page_size: Option<usize>,
    concurrency: usize,
    meter: &'a Meter,
    /// Items of types that were not asked for.
    pub(super) raw: Vec<Item>,
}

struct Source<R> {
    /// Where it goes on after the last item that was taken.
    taken: Start,
    /// Where the next request begins.
    next: Start,
    items: VecDeque<(R, Item)>,
    asked: bool,
}

impl<R> Source<R> {
    fn is_dry(&self) -> bool {
        self.items.is_empty() && self.next != Start::End
    }
}

impl<'a, R: Send + 'static> Merge<'a, R> {
    pub(super) fn new(
        fetch: &'a Fetch<R>,
        plans: &'a [Plan],
        starts: Vec<Start>,
        page_size: Option<usize>,
        concurrency: usize,
        meter: &'a Meter,
    ) -> Self {
        let source = |start: Start| Source { taken: start.clone(), next: start, items: VecDeque::new(), asked: false };
        let sources = starts.into_iter().map(source).collect();
        Self { fetch, plans, sources, page_size, concurrency, meter, raw: Vec::new() }
    }

    /// The next item. `once` asks every partition once: it ends where one of them would have to be asked again.
    pub(super) async fn next(&mut self, once: bool) -> Result<Option<R>, Error> {
        while self.sources.iter().any(Source::is_dry) {
            if once && self.sources.iter().any(|source| source.is_dry() && source.asked) {
                return Ok(None);
            }
            self.fill().await?;
        }
        let Some(first) = self.first() else { return Ok(None) };
        let source = &mut self.sources[first];
        let item = source.items.pop_front().map(|(item, key)| {
            source.taken = Start::After(key);
            item
        });
        if source.items.is_empty() {
            source.taken = source.next.clone();
        }
        Ok(item)
    }

    /// The partition whose next item comes first.
    fn first(&self) -> Option<usize> {
        let heads = self.sources.iter().enumerate().filter_map(|(i, source)| Some((i, &source.items.front()?.1)));
        let sort = self.plans.first()?.sort();
        let newest_first = self.fetch.newest_first;
        let earlier = |a: &Item, b: &Item| {
            let order = compare_keys(sort, a, b);
            if newest_first { order.reverse() } else { order }
        };
        heads.reduce(|first, other| if earlier(other.1, first.1).is_lt() { other } else { first }).map(|(i, _)| i)
    }

    /// Asks every partition that has run dry.
    async fn fill(&mut self) -> Result<(), Error> {
        let (fetch, page_size, meter) = (self.fetch, self.page_size, self.meter);
        let dry = self.sources.iter().enumerate().filter(|(_, source)| source.is_dry());
        let requests = dry.map(|(i, source)| {
            let (plan, start) = (&self.plans[i], source.next.clone());
            async move { (i, fetch.once(plan, &start, page_size, true, meter).await) }
        });
        let requests: Vec<_> = requests.collect();
        let answers: Vec<_> = stream::iter(requests).buffer_unordered(self.concurrency).collect().await;
        for (i, answer) in answers {
            let mut answer = answer?;
            let source = &mut self.sources[i];
            source.asked = true;
            source.items.extend(answer.items.into_iter().zip(answer.keys));
            source.next = answer.last.map_or(Start::End, Start::After);
            if source.items.is_empty() {
                // Nothing of it was wanted: there is no need to read it again.
                source.taken = source.next.clone();
            }
            self.raw.append(&mut answer.raw);
        }
        Ok(())
    }

    /// Where each partition goes on.
    pub(super) fn starts(self) -> Vec<Start> {
        self.sources.into_iter().map(|source| source.taken).collect()
    }
}
