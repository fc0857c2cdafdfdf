//! `db.put(..)`, `db.create(..)`, `db.replace(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;

use super::write::{WriteOp, unexpected};
use super::{ReturnNew, ReturnNothing, ReturnOld, Returning, operation};
use crate::client::{About, Running};
use crate::db::Db;
use crate::entity::Entity;
use crate::error::Error;
use crate::expr::Condition;
use crate::write::{Guard, Payload, Returns, Write, WriteKind, Written};

impl Db {
    /// Writes an item, whatever was there before.
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
    /// let note = Note { id: "n1".into() };
    /// let old: Option<Note> = db.put(&note).returning_old().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn put<E: Entity>(&self, entity: &E) -> Put<E> {
        Put::new(self, "put", entity, Guard::default())
    }

    /// Writes an item that must not be there yet: [`Error::Exists`] otherwise.
    ///
    /// Where an attempt gets no answer and the next one finds the very item that was to be written, that is success.
    pub fn create<E: Entity>(&self, entity: &E) -> Put<E> {
        Put::new(self, "create", entity, Guard::exists(false))
    }

    /// Writes an item in the place of one that must be there: [`Error::NotFound`] otherwise.
    ///
    /// Where the entity has a `version`, the item that is there must have the version of the one that is given, which was
    /// read before ([`Error::VersionConflict`] otherwise), and gets the next one. The same goes for [`put`](Self::put).
    pub fn replace<E: Entity>(&self, entity: &E) -> Put<E> {
        Put::new(self, "replace", entity, Guard::exists(true))
    }
}

/// Writes a whole item: see [`Db::put`], [`Db::create`] and [`Db::replace`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Put<E, R = ReturnNothing> {
    op: WriteOp,
    types: PhantomData<fn() -> (E, R)>,
}

impl<E: Entity> Put<E> {
    fn new(db: &Db, operation: &'static str, entity: &E, guard: Guard) -> Self {
        let mut json = Payload::buffer();
        let json = entity.write_json(&mut json).map(|()| json);
        let write = Write::put(db, E::CODE, operation, json, guard);
        let op = WriteOp { db: db.clone(), write, about: About::entity(operation, E::SCHEMA) };
        Self { op, types: PhantomData }
    }

    /// Gives back the item that was there before.
    pub fn returning_old(self) -> Put<E, ReturnOld> {
        Put { op: self.op.returning(Returns::Old), types: PhantomData }
    }

    /// Gives back the item as it was written: with the times and the version that it got.
    pub fn returning_new(self) -> Put<E, ReturnNew> {
        Put { op: self.op.returning(Returns::New), types: PhantomData }
    }

    /// Sets the time of the last write to the present, whatever the struct says. Without this, the struct's time is
    /// written, unless it was left open (`None`, or `Timestamp::default()`).
    pub fn touch(mut self) -> Self {
        let db = self.op.db.clone();
        self.op.write = self.op.write.and_then(|write| write.touch(&db));
        self
    }
}

impl<E: Entity, R: Returning<E>> Put<E, R> {
    /// Writes only if the existing item satisfies `condition`; repeated calls are combined with AND.
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.op.when(condition.node);
        self
    }

    /// Turns the write into the SDK's own request, for the item alone, without its companions.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder, Error> {
        let request = self.op.request()?;
        match &request.kind {
            WriteKind::Put(payload) => Ok(request.put_item(self.op.db.client()).set_item(Some(payload.to_item()?))),
            other => Err(unexpected(other)),
        }
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

operation!([E: Entity, R: Returning<E>] Put<E, R> => R::Output);
