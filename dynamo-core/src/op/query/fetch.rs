//! One request of a query.

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::types::Select;

use super::super::paging::Requests;
use super::super::slot::Slot;
use super::Meter;
use crate::error::{Request, UnknownItem, classify};
use crate::expr::{Node, Placeholders};
use crate::query::{Plan, Start};
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

    pub(crate) fn and_filter(self, other: Self) -> Self {
        self.and(other.node)
    }

    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> Result<String, Error> {
        (self.render)(&self.node, placeholders)
    }

    /// The filter with its names and values.
    pub(crate) fn fingerprint(&self) -> Result<String, Error> {
        let mut placeholders = Placeholders::default();
        let text = self.render(&mut placeholders)?;
        Ok(format!("{text} {}", placeholders.canonical()))
    }

    /// DynamoDB filters by everything but the keys that it reads by.
    fn refuse_keys(&self, plan: &Plan) -> Result<(), Error> {
        let keys = match plan.index {
            Some(index) => [index.pk, index.sk],
            None => [std::slice::from_ref(&plan.layout.pk), plan.layout.sk.as_slice()],
        };
        let mut roots = Vec::new();
        self.node.roots(&mut roots);
        let is_key = |root: &str| keys.iter().copied().flatten().any(|key| key.name.text == root);
        match roots.iter().find(|root| is_key(root)) {
            Some(root) => Err(Error::refused(
                format_args!("a filter of `{}` names `{root}`, which is a key of what is read", plan.schema.name),
                "narrow the query by it instead",
            )),
            None => Ok(()),
        }
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
        track: Option<&ItemKeys>,
    ) -> Result<QueryFluentBuilder, Error> {
        let mut placeholders = Placeholders::default();
        let keys = plan.render(&mut placeholders);
        let filter = match &self.filter {
            Some(filter) => {
                filter.refuse_keys(plan)?;
                Some(filter.render(&mut placeholders)?)
            }
            None => None,
        };
        let attributes = self.attributes.as_ref().map(|attributes| {
            // Where an item stands must be known too.
            let keys = track.map(ItemKeys::names).unwrap_or_default();
            let mut names: Vec<_> = attributes.iter().chain(keys).map(|name| placeholders.name(name)).collect();
            names.sort();
            names.dedup();
            names.join(", ")
        });
        let limit = limit.map(|limit| i32::try_from(limit.max(1)).unwrap_or(i32::MAX));
        let start = if let Start::After(key) = start { Some(key.clone()) } else { None };
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
        Ok(builder)
    }

    /// What was asked, for errors.
    pub(super) fn asked(&self, plan: &Plan) -> Request {
        let partition = plan.equal.first().map_or("", |value| value.as_str());
        let request = Request::new("query", &self.table).entity(plan.schema).index(plan.index.map(|index| index.name));
        request.partition(partition, plan.sensitive)
    }

    /// How many items of a partition there are in one request.
    pub(super) async fn count(&self, plan: &Plan, start: &Start, meter: &Meter) -> Result<(u64, Option<Item>), Error> {
        let builder = self.builder(plan, start, None, None)?;
        let hook = Hook::counting();
        let builder = builder.select(Select::Count).set_return_consumed_capacity(meter.asks());
        let sent = builder.customize().interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let sent = sent.map_err(|error| classify(self.asked(plan), &error, None, hook.answered()));
        let answer = match sent {
            Err(error) if self.falls_back(plan, &error) => {
                let items = self.scanned(plan, start, meter).await?;
                return Ok((u64::try_from(items.len()).unwrap_or_default(), None));
            }
            sent => sent?,
        };
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
        let answer = match self.request(plan, start, limit, track, meter).await {
            Err(error) if self.falls_back(plan, &error) => self.once_scanned(plan, start, limit, track, meter).await?,
            answer => answer?,
        };
        match answer.raw.first() {
            Some(item) if self.strict => Err(Error::UnknownItem(Box::new(UnknownItem::new(plan.layout, item)))),
            _ => Ok(answer),
        }
    }

    async fn request(
        &self,
        plan: &Plan,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        meter: &Meter,
    ) -> Result<Items<R>, Error> {
        let keys = track.then(|| ItemKeys::new(plan.layout, plan.index));
        let builder = self.builder(plan, start, limit, keys.as_ref())?.set_return_consumed_capacity(meter.asks());
        let reader = self.reader;
        let answer = if self.db.is_wire() {
            let read = move |body: &[u8]| Items::read(body, reader, keys.as_ref());
            let (slot, hook) = Slot::hook(read, Query::new(), || QueryOutput::builder().build());
            let sent = builder.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            sent.map_err(|error| classify(self.asked(plan), &error, None, hook.answered()))?;
            slot.take()?
        } else {
            let hook = Hook::counting();
            let sent = builder.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            let answer = sent.map_err(|error| classify(self.asked(plan), &error, None, hook.answered()))?;
            let mut items = Items::empty();
            meter.read_all(answer.consumed_capacity.as_slice());
            items.last = answer.last_evaluated_key;
            for item in answer.items.unwrap_or_default() {
                items.take(item, reader, keys.as_ref())?;
            }
            items
        };
        meter.read(answer.units);
        Ok(answer)
    }
}

/// One partition of a query.
pub(super) struct Partition<'a, R> {
    pub(super) fetch: &'a Fetch<R>,
    pub(super) plan: &'a Plan,
}

impl<R: Send + 'static> Requests<R> for Partition<'_, R> {
    fn drops_items(&self) -> bool {
        self.fetch.filter.is_some()
    }

    async fn once(&self, start: &Start, limit: Option<usize>, track: bool, meter: &Meter) -> Result<Items<R>, Error> {
        self.fetch.once(self.plan, start, limit, track, meter).await
    }
}
