//! Merges several partitions in the order of their sort keys.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{StreamExt, stream};

use super::request::Prepared;
use crate::codec::{Item, JsonReader};
use crate::entity::Unreadable;
use crate::error::Error;
use crate::query::{Start, compare_keys};
use crate::wire::{Answer, ItemSink, Meter, RawItem};

/// Partitions that are merged, each read as far as needed: a source for each part.
pub(super) struct Merge {
    sources: Vec<MergeSource>,
    share: Share,
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
    /// Begins at these positions of the parts.
    pub(super) fn new(starts: Vec<Start>) -> Self {
        let share = Share::new(starts.len());
        let source = |start: Start| MergeSource {
            taken: start.clone(),
            next: start,
            body: Answer::from(Vec::new()),
            items: VecDeque::new(),
            passed: 0,
            asked: 0,
        };
        Self { sources: starts.into_iter().map(source).collect(), share }
    }

    /// Reads items into `sink` up to `limit`. With `once`, stops at a partition whose last items are used up.
    pub(super) async fn page(
        &mut self,
        read: &Prepared,
        limit: Option<usize>,
        once: bool,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<(), Error> {
        for source in &mut self.sources {
            source.passed = 0;
        }
        while limit.is_none_or(|limit| sink.len() < limit) {
            while self.sources.iter().any(MergeSource::is_dry) {
                if once && self.sources.iter().any(|source| source.is_dry() && source.passed > 0) {
                    return Ok(());
                }
                self.fill(read, meter).await?;
            }
            let Some(first) = self.first(read) else { return Ok(()) };
            self.take(first, sink)?;
        }
        Ok(())
    }

    /// Reads the next item of a partition.
    fn take(&mut self, at: usize, sink: &mut dyn ItemSink) -> Result<(), Error> {
        let source = &mut self.sources[at];
        let Some(item) = source.items.pop_front() else { return Ok(()) };
        source.taken = if source.items.is_empty() { source.next.clone() } else { Start::After(item.key) };
        let json = source.body.bytes().get(item.at).unwrap_or_default();
        let read = JsonReader::new(json).map_err(Unreadable::Json).and_then(|mut json| sink.read(&mut json));
        let taken = read.map_err(Unreadable::into_error)?;
        source.passed += usize::from(taken);
        Ok(())
    }

    /// Returns the partition whose next item comes first.
    fn first(&self, read: &Prepared) -> Option<usize> {
        let heads = self.sources.iter().enumerate().filter_map(|(i, source)| Some((i, &source.items.front()?.key)));
        let sort = read.parts.first()?.condition()?.sort();
        let earlier = |a: &Item, b: &Item| {
            let order = compare_keys(sort, a, b);
            if read.spec.descending { order.reverse() } else { order }
        };
        heads.reduce(|first, other| if earlier(other.1, first.1).is_lt() { other } else { first }).map(|(i, _)| i)
    }

    /// Queries every partition whose items are used up.
    async fn fill(&mut self, read: &Prepared, meter: &Meter) -> Result<(), Error> {
        let (share, page_size, wanted) = (&self.share, read.spec.page_size, read.spec.limit);
        // If items are dropped, evaluating more of them at a time saves requests.
        let widens = read.filter.is_some();
        let dry = self.sources.iter().enumerate().filter(|(_, source)| source.is_dry());
        let requests = dry.map(|(i, source)| {
            let (part, start) = (&read.parts[i], source.next.clone());
            let by = if widens { 1 << source.asked.min(20) } else { 1 };
            let wanted = wanted.map(|wanted| wanted.saturating_mul(by));
            async move {
                // Decided when the request is sent: by then, answers of others have told what items weigh.
                let limit = page_size.or_else(|| share.limit(wanted));
                let answer = read.once_raw(part, &start, limit, meter).await;
                if let Ok((body, items, last)) = &answer {
                    share.note(limit, items.len(), last.is_some(), body.bytes().len());
                }
                (i, answer)
            }
        });
        let requests: Vec<_> = requests.collect();
        let answers: Vec<_> = stream::iter(requests).buffer_unordered(read.spec.concurrency).collect().await;
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
    pub(super) fn starts(&self) -> impl Iterator<Item = &Start> {
        self.sources.iter().map(|source| &source.taken)
    }
}

/// What a merge of many partitions may hold: as much as [`FEW`] whole answers of DynamoDB, which are up to a megabyte each.
const BYTES: u64 = 8 << 20;

/// So many partitions are read without a limit of their own.
const FEW: u64 = 8;

/// What an item is taken to weigh before any was seen.
const GUESS: u64 = 1 << 10;

/// The share of each partition in what a merge holds.
struct Share {
    partitions: u64,
    /// The bytes of all answers, and how many items were evaluated for them: a filter leaves some out.
    bytes: AtomicU64,
    evaluated: AtomicU64,
}

impl Share {
    fn new(partitions: usize) -> Self {
        let partitions = u64::try_from(partitions).unwrap_or(u64::MAX);
        Self { partitions, bytes: AtomicU64::new(0), evaluated: AtomicU64::new(0) }
    }

    /// Returns how many items to ask a partition for.
    fn limit(&self, wanted: Option<usize>) -> Option<usize> {
        if self.partitions <= FEW {
            return wanted;
        }
        let weight = match self.evaluated.load(Ordering::Relaxed) {
            0 => GUESS,
            evaluated => self.bytes.load(Ordering::Relaxed).div_ceil(evaluated).max(1),
        };
        let fits = usize::try_from((BYTES / self.partitions / weight).max(1)).unwrap_or(usize::MAX);
        Some(wanted.unwrap_or(fits).min(fits))
    }

    /// Notes an answer: how many items were asked for, how many came, whether there are more, and what they weigh.
    fn note(&self, asked: Option<usize>, came: usize, more: bool, bytes: usize) {
        let evaluated = if more { asked.unwrap_or(came).max(came) } else { came };
        let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        self.evaluated.fetch_add(number(evaluated), Ordering::Relaxed);
        self.bytes.fetch_add(if evaluated == 0 { 0 } else { number(bytes) }, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_partitions_are_read_as_they_are_asked_for() {
        let share = Share::new(8);
        share.note(None, 10, true, 1 << 20);
        assert_eq!((share.limit(None), share.limit(Some(9))), (None, Some(9)));
    }

    #[test]
    fn many_partitions_share_what_is_held() {
        let share = Share::new(64);
        assert_eq!((share.limit(None), share.limit(Some(9))), (Some(128), Some(9)));
        // Large items.
        share.note(Some(128), 10, false, 1 << 20);
        assert_eq!((share.limit(None), share.limit(Some(9))), (Some(1), Some(1)));
        // A filter that leaves out nearly all.
        let share = Share::new(64);
        share.note(Some(128), 0, true, 64);
        assert_eq!(share.limit(None), Some(128 << 10));
    }
}
