//! `db.batch_get(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;

use super::operation;
use crate::client::{Collector, Rules, Running, collected};
use crate::db::Db;
use crate::entity::{Among, Entity, IntoKey, ReadItem, read_exactly};
use crate::error::Error;
use crate::read::{BatchGetRequest, Placed, batch_get};

impl Db {
    /// Reads any number of items by their keys; returns one answer for each key, in the order of the keys.
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
    /// Splits the keys into requests of at most 100 and retries keys that DynamoDB leaves unprocessed; those that stay
    /// unprocessed are reported in [`Error::Batch`]. A repeated key is an error.
    pub fn batch_get<K: IntoKey>(&self, keys: impl IntoIterator<Item = K>) -> BatchGet<K::Entity> {
        let keys = keys.into_iter().map(IntoKey::into_texts).collect();
        let request =
            BatchGetRequest { db: self.clone(), schema: K::Entity::SCHEMA, keys, consistent: false, deleted: false };
        BatchGet { request, entity: PhantomData }
    }
}

/// Reads many items: see [`Db::batch_get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct BatchGet<E> {
    request: BatchGetRequest,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> BatchGet<E> {
    /// Uses strongly consistent reads, at twice the capacity.
    pub fn consistent(mut self) -> Self {
        self.request.consistent = true;
        self
    }

    /// Also returns items that are [softly deleted](Db::soft_delete).
    pub fn including_deleted(mut self) -> Self {
        self.request.deleted = true;
        self
    }

    /// Turns the read into the SDK's own requests, one for each hundred keys.
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>, Error> {
        self.request.to_sdk()
    }
}

impl<E: Entity + Send> BatchGet<E> {
    fn run(self, metered: bool) -> Running<Placed> {
        let rules = Rules { deleted: self.request.deleted, ..Rules::default() };
        let new_sink = move || Collector::boxed(ReadItem(read_exactly::<E>), Among::One(E::SCHEMA), rules.clone());
        batch_get(self.request, Box::new(new_sink), metered)
    }

    fn finish(placed: Placed) -> Result<Vec<Option<E>>, Error> {
        let mut items: Vec<Option<E>> = (0..placed.len).map(|_| None).collect();
        for (sink, places) in placed.sinks {
            for (item, place) in collected(sink).into_iter().zip(places) {
                items[place] = Some(item);
            }
        }
        Ok(items)
    }
}

operation!([E: Entity + Send] BatchGet<E> => Vec<Option<E>>);
