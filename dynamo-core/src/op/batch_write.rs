//! `db.batch_write()`

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;
use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, WriteRequest};
use futures_util::{StreamExt, stream};

use super::batch_error::{BatchError, Undone};
use super::carry::carry_one;
use super::intent::Intent;
use super::retry::{ATTEMPTS, pause};
use super::transact::incomplete;
use super::{About, Meter, Operation, awaitable, kept};
use crate::error::{Request, classify};
use crate::key::IntoKey;
use crate::schema::TableLayout;
use crate::wire::{Body, Hook};
use crate::{Db, Entity, Error, Item, Table};

/// DynamoDB's limits.
const LIMIT: usize = 25;
const SIZE_LIMIT: usize = 16 * 1024 * 1024;

/// How many requests of one batch are on their way at once.
pub(crate) const CONCURRENCY: usize = 4;

impl Db {
    /// Any number of puts and deletes, of any entities, each by itself and in no order.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db, notes: Vec<Note>) -> Result<(), Error> {
    /// db.batch_write().put_all(&notes).delete(Note::key("n1")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Requests are split as DynamoDB wants them; what it leaves out is sent again, and what it left out to the end is in
    /// [`Error::Batch`]. Two writes of one item are an error. Items that pointers, locks or counters go with are written
    /// one by one, each with them.
    pub fn batch_write(&self) -> BatchWrite {
        BatchWrite { db: self.clone(), writes: Vec::new(), carrying: Vec::new(), error: None }
    }
}

/// Puts and deletes: see [`Db::batch_write`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct BatchWrite {
    db: Db,
    writes: Vec<Write>,
    /// Writes that others go with: each is a transaction of its own.
    carrying: Vec<Carrying>,
    error: Option<Error>,
}

/// A write that others go with.
type Carrying = (Undone, Box<dyn Intent>);

#[derive(Clone)]
struct Write {
    layout: &'static TableLayout,
    undone: Undone,
    content: Content,
}

#[derive(Clone)]
enum Content {
    /// `{"PutRequest":{"Item":{..}}}`
    Json(Vec<u8>),
    Sdk(WriteRequest),
}

impl BatchWrite {
    /// Writes an item, whatever was there before.
    pub fn put<E: Entity>(mut self, entity: &E) -> Self {
        if let Err(error) = self.try_put(entity) {
            self.error.get_or_insert(error);
        }
        self
    }

    /// Writes items, whatever was there before.
    pub fn put_all<'a, E: Entity + 'a>(self, entities: impl IntoIterator<Item = &'a E>) -> Self {
        entities.into_iter().fold(self, Self::put)
    }

    /// Deletes an item, if it is there.
    pub fn delete<K: IntoKey>(mut self, key: K) -> Self {
        if let Err(error) = self.try_delete(key) {
            self.error.get_or_insert(error);
        }
        self
    }

    /// Deletes items, if they are there.
    pub fn delete_all<K: IntoKey>(self, keys: impl IntoIterator<Item = K>) -> Self {
        keys.into_iter().fold(self, Self::delete)
    }

    fn try_put<E: Entity>(&mut self, entity: &E) -> Result<(), Error> {
        let layout = <E::Table as Table>::LAYOUT;
        let table = self.db.name_of(layout)?;
        let undone = Undone::new("put", E::SCHEMA, &table, &entity.key()?);
        if E::SCHEMA.rules.is_some() || kept::version(E::SCHEMA).is_some() {
            return self.carry(undone, self.db.put(entity).into_intent());
        }
        let content = if self.db.is_wire() {
            let mut json = b"{\"PutRequest\":{\"Item\":".to_vec();
            let start = json.len();
            entity.write_json(&mut json)?;
            if kept::may_be_open(E::SCHEMA, &json[start..]) {
                json.truncate(start);
                E::from_item(kept::fill::<E>(&self.db, entity.to_item()?, false)?)?.write_json(&mut json)?;
            }
            json.extend_from_slice(b"}}");
            Content::Json(json)
        } else {
            let put = PutRequest::builder()
                .set_item(Some(kept::fill::<E>(&self.db, entity.to_item()?, false)?))
                .build()
                .map_err(incomplete)?;
            Content::Sdk(WriteRequest::builder().put_request(put).build())
        };
        self.writes.push(Write { layout, undone, content });
        Ok(())
    }

    fn try_delete<K: IntoKey>(&mut self, key: K) -> Result<(), Error> {
        let key = key.into_key()?;
        let layout = <<K::Entity as Entity>::Table as Table>::LAYOUT;
        let table = self.db.name_of(layout)?;
        let undone = Undone::new("delete", K::Entity::SCHEMA, &table, &key);
        if K::Entity::SCHEMA.rules.is_some() {
            return self.carry(undone, self.db.delete(key).into_intent());
        }
        let content = if self.db.is_wire() {
            let mut json = b"{\"DeleteRequest\":{\"Key\":".to_vec();
            key.write_json(&mut json);
            json.extend_from_slice(b"}}");
            Content::Json(json)
        } else {
            let delete = DeleteRequest::builder().set_key(Some(key.to_item())).build().map_err(incomplete)?;
            Content::Sdk(WriteRequest::builder().delete_request(delete).build())
        };
        self.writes.push(Write { layout, undone, content });
        Ok(())
    }

    fn carry(&mut self, undone: Undone, intent: Result<Box<dyn Intent>, Error>) -> Result<(), Error> {
        self.carrying.push((undone, intent?));
        Ok(())
    }

    /// The SDK's own requests, one for each 25 writes. Entities that pointers, locks or counters go with are refused.
    pub fn into_sdk(self) -> Result<Vec<BatchWriteItemFluentBuilder>, Error> {
        let db = self.db.clone().codec(crate::Codec::Sdk);
        if let Some((undone, _)) = self.carrying.first() {
            let fact = format_args!("a batch of the SDK cannot carry what goes with this item: {undone}");
            return Err(Error::refused(fact, "await the batch instead"));
        }
        let (chunks, _) = self.checked()?;
        chunks.iter().map(|chunk| Ok(builder(&db, &sdk_requests(chunk)?))).collect()
    }

    /// What DynamoDB would refuse is refused here; the rest is split as it takes it.
    fn checked(self) -> Result<(Vec<Vec<Write>>, Vec<Carrying>), Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut seen = HashSet::with_capacity(self.writes.len() + self.carrying.len());
        let all = self.writes.iter().map(|write| &write.undone).chain(self.carrying.iter().map(|(undone, _)| undone));
        for undone in all {
            if !seen.insert(undone.id()) {
                let fact = format_args!("two writes of one item are in one batch: {undone}");
                return Err(Error::refused(fact, "DynamoDB does not say which comes last: leave one of them out"));
            }
        }
        let mut chunks: Vec<Vec<Write>> = Vec::new();
        let mut size = 0;
        for write in self.writes {
            let len = if let Content::Json(json) = &write.content { json.len() } else { 0 };
            match chunks.last_mut() {
                Some(chunk) if chunk.len() < LIMIT && size + len < SIZE_LIMIT => {
                    size += len;
                    chunk.push(write);
                }
                _ => {
                    size = len;
                    chunks.push(vec![write]);
                }
            }
        }
        Ok((chunks, self.carrying))
    }
}

impl Operation for BatchWrite {
    type Output = ();

    fn about(&self) -> About {
        About { operation: "batch_write", table: "", entity: "", index: "" }
    }

    async fn run(self, meter: Meter) -> Result<(), Error> {
        let db = self.db.clone();
        let (chunks, carrying) = self.checked()?;
        let writes = chunks.into_iter().map(|writes| chunk(&db, writes, &meter));
        let mut writes = stream::iter(writes).buffer_unordered(CONCURRENCY);
        let (mut undone, mut cause) = (Vec::new(), None);
        while let Some(failed) = writes.next().await {
            if let Some((writes, error)) = failed {
                undone.extend(writes.into_iter().map(|write: Write| write.undone));
                cause = error.or(cause);
            }
        }
        let carrying = carrying.into_iter().map(|(undone, intent)| carried(&db, undone, intent, &meter));
        let carrying: Vec<_> = carrying.collect();
        let mut carrying = stream::iter(carrying).buffer_unordered(CONCURRENCY);
        while let Some(failed) = carrying.next().await {
            if let Some((write, error)) = failed {
                undone.push(write);
                cause = Some(error);
            }
        }
        if undone.is_empty() { Ok(()) } else { Err(BatchError::new(undone, cause).into()) }
    }
}

/// One write with what goes with it: what was not done, and why.
async fn carried(db: &Db, undone: Undone, intent: Box<dyn Intent>, meter: &Meter) -> Option<(Undone, Error)> {
    carry_one(db, intent, meter).await.err().map(|error| (undone, error))
}

/// Sends up to 25 writes: what was not done, and why.
async fn chunk(db: &Db, mut writes: Vec<Write>, meter: &Meter) -> Option<(Vec<Write>, Option<Error>)> {
    let mut attempt = 0;
    loop {
        let undone = match once(db, &writes, meter).await {
            Ok(undone) => undone,
            // Where not one of them is taken, DynamoDB says so in this way.
            Err(Error::Throttled(_)) if attempt + 1 < ATTEMPTS => {
                attempt += 1;
                meter.retried();
                pause(attempt).await;
                continue;
            }
            Err(error) => return Some((writes, Some(error))),
        };
        let before = writes.len();
        let is_undone = |write: &Write| {
            let items = undone.get(&write.undone.table).map(Vec::as_slice).unwrap_or_default();
            items.iter().any(|item| write.undone.is_of(item, write.layout))
        };
        let (left, all) =
            (writes.iter().filter(|write| is_undone(write)).count(), undone.values().map(Vec::len).sum::<usize>());
        if left != all {
            // What DynamoDB left out is not what we sent: nothing of it may count as done.
            return Some((
                writes,
                Some(Error::refused("DynamoDB left out writes that were not sent", "send the batch again")),
            ));
        }
        writes.retain(is_undone);
        if writes.is_empty() {
            return None;
        }
        // As long as something is done each time, it goes on.
        attempt = if writes.len() < before { 1 } else { attempt + 1 };
        if attempt >= ATTEMPTS {
            return Some((writes, None));
        }
        meter.retried();
        pause(attempt).await;
    }
}

/// Sends writes; gives back the items and keys of those that DynamoDB left out.
async fn once(db: &Db, writes: &[Write], meter: &Meter) -> Result<HashMap<String, Vec<Item>>, Error> {
    let entity = writes.first().map(|write| (write.undone.entity, write.undone.table.as_str()));
    let asked = || match entity {
        Some((entity, table)) => Request::new("batch_write", table).entity(entity),
        None => Request::new("batch_write", ""),
    };
    let (builder, hook) = if db.is_wire() {
        let tables: HashMap<_, _> = writes.iter().map(|write| (write.undone.table.clone(), Vec::new())).collect();
        (builder(db, &tables), Hook::new(Some(Body::Whole(body(writes, meter))), None))
    } else {
        (builder(db, &sdk_requests(writes)?), Hook::counting())
    };
    let builder = builder.set_return_consumed_capacity(meter.asks());
    let sent = builder.customize().interceptor(hook.clone()).send().await;
    meter.sent(&hook);
    let answer = sent.map_err(|error| classify(asked(), &error, None, hook.answered()))?;
    meter.written(answer.consumed_capacity());
    let item = |request: WriteRequest| match (request.put_request, request.delete_request) {
        (Some(put), _) => Some(put.item),
        (_, Some(delete)) => Some(delete.key),
        _ => None,
    };
    let undone = answer.unprocessed_items.unwrap_or_default().into_iter();
    Ok(undone.map(|(table, requests)| (table, requests.into_iter().filter_map(item).collect())).collect())
}

fn builder(db: &Db, requests: &HashMap<String, Vec<WriteRequest>>) -> BatchWriteItemFluentBuilder {
    db.client().batch_write_item().set_request_items(Some(requests.clone()))
}

fn sdk_requests(writes: &[Write]) -> Result<HashMap<String, Vec<WriteRequest>>, Error> {
    let mut requests: HashMap<String, Vec<WriteRequest>> = HashMap::new();
    for write in writes {
        let request = match &write.content {
            Content::Sdk(request) => request.clone(),
            Content::Json(json) => write_request(json)?,
        };
        requests.entry(write.undone.table.clone()).or_default().push(request);
    }
    Ok(requests)
}

/// The SDK's form of what was written for the wire.
fn write_request(json: &[u8]) -> Result<WriteRequest, Error> {
    let inside = |prefix: &[u8]| json.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(b"}}"));
    let item = |json: &[u8]| crate::codec::item_from_json(json).map_err(crate::wire::unreadable);
    if let Some(put) = inside(b"{\"PutRequest\":{\"Item\":") {
        let put = PutRequest::builder().set_item(Some(item(put)?)).build().map_err(incomplete)?;
        return Ok(WriteRequest::builder().put_request(put).build());
    }
    let key = inside(b"{\"DeleteRequest\":{\"Key\":").unwrap_or_default();
    let delete = DeleteRequest::builder().set_key(Some(item(key)?)).build().map_err(incomplete)?;
    Ok(WriteRequest::builder().delete_request(delete).build())
}

/// The whole request.
fn body(writes: &[Write], meter: &Meter) -> Vec<u8> {
    let mut tables: Vec<&str> = Vec::new();
    for write in writes {
        if !tables.contains(&write.undone.table.as_str()) {
            tables.push(&write.undone.table);
        }
    }
    let size: usize =
        writes.iter().map(|write| if let Content::Json(json) = &write.content { json.len() + 1 } else { 0 }).sum();
    let mut body = Vec::with_capacity(size + 256);
    body.extend_from_slice(b"{\"RequestItems\":{");
    for (i, table) in tables.iter().enumerate() {
        body.extend_from_slice(if i == 0 { b"\"" } else { b",\"" });
        // Names of tables hold letters, digits, `_`, `-` and `.` alone.
        body.extend_from_slice(table.as_bytes());
        body.extend_from_slice(b"\":[");
        let of_table = writes.iter().filter(|write| write.undone.table == *table);
        for (i, write) in of_table.enumerate() {
            if i > 0 {
                body.push(b',');
            }
            if let Content::Json(json) = &write.content {
                body.extend_from_slice(json);
            }
        }
        body.push(b']');
    }
    body.push(b'}');
    if meter.asks().is_some() {
        body.extend_from_slice(b",\"ReturnConsumedCapacity\":\"TOTAL\"");
    }
    body.push(b'}');
    body
}

awaitable!([] BatchWrite);
