//! `db.batch_get_any(..)`

use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;

use super::batch_get::in_place;
use super::{builders, operation};
use crate::db::Db;
use crate::entity::{Among, AnyKey, Entity, EntitySink, Expected, ReadItem, Table, read_table};
use crate::error::Error;
use crate::read::{BatchGetRequest, Entities, Placed, batch_get};
use crate::schema::EntitySchema;
use crate::wire::{Collector, Rules, Running};

impl Db {
    /// Reads any number of items of several entities by their keys; returns one answer for each key, in the order of the
    /// keys, as the table's enum.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let keys = vec![Shelf::key("fiction")?.into(), Book::key("fiction", "b1")?.into()];
    /// let mixed: Vec<Option<Library>> = db.batch_get_any::<Library>(keys).await?;
    /// assert!(matches!(&mixed[..], [Some(Library::Shelf(_)), Some(Library::Book(_))]));
    /// # Ok(()) });
    /// ```
    ///
    /// Splits and retries like [`batch_get`](Self::batch_get), and takes a key several times too. Where entities share a key,
    /// it is `None` for those that the item is not of. An item that is none of the table's entities is an error.
    /// Keys that are needed again are given as `keys.iter().cloned()`.
    pub fn batch_get_any<T: Table>(&self, keys: impl IntoIterator<Item = AnyKey<T>>) -> BatchGetAny<T> {
        let (entities, keys): (Vec<_>, Vec<_>) = keys.into_iter().map(AnyKey::into_parts).unzip();
        let request = BatchGetRequest {
            db: self.clone(),
            layout: T::LAYOUT,
            entities: Entities::Each(entities),
            keys: keys.into_iter().collect(),
            consistent: false,
            deleted: false,
            attributes: None,
        };
        BatchGetAny { request, table: PhantomData }
    }
}

/// Reads many items of several entities: see [`Db::batch_get_any`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct BatchGetAny<T> {
    request: BatchGetRequest,
    table: PhantomData<fn() -> T>,
}

impl<T: Table> BatchGetAny<T> {
    /// Uses strongly consistent reads, at twice the capacity.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let keys = [Shelf::key("fiction")?.into(), Book::key("fiction", "b1")?.into()];
    /// let items = db.batch_get_any::<Library>(keys).consistent().await?;
    /// assert!(matches!(&items[..], [Some(Library::Shelf(_)), Some(Library::Book(_))]));
    /// # Ok(()) });
    /// ```
    pub fn consistent(mut self) -> Self {
        self.request.consistent = true;
        self
    }

    /// Also returns items that are [softly deleted](Db::soft_delete).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.soft_delete(Book::key("fiction", "b1"), std::time::Duration::from_secs(3600)).await?;
    /// let keys = [Shelf::key("fiction")?.into(), Book::key("fiction", "b1")?.into()];
    /// let items = db.batch_get_any::<Library>(keys).including_deleted().await?;
    /// assert!(matches!(&items[..], [Some(Library::Shelf(_)), Some(Library::Book(_))]));
    /// # Ok(()) });
    /// ```
    pub fn including_deleted(mut self) -> Self {
        self.request.deleted = true;
        self
    }

    /// Turns the read into the SDK's own requests, one for each hundred different keys. It can be changed before it is sent: placeholders
    /// of ours (`#n0`, `:v0`) that no expression uses any more are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let keys = [Shelf::key("fiction")?.into(), Book::key("fiction", "b1")?.into()];
    /// let requests = db.batch_get_any::<Library>(keys).into_sdk()?;
    /// assert_eq!(requests.len(), 1); // up to 100 keys each
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>, Error> {
        self.request.to_sdk()
    }
}

impl<T: Table + Send + 'static> BatchGetAny<T> {
    fn run(self, metered: bool) -> Running<Placed> {
        // Each item was asked for by its key, so one that is unknown is an error, as for `get`.
        let strict = Some(Expected { table: Some(T::SCHEMA), others: false });
        let rules = Rules { deleted: self.request.deleted, strict, ..Rules::default() };
        let new_sink = move || Collector::boxed(ReadItem(read_table::<T>), Among::Table(T::SCHEMA), rules.clone());
        batch_get(self.request, Arc::new(new_sink), metered)
    }

    fn finish(mut placed: Placed) -> Result<Vec<Option<T>>, Error> {
        let entities = std::mem::take(&mut placed.entities);
        let items = in_place::<T>(placed).into_iter().zip(entities);
        // A key that entities share is asked for as one of them.
        let is_asked = |item: &T, schema: &EntitySchema| {
            !schema.needs_tag() || item.write_entity(WhichEntity).is_ok_and(|id| id == schema.id)
        };
        Ok(items.map(|(item, schema)| item.filter(|item| is_asked(item, schema))).collect())
    }
}

/// Says which entity an item is of.
struct WhichEntity;

impl EntitySink for WhichEntity {
    type Out = &'static str;
    fn write<E: Entity>(self, _: &E) -> Result<&'static str, Error> {
        Ok(E::SCHEMA.id)
    }
}

operation!([T: Table + Send + 'static] BatchGetAny<T> => Vec<Option<T>>, "db.batch_get_any::<Library>([Shelf::key(\"fiction\")?.into()])");

builders! {
    [T] BatchGetAny<T>: "BatchGetAny" { request, table };
}
