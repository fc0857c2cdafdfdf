//! Scans a table in place of an index that it lacks.

use std::cmp::Ordering;

use super::request::Prepared;
use crate::codec::Item;
use crate::entity::Unreadable;
use crate::error::Error;
use crate::expr::Placeholders;
use crate::query::{KeyCondition, ReadPart, Start, compare_keys};
use crate::schema::KeyAttribute;
use crate::wire::{Answer, AnsweredPage, ItemKeys, ItemSink, Meter, Operation, RawItem, Request, RequestJson, as_raw};

impl Prepared {
    /// Returns the key condition of a query that failed with `error`, if the table may be scanned for it instead.
    pub(super) fn fallback<'p>(&self, part: &'p ReadPart, error: Error) -> Result<&'p KeyCondition, Error> {
        let is_missing = self.db.scans_without_index() && matches!(error, Error::MissingTable(_));
        let condition = part.condition().filter(|condition| is_missing && condition.index.is_some());
        condition.ok_or(error)
    }

    /// Scans for the items that the index would hold, in its order, after `start`.
    pub(super) async fn scanned(
        &self,
        condition: &KeyCondition,
        start: &Start,
        meter: &Meter,
    ) -> Result<Vec<Item>, Error> {
        let mut items = Vec::new();
        let mut next = None;
        loop {
            let request = self.scan(condition, next.as_ref(), meter)?;
            let asked = || self.asked(Some(condition));
            let answer = self.db.connection().read_items(request, &asked, meter).await?;
            items.extend(answer.items);
            next = answer.last;
            if next.is_none() {
                break;
            }
        }
        // After the scan, since the table itself may be missing.
        let index = condition.index.map_or("", |index| index.name);
        tracing::warn!(
            table = self.table,
            index,
            entity = condition.schema.name,
            "the index is missing, and the whole table is scanned instead: create it before this runs in production"
        );
        let in_order = |a: &Item, b: &Item| self.order(condition, a, b);
        items.sort_by(in_order);
        if let Start::After(key) = start {
            items.retain(|item| in_order(key, item).is_lt());
        }
        Ok(items)
    }

    /// Builds a scan with the key condition of a query as its filter.
    fn scan(&self, condition: &KeyCondition, start: Option<&Item>, meter: &Meter) -> Result<Request, Error> {
        let mut placeholders = Placeholders::default();
        let mut filter = condition.render(&mut placeholders);
        for attribute in condition.sort() {
            let exists = format!(" AND attribute_exists({})", placeholders.name(attribute.name.text));
            filter.push_str(&exists);
        }
        if let Some(own) = &self.filter {
            let own = own.render(&mut placeholders)?;
            filter = format!("{filter} AND ({own})");
        }
        let mut json = RequestJson::with_capacity(512);
        json.text("TableName", Some(&self.table));
        json.text("FilterExpression", Some(&filter));
        json.placeholders(placeholders.names(), placeholders.values());
        json.item("ExclusiveStartKey", start);
        Ok(Request::new(Operation::Scan, &self.table, json.end(meter)))
    }

    /// Compares items in the order of the index, and in that of the table where the index leaves them equal.
    fn order(&self, condition: &KeyCondition, a: &Item, b: &Item) -> Ordering {
        let layout = condition.layout;
        let of_table: Vec<KeyAttribute> = [Some(layout.pk), layout.sk].into_iter().flatten().collect();
        let order = compare_keys(condition.sort(), a, b).then_with(|| compare_keys(&of_table, a, b));
        if self.spec.descending { order.reverse() } else { order }
    }

    /// Returns up to `limit` items, and the key after which the next ones begin.
    async fn scanned_page(
        &self,
        condition: &KeyCondition,
        start: &Start,
        limit: Option<usize>,
        meter: &Meter,
    ) -> Result<(Vec<Item>, Option<Item>), Error> {
        let keys = ItemKeys::new(condition.layout, condition.index);
        let mut found = self.scanned(condition, start, meter).await?;
        let mut last = None;
        if let Some(limit) = limit.filter(|limit| found.len() > *limit) {
            found.truncate(limit.max(1));
            last = found.last().map(|item| keys.of_item(item));
        }
        Ok((found, last))
    }

    /// Scans in place of one request to the index.
    pub(super) async fn once_scanned(
        &self,
        condition: &KeyCondition,
        start: &Start,
        limit: Option<usize>,
        keys: Option<&ItemKeys>,
        sink: &mut dyn ItemSink,
        meter: &Meter,
    ) -> Result<AnsweredPage, Error> {
        let (found, last) = self.scanned_page(condition, start, limit, meter).await?;
        let mut answer = AnsweredPage { last, ..AnsweredPage::default() };
        for item in found {
            answer.take(&item, sink, keys).map_err(Unreadable::into_error)?;
        }
        Ok(answer)
    }

    /// Scans in place of one request to the index, for a merge.
    pub(super) async fn raw_scanned(
        &self,
        condition: &KeyCondition,
        start: &Start,
        limit: Option<usize>,
        keys: &ItemKeys,
        meter: &Meter,
    ) -> Result<(Answer, Vec<RawItem>, Option<Item>), Error> {
        let (found, last) = self.scanned_page(condition, start, limit, meter).await?;
        let (body, items) = as_raw(&found, keys);
        Ok((body, items, last))
    }
}
