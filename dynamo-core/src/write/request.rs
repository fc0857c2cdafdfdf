//! One write as a request to DynamoDB: alone, in a transaction or in a batch.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    ConditionCheck, Delete, DeleteRequest, Put, PutRequest, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
    Update, WriteRequest as SdkWriteRequest,
};
use aws_smithy_types::error::operation::BuildError;

use super::limits::item_size;
use super::{Guard, Payload, Target};
use crate::codec::{AttributeValue, item_to_json};
use crate::error::{Error, Request};
use crate::expr::Placeholders;
use crate::schema::Item;

/// A write of one item, with its condition.
#[derive(Clone)]
pub(crate) struct WriteRequest {
    pub(crate) kind: WriteKind,
    /// Describes the write, and names its table.
    pub(crate) request: Request,
    /// Table and key: a transaction allows one action on an item.
    pub(crate) id: (String, String, Option<String>),
    /// Explains a failed condition.
    pub(crate) guard: Guard,
    condition: Option<String>,
    names: Option<HashMap<String, String>>,
    values: Option<HashMap<String, AttributeValue>>,
}

#[derive(Clone)]
pub(crate) enum WriteKind {
    Put(Payload),
    Update { key: Item, expression: String },
    Delete { key: Item },
    Check { key: Item },
}

/// Converts the error of an SDK builder, which does not occur: all required fields are set.
pub(crate) fn incomplete(error: BuildError) -> Error {
    Error::refused(error, "report this as a bug")
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

    pub(crate) fn about(kind: WriteKind, request: Request, id: (String, String, Option<String>)) -> Self {
        Self { kind, request, id, guard: Guard::default(), condition: None, names: None, values: None }
    }

    /// Adds the expressions' placeholders and the condition.
    pub(crate) fn with(mut self, condition: Option<String>, placeholders: Placeholders) -> Self {
        self.condition = condition;
        self.names = placeholders.names();
        self.values = placeholders.values();
        self
    }

    /// Sets the guard that the condition was built from.
    pub(crate) fn guarded(self, guard: Guard) -> Self {
        Self { guard, ..self }
    }

    pub(super) fn condition(&self) -> Option<&str> {
        self.condition.as_deref()
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &AttributeValue> {
        self.values.iter().flat_map(HashMap::values)
    }

    pub(super) fn placeholders(&self) -> (Option<&HashMap<String, String>>, Option<&Item>) {
        (self.names.as_ref(), self.values.as_ref())
    }

    /// Asks for the existing item if the condition fails.
    pub(super) fn on_failure(&self) -> Option<ReturnValuesOnConditionCheckFailure> {
        self.condition.as_ref().map(|_| ReturnValuesOnConditionCheckFailure::AllOld)
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
        LEAST + put + self.condition.as_ref().map_or(0, String::len) + self.values.as_ref().map_or(0, item_size)
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

    pub(crate) fn put_item(&self, client: &Client) -> PutItemFluentBuilder {
        client
            .put_item()
            .table_name(&self.request.table)
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values_on_condition_check_failure(self.on_failure())
    }

    pub(crate) fn update_item(&self, client: &Client, key: &Item, expression: &str) -> UpdateItemFluentBuilder {
        client
            .update_item()
            .table_name(&self.request.table)
            .set_key(Some(key.clone()))
            .update_expression(expression)
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values_on_condition_check_failure(self.on_failure())
    }

    pub(crate) fn delete_item(&self, client: &Client, key: &Item) -> DeleteItemFluentBuilder {
        client
            .delete_item()
            .table_name(&self.request.table)
            .set_key(Some(key.clone()))
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values_on_condition_check_failure(self.on_failure())
    }

    /// Turns the write into an action of a transaction.
    pub(crate) fn to_transact(&self) -> Result<TransactWriteItem, Error> {
        let (table, action) = (self.request.table.as_str(), TransactWriteItem::builder());
        macro_rules! conditional {
            ($builder:expr) => {
                $builder
                    .table_name(table)
                    .set_expression_attribute_names(self.names.clone())
                    .set_expression_attribute_values(self.values.clone())
                    .set_return_values_on_condition_check_failure(self.on_failure())
                    .set_condition_expression(self.condition.clone())
                    .build()
                    .map_err(incomplete)?
            };
        }
        Ok(match &self.kind {
            WriteKind::Put(payload) => action.put(conditional!(Put::builder().set_item(Some(payload.to_item()?)))),
            WriteKind::Update { key, expression } => {
                action.update(conditional!(Update::builder().set_key(Some(key.clone())).update_expression(expression)))
            }
            WriteKind::Delete { key } => action.delete(conditional!(Delete::builder().set_key(Some(key.clone())))),
            WriteKind::Check { key } => {
                action.condition_check(conditional!(ConditionCheck::builder().set_key(Some(key.clone()))))
            }
        }
        .build())
    }

    /// Turns the write into a request of a batch, which has neither conditions nor updates.
    pub(crate) fn to_batch(&self) -> Result<SdkWriteRequest, Error> {
        let request = SdkWriteRequest::builder();
        Ok(match &self.kind {
            WriteKind::Put(payload) => {
                let put = PutRequest::builder().set_item(Some(payload.to_item()?)).build().map_err(incomplete)?;
                request.put_request(put)
            }
            WriteKind::Update { key, .. } | WriteKind::Delete { key } | WriteKind::Check { key } => {
                let delete = DeleteRequest::builder().set_key(Some(key.clone())).build().map_err(incomplete)?;
                request.delete_request(delete)
            }
        }
        .build())
    }
}
