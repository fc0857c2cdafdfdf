//! One request of a query.

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::types::Select;

use super::super::slot::Slot;
use super::Meter;
use crate::error::{Request, UnknownItem, classify};
use crate::expr::{Node, Placeholders};
use crate::query::{Page, Plan, Start};
use crate::wire::{Hook, ItemKeys, Items, Reader};
use crate::{Db, Entity, Error, Item};

/// A condition on what is read, which knows its entity.
#[derive(Clone)]
pub(crate) struct Filter {
    node: Node,
    render: fn(&Node, &mut Placeholders) -> Result<String, Error>,
}

impl Filter {
    pub(crate) fn new<E: Entity>(node: Node) -> Self {
        Self { node, render: Node::render::<E> }
    }

    pub(crate) fn and(self, other: Node) -> Self {
        Self { node: Node::both(Some(self.node), other), render: self.render }
    }

    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> Result<String, Error> {
        (self.render)(&self.node, placeholders)
    }

    /// The filter with its names and values.
    pub(crate) fn fingerprint(&self) -> Result<String, Error> {
        let mut placeholders = Placeholders::default();
        let text = self.render(&mut placeholders)?;
        Ok(format!("{text} {placeholders:?}"))
    }
}

/// What all requests of a query have in common.
pub(crate) struct Fetch<R> {
    pub(super) db: Db,
    pub(super) table: String,
    pub(super) reader: Reader<R>,
    pub(super) filter: Option<Filter>,
    pub(super) attributes: Option<Vec<&'static str>>,
    pub(super) newest_first: bool,
    pub(super) consistent: bool,
    pub(super) strict: bool,
}

impl<R> Fetch<R> {
    pub(super) fn builder(
        &self,
        plan: &Plan,
        start: &Start,
        limit: Option<usize>,
    ) -> Result<(QueryFluentBuilder, Request), Error> {
        let mut placeholders = Placeholders::default();
        let keys = plan.render(&mut placeholders);
        let filter = self.filter.as_ref().map(|filter| filter.render(&mut placeholders)).transpose()?;
        let attributes = self.attributes.as_ref().map(|attributes| {
            attributes.iter().map(|attribute| placeholders.name(attribute)).collect::<Vec<_>>().join(", ")
        });
        let limit = limit.map(|limit| i32::try_from(limit.max(1)).unwrap_or(i32::MAX));
        let start = if let Start::After(key) = start { Some(key.clone()) } else { None };
        let partition = plan.equal.first().map_or("", |value| value.as_str());
        let request = Request::new("query", &self.table)
            .entity(plan.schema)
            .index(plan.index.map(|index| index.name))
            .key(partition);
        let builder = self.db.client().query().table_name(&self.table).key_condition_expression(keys);
        let builder = builder
            .set_index_name(plan.index.map(|index| index.name.to_owned()))
            .set_filter_expression(filter)
            .set_projection_expression(attributes)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .set_scan_index_forward(self.newest_first.then_some(false))
            .set_consistent_read(self.consistent.then_some(true))
            .set_limit(limit)
            .set_exclusive_start_key(start);
        Ok((builder, request))
    }

    /// How many items of a partition there are in one request.
    pub(super) async fn count(&self, plan: &Plan, start: &Start, meter: &Meter) -> Result<(u64, Option<Item>), Error> {
        let (builder, request) = self.builder(plan, start, None)?;
        let hook = Hook::counting();
        let builder = builder.select(Select::Count).set_return_consumed_capacity(meter.asks());
        let sent = builder.customize().interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let answer = sent.map_err(|error| classify(request, &error, None, hook.answered()))?;
        meter.read_all(answer.consumed_capacity.as_slice());
        Ok((u64::try_from(answer.count).unwrap_or_default(), answer.last_evaluated_key))
    }
}

impl<R: Send + 'static> Fetch<R> {
    /// One request; `track` asks where each item stands.
    pub(super) async fn once(
        &self,
        plan: &Plan,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        meter: &Meter,
    ) -> Result<Items<R>, Error> {
        if plan.is_empty() || *start == Start::End {
            return Ok(Items::empty());
        }
        let (builder, request) = self.builder(plan, start, limit)?;
        let builder = builder.set_return_consumed_capacity(meter.asks());
        let keys = track.then(|| ItemKeys::new(plan.layout, plan.index));
        let reader = self.reader;
        let answer = if self.db.is_wire() {
            let read = move |body: &[u8]| Items::read(body, reader, keys.as_ref());
            let (slot, hook) = Slot::hook(read, Query::new(), || QueryOutput::builder().build());
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
            Some(item) if self.strict => Err(Error::UnknownItem(Box::new(UnknownItem::new(plan.layout, item)))),
            _ => Ok(answer),
        }
    }

    /// Fills a page from one partition; gives back where it goes on.
    pub(super) async fn page(
        &self,
        plan: &Plan,
        mut start: Start,
        limit: Option<usize>,
        page_size: Option<usize>,
        page: &mut Page<R>,
        meter: &Meter,
    ) -> Result<Start, Error> {
        // A filter takes items away after they were counted: looking at more at a time saves requests, and what is too
        // much is cut off where it is too much.
        let mut looked_at = limit;
        let may_be_too_much = limit.is_some() && (self.filter.is_some() || page_size.is_some());
        loop {
            let wanted = limit.map(|limit| limit - page.items.len());
            let evaluate = page_size.or(if self.filter.is_some() { looked_at } else { wanted });
            let mut answer = self.once(plan, &start, evaluate, may_be_too_much, meter).await?;
            page.raw.append(&mut answer.raw);
            if let Some(wanted) = wanted.filter(|wanted| answer.items.len() > *wanted) {
                answer.items.truncate(wanted);
                page.items.append(&mut answer.items);
                return Ok(match wanted.checked_sub(1).and_then(|last| answer.keys.into_iter().nth(last)) {
                    Some(key) => Start::After(key),
                    None => start,
                });
            }
            page.items.append(&mut answer.items);
            start = answer.last.map_or(Start::End, Start::After);
            let full = limit.is_none_or(|limit| page.items.len() >= limit);
            if full || start == Start::End {
                return Ok(start);
            }
            looked_at = looked_at.map(|looked_at| looked_at.saturating_mul(2));
        }
    }
}
