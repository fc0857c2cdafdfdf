//! `db.get(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::get_item::{GetItem, GetItemOutput};

use super::expiry::is_expired;
use super::slot::Slot;
use super::{About, Meter, Operation, awaitable};
use crate::error::{Request, classify};
use crate::key::IntoKey;
use crate::wire::{Hook, Reader, Single};
use crate::{Db, Entity, Error, Key, Table};

impl Db {
    /// Reads an item, if there is one.
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
    /// let note: Option<Note> = db.get(Note::key("n1")).consistent().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn get<K: IntoKey>(&self, key: K) -> Get<K::Entity> {
        Get { db: self.clone(), key: key.into_key(), consistent: false, unexpired: false, entity: PhantomData }
    }
}

/// Reads an item: see [`Db::get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Get<E> {
    db: Db,
    key: Result<Key<E>, Error>,
    consistent: bool,
    unexpired: bool,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> Get<E> {
    /// Reads what was last written, for twice the capacity.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// An item that has expired counts as none, though DynamoDB has not deleted it yet.
    pub fn unexpired(mut self) -> Self {
        self.unexpired = true;
        self
    }

    /// The SDK's own request.
    pub fn into_sdk(self) -> Result<GetItemFluentBuilder, Error> {
        let (table, key) = (self.db.table_name::<E::Table>()?, self.key.as_ref().map_err(Clone::clone)?);
        Ok(self.request(&table, key))
    }

    fn request(&self, table: &str, key: &Key<E>) -> GetItemFluentBuilder {
        let builder = self.db.client().get_item().table_name(table).set_key(Some(key.to_item()));
        builder.set_consistent_read(self.consistent.then_some(true))
    }
}

impl<E: Entity + Send + 'static> Operation for Get<E> {
    type Output = Option<E>;

    fn about(&self) -> About {
        About { operation: "get", table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Option<E>, Error> {
        let (table, key) = (self.db.name_of(<E::Table as Table>::LAYOUT)?, self.key.as_ref().map_err(Clone::clone)?);
        let builder = self.request(&table, key).set_return_consumed_capacity(meter.asks());
        let asked = || Request::new("get", &table).entity(E::SCHEMA).key(key);
        super::single_gets::note(E::SCHEMA);
        if self.db.is_wire() && !self.unexpired {
            let read = |body: &[u8]| Single::read(body, Reader::<E>::entity());
            let (slot, hook) = Slot::hook(read, GetItem::new(), || GetItemOutput::builder().build());
            let sent = builder.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            sent.map_err(|error| classify(asked(), &error, None, hook.answered()))?;
            let answer = slot.take()?;
            meter.read(answer.units);
            return Ok(answer.item);
        }
        let hook = Hook::counting();
        let sent = builder.customize().interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let answer = sent.map_err(|error| classify(asked(), &error, None, hook.answered()))?;
        meter.read_all(answer.consumed_capacity.as_slice());
        let layout = <E::Table as Table>::LAYOUT;
        let item = answer.item.filter(|item| !(self.unexpired && is_expired(&self.db, layout, item)));
        item.map(E::from_item).transpose()
    }
}

awaitable!([E: Entity + Send + 'static] Get<E>);
