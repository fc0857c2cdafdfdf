//! Requests as they are sent, with what they cost.

use std::collections::HashMap;
use std::time::Instant;

use aws_sdk_dynamodb::types::{AttributeValue, ConsumedCapacity, ReturnConsumedCapacity};
use dynamo_core::{Db, Item};
use serde_json::{Map, Value, json};

use crate::error::ToolError;
use crate::value::to_json;

/// The requests of one answer.
#[derive(Default)]
pub(super) struct Sent {
    requests: Vec<Value>,
    units: f64,
    millis: f64,
}

/// A key condition: its expression, and the names and values in it.
pub(super) type Condition = (String, HashMap<String, String>, HashMap<String, AttributeValue>);

/// A query or a scan; a scan without a condition.
#[derive(Clone, Default)]
pub(super) struct Read {
    pub(super) table: String,
    pub(super) index: Option<String>,
    pub(super) condition: Option<Condition>,
    pub(super) backward: bool,
    pub(super) limit: i32,
    pub(super) start: Option<Item>,
}

impl Sent {
    /// What the page shows of it.
    pub(super) fn json(&self) -> Value {
        json!({"requests": self.requests, "units": self.units, "millis": (self.millis * 10.0).round() / 10.0})
    }

    fn note(&mut self, request: Value, capacity: Option<&ConsumedCapacity>, since: Instant) {
        self.requests.push(request);
        self.units += capacity.and_then(ConsumedCapacity::capacity_units).unwrap_or_default();
        self.millis += since.elapsed().as_secs_f64() * 1000.0;
    }

    /// Gets an item, as the table has it now.
    pub(super) async fn get(&mut self, db: &Db, table: &str, key: Item) -> Result<Option<Item>, ToolError> {
        let since = Instant::now();
        let shown = json!({"GetItem": {"TableName": table, "Key": to_json(&key), "ConsistentRead": true}});
        let request = db.client().get_item().table_name(table).set_key(Some(key)).consistent_read(true);
        let got = request.return_consumed_capacity(ReturnConsumedCapacity::Total).send().await;
        let got = got.map_err(|error| ToolError::request("get_item", table, &error))?;
        self.note(shown, got.consumed_capacity.as_ref(), since);
        Ok(got.item)
    }

    /// Reads a page; returns its items, and where the next one begins.
    pub(super) async fn page(&mut self, db: &Db, read: Read) -> Result<(Vec<Item>, Option<Item>), ToolError> {
        let since = Instant::now();
        let Read { table, index, condition, backward, limit, start } = read;
        let mut shown = Map::from_iter([("TableName".to_owned(), json!(table)), ("Limit".to_owned(), json!(limit))]);
        shown.extend(index.as_ref().map(|index| ("IndexName".to_owned(), json!(index))));
        let total = ReturnConsumedCapacity::Total;
        let Some((expression, names, values)) = condition else {
            let request = db.client().scan().table_name(&table).set_index_name(index).limit(limit);
            let request = request.set_exclusive_start_key(start).return_consumed_capacity(total);
            let page = request.send().await.map_err(|error| ToolError::request("scan", &table, &error))?;
            self.note(json!({"Scan": shown}), page.consumed_capacity.as_ref(), since);
            return Ok((page.items.unwrap_or_default(), page.last_evaluated_key));
        };
        shown.insert("KeyConditionExpression".to_owned(), json!(expression));
        shown.insert("ExpressionAttributeNames".to_owned(), json!(names));
        let values_shown: Item = values.clone();
        shown.insert("ExpressionAttributeValues".to_owned(), json!(to_json(&values_shown)));
        shown.insert("ScanIndexForward".to_owned(), json!(!backward));
        let request = db.client().query().table_name(&table).set_index_name(index).limit(limit);
        let request = request
            .key_condition_expression(expression)
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values(Some(values))
            .scan_index_forward(!backward)
            .set_exclusive_start_key(start)
            .return_consumed_capacity(total);
        let page = request.send().await.map_err(|error| ToolError::request("query", &table, &error))?;
        self.note(json!({"Query": shown}), page.consumed_capacity.as_ref(), since);
        Ok((page.items.unwrap_or_default(), page.last_evaluated_key))
    }
}
