//! One write as a request to DynamoDB: alone, in a transaction or in a batch.

use std::borrow::Cow;
use std::sync::Arc;

use super::Returns;
use super::clauses::Clauses;
use super::limits::{ITEM, TRANSACTION, item_size, too_large, value_size};
use crate::codec::{Item, item_from_json, item_to_json};
use crate::companion::{Id, id_of, id_text, key_item};
use crate::db::Db;
use crate::error::{Error, InvalidKind, RequestInfo};
use crate::expr::{Changes, Node, Placeholders, check_condition, check_update};
use crate::schema::{EntitySchema, is_token_key};
use crate::wire::{Meter, Operation, Request, RequestJson};

/// The item that a write applies to.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) schema: &'static EntitySchema,
    pub(crate) id: Id,
    /// Describes the write, and names its table.
    pub(crate) request: RequestInfo,
}

impl Target {
    pub(crate) fn new(
        db: &Db,
        operation: &'static str,
        schema: &'static EntitySchema,
        key: (String, Option<String>),
    ) -> Result<Self, Error> {
        if is_token_key(schema.layout, &key.0) {
            let fact = format_args!("a key of `{}` begins as those of the tokens of transactions do", schema.name);
            return Err(Error::invalid(InvalidKind::Argument, fact, "give the first field of its key another value"));
        }
        let id = (schema.layout.id, key.0, key.1);
        let request = RequestInfo::new(operation, &db.name_of(schema.layout)?).entity(schema).key(id_text(&id));
        Ok(Self { schema, id, request })
    }

    /// Creates the target of a record that was read, or of its key.
    pub(crate) fn of_item(
        db: &Db,
        operation: &'static str,
        schema: &'static EntitySchema,
        item: &Item,
    ) -> Result<Self, Error> {
        let id = id_of(schema.layout, item);
        Self::new(db, operation, schema, (id.1, id.2))
    }

    /// Returns the key as the SDK's type.
    pub(crate) fn key(&self) -> Item {
        key_item(self.schema.layout, &self.id)
    }
}

/// A whole item to write, in the form that the codec needs.
#[derive(Clone)]
pub(crate) enum Payload {
    /// `"Item":{..},`, as it is in the request.
    Json(Arc<Vec<u8>>),
    Item(Item),
}

const BEFORE: &[u8] = b"\"Item\":";

impl Payload {
    /// Creates the buffer that an entity's JSON is appended to.
    pub(crate) fn buffer() -> Vec<u8> {
        let mut json = Vec::with_capacity(1024);
        json.extend_from_slice(BEFORE);
        json
    }

    /// Creates a payload from a [`buffer`](Self::buffer) with an item in it.
    pub(crate) fn from_buffer(mut json: Vec<u8>) -> Self {
        json.push(b',');
        Self::Json(Arc::new(json))
    }

    /// Returns the item's JSON, unless it is a map.
    pub(crate) fn json(&self) -> Option<&[u8]> {
        match self {
            Self::Json(json) => json.strip_prefix(BEFORE)?.strip_suffix(b","),
            Self::Item(_) => None,
        }
    }

    pub(crate) fn to_item(&self) -> Result<Item, Error> {
        match self {
            Self::Item(item) => Ok(item.clone()),
            Self::Json(_) => item_from_json(self.json().unwrap_or_default()).map_err(Error::unreadable),
        }
    }

    /// Returns a number of bytes that the item does not exceed: it is never larger than its JSON.
    fn at_most(&self) -> usize {
        match self {
            Self::Json(_) => self.json().map_or(0, <[u8]>::len),
            Self::Item(item) => item_size(item),
        }
    }

    /// Writes the field with the item.
    fn write(&self, json: &mut RequestJson) {
        match self {
            Self::Json(field) => json.fields(field),
            Self::Item(item) => json.item("Item", Some(item)),
        }
    }
}

/// What is done to an item, by its key if it has to be given.
pub(crate) enum Act {
    Put(Payload),
    Update(Item, Changes),
    Delete(Item),
    Check(Item),
}

/// What is done, the condition, and the placeholders of both.
type Expressions = (WriteKind, Option<String>, Placeholders);

impl Act {
    /// Writes the expressions of a request.
    fn with_conditions(self, conditions: &[Cow<'_, Node>], schema: &EntitySchema) -> Result<Expressions, Error> {
        let mut placeholders = Placeholders::default();
        let kind = match self {
            Self::Put(payload) => WriteKind::Put(payload),
            Self::Update(key, changes) => WriteKind::Update { key, expression: changes.render(&mut placeholders) },
            Self::Delete(key) => WriteKind::Delete { key },
            Self::Check(key) => WriteKind::Check { key },
        };
        let condition = Node::render_all(conditions, schema, &mut placeholders)?;
        Ok((kind, condition, placeholders))
    }
}

/// A write of one item, with its condition.
#[derive(Clone)]
pub(crate) struct WriteRequest {
    pub(crate) kind: WriteKind,
    /// Describes the write, and names its table.
    pub(crate) request: RequestInfo,
    /// Table and key: a transaction allows one action on an item.
    pub(crate) id: (String, String, Option<String>),
    clauses: Clauses,
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
    pub(crate) fn new(act: Act, target: &Target, clauses: Clauses) -> Result<Self, Error> {
        let expressions = act.with_conditions(&clauses.conditions(), target.schema)?;
        Ok(Self::of(expressions, target, clauses))
    }

    /// Creates a write with another condition that is made from the clauses.
    pub(super) fn on(condition: Option<Node>, act: Act, target: &Target, clauses: Clauses) -> Result<Self, Error> {
        let conditions: Vec<_> = condition.map(Cow::Owned).into_iter().collect();
        let expressions = act.with_conditions(&conditions, target.schema)?;
        Ok(Self::of(expressions, target, clauses))
    }

    fn of((kind, condition, placeholders): Expressions, target: &Target, clauses: Clauses) -> Self {
        let request = target.request.clone();
        let id = (request.table.clone(), target.id.1.clone(), target.id.2.clone());
        Self { kind, request, id, clauses, condition, placeholders }
    }

    /// Returns whether it changes nothing, so that it needs a transaction.
    pub(crate) fn is_check(&self) -> bool {
        matches!(self.kind, WriteKind::Check { .. })
    }

    /// Says what the failed condition means.
    pub(super) fn explain(&self, error: Error) -> Error {
        self.clauses.explain(error)
    }

    /// Estimates how many bytes the write adds to a transaction.
    pub(crate) fn weight(&self) -> usize {
        const LEAST: usize = 200;
        let what = match &self.kind {
            WriteKind::Put(payload) => payload.at_most(),
            WriteKind::Update { expression, .. } => expression.len(),
            WriteKind::Delete { .. } | WriteKind::Check { .. } => 0,
        };
        let values: usize = self.placeholders.values().iter().map(value_size).sum();
        LEAST + what + self.condition.as_ref().map_or(0, String::len) + values
    }

    /// How many bytes it adds to a batch, as JSON.
    pub(crate) fn wire_size(&self) -> usize {
        const AROUND: usize = 40;
        AROUND
            + match &self.kind {
                WriteKind::Put(payload @ Payload::Json(_)) => payload.at_most(),
                WriteKind::Put(Payload::Item(item)) => item_to_json(item).len(),
                WriteKind::Update { key, .. } | WriteKind::Delete { key } | WriteKind::Check { key } => {
                    item_to_json(key).len()
                }
            }
    }

    /// Returns an error if the write is larger than DynamoDB allows.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if let WriteKind::Update { expression, .. } = &self.kind {
            check_update(&self.request, expression)?;
        }
        if let Some(condition) = &self.condition {
            check_condition(&self.request, "condition", condition)?;
        }
        // No item can hold a larger value, and none can be equal to it.
        let value = self.placeholders.values().iter().map(value_size).max().unwrap_or(0);
        if self.at_most().max(value) > ITEM {
            let size = self.size()?.max(value);
            if size > ITEM {
                return Err(too_large(self.request.clone(), "the item has", size, ITEM));
            }
        }
        Ok(())
    }

    /// Returns the bytes of the item or of the key.
    fn size(&self) -> Result<usize, Error> {
        match &self.kind {
            WriteKind::Put(payload @ Payload::Json(_)) => Ok(item_size(&payload.to_item()?)),
            _ => Ok(self.at_most()),
        }
    }

    /// Returns a number of bytes that the item or the key does not exceed.
    fn at_most(&self) -> usize {
        match &self.kind {
            WriteKind::Put(payload) => payload.at_most(),
            WriteKind::Update { key, .. } | WriteKind::Delete { key } | WriteKind::Check { key } => item_size(key),
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
        json.text("ConditionExpression", self.condition.as_deref());
        json.placeholders(self.placeholders.names(), self.placeholders.values());
        json.text("ReturnValuesOnConditionCheckFailure", self.condition.as_ref().map(|_| "ALL_OLD"));
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

/// Returns an error if a transaction is larger than DynamoDB allows.
pub(super) fn check_all(writes: &[WriteRequest]) -> Result<(), Error> {
    writes.iter().try_for_each(WriteRequest::check)?;
    if writes.iter().map(WriteRequest::at_most).sum::<usize>() <= TRANSACTION {
        return Ok(());
    }
    let total = writes.iter().map(WriteRequest::size).sum::<Result<usize, _>>()?;
    match writes.first() {
        Some(first) if total > TRANSACTION => {
            let request = RequestInfo { entity: None, key: None, condition: None, ..first.request.clone() };
            let request = RequestInfo { operation: "transact", ..request };
            Err(too_large(request, "the items of the transaction have", total, TRANSACTION))
        }
        _ => Ok(()),
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
