//! Turns requests into the SDK's own, which the caller may change before sending them.
//!
//! DynamoDB rejects a request with a placeholder that none of its expressions uses, so a caller who replaces a condition could
//! not send what is left. An interceptor removes those of our placeholders that are not used any more.

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemInput;
use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemInput;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::get_item::GetItemInput;
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::query::QueryInput;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::scan::ScanInput;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::UpdateItemInput;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    ConditionCheck, Delete, DeleteRequest, Get, KeysAndAttributes, Put, PutRequest, TransactGetItem, TransactWriteItem,
    Update, WriteRequest,
};
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::BeforeSerializationInterceptorContextMut;
use aws_smithy_runtime_api::client::interceptors::{Intercept, dyn_dispatch_hint};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;
use aws_smithy_types::error::operation::BuildError;

use super::answer::{array, object};
use super::request::{Operation, Request};
use crate::codec::{Item, JsonReader, item_from_json};
use crate::entity::Unreadable;
use crate::error::{Error, InvalidKind};

/// A builder of the SDK that a request can be turned into.
pub(crate) trait IntoSdk: Sized {
    const OPERATION: Operation;

    fn build(client: &Client, fields: Fields) -> Result<Self, BuildError>;
}

impl Request {
    /// Turns the request into the SDK's own.
    pub(crate) fn into_sdk<B: IntoSdk>(self, client: &Client) -> Result<B, Error> {
        if self.operation != B::OPERATION {
            let fact = format_args!("the request is a {:?}, not a {:?}", self.operation, B::OPERATION);
            return Err(Error::invalid(InvalidKind::NotOneRequest, fact, "await the operation instead"));
        }
        let bug = "report this as a bug";
        let fields =
            JsonReader::new(&self.body).map_err(Unreadable::Json).and_then(|mut reader| Fields::read(&mut reader));
        let fields = fields.map_err(Unreadable::into_error)?;
        B::build(client, fields).map_err(|error| Error::invalid(InvalidKind::Internal, error, bug))
    }
}

/// The fields of a request, or of an object in one.
#[derive(Default)]
pub(crate) struct Fields {
    texts: HashMap<String, String>,
    flags: HashMap<String, bool>,
    numbers: HashMap<String, i32>,
    items: HashMap<String, Item>,
    /// Lists of items.
    lists: HashMap<String, Vec<Item>>,
    /// `ExpressionAttributeNames`.
    names: Option<HashMap<String, String>>,
    /// `RequestItems` by table, each with one element for `BatchGetItem`; `TransactItems` under an empty name.
    nested: Vec<(String, Vec<Fields>)>,
    /// The fields of an action: `Put`, `PutRequest` and so on.
    actions: Vec<(String, Fields)>,
}

impl Fields {
    fn read(reader: &mut JsonReader<'_>) -> Result<Self, Unreadable> {
        let mut fields = Self::default();
        object(reader, |name, reader| fields.field(name.to_owned(), reader))?;
        Ok(fields)
    }

    fn field(&mut self, name: String, reader: &mut JsonReader<'_>) -> Result<(), Unreadable> {
        match (name.as_str(), reader.peek()) {
            ("ExpressionAttributeNames", _) => self.names = Some(Self::read(reader)?.texts),
            ("RequestItems", _) => object(reader, |table, reader| {
                let elements = match reader.peek() {
                    Some(b'[') => Self::read_all(reader)?,
                    _ => vec![Self::read(reader)?],
                };
                self.nested.push((table.to_owned(), elements));
                Ok(())
            })?,
            ("TransactItems", _) => self.nested.push((String::new(), Self::read_all(reader)?)),
            ("Get" | "Put" | "Update" | "Delete" | "ConditionCheck" | "PutRequest" | "DeleteRequest", _) => {
                self.actions.push((name, Self::read(reader)?));
            }
            (_, Some(b'"')) => drop(self.texts.insert(name, reader.string()?.into_owned())),
            (_, Some(b't' | b'f')) => drop(self.flags.insert(name, reader.literal()?)),
            (_, Some(b'{')) => drop(self.items.insert(name, item_from_json(reader.raw()?)?)),
            (_, Some(b'[')) => {
                let list = self.lists.entry(name).or_default();
                array(reader, |reader| {
                    list.push(item_from_json(reader.raw()?)?);
                    Ok(())
                })?;
            }
            _ => {
                #[allow(clippy::cast_possible_truncation)] // It was written from an `i32`.
                let number = reader.number()? as i32;
                self.numbers.insert(name, number);
            }
        }
        Ok(())
    }

    fn read_all(reader: &mut JsonReader<'_>) -> Result<Vec<Self>, Unreadable> {
        let mut all = Vec::new();
        array(reader, |reader| {
            all.push(Self::read(reader)?);
            Ok(())
        })?;
        Ok(all)
    }

    fn text(&mut self, name: &str) -> Option<String> {
        self.texts.remove(name)
    }

    /// Returns a text as the SDK's enum of its values.
    fn value<T: for<'a> From<&'a str>>(&mut self, name: &str) -> Option<T> {
        self.text(name).map(|text| T::from(&text))
    }

    fn flag(&mut self, name: &str) -> Option<bool> {
        self.flags.remove(name)
    }

    fn number(&mut self, name: &str) -> Option<i32> {
        self.numbers.remove(name)
    }

    fn item(&mut self, name: &str) -> Option<Item> {
        self.items.remove(name)
    }

    fn list(&mut self, name: &str) -> Option<Vec<Item>> {
        self.lists.remove(name)
    }

    fn names(&mut self, _: &str) -> Option<HashMap<String, String>> {
        self.names.take()
    }
}

/// Hands fields of a request to the setters of a builder.
macro_rules! set {
    ($builder:expr, $fields:ident: $($setter:ident = $kind:ident $name:literal),+ $(,)?) => {
        $builder$(.$setter($fields.$kind($name)))+
    };
}

/// Hands over the fields that every write with a condition has.
macro_rules! set_conditional {
    ($builder:expr, $fields:ident) => {
        set!($builder, $fields:
            set_table_name = text "TableName",
            set_condition_expression = text "ConditionExpression",
            set_expression_attribute_names = names "ExpressionAttributeNames",
            set_expression_attribute_values = item "ExpressionAttributeValues",
            set_return_values_on_condition_check_failure = value "ReturnValuesOnConditionCheckFailure",
        )
    };
}

macro_rules! into_sdk {
    ($($operation:ident, $builder:ty: |$client:ident, $fields:ident| $build:expr;)+) => {$(
        impl IntoSdk for $builder {
            const OPERATION: Operation = Operation::$operation;

            fn build($client: &Client, mut $fields: Fields) -> Result<Self, BuildError> {
                Ok($build)
            }
        }
    )+};
}

into_sdk! {
    GetItem, GetItemFluentBuilder: |client, fields| set!(client.get_item(), fields:
        set_table_name = text "TableName",
        set_key = item "Key",
        set_consistent_read = flag "ConsistentRead",
        set_projection_expression = text "ProjectionExpression",
        set_expression_attribute_names = names "ExpressionAttributeNames",
    );
    Query, QueryFluentBuilder: |client, fields| set!(client.query(), fields:
        set_table_name = text "TableName",
        set_index_name = text "IndexName",
        set_key_condition_expression = text "KeyConditionExpression",
        set_filter_expression = text "FilterExpression",
        set_projection_expression = text "ProjectionExpression",
        set_expression_attribute_names = names "ExpressionAttributeNames",
        set_expression_attribute_values = item "ExpressionAttributeValues",
        set_consistent_read = flag "ConsistentRead",
        set_scan_index_forward = flag "ScanIndexForward",
        set_limit = number "Limit",
        set_exclusive_start_key = item "ExclusiveStartKey",
    );
    Scan, ScanFluentBuilder: |client, fields| set!(client.scan(), fields:
        set_table_name = text "TableName",
        set_index_name = text "IndexName",
        set_filter_expression = text "FilterExpression",
        set_projection_expression = text "ProjectionExpression",
        set_expression_attribute_names = names "ExpressionAttributeNames",
        set_expression_attribute_values = item "ExpressionAttributeValues",
        set_consistent_read = flag "ConsistentRead",
        set_limit = number "Limit",
        set_segment = number "Segment",
        set_total_segments = number "TotalSegments",
        set_exclusive_start_key = item "ExclusiveStartKey",
    );
    PutItem, PutItemFluentBuilder: |client, fields| set!(set_conditional!(client.put_item(), fields), fields:
        set_item = item "Item",
        set_return_values = value "ReturnValues",
    );
    UpdateItem, UpdateItemFluentBuilder: |client, fields| set!(set_conditional!(client.update_item(), fields), fields:
        set_key = item "Key",
        set_update_expression = text "UpdateExpression",
        set_return_values = value "ReturnValues",
    );
    DeleteItem, DeleteItemFluentBuilder: |client, fields| set!(set_conditional!(client.delete_item(), fields), fields:
        set_key = item "Key",
        set_return_values = value "ReturnValues",
    );
    BatchGetItem, BatchGetItemFluentBuilder: |client, fields| {
        let tables = fields.nested.drain(..).flat_map(|(table, wanted)| wanted.into_iter().map(move |one| (table.clone(), one)));
        let tables = tables.map(|(table, mut fields)| Ok((table, set!(KeysAndAttributes::builder(), fields:
            set_keys = list "Keys",
            set_consistent_read = flag "ConsistentRead",
            set_projection_expression = text "ProjectionExpression",
            set_expression_attribute_names = names "ExpressionAttributeNames",
        ).build()?)));
        client.batch_get_item().set_request_items(Some(tables.collect::<Result<_, BuildError>>()?))
    };
    BatchWriteItem, BatchWriteItemFluentBuilder: |client, fields| {
        let tables = fields.nested.drain(..).map(|(table, writes)| {
            let actions = writes.into_iter().flat_map(|write| write.actions);
            Ok((table, actions.map(write_request).collect::<Result<_, BuildError>>()?))
        });
        client.batch_write_item().set_request_items(Some(tables.collect::<Result<_, BuildError>>()?))
    };
    TransactGetItems, TransactGetItemsFluentBuilder: |client, fields| {
        let gets = fields.nested.drain(..).flat_map(|(_, items)| items).flat_map(|item| item.actions);
        let gets = gets.map(|(_, mut fields)| {
            let get = set!(Get::builder(), fields: set_table_name = text "TableName", set_key = item "Key").build()?;
            Ok(TransactGetItem::builder().get(get).build())
        });
        client.transact_get_items().set_transact_items(Some(gets.collect::<Result<_, BuildError>>()?))
    };
    TransactWriteItems, TransactWriteItemsFluentBuilder: |client, fields| {
        let actions = fields.nested.drain(..).flat_map(|(_, items)| items).flat_map(|item| item.actions);
        let actions = actions.map(transact_action).collect::<Result<_, BuildError>>()?;
        let token = fields.text("ClientRequestToken");
        client.transact_write_items().set_transact_items(Some(actions)).set_client_request_token(token)
    };
}

/// Builds one write of a batch.
fn write_request((name, mut fields): (String, Fields)) -> Result<WriteRequest, BuildError> {
    let write = WriteRequest::builder();
    Ok(match name.as_str() {
        "PutRequest" => write.put_request(PutRequest::builder().set_item(fields.item("Item")).build()?),
        _ => write.delete_request(DeleteRequest::builder().set_key(fields.item("Key")).build()?),
    }
    .build())
}

/// Builds one action of a transaction.
fn transact_action((name, mut fields): (String, Fields)) -> Result<TransactWriteItem, BuildError> {
    let action = TransactWriteItem::builder();
    Ok(match name.as_str() {
        "Put" => action.put(set_conditional!(Put::builder(), fields).set_item(fields.item("Item")).build()?),
        "Update" => action.update(
            set!(set_conditional!(Update::builder(), fields), fields:
                set_key = item "Key",
                set_update_expression = text "UpdateExpression",
            )
            .build()?,
        ),
        "Delete" => action.delete(set_conditional!(Delete::builder(), fields).set_key(fields.item("Key")).build()?),
        _ => action
            .condition_check(set_conditional!(ConditionCheck::builder(), fields).set_key(fields.item("Key")).build()?),
    }
    .build())
}

/// Returns a client whose requests may be changed before they are sent.
pub(crate) fn changeable(client: &Client) -> Client {
    Client::from_conf(client.config().to_builder().interceptor(Unused).build())
}

#[derive(Debug)]
struct Unused;

#[dyn_dispatch_hint]
impl Intercept for Unused {
    fn name(&self) -> &'static str {
        "DynamoCoreUnused"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let input = context.input_mut();
        macro_rules! conditional {
            ($($input:ty: $($expression:ident),+;)*) => {$(
                if let Some(input) = input.downcast_mut::<$input>() {
                    let used = used([$(&input.$expression),+]);
                    retain(&mut input.expression_attribute_names, "#n", &used);
                    retain(&mut input.expression_attribute_values, ":v", &used);
                    return Ok(());
                }
            )*};
        }
        conditional! {
            UpdateItemInput: update_expression, condition_expression;
            PutItemInput: condition_expression;
            DeleteItemInput: condition_expression;
            QueryInput: key_condition_expression, filter_expression, projection_expression;
            ScanInput: filter_expression, projection_expression;
        }
        if let Some(input) = input.downcast_mut::<GetItemInput>() {
            let used = used([&input.projection_expression]);
            retain(&mut input.expression_attribute_names, "#n", &used);
        } else if let Some(input) = input.downcast_mut::<BatchGetItemInput>() {
            for wanted in input.request_items.iter_mut().flat_map(HashMap::values_mut) {
                let used = used([&wanted.projection_expression]);
                retain(&mut wanted.expression_attribute_names, "#n", &used);
            }
        }
        Ok(())
    }
}

/// Returns the placeholders in expressions.
fn used<const N: usize>(expressions: [&Option<String>; N]) -> HashSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '#' | ':');
    let words = expressions.into_iter().flatten().flat_map(|text| text.split(|c| !is_part(c)));
    words.filter(|word| word.starts_with(['#', ':'])).map(str::to_owned).collect()
}

/// Removes those of our placeholders that are not used. Those of the caller stay, so that a mistake among them is reported.
fn retain<V>(map: &mut Option<HashMap<String, V>>, prefix: &str, used: &HashSet<String>) {
    let Some(entries) = map else { return };
    let is_ours = |name: &str| {
        let number = name.strip_prefix(prefix).unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    entries.retain(|name, _| !is_ours(name) || used.contains(name));
    // DynamoDB rejects empty maps.
    if entries.is_empty() {
        *map = None;
    }
}
