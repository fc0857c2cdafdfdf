//! Several partitions, merged in the order of their sort keys.

use std::collections::VecDeque;

use aws_smithy_types::body::SdkBody;
use futures_util::{StreamExt, stream};

use super::fetch::{Fetch, unknown};
use crate::client::{ItemSink, Meter, RawItem};
use crate::codec::{JsonReader, unreadable};
use crate::entity::Unreadable;
use crate::error::Error;
use crate::query::{KeyCondition, Start, compare_keys};
use crate::schema::Item;

/// When partitions that have run dry are asked again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    Always,
    /// Not those that gave something.
    Once,
    /// While nothing was read.
    WhileEmpty,
}

/// Reads partitions as far as they are needed.
pub(super) struct Merge {
    fetch: Fetch,
    conditions: Vec<KeyCondition>,
    sources: Vec<Source>,
    page_size: Option<usize>,
    concurrency: usize,
    meter: Meter,
    /// Items of types that were not asked for.
    pub(super) others: Vec<Item>,
}

struct Source {
    /// Where it goes on after the last item that was taken.
    taken: Start,
    /// Where the next request begins.
    next: Start,
    /// The last answer, and its items that were not taken yet.
    body: SdkBody,
    items: VecDeque<RawItem>,
    /// How many items of the last answer were taken.
    passed: usize,
}

impl Source {
    fn is_dry(&self) -> bool {
        self.items.is_empty() && self.next != Start::End
    }
}

impl Merge {
    pub(super) fn new(
        fetch: Fetch,
        conditions: Vec<KeyCondition>,
        starts: Vec<Start>,
        page_size: Option<usize>,
        concurrency: usize,
        meter: Meter,
    ) -> Self {
        let source = |start: Start| Source {
            taken: start.clone(),
            next: start,
            body: SdkBody::empty(),
            items: VecDeque::new(),
            passed: 0,
        };
        let sources = starts.into_iter().map(source).collect();
        Self { fetch, conditions, sources, page_size, concurrency, meter, others: Vec::new() }
    }

    /// Reads the next item into `sink`; false where there is none, or where it would have to be asked for.
    pub(super) async fn next(&mut self, ask: Ask, sink: &mut dyn ItemSink) -> Result<bool, Error> {
        loop {
            while self.sources.iter().any(Source::is_dry) {
                let stops = match ask {
                    Ask::Always => false,
                    Ask::Once => self.sources.iter().any(|source| source.is_dry() && source.passed > 0),
                    Ask::WhileEmpty => sink.len() > 0,
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

    /// Takes the next item of a partition; false if it is of a type that was not asked for.
    fn take(&mut self, at: usize, sink: &mut dyn ItemSink) -> Result<bool, Error> {
        let source = &mut self.sources[at];
        let Some(item) = source.items.pop_front() else { return Ok(false) };
        source.taken = if source.items.is_empty() { source.next.clone() } else { Start::After(item.key) };
        source.passed += 1;
        let json = source.body.bytes().and_then(|body| body.get(item.at)).unwrap_or_default();
        let read = JsonReader::new(json).map_err(Unreadable::Json).and_then(|mut json| sink.read(&mut json));
        match read {
            Ok(None) => Ok(true),
            Ok(Some(other)) if self.fetch.strict => Err(unknown(self.conditions[at].layout, &other)),
            Ok(Some(other)) => {
                self.others.push(other);
                Ok(false)
            }
            Err(Unreadable::Item(error)) => Err(error),
            Err(Unreadable::Json(error)) => Err(unreadable(error)),
        }
    }

    /// The partition whose next item comes first.
    fn first(&self) -> Option<usize> {
        let heads = self.sources.iter().enumerate().filter_map(|(i, source)| Some((i, &source.items.front()?.key)));
        let sort = self.conditions.first()?.sort();
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
            let (condition, start) = (&self.conditions[i], source.next.clone());
            async move { (i, fetch.once_raw(condition, &start, page_size, meter).await) }
        });
        let requests: Vec<_> = requests.collect();
        let answers: Vec<_> = stream::iter(requests).buffer_unordered(self.concurrency).collect().await;
        for (i, answer) in answers {
            let (body, items, last) = answer?;
            let source = &mut self.sources[i];
            source.passed = 0;
            source.body = body;
            source.items = items.into();
            source.next = last.map_or(Start::End, Start::After);
            if source.items.is_empty() {
                // Nothing of it was wanted: there is no need to read it again.
                source.taken = source.next.clone();
            }
        }
        Ok(())
    }

    /// Where each partition goes on.
    pub(super) fn into_starts(self) -> Vec<Start> {
        self.sources.into_iter().map(|source| source.taken).collect()
    }
}
