//! `db.batch_get(..)`

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItem, BatchGetItemOutput};
use aws_sdk_dynamodb::types::KeysAndAttributes;
use futures_util::{StreamExt, stream};

use super::batch_error::{BatchError, Undone};
use super::batch_write::CONCURRENCY;
use super::retry::{ATTEMPTS, pause};
use super::slot::Slot;
use super::transact::incomplete;
use super::{About, Meter, Operation, awaitable};
use crate::error::{Request, classify};
use crate::key::IntoKey;
use crate::wire::{Batch, Hook, Reader};
use crate::{Db, Entity, Error, Key, Table};

/// DynamoDB's limit.
const LIMIT: usize = 100;

impl Db {
    /// Reads any number of items by their keys: one answer for each key, in their order.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let ids = ["n1", "n2", "n3"];
    /// let notes: Vec<Option<Note>> = db.batch_get(ids.map(Note::key)).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Requests are split as DynamoDB wants them; keys that it leaves out are asked for again, and those that it left out
    /// to the end are in [`Error::Batch`]. One key given twice is an error.
    pub fn batch_get<K: IntoKey>(&self, keys: impl IntoIterator<Item = K>) -> BatchGet<K::Entity> {
        let keys = keys.into_iter().map(IntoKey::into_key).collect();
        BatchGet { db: self.clone(), keys, consistent: false }
    }
}

/// Reads many items: see [`Db::batch_get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct BatchGet<E> {
    db: Db,
    keys: Result<Vec<Key<E>>, Error>,
    consistent: bool,
}

impl<E: Entity> BatchGet<E> {
    /// Reads what was last written, for twice the capacity.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// The SDK's own requests, one for each hundred keys.
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>, Error> {
        let keys = self.keys?;
        let table = self.db.table_name::<E::Table>()?;
        keys.chunks(LIMIT).map(|keys| request(&self.db, &table, keys, self.consistent)).collect()
    }
}

fn request<E: Entity>(
    db: &Db,
    table: &str,
    keys: &[Key<E>],
    consistent: bool,
) -> Result<BatchGetItemFluentBuilder, Error> {
    let wanted = KeysAndAttributes::builder()
        .set_keys(Some(keys.iter().map(Key::to_item).collect()))
        .set_consistent_read(consistent.then_some(true));
    Ok(db.client().batch_get_item().request_items(table, wanted.build().map_err(incomplete)?))
}

impl<E: Entity + Send + 'static> Operation for BatchGet<E> {
    type Output = Vec<Option<E>>;

    fn about(&self) -> About {
        About { operation: "batch_get", table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Vec<Option<E>>, Error> {
        let keys = self.keys?;
        let table = self.db.table_name::<E::Table>()?;
        let mut places = HashMap::with_capacity(keys.len());
        for (place, key) in keys.iter().enumerate() {
            if places.insert(key.clone(), place).is_some() {
                let request = Request::new("batch_get", &table).entity(E::SCHEMA).key(key);
                let fact = format_args!("one key is given twice: {request}");
                return Err(Error::refused(fact, "give every key once"));
            }
        }
        let mut found: Vec<Option<E>> = keys.iter().map(|_| None).collect();
        let chunks: Vec<Vec<Key<E>>> = keys.chunks(LIMIT).map(<[_]>::to_vec).collect();
        let reads = chunks.into_iter().map(|keys| chunk(&self.db, &table, keys, self.consistent, &meter));
        let mut reads = stream::iter(reads).buffer_unordered(CONCURRENCY);
        let (mut undone, mut cause) = (Vec::new(), None);
        while let Some((items, failed)) = reads.next().await {
            for item in items {
                match item.key() {
                    Ok(key) => match places.get(&key) {
                        Some(place) => found[*place] = Some(item),
                        None => {
                            let request = Request::new("batch_get", &table).entity(E::SCHEMA).key(key);
                            cause = Some(Error::refused(
                                format_args!("DynamoDB sent an item that was not asked for: {request}"),
                                "its fields and its key do not agree: repair it",
                            ));
                        }
                    },
                    Err(error) => cause = Some(error),
                }
            }
            if let Some((keys, error)) = failed {
                undone.extend(keys.iter().map(|key| Undone::new("get", E::SCHEMA, &table, key)));
                cause = error.or(cause);
            }
        }
        if undone.is_empty() && cause.is_none() {
            return Ok(found);
        }
        Err(BatchError::new(undone, cause).into())
    }
}

type Failed<E> = (Vec<Key<E>>, Option<Error>);

/// Reads up to a hundred items: what was found, and what was not read.
async fn chunk<E: Entity + Send + 'static>(
    db: &Db,
    table: &str,
    mut keys: Vec<Key<E>>,
    consistent: bool,
    meter: &Meter,
) -> (Vec<E>, Option<Failed<E>>) {
    let mut found = Vec::with_capacity(keys.len());
    let mut attempt = 0;
    loop {
        let answer = match once(db, table, &keys, consistent, meter).await {
            Ok(answer) => answer,
            // Where not one of them is read, DynamoDB says so in this way.
            Err(Error::Throttled(_)) if attempt + 1 < ATTEMPTS => {
                attempt += 1;
                meter.retried();
                pause(attempt).await;
                continue;
            }
            Err(error) => return (found, Some((keys, Some(error)))),
        };
        found.extend(answer.items);
        let before = keys.len();
        keys = answer.undone.values().flatten().filter_map(Key::from_item).collect();
        // As long as something is done each time, it goes on.
        attempt = if keys.len() < before { 0 } else { attempt };
        if keys.is_empty() {
            return (found, None);
        }
        attempt += 1;
        if attempt >= ATTEMPTS {
            return (found, Some((keys, None)));
        }
        meter.retried();
        pause(attempt).await;
    }
}

async fn once<E: Entity + Send + 'static>(
    db: &Db,
    table: &str,
    keys: &[Key<E>],
    consistent: bool,
    meter: &Meter,
) -> Result<Batch<E>, Error> {
    let asked = || Request::new("batch_get", table).entity(E::SCHEMA);
    let builder = request(db, table, keys, consistent)?.set_return_consumed_capacity(meter.asks());
    if db.is_wire() {
        let read = |body: &[u8]| Batch::read_gets(body, Reader::<E>::entity());
        let (slot, hook) = Slot::hook(read, BatchGetItem::new(), || BatchGetItemOutput::builder().build());
        let sent = builder.customize().interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        sent.map_err(|error| classify(asked(), &error, None, hook.answered()))?;
        let answer = slot.take()?;
        meter.read(answer.units);
        return Ok(answer);
    }
    let hook = Hook::counting();
    let sent = builder.customize().interceptor(hook.clone()).send().await;
    meter.sent(&hook);
    let answer = sent.map_err(|error| classify(asked(), &error, None, hook.answered()))?;
    meter.read_all(answer.consumed_capacity());
    let items = answer.responses.unwrap_or_default().into_values().flatten();
    let undone = answer.unprocessed_keys.unwrap_or_default().into_iter().map(|(table, keys)| (table, keys.keys));
    Ok(Batch { items: items.map(E::from_item).collect::<Result<_, _>>()?, undone: undone.collect(), units: 0.0 })
}

awaitable!([E: Entity + Send + 'static] BatchGet<E>);
