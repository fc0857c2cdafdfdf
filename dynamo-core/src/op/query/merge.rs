//! Several partitions, merged in the order of their sort keys.

use std::collections::VecDeque;

use futures_util::{StreamExt, stream};

use super::Meter;
use super::fetch::Fetch;
use crate::query::{Plan, Start, compare_keys};
use crate::{Error, Item};

/// Reads partitions as far as they are needed.
pub(super) struct Merge<R> {
    fetch: Fetch<R>,
    plans: Vec<Plan>,
    sources: Vec<Source<R>>,
    page_size: Option<usize>,
    concurrency: usize,
    meter: Meter,
    /// Items of types that were not asked for.
    pub(super) raw: Vec<Item>,
}

struct Source<R> {
    /// Where it goes on after the last item that was taken.
    taken: Start,
    /// Where the next request begins.
    next: Start,
    items: VecDeque<(R, Item)>,
    /// Items of types that were not asked for, with how many of `items` came before them.
    raw: VecDeque<(usize, Item)>,
    /// How many items of the last answer were taken.
    passed: usize,
}

impl<R> Source<R> {
    fn is_dry(&self) -> bool {
        self.items.is_empty() && self.next != Start::End
    }

    /// What lies before the place where the partition goes on; the rest will be read again from there.
    fn pass_raw(&mut self) -> Vec<Item> {
        let all = self.items.is_empty();
        let passed = self.raw.iter().take_while(|(before, _)| all || *before < self.passed).count();
        self.raw.drain(..passed).map(|(_, item)| item).collect()
    }
}

impl<R: Send + 'static> Merge<R> {
    pub(super) fn new(
        fetch: Fetch<R>,
        plans: Vec<Plan>,
        starts: Vec<Start>,
        page_size: Option<usize>,
        concurrency: usize,
        meter: Meter,
    ) -> Self {
        let source = |start: Start| Source {
            taken: start.clone(),
            next: start,
            items: VecDeque::new(),
            raw: VecDeque::new(),
            passed: 0,
        };
        let sources = starts.into_iter().map(source).collect();
        Self { fetch, plans, sources, page_size, concurrency, meter, raw: Vec::new() }
    }

    /// The next item. With `once`, it ends where a partition that gave something would have to be asked again.
    pub(super) async fn next(&mut self, once: bool) -> Result<Option<R>, Error> {
        while self.sources.iter().any(Source::is_dry) {
            if once && self.sources.iter().any(|source| source.is_dry() && source.passed > 0) {
                return Ok(None);
            }
            self.fill().await?;
        }
        let Some(first) = self.first() else { return Ok(None) };
        let source = &mut self.sources[first];
        let item = source.items.pop_front().map(|(item, key)| {
            source.taken = Start::After(key);
            source.passed += 1;
            item
        });
        if source.items.is_empty() {
            source.taken = source.next.clone();
        }
        self.raw.extend(source.pass_raw());
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
        let (fetch, page_size, meter) = (&self.fetch, self.page_size, &self.meter);
        let dry = self.sources.iter().enumerate().filter(|(_, source)| source.is_dry());
        let requests = dry.map(|(i, source)| {
            let (plan, start) = (&self.plans[i], source.next.clone());
            async move { (i, fetch.once(plan, &start, page_size, true, meter).await) }
        });
        let requests: Vec<_> = requests.collect();
        let answers: Vec<_> = stream::iter(requests).buffer_unordered(self.concurrency).collect().await;
        for (i, answer) in answers {
            let answer = answer?;
            let source = &mut self.sources[i];
            source.passed = 0;
            source.raw.extend(answer.raw_at.into_iter().zip(answer.raw));
            source.items.extend(answer.items.into_iter().zip(answer.keys));
            source.next = answer.last.map_or(Start::End, Start::After);
            if source.items.is_empty() {
                // Nothing of it was wanted: there is no need to read it again.
                source.taken = source.next.clone();
            }
            self.raw.extend(source.pass_raw());
        }
        Ok(())
    }

    /// Where each partition goes on.
    pub(super) fn starts(self) -> Vec<Start> {
        self.sources.into_iter().map(|source| source.taken).collect()
    }
}
