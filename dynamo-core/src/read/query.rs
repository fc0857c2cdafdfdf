//! Queries one partition, or merges several.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use futures_util::{StreamExt, stream};

use super::PageAnswer;
use super::expiry::unexpired;
use super::fetch::{Fetch, Filter, or_old, refuse_narrow_index};
use super::merge::{Ask, Merge};
use super::page::{PageSource, fill};
use super::stream::NewSink;
use super::telling::{may_hide_old, telling};
use crate::db::Db;
use crate::entity::OldFilter;
use crate::error::Error;
use crate::expr::Node;
use crate::key::KeyValue;
use crate::query::{Cursor, Fingerprint, KeyCondition, Selection, Start};
use crate::wire::{About, CountingSink, ItemSink, Meter, Rules, Running, run};

/// A query that is ready to be sent.
#[derive(Clone)]
pub(crate) struct QueryRequest {
    pub(crate) db: Db,
    pub(crate) selection: Selection,
}

impl QueryRequest {
    pub(crate) fn new(db: &Db, mut selection: Selection) -> Self {
        // In a fixed order, so that a cursor fits the same partitions.
        if let Ok(conditions) = &mut selection.conditions {
            conditions.sort_by(|a, b| a.order().cmp(b.order()));
        }
        Self { db: db.clone(), selection }
    }

    pub(super) fn conditions(&self) -> Result<Vec<KeyCondition>, Error> {
        let descending = self.selection.settings.descending;
        let conditions = self.selection.conditions.clone()?.into_iter();
        distinct(conditions.map(|condition| condition.bounded(descending)).collect::<Result<_, _>>()?)
    }

    pub(super) fn about(&self, operation: &'static str) -> About {
        let index = self.selection.conditions.as_ref().ok().and_then(|conditions| conditions.first()?.index);
        About { index: index.map_or("", |index| index.name), ..About::entity(operation, self.selection.schema) }
    }

    /// Builds the SDK's own requests, one for each partition that has something to read.
    pub(crate) fn to_sdk(&self) -> Result<Vec<QueryFluentBuilder>, Error> {
        let (fetch, conditions) = (self.fetch()?, self.conditions()?);
        let starts = self.starts(&fetch, &conditions)?;
        let limit = self.selection.settings.page_size.or(self.selection.settings.limit);
        // What is empty, or read to its end, needs no request.
        let open = conditions.iter().zip(&starts);
        let open = open.filter(|(condition, start)| !condition.is_empty() && **start != Start::End);
        let (client, meter) = (self.db.changeable(), Meter::new(false));
        let requests = open.map(|(condition, start)| fetch.request(condition, start, limit, None, &meter));
        requests.map(|request| request?.into_sdk(&client)).collect()
    }

    fn filter(&self, node: Node) -> Filter {
        Filter { node, schema: self.selection.schema }
    }

    /// Returns what happens to items other than those that were asked for.
    pub(crate) fn rules(&self) -> Rules {
        let settings = &self.selection.settings;
        Rules {
            deleted: settings.deleted,
            lenient: settings.lenient,
            keep_others: settings.keep_others,
            strict: settings.strict.then_some(self.selection.expected),
            old: settings
                .upgraded
                .zip(settings.filter.clone())
                .map(|(upgraded, filter)| OldFilter::new(upgraded, move |item| filter.holds(item))),
        }
    }

    pub(super) fn fetch(&self) -> Result<Fetch, Error> {
        let (settings, layout) = (&self.selection.settings, self.selection.schema.layout);
        let mut filter = match (settings.filter.clone(), &settings.upgraded) {
            (Some(filter), Some(upgraded)) => {
                let conditions = self.selection.conditions.as_ref();
                let index = conditions.ok().and_then(|conditions| conditions.first()?.index);
                refuse_narrow_index(self.selection.schema, index)?;
                Some(or_old(upgraded, filter))
            }
            (filter, _) => filter,
        };
        // A strict query has to see the items that it refuses.
        if let Some(tagged) = settings.tagged.clone().filter(|_| !settings.strict) {
            filter = Some(Node::both(filter, tagged));
        }
        if settings.unexpired
            && let Some(node) = unexpired(&self.db, layout)
        {
            filter = Some(Node::both(filter, node));
        }
        Ok(Fetch {
            db: self.db.clone(),
            table: self.db.name_of(layout)?.into_owned(),
            filter: filter.map(|node| self.filter(node)),
            attributes: settings.attributes.clone(),
            descending: settings.descending,
            consistent: settings.consistent,
            requests: settings.requests,
        })
    }

    /// Returns where to begin in each partition.
    pub(super) fn starts(&self, fetch: &Fetch, conditions: &[KeyCondition]) -> Result<Vec<Start>, Error> {
        match &self.selection.settings.cursor {
            Some(cursor) => Ok(cursor.starts(self.fingerprint(fetch, conditions)?, conditions.len())?),
            None => Ok(vec![Start::Beginning; conditions.len()]),
        }
    }

    /// Returns what distinguishes this query from others, whatever its cursor.
    fn fingerprint(&self, fetch: &Fetch, conditions: &[KeyCondition]) -> Result<u64, Error> {
        let settings = &self.selection.settings;
        let mut print = Fingerprint::new("query", &fetch.table);
        print.asked(&self.selection.asked);
        print.text(if settings.descending { "descending" } else { "ascending" });
        if let Some(filter) = settings.filter.clone().map(|node| self.filter(node)) {
            print.text(&filter.fingerprint()?);
        }
        print.text(&format!("{} {}", settings.unexpired, settings.deleted));
        for condition in conditions {
            condition.fingerprint(&mut print);
        }
        Ok(print.finish())
    }

    pub(super) fn merge(
        &self,
        fetch: Fetch,
        conditions: Vec<KeyCondition>,
        starts: Vec<Start>,
        meter: &Meter,
    ) -> Merge {
        let settings = &self.selection.settings;
        let size = (settings.page_size, settings.limit);
        Merge::new(fetch, conditions, starts, size, settings.concurrency, meter.clone())
    }

    /// Reads one page of at most `limit` items.
    async fn page(self, mut sink: Box<dyn ItemSink>, meter: &Meter) -> Result<PageAnswer, Error> {
        let (fetch, conditions) = (self.fetch()?, self.conditions()?);
        let starts = self.starts(&fetch, &conditions)?;
        let fingerprint = self.fingerprint(&fetch, &conditions)?;
        let (page_size, limit) = (self.selection.settings.page_size, self.selection.settings.limit);
        let starts = match conditions.as_slice() {
            [condition] => {
                let start = starts.into_iter().next().unwrap_or(Start::Beginning);
                let source = PageSource::Partition(&fetch, condition);
                vec![fill(&source, start, limit, page_size, &mut *sink, meter).await?]
            }
            _ => {
                let mut merge = self.merge(fetch, conditions, starts, meter);
                let ask = if limit.is_none() { Ask::Once } else { Ask::Always };
                while limit.is_none_or(|limit| sink.len() < limit) && merge.next(ask, &mut *sink).await? {}
                merge.into_starts()
            }
        };
        let goes_on = starts.iter().any(|start| *start != Start::End);
        let next = if goes_on { Some(Cursor::new(fingerprint, &starts)?) } else { None };
        Ok(PageAnswer { sink, next })
    }
}

impl QueryRequest {
    /// Reads every page, up to the limit.
    async fn all(self, mut sink: Box<dyn ItemSink>, meter: &Meter) -> Result<PageAnswer, Error> {
        let (fetch, conditions) = (self.fetch()?, self.conditions()?);
        let mut starts = self.starts(&fetch, &conditions)?;
        let fingerprint = self.fingerprint(&fetch, &conditions)?;
        let (page_size, limit) = (self.selection.settings.page_size, self.selection.settings.limit);
        if let ([condition], [start]) = (conditions.as_slice(), starts.as_mut_slice()) {
            let source = PageSource::Partition(&fetch, condition);
            while *start != Start::End && limit.is_none_or(|limit| sink.len() < limit) {
                *start = fill(&source, start.clone(), limit, page_size, &mut *sink, meter).await?;
            }
        } else {
            let mut merge = self.merge(fetch, conditions, starts, meter);
            while limit.is_none_or(|limit| sink.len() < limit) && merge.next(Ask::Always, &mut *sink).await? {}
            starts = merge.into_starts();
        }
        let goes_on = starts.iter().any(|start| *start != Start::End);
        let next = if goes_on { Some(Cursor::new(fingerprint, &starts)?) } else { None };
        Ok(PageAnswer { sink, next })
    }
}

/// Reads every page of a query into `sink`.
pub(crate) fn query_all(request: QueryRequest, new_sink: NewSink, metered: bool) -> Running<PageAnswer> {
    run(request.about("query"), metered, move |meter| async move { request.all(new_sink(), &meter).await })
}

/// Leaves out a query that was given twice. Other queries with items in common are refused: each item would be read twice.
fn distinct(conditions: Vec<KeyCondition>) -> Result<Vec<KeyCondition>, Error> {
    if conditions.len() < 2 {
        return Ok(conditions);
    }
    let mut kept: Vec<KeyCondition> = Vec::with_capacity(conditions.len());
    let mut partitions: HashMap<Vec<KeyValue>, Vec<usize>> = HashMap::new();
    for condition in conditions {
        let known = partitions.entry(condition.partition().to_vec()).or_default();
        let mut others = known.iter().map(|at| &kept[*at]);
        if others.clone().any(|other| other.equal == condition.equal && other.range == condition.range) {
            continue;
        }
        if others.any(|other| other.overlaps(&condition)) {
            return Err(Error::refused(
                format_args!("two of the merged queries of `{}` read the same items", condition.schema.name),
                "give each partition once, or ranges that have no key in common",
            ));
        }
        known.push(kept.len());
        kept.push(condition);
    }
    Ok(kept)
}

/// Reads a page of a query into `sink`.
pub(crate) fn query(request: QueryRequest, new_sink: NewSink, metered: bool) -> Running<PageAnswer> {
    run(request.about("query"), metered, move |meter| async move { request.page(new_sink(), &meter).await })
}

/// Counts the items of a query. `new_sink` collects them where their keys do not suffice.
pub(crate) fn count(request: QueryRequest, new_sink: NewSink, metered: bool) -> Running<PageAnswer> {
    run(request.about("count"), metered, move |meter| async move { count_all(request, &new_sink, &meter).await })
}

async fn count_all(mut request: QueryRequest, new_sink: &NewSink, meter: &Meter) -> Result<PageAnswer, Error> {
    let conditions = request.conditions()?;
    let starts = request.starts(&request.fetch()?, &conditions)?;
    let (asked, rules) = (request.selection.asked, request.rules());
    let settings = &mut request.selection.settings;
    let limit = settings.limit.unwrap_or(usize::MAX);
    let (concurrency, page_size) = (settings.concurrency, settings.page_size);
    // DynamoDB's own count knows neither keys nor softly deleted items; this costs the same, and transfers the keys.
    let is_upgraded = settings.filter.is_some() && settings.upgraded.is_some();
    let index = conditions.first().and_then(|condition| condition.index);
    // What is softly deleted is in no index.
    let is_read = index.is_none() && !settings.deleted && may_hide_old(&asked);
    settings.attributes = (!is_upgraded && !is_read).then(|| telling(&asked, index));
    let (fetch, rules) = (request.fetch()?, &rules);
    let fetch = &fetch;
    let counts = conditions.iter().zip(starts).map(|(condition, start)| async move {
        let (mut counted, mut start) = (0, start);
        while start != Start::End {
            let mut counter: Box<dyn ItemSink> =
                if is_read { new_sink() } else { Box::new(CountingSink::new(asked, rules.clone())) };
            let answer = fetch.once(condition, &start, page_size, false, &mut *counter, meter).await?;
            start = answer.last.map_or(Start::End, Start::After);
            // An item that cannot be decoded is counted, as it is where only keys are read.
            counted += counter.len() + counter.take_aside().into_parts().1.len();
        }
        Ok::<usize, Error>(counted)
    });
    // Collected, so that the future is known to be `Send`.
    let counts: Vec<_> = counts.collect();
    let mut counts = stream::iter(counts).buffer_unordered(concurrency);
    let mut total = 0;
    while let Some(count) = counts.next().await {
        total += count?;
    }
    Ok(PageAnswer::counted(limit.min(total)))
}
