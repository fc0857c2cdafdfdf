//! Writes requests as DynamoDB's JSON.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity, Select};

use super::Meter;
use crate::codec::{JsonWriter, write_item};
use crate::schema::{Item, NoneAs};

/// Writes a request field by field. Every field ends with a comma, and the end of an object replaces the last one.
pub(crate) struct RequestJson(Vec<u8>);

impl RequestJson {
    /// Begins the object of a request that has about this size.
    pub(crate) fn with_capacity(size: usize) -> Self {
        let mut json = Vec::with_capacity(size);
        json.push(b'{');
        Self(json)
    }

    /// Ends the request, which asks for its capacity if that is wanted.
    pub(crate) fn end(mut self, meter: &Meter) -> Vec<u8> {
        self.text("ReturnConsumedCapacity", meter.asks().as_ref().map(ReturnConsumedCapacity::as_str));
        self.writer().close(b'}');
        self.0
    }

    fn writer(&mut self) -> JsonWriter<'_> {
        JsonWriter::new(&mut self.0, NoneAs::Omit)
    }

    fn name(&mut self, name: &str) {
        self.string(name);
        self.0.push(b':');
    }

    fn string(&mut self, text: &str) {
        self.0.push(b'"');
        self.writer().text(text);
        self.0.push(b'"');
    }

    /// Writes fields that are JSON already, with a comma after each.
    pub(crate) fn fields(&mut self, json: &[u8]) {
        self.0.extend_from_slice(json);
    }

    pub(crate) fn text(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.name(name);
            self.string(text);
            self.0.push(b',');
        }
    }

    fn flag(&mut self, name: &str, flag: Option<bool>) {
        if let Some(flag) = flag {
            self.name(name);
            self.fields(if flag { b"true," } else { b"false," });
        }
    }

    fn number(&mut self, name: &str, number: Option<i32>) {
        if let Some(number) = number {
            self.name(name);
            self.fields(itoa::Buffer::new().format(number).as_bytes());
            self.0.push(b',');
        }
    }

    pub(crate) fn item(&mut self, name: &str, item: Option<&Item>) {
        if let Some(item) = item {
            self.name(name);
            self.element(item);
        }
    }

    /// Writes an item in a list.
    fn element(&mut self, item: &Item) {
        write_item(&mut self.0, item);
        self.0.push(b',');
    }

    /// Writes the placeholders of expressions.
    pub(crate) fn placeholders(&mut self, names: Option<&HashMap<String, String>>, values: Option<&Item>) {
        if let Some(names) = names {
            self.object("ExpressionAttributeNames", |json| {
                for (placeholder, name) in names {
                    json.text(placeholder, Some(name));
                }
            });
        }
        self.item("ExpressionAttributeValues", values);
    }

    pub(crate) fn object(&mut self, name: &str, fields: impl FnOnce(&mut Self)) {
        self.name(name);
        self.unnamed(fields);
    }

    /// Writes an object in a list.
    pub(crate) fn unnamed(&mut self, fields: impl FnOnce(&mut Self)) {
        self.0.push(b'{');
        fields(self);
        self.writer().close(b'}');
        self.0.push(b',');
    }

    pub(crate) fn list(&mut self, name: &str, elements: impl FnOnce(&mut Self)) {
        self.name(name);
        self.0.push(b'[');
        elements(self);
        self.writer().close(b']');
        self.0.push(b',');
    }
}

/// A request that can be written as JSON.
pub(super) trait ToJson {
    fn to_json(&self, meter: &Meter) -> Vec<u8>;
}

impl ToJson for GetItemFluentBuilder {
    fn to_json(&self, meter: &Meter) -> Vec<u8> {
        let mut json = RequestJson::with_capacity(256);
        json.text("TableName", self.get_table_name().as_deref());
        json.item("Key", self.get_key().as_ref());
        json.flag("ConsistentRead", *self.get_consistent_read());
        json.text("ProjectionExpression", self.get_projection_expression().as_deref());
        json.placeholders(self.get_expression_attribute_names().as_ref(), None);
        json.end(meter)
    }
}

/// Writes the fields that `Query` and `Scan` share.
macro_rules! page {
    ($json:ident, $request:ident) => {
        $json.text("TableName", $request.get_table_name().as_deref());
        $json.text("IndexName", $request.get_index_name().as_deref());
        $json.text("Select", $request.get_select().as_ref().map(Select::as_str));
        $json.text("FilterExpression", $request.get_filter_expression().as_deref());
        $json.text("ProjectionExpression", $request.get_projection_expression().as_deref());
        $json.placeholders(
            $request.get_expression_attribute_names().as_ref(),
            $request.get_expression_attribute_values().as_ref(),
        );
        $json.flag("ConsistentRead", *$request.get_consistent_read());
        $json.number("Limit", *$request.get_limit());
        $json.item("ExclusiveStartKey", $request.get_exclusive_start_key().as_ref());
    };
}

impl ToJson for QueryFluentBuilder {
    fn to_json(&self, meter: &Meter) -> Vec<u8> {
        let mut json = RequestJson::with_capacity(512);
        page!(json, self);
        json.text("KeyConditionExpression", self.get_key_condition_expression().as_deref());
        json.flag("ScanIndexForward", *self.get_scan_index_forward());
        json.end(meter)
    }
}

impl ToJson for ScanFluentBuilder {
    fn to_json(&self, meter: &Meter) -> Vec<u8> {
        let mut json = RequestJson::with_capacity(512);
        page!(json, self);
        json.number("Segment", *self.get_segment());
        json.number("TotalSegments", *self.get_total_segments());
        json.end(meter)
    }
}

impl ToJson for BatchGetItemFluentBuilder {
    fn to_json(&self, meter: &Meter) -> Vec<u8> {
        const PER_KEY: usize = 96;
        let tables = || self.get_request_items().iter().flatten();
        let keys: usize = tables().map(|(_, wanted)| wanted.keys.len()).sum();
        let mut json = RequestJson::with_capacity(256 + PER_KEY * keys);
        json.object("RequestItems", |json| {
            for (table, wanted) in tables() {
                json.object(table, |json| wanted_keys(json, wanted));
            }
        });
        json.end(meter)
    }
}

fn wanted_keys(json: &mut RequestJson, wanted: &KeysAndAttributes) {
    json.list("Keys", |json| wanted.keys.iter().for_each(|key| json.element(key)));
    json.flag("ConsistentRead", wanted.consistent_read);
    json.text("ProjectionExpression", wanted.projection_expression.as_deref());
    json.placeholders(wanted.expression_attribute_names.as_ref(), None);
}

impl ToJson for TransactGetItemsFluentBuilder {
    fn to_json(&self, meter: &Meter) -> Vec<u8> {
        let mut json = RequestJson::with_capacity(512);
        json.list("TransactItems", |json| {
            for get in self.get_transact_items().iter().flatten().filter_map(|action| action.get.as_ref()) {
                json.unnamed(|json| {
                    json.object("Get", |json| {
                        json.text("TableName", Some(&get.table_name));
                        json.item("Key", Some(&get.key));
                        json.text("ProjectionExpression", get.projection_expression.as_deref());
                        json.placeholders(get.expression_attribute_names.as_ref(), None);
                    });
                });
            }
        });
        json.end(meter)
    }
}
