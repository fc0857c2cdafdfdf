//! Reads many items by their keys.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::types::KeysAndAttributes;
use futures_util::{StreamExt, stream};

use super::stream::NewSink;
use crate::client::{ATTEMPTS, About, ItemKeys, ItemSink, Meter, Running, pause, run};
use crate::companion::{Id, id_of, id_text, key_item};
use crate::db::Db;
use crate::error::{BatchError, Error, Request, Undone};
use crate::schema::{EntitySchema, Item};

/// DynamoDB's limit of keys in a request.
const LIMIT: usize = 100;

/// How many requests of one batch are sent concurrently.
const CONCURRENCY: usize = 4;

/// A read of many items of one entity.
pub(crate) struct BatchGetRequest {
    pub(crate) db: Db,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) keys: Result<Vec<(String, Option<String>)>, Error>,
    pub(crate) consistent: bool,
    /// Whether softly deleted items are read too.
    pub(crate) deleted: bool,
}

/// Items in sinks, with the position of each among the keys that were asked for.
pub(crate) struct Placed {
    pub(crate) sinks: Vec<(Box<dyn ItemSink>, Vec<usize>)>,
    pub(crate) len: usize,
}

impl BatchGetRequest {
    fn ids(&self) -> Result<Vec<Id>, Error> {
        let id = self.schema.layout.id;
        Ok(self.keys.clone()?.into_iter().map(|(pk, sk)| (id, pk, sk)).collect())
    }

    fn builder(&self, table: &str, ids: &[Id]) -> Result<BatchGetItemFluentBuilder, Error> {
        let keys = ids.iter().map(|id| key_item(self.schema.layout, id)).collect();
        let wanted = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .set_consistent_read(self.consistent.then_some(true))
            .build()
            .map_err(|error| Error::refused(error, "report this as a bug"))?;
        Ok(self.db.client().batch_get_item().request_items(table, wanted))
    }

    /// Builds the SDK's own requests, one for each hundred keys.
    pub(crate) fn to_sdk(&self) -> Result<Vec<BatchGetItemFluentBuilder>, Error> {
        let table = self.db.name_of(self.schema.layout)?;
        self.ids()?.chunks(LIMIT).map(|ids| self.builder(&table, ids)).collect()
    }

    async fn get(self, new_sink: NewSink, meter: &Meter) -> Result<Placed, Error> {
        let (ids, table) = (self.ids()?, self.db.name_of(self.schema.layout)?);
        let describe = |id: &Id| Request::new("batch_get", &table).entity(self.schema).key(id_text(id));
        let mut places = HashMap::with_capacity(ids.len());
        for (place, id) in ids.iter().enumerate() {
            if places.insert(id.clone(), place).is_some() {
                let fact = format_args!("one key is given twice: {}", describe(id));
                return Err(Error::refused(fact, "give every key once"));
            }
        }
        let reads: Vec<_> = ids.chunks(LIMIT).map(|ids| self.chunk(&table, ids.to_vec(), new_sink(), meter)).collect();
        let mut reads = stream::iter(reads).buffer_unordered(CONCURRENCY);
        let (mut undone, mut cause, mut sinks) = (Vec::new(), None, Vec::new());
        while let Some(read) = reads.next().await {
            let found = read.keys.iter().map(|key| places.get(&id_of(self.schema.layout, key)).copied());
            match found.collect::<Option<Vec<usize>>>() {
                Some(found) => sinks.push((read.sink, found)),
                None => cause = Some(Error::refused("DynamoDB sent an item that was not asked for", "try again")),
            }
            if let Some((ids, error)) = read.failed {
                undone.extend(ids.into_iter().map(|id| Undone::new("get", self.schema, &table, (id.1, id.2))));
                cause = error.or(cause);
            }
        }
        if undone.is_empty() && cause.is_none() {
            return Ok(Placed { sinks, len: ids.len() });
        }
        Err(BatchError::new(undone, cause).into())
    }

    /// Reads up to a hundred items, retrying unprocessed keys.
    async fn chunk(&self, table: &str, mut ids: Vec<Id>, mut sink: Box<dyn ItemSink>, meter: &Meter) -> Read {
        let layout = self.schema.layout;
        let keys = ItemKeys::new(layout, None);
        let asked = || Request::new("batch_get", table).entity(self.schema);
        let (mut found, mut attempt) = (Vec::with_capacity(ids.len()), 0);
        let failed = loop {
            let builder = match self.builder(table, &ids) {
                Ok(builder) => builder,
                Err(error) => break Some((ids, Some(error))),
            };
            match self.db.connection().batch_get(builder, &asked, &mut *sink, &keys, meter).await {
                Ok(answer) => {
                    found.extend(answer.keys);
                    let before = ids.len();
                    ids = answer.unprocessed.values().flatten().map(|key| id_of(layout, key)).collect();
                    if ids.is_empty() {
                        break None;
                    }
                    // Only attempts without any progress count.
                    attempt = if ids.len() < before { 1 } else { attempt + 1 };
                    if attempt >= ATTEMPTS {
                        break Some((ids, None));
                    }
                }
                // DynamoDB answers so if it processes none of the keys.
                Err(Error::Throttled(_)) if attempt + 1 < ATTEMPTS => attempt += 1,
                Err(error) => break Some((ids, Some(error))),
            }
            meter.retried();
            pause(attempt).await;
        };
        Read { sink, keys: found, failed }
    }
}

/// The outcome of one request.
struct Read {
    sink: Box<dyn ItemSink>,
    /// The keys of the items in the sink.
    keys: Vec<Item>,
    failed: Option<(Vec<Id>, Option<Error>)>,
}

/// Reads many items, each chunk into a sink of its own.
pub(crate) fn batch_get(request: BatchGetRequest, new_sink: NewSink, metered: bool) -> Running<Placed> {
    let about = About::entity("batch_get", request.schema);
    run(about, metered, move |meter| async move { request.get(new_sink, &meter).await })
}
