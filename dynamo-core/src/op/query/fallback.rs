//! Scans in place of an index that a table lacks.

use std::cmp::Ordering;

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;

use super::fetch::Fetch;
use super::{Meter, Plan, Start};
use crate::error::classify;
use crate::expr::Placeholders;
use crate::query::compare_keys;
use crate::schema::KeyAttribute;
use crate::wire::{Hook, ItemKeys, Items};
use crate::{Error, Item};

impl<R> Fetch<R> {
    /// Whether a query that failed so may scan the table instead.
    pub(super) fn falls_back(&self, plan: &Plan, error: &Error) -> bool {
        plan.index.is_some() && self.db.scans_without_index() && matches!(error, Error::NoTable(_))
    }

    /// What the index would hold for this plan, in its order, after `start`.
    pub(super) async fn scanned(&self, plan: &Plan, start: &Start, meter: &Meter) -> Result<Vec<Item>, Error> {
        let mut items = Vec::new();
        let mut next = None;
        loop {
            let request = self.scan(plan)?.set_exclusive_start_key(next).set_return_consumed_capacity(meter.asks());
            let hook = Hook::counting();
            let sent = request.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            let answer = sent.map_err(|error| classify(self.asked(plan), &error, None, hook.answered()))?;
            meter.read_all(answer.consumed_capacity.as_slice());
            items.extend(answer.items.unwrap_or_default());
            next = answer.last_evaluated_key;
            if next.is_none() {
                break;
            }
        }
        // Not before: it may be the table that is missing.
        let index = plan.index.map_or("", |index| index.name);
        tracing::warn!(
            table = self.table,
            index,
            entity = plan.schema.name,
            "the index is missing, and the whole table is scanned instead: create it before this runs in production"
        );
        let in_order = |a: &Item, b: &Item| self.order(plan, a, b);
        items.sort_by(in_order);
        if let Start::After(key) = start {
            items.retain(|item| in_order(key, item).is_lt());
        }
        Ok(items)
    }

    /// The key condition of a query is a filter of a scan.
    fn scan(&self, plan: &Plan) -> Result<ScanFluentBuilder, Error> {
        let mut placeholders = Placeholders::default();
        let mut filter = plan.render(&mut placeholders);
        for attribute in plan.sort() {
            let exists = format!(" AND attribute_exists({})", placeholders.name(attribute.name.text));
            filter.push_str(&exists);
        }
        if let Some(own) = &self.filter {
            let own = own.render(&mut placeholders)?;
            filter = format!("{filter} AND ({own})");
        }
        let scan = self.db.client().scan().table_name(&self.table).filter_expression(filter);
        let scan = scan.set_expression_attribute_names(placeholders.names());
        Ok(scan.set_expression_attribute_values(placeholders.values()))
    }

    /// The order of the index, and that of the table where it leaves two items equal.
    fn order(&self, plan: &Plan, a: &Item, b: &Item) -> Ordering {
        let of_table: Vec<KeyAttribute> = [Some(plan.layout.pk), plan.layout.sk].into_iter().flatten().collect();
        let order = compare_keys(plan.sort(), a, b).then_with(|| compare_keys(&of_table, a, b));
        if self.newest_first { order.reverse() } else { order }
    }

    /// The same as an answer of the index.
    pub(super) async fn once_scanned(
        &self,
        plan: &Plan,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        meter: &Meter,
    ) -> Result<Items<R>, Error> {
        let keys = ItemKeys::new(plan.layout, plan.index);
        let mut found = self.scanned(plan, start, meter).await?;
        let mut items = Items::empty();
        if let Some(limit) = limit.filter(|limit| found.len() > *limit) {
            found.truncate(limit.max(1));
            items.last = found.last().map(|item| keys.of_item(item));
        }
        for item in found {
            items.take(item, self.reader, track.then_some(&keys))?;
        }
        Ok(items)
    }
}
