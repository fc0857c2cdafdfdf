//! Requests, and the writer of their JSON.

use super::Meter;
use crate::codec::{AttributeValue, Item, JsonWriter, write_item, write_value};
use crate::schema::NoneAs;

/// The format of requests and answers: the value of the header `content-type`.
pub(super) const CONTENT_TYPE: &str = "application/x-amz-json-1.0";

/// A request of items, ready to be sent.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) operation: Operation,
    /// The table, or the first of several. An ARN may choose the endpoint.
    pub(crate) table: String,
    /// DynamoDB's JSON.
    pub(crate) body: Vec<u8>,
    /// Whether it must not be sent again once it may have been applied.
    pub(crate) once: bool,
}

impl Request {
    pub(crate) fn new(operation: Operation, table: &str, body: Vec<u8>) -> Self {
        Self { operation, table: table.to_owned(), body, once: false }
    }
}

/// The operations of DynamoDB that read and write items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    BatchGetItem,
    BatchWriteItem,
    DeleteItem,
    GetItem,
    PutItem,
    Query,
    Scan,
    TransactGetItems,
    TransactWriteItems,
    UpdateItem,
}

impl Operation {
    /// Returns the value of the header `x-amz-target`.
    pub(super) fn target(self) -> &'static str {
        match self {
            Self::BatchGetItem => "DynamoDB_20120810.BatchGetItem",
            Self::BatchWriteItem => "DynamoDB_20120810.BatchWriteItem",
            Self::DeleteItem => "DynamoDB_20120810.DeleteItem",
            Self::GetItem => "DynamoDB_20120810.GetItem",
            Self::PutItem => "DynamoDB_20120810.PutItem",
            Self::Query => "DynamoDB_20120810.Query",
            Self::Scan => "DynamoDB_20120810.Scan",
            Self::TransactGetItems => "DynamoDB_20120810.TransactGetItems",
            Self::TransactWriteItems => "DynamoDB_20120810.TransactWriteItems",
            Self::UpdateItem => "DynamoDB_20120810.UpdateItem",
        }
    }
}

/// Writes the body of a request field by field. Every field ends with a comma, and the end of an object replaces the last one.
pub(crate) struct RequestJson(Vec<u8>);

impl RequestJson {
    /// Begins the object of a request that has about this size.
    pub(crate) fn with_capacity(size: usize) -> Self {
        let mut json = Vec::with_capacity(size);
        json.push(b'{');
        Self(json)
    }

    /// Ends the request, which asks for its capacity if `meter` needs it.
    pub(crate) fn end(mut self, meter: &Meter) -> Vec<u8> {
        self.text("ReturnConsumedCapacity", meter.asks().then_some("TOTAL"));
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

    /// Writes a flag that is set, and leaves out one that is not: DynamoDB's defaults are `false`.
    pub(crate) fn flag(&mut self, name: &str, flag: bool) {
        if flag {
            self.name(name);
            self.fields(b"true,");
        }
    }

    /// Reads a partition from its end.
    pub(crate) fn backward(&mut self) {
        self.fields(b"\"ScanIndexForward\":false,");
    }

    /// Writes a number, at most the largest that DynamoDB takes.
    pub(crate) fn number(&mut self, name: &str, number: Option<usize>) {
        if let Some(number) = number {
            self.name(name);
            let number = i32::try_from(number).unwrap_or(i32::MAX);
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
    pub(crate) fn element(&mut self, item: &Item) {
        write_item(&mut self.0, item);
        self.0.push(b',');
    }

    /// Writes what the placeholders `#n0` and `:v0` of expressions stand for, if there are any: DynamoDB rejects empty objects.
    pub(crate) fn placeholders(&mut self, names: &[String], values: &[AttributeValue]) {
        let mut number = itoa::Buffer::new();
        if !names.is_empty() {
            self.object("ExpressionAttributeNames", |json| {
                for (at, name) in names.iter().enumerate() {
                    json.placeholder(b"\"#n", number.format(at));
                    json.string(name);
                    json.0.push(b',');
                }
            });
        }
        if !values.is_empty() {
            self.object("ExpressionAttributeValues", |json| {
                for (at, value) in values.iter().enumerate() {
                    json.placeholder(b"\":v", number.format(at));
                    write_value(&mut json.writer(), value);
                    json.0.push(b',');
                }
            });
        }
    }

    fn placeholder(&mut self, prefix: &[u8], number: &str) {
        self.fields(prefix);
        self.fields(number.as_bytes());
        self.fields(b"\":");
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
