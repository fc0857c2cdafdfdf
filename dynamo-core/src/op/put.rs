//! `db.put(..)`, `db.create(..)`, `db.replace(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;

use super::write::WriteOp;
use super::{ReturnNew, ReturnNothing, ReturnOld, Returning, builders, operation};
use crate::db::Db;
use crate::entity::{Changeable, Creatable, Entity, Table};
use crate::error::Error;
use crate::expr::Condition;
use crate::wire::Running;
use crate::write::{Payload, Presence, Returns, Write, Written};

impl Db {
    /// Writes an item, replacing any existing one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.put(&Book { pages: 400, ..book() }).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 400);
    /// # Ok(()) });
    /// ```
    ///
    /// If the entity has `immutable` fields, an existing item must have the same values ([`Error::ConditionFailed`]
    /// otherwise, which names the field). An item of a later schema version, or with another entity's tag, is not replaced, but an
    /// error. The same holds for [`replace`](Self::replace).
    pub fn put<E: Creatable + Changeable>(&self, entity: &E) -> Put<E> {
        Put::new(self, "put", entity, Presence::Any)
    }

    /// Writes an item that must not exist yet; returns [`Error::Exists`] otherwise.
    ///
    /// Succeeds if an attempt gets no answer and the next one finds exactly the item that was to be written.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.create(&new_book()).await?;
    /// assert!(matches!(db.create(&new_book()).await, Err(Error::Exists(_))));
    /// # Ok(()) });
    /// ```
    pub fn create<E: Creatable>(&self, entity: &E) -> Put<E> {
        Put::new(self, "create", entity, Presence::Forbidden)
    }

    /// Replaces an item that must exist; returns [`Error::NotFound`] otherwise.
    ///
    /// If the entity has a `version`, the existing item must have the same version as the given one, which was read
    /// before ([`Error::VersionConflict`] otherwise), and the written item gets the next one. The same holds for
    /// [`put`](Self::put).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.replace(&Book { pages: 400, ..book() }).await?;
    /// assert!(matches!(db.replace(&new_book()).await, Err(Error::NotFound(_))));
    /// # Ok(()) });
    /// ```
    pub fn replace<E: Creatable + Changeable>(&self, entity: &E) -> Put<E> {
        Put::new(self, "replace", entity, Presence::Required)
    }
}

/// Writes a whole item: see [`Db::put`], [`Db::create`] and [`Db::replace`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Put<E, R = ReturnNothing> {
    op: WriteOp,
    types: PhantomData<fn() -> (E, R)>,
}

impl<E: Entity> Put<E> {
    pub(super) fn new(db: &Db, operation: &'static str, entity: &E, presence: Presence) -> Self {
        let mut json = Payload::buffer();
        let json = entity.write_json(&mut json).map(|()| json);
        let counted = const { <E::Table as Table>::SCHEMA.is_counted_in(E::SCHEMA) };
        let counted = counted.then_some(<E::Table as Table>::SCHEMA);
        let op = WriteOp::put(db, E::CODE, counted, operation, json, presence);
        Self { op, types: PhantomData }
    }

    /// Returns the replaced item, if there was one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let before: Option<Book> = db.put(&Book { pages: 400, ..book() }).returning_old().await?;
    /// assert_eq!(before.unwrap().pages, 320);
    /// # Ok(()) });
    /// ```
    pub fn returning_old(self) -> Put<E, ReturnOld> {
        Put { op: self.op.returning(Returns::Old), types: PhantomData }
    }

    /// Returns the item as it was written, including its managed fields.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let stored: Book = db.put(&Book { pages: 400, ..book() }).returning_new().await?;
    /// assert_eq!(stored.pages, 400);
    /// # Ok(()) });
    /// ```
    pub fn returning_new(self) -> Put<E, ReturnNew> {
        Put { op: self.op.returning(Returns::New), types: PhantomData }
    }

    /// Sets `updated_at` to the current time, even if the struct has a value for it. Without this, the struct's value
    /// is written, unless it is unset (`None`, or the epoch, which is the default of every type of time).
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String, #[entity(updated_at)] updated_at: Timestamp }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use aws_sdk_dynamodb::config::{BehaviorVersion, Config};
    /// # let config = Config::builder().behavior_version(BehaviorVersion::latest()).build();
    /// # let db = Db::new(aws_sdk_dynamodb::Client::from_conf(config));
    /// let db = db.with_clock(|| "2026-01-02T00:00:00Z".parse().unwrap());
    /// let note = Note { id: "n1".into(), updated_at: "2026-01-01T00:00:00Z".parse()? };
    /// let request = db.put(&note).touch().into_sdk()?;
    /// assert_eq!(request.get_item().as_ref().unwrap()["updated_at"].as_s().unwrap(), "2026-01-02T00:00:00.000Z");
    /// # Ok(())
    /// # }
    /// ```
    pub fn touch(mut self) -> Self {
        let db = self.op.db.clone();
        self.op.write = self.op.write.and_then(|write| write.touch(&db));
        self
    }
}

impl<E: Entity, R: Returning<E>> Put<E, R> {
    /// Writes only if the existing item satisfies `condition`; repeated calls are combined with AND.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.put(&book()).when(Book::fields().pages.lt(400)).await?;
    /// let refused = db.put(&book()).when(Book::fields().pages.gt(400)).await;
    /// assert!(matches!(refused, Err(Error::ConditionFailed(_))));
    /// # Ok(()) });
    /// ```
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.op.when(condition.node);
        self
    }

    /// Turns the write into the SDK's own request, for the item alone, without its companions. It can be changed before it is sent: placeholders
    /// of ours (`#n0`, `:v0`) that no expression uses any more are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.put(&new_book()).into_sdk()?.send().await.unwrap();
    /// assert_eq!(db.get(Book::key("fiction", "b3")).await?, Some(new_book()));
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder, Error> {
        self.op.into_sdk()
    }

    pub(super) fn into_write(self) -> Result<Write, Error> {
        self.op.write
    }

    fn run(self, metered: bool) -> Running<Written> {
        self.op.start(metered)
    }

    fn finish(written: Written) -> Result<R::Output, Error> {
        R::output(written.old, written.new)
    }
}

operation!([E: Entity, R: Returning<E>] Put<E, R> => R::Output, "db.put(&book())");

builders! {
    [E, R] Put<E, R>: "Put" { op, types };
}
