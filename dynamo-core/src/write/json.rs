//! One write as DynamoDB's JSON: alone, in a transaction or in a batch.

use aws_sdk_dynamodb::types::{ReturnValue, ReturnValuesOnConditionCheckFailure};

use super::Payload;
use super::request::{WriteKind, WriteRequest};
use crate::client::{Meter, RequestJson};

impl WriteRequest {
    /// Writes the whole request of a write that is sent alone; returns the name of its operation too. A check is none.
    pub(super) fn to_json(&self, returns: Option<&ReturnValue>, meter: &Meter) -> Option<(&'static str, Vec<u8>)> {
        let operation = match &self.kind {
            WriteKind::Put(_) => "PutItem",
            WriteKind::Update { .. } => "UpdateItem",
            WriteKind::Delete { .. } => "DeleteItem",
            WriteKind::Check { .. } => return None,
        };
        let mut json = RequestJson::with_capacity(self.weight() + 256);
        self.write_fields(&mut json);
        json.text("ReturnValues", returns.map(ReturnValue::as_str));
        Some((operation, json.end(meter)))
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
        let (names, values) = self.placeholders();
        json.placeholders(names, values);
        let on_failure = self.on_failure();
        json.text(
            "ReturnValuesOnConditionCheckFailure",
            on_failure.as_ref().map(ReturnValuesOnConditionCheckFailure::as_str),
        );
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

/// Writes the whole request of a transaction.
pub(super) fn transaction(writes: &[WriteRequest], token: &str, meter: &Meter) -> Vec<u8> {
    let size: usize = writes.iter().map(|write| write.weight() + 128).sum();
    let mut json = RequestJson::with_capacity(size + 128);
    json.list("TransactItems", |json| writes.iter().for_each(|write| write.write_action(json)));
    json.text("ClientRequestToken", Some(token));
    json.end(meter)
}
