//! `db.get(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;

use super::{builders, operation};
use crate::db::Db;
use crate::entity::{Among, Entity, IntoKey, Projection, ReadItem, read_exactly, read_projection_exactly};
use crate::error::Error;
use crate::expr::Condition;
use crate::read::{GetRequest, ReadFields};
use crate::wire::{Collector, ItemSink, Rules, Running, collected};

impl Db {
    /// Reads an item; returns `None` if it does not exist.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let found: Option<Book> = db.get(Book::key("fiction", "b1")).await?;
    /// assert_eq!(found, Some(book()));
    /// assert_eq!(db.get(Book::key("fiction", "b9")).await?, None);
    /// # Ok(()) });
    /// ```
    pub fn get<K: IntoKey>(&self, key: K) -> Get<K::Entity> {
        let (schema, key) = (K::Entity::SCHEMA, key.into_texts());
        let request = GetRequest {
            db: self.clone(),
            schema,
            key,
            consistent: false,
            unexpired: false,
            deleted: false,
            attributes: None,
        };
        Get { request, read: ReadItem(read_exactly::<K::Entity>), entity: PhantomData }
    }
}

/// Reads an item: see [`Db::get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Get<E, R = E> {
    request: GetRequest,
    read: ReadItem<R>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> Get<E> {
    /// Reads only the fields of `P`. An item of an old schema version is upgraded before; for an entity with an `upgrade`,
    /// the whole item is read.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// // #[derive(Projection)] #[projection(of = Book)] pub struct Title { title: String }
    /// let read: Option<Title> = db.get(Book::key("fiction", "b1")).project().await?;
    /// assert_eq!(read.unwrap().title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    ///
    /// DynamoDB charges for the whole item; less is transferred and decoded.
    pub fn project<P: Projection<Entity = E>>(mut self) -> Get<E, P> {
        self.request.attributes = ReadFields::of(E::SCHEMA, None, P::FIELDS).attributes;
        Get { request: self.request, read: ReadItem(read_projection_exactly::<P>), entity: PhantomData }
    }
}

impl<E: Entity, R> Get<E, R> {
    /// Uses a strongly consistent read, at twice the capacity.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let read = db.get(Book::key("fiction", "b1")).consistent().await?;
    /// assert_eq!(read, Some(book()));
    /// # Ok(()) });
    /// ```
    pub fn consistent(mut self) -> Self {
        self.request.consistent = true;
        self
    }

    /// Treats an expired item as absent, even if DynamoDB has not deleted it yet.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.put(&Book { expires: Some(1), ..book() }).await?; // expired long ago
    /// assert!(db.get(Book::key("fiction", "b1")).unexpired().await?.is_none());
    /// # Ok(()) });
    /// ```
    pub fn unexpired(mut self) -> Self {
        self.request.unexpired = true;
        self
    }

    /// Also returns an item that is [softly deleted](Db::soft_delete).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.soft_delete(Book::key("fiction", "b1"), std::time::Duration::from_secs(3600)).await?;
    /// assert!(db.get(Book::key("fiction", "b1")).await?.is_none());
    /// assert!(db.get(Book::key("fiction", "b1")).including_deleted().await?.is_some());
    /// # Ok(()) });
    /// ```
    pub fn including_deleted(mut self) -> Self {
        self.request.deleted = true;
        self
    }

    /// Never compiles: its error says what a get cannot do.
    #[doc(hidden)]
    pub fn filter(self, _: Condition<E>) -> Self
    where
        Self: Filtered,
    {
        self
    }

    /// Turns the read into the SDK's own request. It can be changed before it is sent: placeholders
    /// of ours (`#n0`, `:v0`) that no expression uses any more are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let request = db.get(Book::key("fiction", "b1")).into_sdk()?.return_consumed_capacity("TOTAL".into());
    /// let answer = request.send().await.unwrap();
    /// assert_eq!(answer.item().unwrap()["pages"].as_n().unwrap(), "320");
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<GetItemFluentBuilder, Error> {
        self.request.to_sdk()
    }
}

impl<E: Entity, R: Send + 'static> Get<E, R> {
    fn run(self, metered: bool) -> Running<Box<dyn ItemSink>> {
        let rules = Rules { deleted: self.request.deleted, ..Rules::default() };
        let sink = Collector::boxed(self.read, Among::One(E::SCHEMA), rules);
        self.request.start(sink, metered)
    }

    fn finish(sink: Box<dyn ItemSink>) -> Result<Option<R>, Error> {
        Ok(collected(sink).pop())
    }
}

/// Never implemented: its error message says what a get cannot do.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a get reads one item by its key, and DynamoDB has no filter for it",
    label = "a filter on a get",
    note = "help: look at the item that was read, or query for it: `db.query(..).filter(..)`"
)]
pub trait Filtered {}

operation!([E: Entity, R: Send + 'static] Get<E, R> => Option<R>, "db.get(Book::key(\"fiction\", \"b1\"))");

builders! {
    [E, R] Get<E, R>: "Get" { request, read, entity };
}
