//! One write as a request to DynamoDB: alone, in a transaction or in a batch.

use super::limits::{item_size, value_size};
use super::{Guard, Payload, Returns, Target};
use crate::codec::{AttributeValue, Item, item_to_json};
use crate::error::RequestInfo;
use crate::expr::Placeholders;
use crate::wire::{Meter, Operation, Request, RequestJson};

/// A write of one item, with its condition.
#[derive(Clone)]
pub(crate) struct WriteRequest {
    pub(crate) kind: WriteKind,
    /// Describes the write, and names its table.
    pub(crate) request: RequestInfo,
    /// Table and key: a transaction allows one action on an item.
    pub(crate) id: (String, String, Option<String>),
    /// Explains a failed condition.
    pub(crate) guard: Guard,
    condition: Option<String>,
    placeholders: Placeholders,
}

#[derive(Clone)]
pub(crate) enum WriteKind {
    Put(Payload),
    Update { key: Item, expression: String },
    Delete { key: Item },
    Check { key: Item },
}

impl WriteRequest {
    /// Returns whether it changes nothing, so that it needs a transaction.
    pub(crate) fn is_check(&self) -> bool {
        matches!(self.kind, WriteKind::Check { .. })
    }

    pub(crate) fn new(kind: WriteKind, target: &Target) -> Self {
        let id = (target.request.table.clone(), target.id.1.clone(), target.id.2.clone());
        Self::about(kind, target.request.clone(), id)
    }

    pub(crate) fn about(kind: WriteKind, request: RequestInfo, id: (String, String, Option<String>)) -> Self {
        Self { kind, request, id, guard: Guard::default(), condition: None, placeholders: Placeholders::default() }
    }

    /// Adds the expressions' placeholders and the condition.
    pub(crate) fn with(self, condition: Option<String>, placeholders: Placeholders) -> Self {
        Self { condition, placeholders, ..self }
    }

    /// Sets the guard that the condition was built from.
    pub(crate) fn guarded(self, guard: Guard) -> Self {
        Self { guard, ..self }
    }

    pub(super) fn condition(&self) -> Option<&str> {
        self.condition.as_deref()
    }

    pub(super) fn values(&self) -> &[AttributeValue] {
        self.placeholders.values()
    }

    /// Estimates how many bytes the write adds to a transaction.
    pub(crate) fn weight(&self) -> usize {
        const LEAST: usize = 200;
        let put = match &self.kind {
            WriteKind::Put(payload @ Payload::Json(_)) => payload.json().map_or(0, <[u8]>::len),
            WriteKind::Put(Payload::Item(item)) => item_size(item),
            WriteKind::Update { expression, .. } => expression.len(),
            _ => 0,
        };
        let values: usize = self.values().iter().map(value_size).sum();
        LEAST + put + self.condition.as_ref().map_or(0, String::len) + values
    }

    /// How many bytes it adds to a batch, as JSON.
    pub(crate) fn wire_size(&self) -> usize {
        const AROUND: usize = 40;
        AROUND
            + match &self.kind {
                WriteKind::Put(payload @ Payload::Json(_)) => payload.json().map_or(0, <[u8]>::len),
                WriteKind::Put(Payload::Item(item)) => item_to_json(item).len(),
                WriteKind::Update { key, .. } | WriteKind::Delete { key } | WriteKind::Check { key } => {
                    item_to_json(key).len()
                }
            }
    }

    /// Returns the request of a write that is sent alone; `None` for a check. With `once`, it is not sent again when it may have
    /// been applied.
    pub(crate) fn to_request(&self, returns: Returns, once: bool, meter: &Meter) -> Option<Request> {
        let operation = match &self.kind {
            WriteKind::Put(_) => Operation::PutItem,
            WriteKind::Update { .. } => Operation::UpdateItem,
            WriteKind::Delete { .. } => Operation::DeleteItem,
            WriteKind::Check { .. } => return None,
        };
        let mut json = RequestJson::with_capacity(self.weight() + 256);
        self.write_fields(&mut json);
        let returns = match returns {
            Returns::Old => Some("ALL_OLD"),
            // Of a put it is known, and of a delete there is none.
            Returns::New if operation == Operation::UpdateItem => Some("ALL_NEW"),
            Returns::New | Returns::Nothing => None,
        };
        json.text("ReturnValues", returns);
        Some(Request { once, ..Request::new(operation, &self.request.table, json.end(meter)) })
    }

    /// Writes the action of a transaction.
    fn write_action(&self, json: &mut RequestJson) {
        let kind = match &self.kind {
            WriteKind::Put(_) => "Put",
            WriteKind::Update { .. } => "Update",
            WriteKind::Delete { .. } => "Delete",
            WriteKind::Check { .. } => "ConditionCheck",
        };
        json.unnamed(|json| json.object(kind, |json| self.write_fields(json)));
    }

    fn write_fields(&self, json: &mut RequestJson) {
        match &self.kind {
            WriteKind::Put(payload) => payload.write(json),
            WriteKind::Update { key, expression } => {
                json.item("Key", Some(key));
                json.text("UpdateExpression", Some(expression));
            }
            WriteKind::Delete { key } | WriteKind::Check { key } => json.item("Key", Some(key)),
        }
        json.text("TableName", Some(&self.request.table));
        json.text("ConditionExpression", self.condition());
        json.placeholders(self.placeholders.names(), self.placeholders.values());
        json.text("ReturnValuesOnConditionCheckFailure", self.condition().map(|_| "ALL_OLD"));
    }

    /// Writes the request of a batch, which has neither conditions nor updates.
    pub(super) fn write_batch(&self, json: &mut RequestJson) {
        json.unnamed(|json| match &self.kind {
            WriteKind::Put(payload) => json.object("PutRequest", |json| payload.write(json)),
            WriteKind::Update { key, .. } | WriteKind::Delete { key } | WriteKind::Check { key } => {
                json.object("DeleteRequest", |json| json.item("Key", Some(key)));
            }
        });
    }
}

impl Payload {
    /// Writes the field with the item.
    fn write(&self, json: &mut RequestJson) {
        match self {
            Self::Json(field) => json.fields(field),
            Self::Item(item) => json.item("Item", Some(item)),
        }
    }
}

/// Returns the request of a transaction.
pub(crate) fn transaction_request(writes: &[WriteRequest], token: Option<&str>, meter: &Meter) -> Request {
    let size: usize = writes.iter().map(|write| write.weight() + 128).sum();
    let mut json = RequestJson::with_capacity(size + 128);
    json.list("TransactItems", |json| writes.iter().for_each(|write| write.write_action(json)));
    json.text("ClientRequestToken", token);
    let table = writes.first().map_or("", |write| &write.request.table);
    Request::new(Operation::TransactWriteItems, table, json.end(meter))
}
