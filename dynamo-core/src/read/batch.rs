//! Reads many items by their keys.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use futures_util::{StreamExt, stream};

use super::attributes::projection;
use crate::codec::Item;
use crate::companion::{Id, id_of, key_item};
use crate::db::Db;
use crate::error::{BatchError, Error, InvalidKind, RequestInfo, Undone};
use crate::expr::Placeholders;
use crate::schema::{EntitySchema, TableLayout};
use crate::wire::{About, ItemKeys, ItemSink, Meter, NewSink, Operation, Request, RequestJson, Retry, Running, run};

/// DynamoDB's limit of keys in a request.
const LIMIT: usize = 100;

/// How many requests of one batch are sent concurrently.
const CONCURRENCY: usize = 4;

/// A read of many items of one table.
#[derive(Clone)]
pub(crate) struct BatchGetRequest {
    pub(crate) db: Db,
    pub(crate) layout: &'static TableLayout,
    /// The entity of each key.
    pub(crate) entities: Entities,
    pub(crate) keys: Result<Vec<(String, Option<String>)>, Error>,
    pub(crate) consistent: bool,
    /// Whether softly deleted items are read too.
    pub(crate) deleted: bool,
    /// The attributes to read; `None` for whole items.
    pub(crate) attributes: Option<Vec<&'static str>>,
}

/// The entities whose keys a batch reads.
#[derive(Clone)]
pub(crate) enum Entities {
    One(&'static EntitySchema),
    /// One for each key.
    Each(Vec<&'static EntitySchema>),
}

/// The positions of each key among those that were asked for, where one may be given several times.
struct Places {
    first: HashMap<Id, usize>,
    /// The position after each at which the same key is given.
    next: Vec<Option<usize>>,
}

impl Entities {
    fn first(&self) -> &'static EntitySchema {
        match self {
            Self::One(schema) => schema,
            Self::Each(schemas) => schemas.first().copied().unwrap_or(&EntitySchema::FALLBACK),
        }
    }
}

impl Places {
    /// Returns the places of all keys, and each key once.
    fn new(all: Vec<Id>) -> (Self, Vec<Id>) {
        let mut places = Self { first: HashMap::with_capacity(all.len()), next: vec![None; all.len()] };
        for (place, id) in all.iter().enumerate().rev() {
            places.next[place] = places.first.insert(id.clone(), place);
        }
        let mut place = 0..;
        let once = all.into_iter().filter(|id| places.first.get(id).copied() == place.next()).collect();
        (places, once)
    }

    /// Returns how many positions ask for a key.
    fn count(&self, id: &Id) -> usize {
        std::iter::successors(self.first.get(id).copied(), |place| self.next[*place]).count()
    }

    /// Returns the next position that asks for a key, and forgets it.
    fn take(&mut self, id: &Id) -> Option<usize> {
        let place = *self.first.get(id)?;
        match self.next[place] {
            Some(next) => self.first.insert(id.clone(), next),
            None => self.first.remove(id),
        }
    }
}

/// Items in sinks, with the position of each among the keys that were asked for.
pub(crate) struct Placed {
    pub(crate) sinks: Vec<(Box<dyn ItemSink>, Vec<usize>)>,
    pub(crate) len: usize,
    /// The entity of each key, where there are several.
    pub(crate) entities: Vec<&'static EntitySchema>,
}

impl BatchGetRequest {
    fn ids(&self) -> Result<Vec<Id>, Error> {
        let id = self.layout.id;
        Ok(self.keys.clone()?.into_iter().map(|(pk, sk)| (id, pk, sk)).collect())
    }

    fn request(&self, table: &str, ids: &[Id], meter: &Meter) -> Request {
        const PER_KEY: usize = 96;
        let mut placeholders = Placeholders::default();
        let attributes = self.attributes.as_ref().map(|names| projection(names.iter(), &mut placeholders));
        let mut json = RequestJson::with_capacity(256 + PER_KEY * ids.len());
        json.object("RequestItems", |json| {
            json.object(table, |json| {
                json.list("Keys", |json| ids.iter().for_each(|id| json.element(&key_item(self.layout, id))));
                json.flag("ConsistentRead", self.consistent);
                json.text("ProjectionExpression", attributes.as_deref());
                json.placeholders(placeholders.names(), placeholders.values());
            });
        });
        Request::new(Operation::BatchGetItem, table, json.end(meter))
    }

    /// Builds the SDK's own requests, one for each hundred keys.
    pub(crate) fn to_sdk(&self) -> Result<Vec<BatchGetItemFluentBuilder>, Error> {
        let table = self.db.name_of(self.layout)?;
        let (_, ids) = Places::new(self.ids()?);
        let (client, meter) = (self.db.changeable(), Meter::new(false));
        ids.chunks(LIMIT).map(|ids| self.request(&table, ids, &meter).into_sdk(&client)).collect()
    }

    /// Describes the request, for errors.
    fn asked(&self, table: &str) -> RequestInfo {
        let request = RequestInfo::new("batch_get", table);
        match self.entities {
            Entities::One(schema) => request.entity(schema),
            Entities::Each(_) => request,
        }
    }

    /// Returns the entity of each key, where there are several.
    fn entity_of(&self, ids: &[Id]) -> HashMap<Id, &'static EntitySchema> {
        match &self.entities {
            Entities::One(_) => HashMap::new(),
            Entities::Each(schemas) => ids.iter().cloned().zip(schemas.iter().copied()).collect(),
        }
    }

    async fn get(self, new_sink: NewSink, meter: &Meter) -> Result<Placed, Error> {
        let (ids, table) = (self.ids()?, self.db.name_of(self.layout)?);
        // An error of the whole batch, and not of each key.
        self.db.connection().check_interceptors()?;
        let (len, entity_of) = (ids.len(), self.entity_of(&ids));
        let (mut places, ids) = Places::new(ids);
        // A key that is given several times is asked for once, and read as often.
        let chunk = |ids: &[Id]| self.chunk(&table, ids.to_vec(), new_sink(), &places, meter);
        let reads: Vec<_> = ids.chunks(LIMIT).map(chunk).collect();
        let mut reads = stream::iter(reads).buffer_unordered(CONCURRENCY);
        let (mut undone, mut cause, mut done, mut sinks) = (Vec::new(), None, Vec::new(), Vec::new());
        while let Some(read) = reads.next().await {
            done.push((read.sink, read.keys));
            if let Some((ids, error)) = read.failed {
                undone.extend(ids.into_iter().map(|id| {
                    let schema = entity_of.get(&id).copied().unwrap_or(self.entities.first());
                    Undone::new("get", schema, &table, (id.1, id.2))
                }));
                cause = error.or(cause);
            }
        }
        drop(reads);
        for (sink, keys) in done {
            let found = keys.iter().map(|key| places.take(&id_of(self.layout, key)));
            match found.collect::<Option<Vec<usize>>>() {
                Some(found) => sinks.push((sink, found)),
                None => {
                    cause = Some(Error::invalid(
                        InvalidKind::Busy,
                        "DynamoDB sent an item that was not asked for",
                        "try again",
                    ));
                }
            }
        }
        if undone.is_empty() && cause.is_none() {
            let entities = if let Entities::Each(entities) = self.entities { entities } else { Vec::new() };
            return Ok(Placed { sinks, len, entities });
        }
        Err(BatchError::new(undone, cause).into())
    }

    /// Reads up to a hundred items, retrying unprocessed keys.
    async fn chunk(
        &self,
        table: &str,
        mut ids: Vec<Id>,
        mut sink: Box<dyn ItemSink>,
        places: &Places,
        meter: &Meter,
    ) -> Chunk {
        let layout = self.layout;
        let keys = ItemKeys::new(layout, None);
        let asked = || self.asked(table);
        let times = |key: &Item| places.count(&id_of(layout, key));
        let (mut found, mut retry) = (Vec::with_capacity(ids.len()), Retry::new());
        let failed = loop {
            let request = self.request(table, &ids, meter);
            match self.db.connection().batch_get(request, &asked, &mut *sink, (&keys, &times), meter).await {
                Ok(answer) => {
                    found.extend(answer.keys);
                    let before = ids.len();
                    ids = answer.unprocessed.values().flatten().map(|key| id_of(layout, key)).collect();
                    if ids.is_empty() {
                        break None;
                    }
                    // Only attempts without any progress count.
                    if ids.len() < before {
                        retry.progressed();
                    }
                }
                // DynamoDB answers so if it processes none of the keys.
                Err(Error::Throttled(_)) if !retry.is_last() => {}
                Err(error) => break Some((ids, Some(error))),
            }
            if !retry.again(meter).await {
                break Some((ids, None));
            }
        };
        Chunk { sink, keys: found, failed }
    }
}

/// The outcome of one request.
struct Chunk {
    sink: Box<dyn ItemSink>,
    /// The keys of the items in the sink.
    keys: Vec<Item>,
    failed: Option<(Vec<Id>, Option<Error>)>,
}

/// Reads many items, each chunk into a sink of its own.
pub(crate) fn batch_get(request: BatchGetRequest, new_sink: NewSink, metered: bool) -> Running<Placed> {
    let about = match request.entities {
        Entities::One(schema) => About::entity("batch_get", schema),
        Entities::Each(_) => About { table: request.layout.table, ..About::new("batch_get") },
    };
    run(about, metered, move |meter| async move { request.get(new_sink, &meter).await })
}
