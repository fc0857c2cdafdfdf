//! Reads queries and scans: a page, everything, a stream of pages, or their number.

use std::pin::Pin;
use std::sync::Arc;

use futures_core::Stream;
use futures_util::{StreamExt, stream};
use tracing::Instrument;

use super::merge::Merge;
use super::request::Prepared;
use crate::db::Db;
use crate::entity::{Among, OldFilter};
use crate::error::Error;
use crate::query::{Cursor, QuerySpec, ReadPart, Start};
use crate::wire::{About, CountingSink, IntoSdk, ItemSink, Meter, NewSink, Operation, Rules, Running, Watch, run};

/// A page with its items in a sink.
pub(crate) struct PageAnswer {
    pub(crate) sink: Box<dyn ItemSink>,
    pub(crate) next: Option<Cursor>,
}

/// How much of a query or scan to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Page,
    All,
    /// Counts; the answer's sink has the number.
    Count,
}

/// A query or scan in progress.
struct Reader {
    read: Arc<Prepared>,
    state: ReadState,
    meter: Meter,
}

/// How far it has been read.
enum ReadState {
    /// Of one part, by its position.
    One(usize, Start),
    Merged(Merge),
}

impl Reader {
    fn new(db: &Db, spec: QuerySpec, meter: &Meter) -> Result<Self, Error> {
        let read = Prepared::new(db, spec)?;
        let mut starts = read.starts()?;
        let state = match (starts.len(), starts.pop()) {
            (1, Some(start)) => ReadState::One(0, start),
            (_, last) => {
                starts.extend(last);
                ReadState::Merged(Merge::new(starts))
            }
        };
        Ok(Self { read: Arc::new(read), state, meter: meter.clone() })
    }

    /// Returns a reader for each part alone.
    fn apart(db: &Db, spec: QuerySpec, meter: &Meter) -> Result<Vec<Self>, Error> {
        let read = Arc::new(Prepared::new(db, spec)?);
        let one =
            |(at, start)| Self { read: Arc::clone(&read), state: ReadState::One(at, start), meter: meter.clone() };
        Ok(read.starts()?.into_iter().enumerate().map(one).collect())
    }

    fn is_done(&self) -> bool {
        match &self.state {
            ReadState::One(_, start) => *start == Start::End,
            ReadState::Merged(merge) => merge.starts().all(|start| *start == Start::End),
        }
    }

    fn cursor(&self) -> Result<Option<Cursor>, Error> {
        match &self.state {
            ReadState::One(_, start) => self.read.cursor(std::slice::from_ref(start)),
            ReadState::Merged(merge) => self.read.cursor(&merge.starts().cloned().collect::<Vec<_>>()),
        }
    }

    /// Reads until there are `limit` items in the sink, or without a limit as much as one request returns. `once` stops a merge
    /// there even with a limit.
    async fn page(&mut self, limit: Option<usize>, once: bool, sink: &mut dyn ItemSink) -> Result<(), Error> {
        match &mut self.state {
            ReadState::One(at, start) => {
                let from = std::mem::replace(start, Start::End);
                *start = fill(&self.read, &self.read.parts[*at], from, limit, sink, &self.meter).await?;
                Ok(())
            }
            ReadState::Merged(merge) => merge.page(&self.read, limit, once || limit.is_none(), sink, &self.meter).await,
        }
    }

    /// Reads to the end, or until there are `limit` items in the sink.
    async fn all(&mut self, limit: Option<usize>, sink: &mut dyn ItemSink) -> Result<(), Error> {
        while !self.is_done() && limit.is_none_or(|limit| sink.len() < limit) {
            self.page(limit, false, sink).await?;
        }
        Ok(())
    }

    /// Counts to the end, or up to `limit`, page by page.
    async fn count(mut self, new_sink: &NewSink) -> Result<usize, Error> {
        let (limit, mut counted) = (self.read.spec.limit, 0);
        while !self.is_done() && limit.is_none_or(|limit| counted < limit) {
            let mut sink = new_sink();
            self.page(None, true, &mut *sink).await?;
            // An item that cannot be decoded is counted, as it is where only keys are read.
            counted += sink.len() + sink.take_aside().into_parts().1.len();
        }
        Ok(counted)
    }
}

/// Fills a page from one part; returns where to continue.
async fn fill(
    read: &Prepared,
    part: &ReadPart,
    mut start: Start,
    limit: Option<usize>,
    sink: &mut dyn ItemSink,
    meter: &Meter,
) -> Result<Start, Error> {
    let (mut at_least, mut requests) = (0, 0);
    // Items are dropped that count towards DynamoDB's limit.
    let drops_items = read.filter.is_some() || part.condition().is_none() && matches!(read.spec.asked, Among::One(_));
    // What follows the last item of the page is not decoded: it may be unreadable, and is the next page's.
    sink.stop_at(limit);
    loop {
        let before = sink.len();
        let wanted = limit.map(|limit| limit - before);
        if wanted == Some(0) {
            return Ok(start);
        }
        let evaluate = read.spec.page_size.or_else(|| wanted.map(|wanted| wanted.max(at_least)));
        // The keys are needed to continue after an item in the middle of an answer.
        let track = wanted.zip(evaluate).is_some_and(|(wanted, evaluate)| evaluate > wanted);
        let answer = read.once(part, &start, evaluate, track, sink, meter).await?;
        let taken = sink.len() - before;
        if sink.take_surplus() {
            // What was set aside after the last item is told with the next page.
            sink.truncate(sink.len());
            return Ok(answer.keys.into_iter().next_back().map_or(start, Start::After));
        }
        start = answer.last.map_or(Start::End, Start::After);
        requests += 1;
        let is_enough = read.spec.requests.is_some_and(|most| requests >= most);
        if limit.is_none() || start == Start::End || is_enough {
            return Ok(start);
        }
        // If items are left out, evaluating more of them at a time saves requests; the surplus is cut off.
        if drops_items || answer.seen > taken {
            at_least = evaluate.unwrap_or_default().saturating_mul(2);
        }
    }
}

/// Reads a query or scan.
pub(crate) fn read(db: Db, spec: QuerySpec, extent: Extent, new_sink: NewSink, metered: bool) -> Running<PageAnswer> {
    let operation = if extent == Extent::Count { "count" } else { spec.name() };
    run(about(&spec, operation), metered, move |meter| async move {
        match extent {
            Extent::Count => count(&db, spec, new_sink, &meter).await,
            Extent::All if has_segments(&spec) => segments(&db, spec, &new_sink, &meter).await,
            Extent::Page | Extent::All => {
                let (limit, mut sink) = (spec.limit, new_sink());
                let mut reader = Reader::new(&db, spec, &meter)?;
                match extent {
                    Extent::All => reader.all(limit, &mut *sink).await?,
                    _ => reader.page(limit, false, &mut *sink).await?,
                }
                Ok(PageAnswer { next: reader.cursor()?, sink })
            }
        }
    })
}

async fn count(db: &Db, mut spec: QuerySpec, new_sink: NewSink, meter: &Meter) -> Result<PageAnswer, Error> {
    let (limit, concurrency, asked, rules) = (spec.limit, spec.concurrency, spec.asked, rules(&spec));
    // DynamoDB's own count knows neither keys nor softly deleted items; this costs the same, and transfers the keys.
    let new_sink = if spec.count_keys() {
        Arc::new(move || Box::new(CountingSink::new(asked, rules.clone())) as Box<dyn ItemSink>) as NewSink
    } else {
        new_sink
    };
    // Collected, so that the future is known to be `Send`.
    let counts: Vec<_> = Reader::apart(db, spec, meter)?.into_iter().map(|reader| reader.count(&new_sink)).collect();
    let mut counts = stream::iter(counts).buffer_unordered(concurrency);
    let mut total = 0;
    while let Some(count) = counts.next().await {
        total += count?;
    }
    let total = limit.map_or(total, |limit| total.min(limit));
    Ok(PageAnswer { sink: Box::new(CountingSink::counted(total)), next: None })
}

/// Reads all segments of a table concurrently.
async fn segments(db: &Db, spec: QuerySpec, new_sink: &NewSink, meter: &Meter) -> Result<PageAnswer, Error> {
    let limit = spec.limit;
    let parts = Reader::apart(db, spec, meter)?.into_iter().map(|mut reader| async move {
        let mut part = new_sink();
        reader.all(limit, &mut *part).await?;
        Ok::<_, Error>(part)
    });
    let parts: Vec<_> = parts.collect();
    let (mut sink, concurrency) = (new_sink(), parts.len());
    let mut parts = stream::iter(parts).buffer_unordered(concurrency);
    while let Some(part) = parts.next().await {
        sink.append(part?);
    }
    sink.truncate(limit.unwrap_or(usize::MAX));
    Ok(PageAnswer { sink, next: None })
}

/// Pages of a query or a scan.
pub(crate) type PageStream = Pin<Box<dyn Stream<Item = Result<PageAnswer, Error>> + Send>>;

/// Returns a stream of all pages, fetched as needed; `cursors` says whether each has that of the next.
pub(crate) fn pages(db: &Db, spec: QuerySpec, new_sink: NewSink, cursors: bool) -> PageStream {
    if has_segments(&spec) {
        let one = |part: &ReadPart| {
            let spec = QuerySpec { parts: Ok(vec![part.clone()]), ..spec.clone() };
            pages(db, spec, new_sink.clone(), cursors)
        };
        return Box::pin(stream::select_all(spec.parts.iter().flatten().map(one)));
    }
    // One span for the whole stream, until its end or until it is dropped.
    let (watch, limit) = (Watch::new(about(&spec, spec.name()), false), spec.limit);
    let reader = Some(Reader::new(db, spec, &watch.meter));
    let pages =
        stream::try_unfold((reader, limit, watch, new_sink), move |(reader, limit, watch, new_sink)| async move {
            let Some(reader) = reader else { return Ok(None) };
            let mut reader = reader.inspect_err(|error| watch.failed(error))?;
            let mut sink = new_sink();
            let read = reader.page(limit, true, &mut *sink).instrument(watch.span.clone()).await;
            let limit = limit.map(|limit| limit.saturating_sub(sink.len()));
            let (next, reader) = match read.and_then(|()| if cursors { reader.cursor() } else { Ok(None) }) {
                Ok(next) => (next, (!reader.is_done() && limit != Some(0)).then_some(Ok(reader))),
                // Items that were read before the error are returned first.
                Err(error) if !sink.is_empty() => (None, Some(Err(error))),
                Err(error) => {
                    watch.failed(&error);
                    return Err(error);
                }
            };
            Ok(Some((PageAnswer { sink, next }, (reader, limit, watch, new_sink))))
        });
    pages.boxed()
}

/// Builds the SDK's own requests, one for each part that has something to read.
pub(crate) fn to_sdk<B: IntoSdk>(db: &Db, spec: QuerySpec) -> Result<Vec<B>, Error> {
    let read = Prepared::new(db, spec)?;
    let (starts, client, meter) = (read.starts()?, db.changeable(), Meter::new(false));
    let limit = read.spec.page_size.or(read.spec.limit);
    // What is empty, or read to its end, needs no request.
    let open = read.parts.iter().zip(&starts).filter(|(part, start)| !part.is_empty() && **start != Start::End);
    open.map(|(part, start)| read.request(part, start, limit, None, &meter)?.into_sdk(&client)).collect()
}

/// Returns what happens to items other than those that were asked for.
pub(crate) fn rules(spec: &QuerySpec) -> Rules {
    let old = spec.upgraded.zip(spec.filter.clone());
    Rules {
        deleted: spec.deleted,
        lenient: spec.lenient,
        keep_others: matches!(spec.asked, Among::Table(_)),
        strict: spec.strict.then_some(spec.expected),
        old: old.map(|(upgraded, filter)| OldFilter::new(upgraded, move |item| filter.holds(item))),
    }
}

/// Returns whether it is a scan in several segments, which have no common order.
fn has_segments(spec: &QuerySpec) -> bool {
    matches!(spec.parts.as_deref(), Ok([ReadPart::Segment(_), _, ..]))
}

fn about(spec: &QuerySpec, operation: &'static str) -> About {
    let index = spec.index.map_or("", |index| index.name);
    let entity = if spec.operation == Operation::Scan { "" } else { spec.schema.name };
    About { operation, table: spec.layout.table, entity, index }
}
