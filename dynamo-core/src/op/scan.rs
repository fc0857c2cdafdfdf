//! `db.scan()`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::operation::scan::{Scan as SdkScan, ScanOutput};
use futures_core::Stream;
use futures_util::{StreamExt, TryStreamExt, stream};

use super::expiry::unexpired;
use super::paging::{Requests, fill};
use super::slot::Slot;
use super::{About, Filter, Meter, Operation, awaitable, operate};
use crate::codec::AttributeValue;
use crate::error::{Request, UnknownItem, classify};
use crate::expr::{Compare, Condition, Node, Path, Placeholders};
use crate::query::{Cursor, Fingerprint, Page, Start};
use crate::schema::TableLayout;
use crate::wire::{Hook, ItemKeys, Items, Reader};
use crate::{Db, Entity, Error, Table};

impl Db {
    /// Reads all items of an entity, by reading the whole table: what it costs grows with the table.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let page = db.scan::<Note>().limit(100).await?;
    /// let all: Vec<Note> = db.scan::<Note>().segments(4).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn scan<E: Entity>(&self) -> Scan<E, E> {
        let layout = <E::Table as Table>::LAYOUT;
        // Where items have a tag, DynamoDB leaves the others out; otherwise they are told apart here.
        let only = layout.type_attribute.map(|name| {
            let value = Node::Value(Ok(Some(AttributeValue::S(E::SCHEMA.tag.to_owned()))));
            Filter::new::<E>(Node::Compare(Box::new(Node::Path(Path::new(name.text))), Compare::Eq, Box::new(value)))
        });
        Scan::new(self, layout, Reader::<E>::among_others(), only, false)
    }

    /// Reads all items of a table.
    pub fn scan_all<T: Table>(&self) -> Scan<T, T> {
        Scan::new(self, T::LAYOUT, Reader::<T>::table(), None, true)
    }
}

/// Reads a table: see [`Db::scan`] and [`Db::scan_all`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Scan<E, R> {
    db: Db,
    layout: &'static TableLayout,
    reader: Reader<R>,
    /// Whether items of other types are kept.
    keeps_raw: bool,
    filter: Option<Filter>,
    expiry: Option<Filter>,
    limit: Option<usize>,
    page_size: Option<usize>,
    consistent: bool,
    strict: bool,
    segment: Option<(usize, usize)>,
    cursor: Option<Cursor>,
    types: PhantomData<fn() -> E>,
}

impl<E, R> Clone for Scan<E, R> {
    fn clone(&self) -> Self {
        let (filter, expiry) = (self.filter.clone(), self.expiry.clone());
        Self { db: self.db.clone(), filter, expiry, cursor: self.cursor.clone(), ..*self }
    }
}

impl<E: Entity, R> Scan<E, R> {
    /// Only items that fulfil this; given twice, both. DynamoDB reads, and charges for, the others too.
    pub fn filter(mut self, condition: Condition<E>) -> Self {
        self.filter = Some(match self.filter.take() {
            Some(filter) => filter.and(condition.node),
            None => Filter::new::<E>(condition.node),
        });
        self
    }
}

impl<E: Entity, R> Scan<E, R> {
    /// Leaves out items that have expired and that DynamoDB has not deleted yet.
    pub fn unexpired(mut self) -> Self {
        // Apart from the filter, so that a cursor is of the same scan a second later.
        let node = unexpired(&self.db, self.layout);
        self.expiry = node.map(Filter::new::<E>);
        self
    }
}

impl<E, R> Scan<E, R> {
    fn new(db: &Db, layout: &'static TableLayout, reader: Reader<R>, filter: Option<Filter>, keeps_raw: bool) -> Self {
        Self {
            db: db.clone(),
            layout,
            reader,
            keeps_raw,
            filter,
            expiry: None,
            limit: None,
            page_size: None,
            consistent: false,
            strict: false,
            segment: None,
            cursor: None,
            types: PhantomData,
        }
    }

    /// At most so many items in the page, or in the stream.
    pub fn limit(mut self, items: usize) -> Self {
        self.limit = Some(items);
        self
    }

    /// How many items DynamoDB looks at in one request, at most.
    pub fn page_size(mut self, items: usize) -> Self {
        self.page_size = Some(items);
        self
    }

    /// Reads what was last written, for twice the capacity.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// An item that is none of the table's entities is an error.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Goes on where a page ended.
    pub fn after(mut self, cursor: &Cursor) -> Self {
        self.cursor = Some(cursor.clone());
        self
    }

    /// Reads so many parts of the table at once.
    pub fn segments(self, segments: usize) -> SegmentedScan<E, R> {
        SegmentedScan { scan: self, segments: segments.max(1) }
    }

    /// The SDK's own request.
    pub fn into_sdk(self) -> Result<ScanFluentBuilder, Error> {
        let table = self.db.name_of(self.layout)?.into_owned();
        self.builder(&table, &Start::Beginning, self.limit)
    }

    fn builder(&self, table: &str, start: &Start, limit: Option<usize>) -> Result<ScanFluentBuilder, Error> {
        let mut placeholders = Placeholders::default();
        let filter = match (self.filter.clone(), self.expiry.clone()) {
            (Some(filter), Some(expiry)) => Some(filter.and_filter(expiry)),
            (filter, expiry) => filter.or(expiry),
        };
        let filter = filter.map(|filter| filter.render(&mut placeholders)).transpose()?;
        let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let start = if let Start::After(key) = start { Some(key.clone()) } else { None };
        Ok(self
            .db
            .client()
            .scan()
            .table_name(table)
            .set_filter_expression(filter)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_consistent_read(self.consistent.then_some(true))
            .set_limit(limit.map(|limit| number(limit.max(1))))
            .set_segment(self.segment.map(|(segment, _)| number(segment)))
            .set_total_segments(self.segment.map(|(_, segments)| number(segments)))
            .set_exclusive_start_key(start))
    }

    fn fingerprint(&self, table: &str) -> Result<u64, Error> {
        let mut print = Fingerprint::new("scan", table);
        print.text(&format!("{:?} {}", self.segment, self.expiry.is_some()));
        if let Some(filter) = &self.filter {
            print.text(&filter.fingerprint()?);
        }
        Ok(print.finish())
    }
}

impl<E: 'static, R: Send + 'static> Scan<E, R> {
    async fn once(
        &self,
        table: &str,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        meter: &Meter,
    ) -> Result<Items<R>, Error> {
        let request = Request::new("scan", table);
        let keys = track.then(|| ItemKeys::new(self.layout, None));
        let builder = self.builder(table, start, limit)?.set_return_consumed_capacity(meter.asks());
        let reader = self.reader;
        let answer = if self.db.is_wire() {
            let read = move |body: &[u8]| Items::read(body, reader, keys.as_ref());
            let (slot, hook) = Slot::hook(read, SdkScan::new(), || ScanOutput::builder().build());
            let sent = builder.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            sent.map_err(|error| classify(request, &error, None, hook.answered()))?;
            slot.take()?
        } else {
            let hook = Hook::counting();
            let sent = builder.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            let answer = sent.map_err(|error| classify(request, &error, None, hook.answered()))?;
            let mut items = Items::empty();
            meter.read_all(answer.consumed_capacity.as_slice());
            items.last = answer.last_evaluated_key;
            for item in answer.items.unwrap_or_default() {
                items.take(item, reader, keys.as_ref())?;
            }
            items
        };
        meter.read(answer.units);
        match answer.raw.first() {
            Some(item) if self.strict && self.keeps_raw => {
                Err(Error::UnknownItem(Box::new(UnknownItem::new(self.layout, item))))
            }
            _ => Ok(answer),
        }
    }

    async fn page(&self, meter: &Meter) -> Result<Page<R>, Error> {
        let table = self.db.name_of(self.layout)?.into_owned();
        let fingerprint = self.fingerprint(&table)?;
        let start = match &self.cursor {
            Some(cursor) => cursor.starts(fingerprint, 1)?.into_iter().next().unwrap_or(Start::Beginning),
            None => Start::Beginning,
        };
        let mut page = Page::new();
        let segment = Segment { scan: self, table: &table };
        let start = fill(&segment, start, self.limit, self.page_size, &mut page, meter).await?;
        if !self.keeps_raw {
            page.raw.clear();
        }
        if start != Start::End {
            page.next = Some(Cursor::new(fingerprint, &[start])?);
        }
        Ok(page)
    }

    /// All items, one after the other: pages are fetched as they are needed.
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R> {
        let limit = self.limit;
        let pages = stream::try_unfold((Some(self), limit), |(scan, left)| async move {
            let Some(mut scan) = scan.filter(|_| left != Some(0)) else { return Ok(None) };
            scan.limit = left;
            let (page, _) = operate(scan.clone(), false).await?;
            let left = left.map(|left| left.saturating_sub(page.items.len()));
            scan.cursor.clone_from(&page.next);
            let next = page.next.is_some().then_some(scan);
            Ok::<_, Error>(Some((page.items, (next, left))))
        });
        Box::pin(pages.map_ok(|items| stream::iter(items.into_iter().map(Ok))).try_flatten())
    }
}

/// A table, or a part of it.
struct Segment<'a, E, R> {
    scan: &'a Scan<E, R>,
    table: &'a str,
}

impl<E: 'static, R: Send + 'static> Requests<R> for Segment<'_, E, R> {
    fn drops_items(&self) -> bool {
        self.scan.filter.is_some() || self.scan.expiry.is_some() || !self.scan.keeps_raw
    }

    async fn once(&self, start: &Start, limit: Option<usize>, track: bool, meter: &Meter) -> Result<Items<R>, Error> {
        self.scan.once(self.table, start, limit, track, meter).await
    }
}

impl<E: 'static, R: Send + 'static> Operation for Scan<E, R> {
    type Output = Page<R>;

    fn about(&self) -> About {
        About { operation: "scan", table: self.layout.table, entity: "", index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Page<R>, Error> {
        self.page(&meter).await
    }
}

awaitable!([E: 'static, R: Send + 'static] Scan<E, R>);

/// Reads several parts of a table at once: see [`Scan::segments`]. Awaited, it gives all items.
#[derive(Debug)]
#[must_use = "an operation does nothing until it is awaited"]
pub struct SegmentedScan<E, R> {
    scan: Scan<E, R>,
    segments: usize,
}

impl<E: 'static, R: Send + 'static> SegmentedScan<E, R> {
    fn parts(self) -> Vec<Scan<E, R>> {
        let Self { scan, segments } = self;
        let part = |segment| Scan { segment: Some((segment, segments)), ..scan.clone() };
        (0..segments).map(part).collect()
    }

    /// All items, in the order in which they arrive.
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R> {
        let limit = self.scan.limit.unwrap_or(usize::MAX);
        let parts = self.parts().into_iter().map(|mut part| {
            part.limit = None;
            part.stream()
        });
        stream::select_all(parts).take(limit).boxed()
    }
}

impl<E: 'static, R: Send + 'static> Operation for SegmentedScan<E, R> {
    type Output = Vec<R>;

    fn about(&self) -> About {
        About { operation: "scan", table: self.scan.layout.table, entity: "", index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Vec<R>, Error> {
        let limit = self.scan.limit.unwrap_or(usize::MAX);
        let (concurrency, parts) = (self.segments, self.parts());
        let parts = parts.into_iter().map(|mut part| {
            let meter = meter.clone();
            part.limit = None;
            async move {
                let mut items = Vec::new();
                loop {
                    let page = part.page(&meter).await?;
                    items.extend(page.items);
                    match page.next {
                        Some(next) if items.len() < limit => part.cursor = Some(next),
                        _ => return Ok::<_, Error>(items),
                    }
                }
            }
        });
        let parts: Vec<Vec<R>> = stream::iter(parts).buffer_unordered(concurrency).try_collect().await?;
        Ok(parts.into_iter().flatten().take(limit).collect())
    }
}

awaitable!([E: 'static, R: Send + 'static] SegmentedScan<E, R>);
