//! `db.batch_get(..)`

use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;

use super::{builders, operation};
use crate::db::Db;
use crate::entity::{Among, Entity, IntoKey, Projection, ReadItem, read_exactly, read_projection_exactly};
use crate::error::Error;
use crate::read::{BatchGetRequest, Entities, Placed, ReadFields, batch_get};
use crate::wire::{Collector, Rules, Running, collected};

impl Db {
    /// Reads any number of items by their keys; returns one answer for each key, in the order of the keys.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let ids = ["b1", "b2", "b9"];
    /// let books: Vec<Option<Book>> = db.batch_get(ids.map(|id| Book::key("fiction", id))).await?;
    /// assert_eq!(books.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false]);
    /// # Ok(()) });
    /// ```
    ///
    /// Splits the keys into requests of at most 100 and retries keys that DynamoDB leaves unprocessed; those that stay
    /// unprocessed are reported in [`Error::Batch`]. A key may be given several times: it is read once, and each of its
    /// positions has an answer. [`batch_get_any`](Self::batch_get_any) takes keys of several entities.
    pub fn batch_get<K: IntoKey>(&self, keys: impl IntoIterator<Item = K>) -> BatchGet<K::Entity> {
        let schema = K::Entity::SCHEMA;
        let request = BatchGetRequest {
            db: self.clone(),
            layout: schema.layout,
            entities: Entities::One(schema),
            keys: keys.into_iter().map(IntoKey::into_texts).collect(),
            consistent: false,
            deleted: false,
            attributes: None,
        };
        BatchGet { request, read: ReadItem(read_exactly::<K::Entity>), entity: PhantomData }
    }
}

/// Reads many items: see [`Db::batch_get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct BatchGet<E, R = E> {
    request: BatchGetRequest,
    read: ReadItem<R>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> BatchGet<E> {
    /// Reads only the fields of `P` from each item. Items of an old schema version are upgraded before; for an entity
    /// with an `upgrade`, whole items are read.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// // #[derive(Projection)] #[projection(of = Book)] pub struct Title { title: String }
    /// let titles: Vec<Option<Title>> = db.batch_get([Book::key("fiction", "b1")]).project().await?;
    /// assert_eq!(titles[0].as_ref().unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn project<P: Projection<Entity = E>>(mut self) -> BatchGet<E, P> {
        self.request.attributes = ReadFields::of(E::SCHEMA, None, P::FIELDS).attributes;
        BatchGet { request: self.request, read: ReadItem(read_projection_exactly::<P>), entity: PhantomData }
    }
}

impl<E: Entity, R> BatchGet<E, R> {
    /// Uses strongly consistent reads, at twice the capacity.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books = db.batch_get([Book::key("fiction", "b1"), Book::key("fiction", "b9")]).consistent().await?;
    /// assert_eq!(books, [Some(book()), None]);
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
    /// let books = db.batch_get([Book::key("fiction", "b1")]).including_deleted().await?;
    /// assert!(books[0].is_some());
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
    /// let requests = db.batch_get([Book::key("fiction", "b1")]).into_sdk()?;
    /// let answer = requests[0].clone().send().await.unwrap();
    /// assert_eq!(answer.responses().unwrap()["library"].len(), 1);
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>, Error> {
        self.request.to_sdk()
    }
}

impl<E: Entity, R: Send + 'static> BatchGet<E, R> {
    fn run(self, metered: bool) -> Running<Placed> {
        let rules = Rules { deleted: self.request.deleted, ..Rules::default() };
        let read = self.read;
        let new_sink = move || Collector::boxed(read, Among::One(E::SCHEMA), rules.clone());
        batch_get(self.request, Arc::new(new_sink), metered)
    }

    fn finish(placed: Placed) -> Result<Vec<Option<R>>, Error> {
        Ok(in_place(placed))
    }
}

/// Returns each item in its position among the keys.
pub(super) fn in_place<R: 'static>(placed: Placed) -> Vec<Option<R>> {
    let mut items: Vec<Option<R>> = (0..placed.len).map(|_| None).collect();
    for (sink, places) in placed.sinks {
        for (item, place) in collected(sink).into_iter().zip(places) {
            items[place] = Some(item);
        }
    }
    items
}

operation!([E: Entity, R: Send + 'static] BatchGet<E, R> => Vec<Option<R>>, "db.batch_get([Book::key(\"fiction\", \"b1\")])");

builders! {
    [E, R] BatchGet<E, R>: "BatchGet" { request, read, entity };
}
