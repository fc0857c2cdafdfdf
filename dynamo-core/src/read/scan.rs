//! Scans a table, or a segment of it.

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use futures_util::{StreamExt, stream};

use super::PageAnswer;
use super::expiry::unexpired;
use super::fetch::{Filter, or_old, refuse_narrow_index};
use super::page::{PageSource, fill};
use super::stream::NewSink;
use super::telling::{may_hide_old, projection, telling};
use crate::db::Db;
use crate::entity::{Among, Expected, OldFilter, Upgraded};
use crate::error::{Error, RequestInfo};
use crate::expr::{Node, Placeholders, check_condition};
use crate::query::{Cursor, Fingerprint, Start, tagged};
use crate::schema::{EntitySchema, IndexSchema, TableLayout, TableSchema};
use crate::wire::{
    About, AnsweredPage, CountingSink, ItemKeys, ItemSink, Meter, Operation, Request, RequestJson, Rules, Running, run,
};

/// A scan that is ready to be sent.
#[derive(Clone)]
#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
pub(crate) struct ScanRequest {
    pub(crate) db: Db,
    pub(crate) layout: &'static TableLayout,
    /// The index that is scanned instead of the table.
    pub(crate) index: Option<&'static IndexSchema>,
    /// The entity of the filter.
    pub(crate) schema: &'static EntitySchema,
    /// The entities whose items are read.
    pub(crate) asked: Among,
    /// The items of other entities that may be among them.
    pub(crate) expected: Expected,
    pub(crate) filter: Option<Node>,
    /// The entity of the filter, if its items may have old schema versions.
    pub(crate) upgraded: Option<Upgraded>,
    /// The condition that an item has the type tag, or none.
    pub(crate) tagged: Option<Node>,
    /// Apart from the filter, since its current time would make a cursor belong to another scan.
    pub(crate) unexpired: bool,
    pub(crate) limit: Option<usize>,
    pub(crate) page_size: Option<usize>,
    pub(crate) consistent: bool,
    pub(crate) strict: bool,
    pub(crate) lenient: bool,
    /// Whether softly deleted items are read too.
    pub(crate) deleted: bool,
    pub(crate) segment: Option<(usize, usize)>,
    pub(crate) cursor: Option<Cursor>,
    /// The attributes to read; `None` for whole items.
    pub(crate) attributes: Option<Vec<&'static str>>,
    /// Why it cannot be sent.
    pub(crate) error: Option<Error>,
}

impl ScanRequest {
    /// A scan of the items of one entity, of the table or of an index.
    pub(crate) fn of_entity(
        db: &Db,
        schema: &'static EntitySchema,
        table: &'static TableSchema,
        index: Option<&'static IndexSchema>,
    ) -> Self {
        let tagged = tagged(&[schema], schema.layout, index);
        let asked = (Among::One(schema), Expected { table: Some(table), others: true });
        Self { index, schema, tagged, ..Self::new(db, schema.layout, asked) }
    }

    /// A scan of the items of all entities.
    pub(crate) fn of_table(db: &Db, table: &'static TableSchema) -> Self {
        Self::new(db, table.layout, (Among::Table(table), Expected { table: Some(table), others: false }))
    }

    fn new(db: &Db, layout: &'static TableLayout, (asked, expected): (Among, Expected)) -> Self {
        Self {
            db: db.clone(),
            layout,
            index: None,
            schema: &EntitySchema::FALLBACK,
            asked,
            expected,
            filter: None,
            upgraded: None,
            tagged: None,
            unexpired: false,
            limit: None,
            page_size: None,
            consistent: false,
            strict: false,
            lenient: false,
            deleted: false,
            segment: None,
            cursor: None,
            attributes: None,
            error: None,
        }
    }

    pub(super) fn about(&self) -> About {
        let index = self.index.map_or("", |index| index.name);
        About { table: self.layout.table, index, ..About::new("scan") }
    }

    pub(super) fn drops_items(&self) -> bool {
        self.filter.is_some() || self.unexpired || matches!(self.asked, Among::One(_))
    }

    /// Returns what happens to items other than those that were asked for.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            deleted: self.deleted,
            lenient: self.lenient,
            keep_others: matches!(self.asked, Among::Table(_)),
            strict: self.strict.then_some(self.expected),
            old: self
                .upgraded
                .zip(self.filter.clone())
                .map(|(upgraded, filter)| OldFilter::new(upgraded, move |item| filter.holds(item))),
        }
    }

    /// Builds the SDK's own request.
    pub(crate) fn to_sdk(&self) -> Result<ScanFluentBuilder, Error> {
        let table = self.db.name_of(self.layout)?;
        let (start, limit) = (self.start(self.fingerprint(&table)?)?, self.page_size.or(self.limit));
        self.request(&table, &start, limit, None, &Meter::new(false))?.into_sdk(&self.db.changeable())
    }

    fn filter(&self, node: Node) -> Filter {
        Filter { node, schema: self.schema }
    }

    fn request(
        &self,
        table: &str,
        start: &Start,
        limit: Option<usize>,
        track: Option<&ItemKeys>,
        meter: &Meter,
    ) -> Result<Request, Error> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let mut placeholders = Placeholders::default();
        let expiry = if self.unexpired { unexpired(&self.db, self.layout) } else { None };
        // A strict scan has to see the items that it refuses.
        let tagged = self.tagged.clone().filter(|_| !self.strict);
        let filter = match (self.filter.clone(), &self.upgraded) {
            (Some(filter), Some(upgraded)) => {
                refuse_narrow_index(self.schema, self.index)?;
                Some(or_old(upgraded, filter))
            }
            (filter, _) => filter,
        };
        let filters = [filter, tagged, expiry].into_iter().flatten();
        let filter = filters.fold(None, |all, one| Some(Node::both(all, one)));
        let filter = match filter.map(|node| self.filter(node)) {
            Some(filter) => {
                filter.refuse_not_held(self.layout, self.index)?;
                let filter = filter.render(&mut placeholders)?;
                check_condition(&self.asked(table), "filter", &filter)?;
                Some(filter)
            }
            None => None,
        };
        let attributes = self.attributes.as_ref().map(|attributes| {
            // The keys are needed to continue after an item.
            let keys = track.map(ItemKeys::names).unwrap_or_default();
            projection(attributes.iter().chain(keys), &mut placeholders)
        });
        let mut json = RequestJson::with_capacity(512);
        json.text("TableName", Some(table));
        json.text("IndexName", self.index.map(|index| index.name));
        json.text("FilterExpression", filter.as_deref());
        json.text("ProjectionExpression", attributes.as_deref());
        json.placeholders(placeholders.names(), placeholders.values());
        json.flag("ConsistentRead", self.consistent);
        json.number("Limit", limit.map(|limit| limit.max(1)));
        json.number("Segment", self.segment.map(|(segment, _)| segment));
        json.number("TotalSegments", self.segment.map(|(_, segments)| segments));
        json.item("ExclusiveStartKey", start.key());
        Ok(Request::new(Operation::Scan, table, json.end(meter)))
    }

    /// Describes the request, for errors.
    fn asked(&self, table: &str) -> RequestInfo {
        RequestInfo::new("scan", table).index(self.index.map(|index| index.name))
    }

    fn fingerprint(&self, table: &str) -> Result<u64, Error> {
        let mut print = Fingerprint::new("scan", table);
        print.asked(&self.asked);
        print.text(&format!("{:?} {} {}", self.segment, self.unexpired, self.deleted));
        if let Some(index) = self.index {
            print.text(index.name);
        }
        if let Some(filter) = &self.filter {
            print.text(&self.filter(filter.clone()).fingerprint()?);
        }
        Ok(print.finish())
    }

    pub(super) async fn once(
        &self,
        table: &str,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<AnsweredPage, Error> {
        let keys = track.then(|| ItemKeys::new(self.layout, self.index));
        let request = self.request(table, start, limit, keys.as_ref(), meter)?;
        let asked = || self.asked(table);
        self.db.connection().page(request, &asked, sink, keys.as_ref(), meter).await
    }

    /// Returns where to begin.
    fn start(&self, fingerprint: u64) -> Result<Start, Error> {
        Ok(match &self.cursor {
            Some(cursor) => cursor.starts(fingerprint, 1)?.into_iter().next().unwrap_or(Start::Beginning),
            None => Start::Beginning,
        })
    }

    pub(super) async fn page(&self, mut sink: Box<dyn ItemSink>, meter: &Meter) -> Result<PageAnswer, Error> {
        let table = self.db.name_of(self.layout)?.into_owned();
        let fingerprint = self.fingerprint(&table)?;
        let start = self.start(fingerprint)?;
        let source = PageSource::Table(self, &table);
        let start = fill(&source, start, self.limit, self.page_size, &mut *sink, meter).await?;
        let next = if start == Start::End { None } else { Some(Cursor::new(fingerprint, &[start])?) };
        Ok(PageAnswer { sink, next })
    }

    /// Splits the scan into segments of the table.
    pub(crate) fn segments(&self, segments: usize) -> Vec<Self> {
        let part = |segment| Self { segment: Some((segment, segments)), limit: None, ..self.clone() };
        (0..segments).map(part).collect()
    }
}

/// Reads a page of a table into `sink`.
pub(crate) fn scan(request: ScanRequest, new_sink: NewSink, metered: bool) -> Running<PageAnswer> {
    run(request.about(), metered, move |meter| async move { request.page(new_sink(), &meter).await })
}

/// Reads the whole table.
pub(crate) fn scan_all(request: ScanRequest, new_sink: NewSink, metered: bool) -> Running<PageAnswer> {
    let limit = request.limit;
    run(request.about(), metered, move |meter| async move { request.all(new_sink(), limit, &meter).await })
}

/// Counts the items of a scan. `new_sink` collects them where their keys do not suffice.
pub(crate) fn scan_count(request: ScanRequest, new_sink: NewSink, metered: bool) -> Running<PageAnswer> {
    let (about, limit) = (About { operation: "count", ..request.about() }, request.limit);
    run(about, metered, move |meter| async move { request.count(&new_sink, limit, &meter).await })
}

/// Reads or counts all segments of a table concurrently.
pub(crate) fn scan_segments(
    request: ScanRequest,
    segments: usize,
    counts: bool,
    new_sink: NewSink,
    metered: bool,
) -> Running<PageAnswer> {
    let operation = if counts { "count" } else { "scan" };
    run(About { operation, ..request.about() }, metered, move |meter| async move {
        let (limit, new_sink, meter) = (request.limit, &new_sink, &meter);
        let parts = request.segments(segments).into_iter().map(|part| async move {
            if counts { part.count(new_sink, limit, meter).await } else { part.all(new_sink(), limit, meter).await }
        });
        // Collected, so that the future is known to be `Send`.
        let parts: Vec<_> = parts.collect();
        let mut parts = stream::iter(parts).buffer_unordered(segments);
        let mut sink = if counts { PageAnswer::counted(0).sink } else { new_sink() };
        while let Some(part) = parts.next().await {
            sink.append(part?.sink);
        }
        sink.truncate(limit.unwrap_or(usize::MAX));
        Ok(PageAnswer { sink, next: None })
    })
}

impl ScanRequest {
    /// Reads every page, until there are `limit` items.
    async fn all(
        mut self,
        mut sink: Box<dyn ItemSink>,
        limit: Option<usize>,
        meter: &Meter,
    ) -> Result<PageAnswer, Error> {
        loop {
            let page = self.page(sink, meter).await?;
            if page.next.is_none() || limit.is_some_and(|limit| page.sink.len() >= limit) {
                return Ok(page);
            }
            (sink, self.cursor) = (page.sink, page.next);
        }
    }

    async fn count(mut self, new_sink: &NewSink, limit: Option<usize>, meter: &Meter) -> Result<PageAnswer, Error> {
        let table = self.db.name_of(self.layout)?.into_owned();
        let mut start = self.start(self.fingerprint(&table)?)?;
        let mut count = 0;
        // DynamoDB's own count knows neither keys nor softly deleted items; this costs the same, and transfers the keys.
        let is_upgraded = self.filter.is_some() && self.upgraded.is_some();
        // What is softly deleted is in no index.
        let is_read = self.index.is_none() && !self.deleted && may_hide_old(&self.asked);
        self.attributes = (!is_upgraded && !is_read).then(|| telling(&self.asked, self.index));
        let limit = limit.unwrap_or(usize::MAX);
        while start != Start::End && count < limit {
            let mut counter: Box<dyn ItemSink> =
                if is_read { new_sink() } else { Box::new(CountingSink::new(self.asked, self.rules())) };
            let answer = self.once(&table, &start, self.page_size, false, &mut *counter, meter).await?;
            start = answer.last.map_or(Start::End, Start::After);
            // An item that cannot be decoded is counted, as it is where only keys are read.
            count += counter.len() + counter.take_aside().into_parts().1.len();
        }
        Ok(PageAnswer::counted(count.min(limit)))
    }
}
