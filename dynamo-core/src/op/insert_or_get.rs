//! `db.insert_or_get(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;

use super::write::WriteOp;
use super::{Put, builders, operation};
use crate::codec::{Item, item_to_json};
use crate::db::Db;
use crate::entity::{Creatable, Entity};
use crate::error::Error;
use crate::wire::{About, Running, run};
use crate::write::{Presence, Returns, execute_one};

impl Db {
    /// Writes an item unless one with its key exists; returns the item as it is stored, [created](Inserted::Created) or
    /// [existing](Inserted::Existing).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use dynamo_core::op::Inserted;
    ///
    /// let inserted = db.insert_or_get(&Book { pages: 1, ..book() }).await?;
    /// assert_eq!(inserted, Inserted::Existing(book())); // it stays as it is
    /// assert!(db.insert_or_get(&new_book()).await?.is_created());
    /// # Ok(()) });
    /// ```
    ///
    /// One request in both cases. An item that this call wrote is recognized if the answer was lost. Fails as
    /// [`create`](Self::create) does if another record has a unique value, and with [`Error::Deleted`] if the existing
    /// item is [softly deleted](Self::soft_delete).
    pub fn insert_or_get<E: Creatable>(&self, entity: &E) -> InsertOrGet<E> {
        let op = WriteOp {
            db: self.clone(),
            write: Put::new(self, "insert_or_get", entity, Presence::Forbidden).into_write(),
            about: About::entity("insert_or_get", E::SCHEMA),
        };
        InsertOrGet { op: op.returning(Returns::New), entity: PhantomData }
    }
}

/// What became of an item that is written unless one with its key exists: see [`Db::insert_or_get`] and
/// [`Transact::once`](super::Transact::once).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted<E> {
    /// This call wrote the item, which is given as it is stored.
    Created(E),
    /// The item was there, and stays as it is.
    Existing(E),
}

impl<E> Inserted<E> {
    /// Returns whether this call wrote the item.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert!(db.insert_or_get(&new_book()).await?.is_created());
    /// assert!(!db.insert_or_get(&new_book()).await?.is_created());
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn is_created(&self) -> bool {
        matches!(self, Self::Created(_))
    }

    /// Returns the item that is stored, whoever wrote it.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let stored = db.insert_or_get(&Book { pages: 1, ..book() }).await?.into_item();
    /// assert_eq!(stored.pages, 320);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn into_item(self) -> E {
        match self {
            Self::Created(item) | Self::Existing(item) => item,
        }
    }
}

impl<E: Entity> Inserted<E> {
    pub(super) fn read((item, created): (Item, bool)) -> Result<Self, Error> {
        let item = E::read_json(&item_to_json(&item))?;
        Ok(if created { Self::Created(item) } else { Self::Existing(item) })
    }
}

/// Writes an item, or reads the one that exists: see [`Db::insert_or_get`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct InsertOrGet<E> {
    op: WriteOp,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity + Send> InsertOrGet<E> {
    /// Turns the write into the SDK's own request, for the item alone, without its companions: it fails with the existing item,
    /// if there is one. It can be changed before it is sent: placeholders of ours (`#n0`, `:v0`) that no expression uses any more
    /// are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.insert_or_get(&new_book()).into_sdk()?.send().await.unwrap();
    /// assert!(db.get(Book::key("fiction", "b3")).await?.is_some());
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder, Error> {
        self.op.into_sdk()
    }

    fn run(self, metered: bool) -> Running<(Item, bool)> {
        start(self.op, metered)
    }

    fn finish(answer: (Item, bool)) -> Result<Inserted<E>, Error> {
        Inserted::read(answer)
    }
}

fn start(op: WriteOp, metered: bool) -> Running<(Item, bool)> {
    let WriteOp { db, write, about } = op;
    run(about, metered, move |meter| async move {
        let write = write?;
        let clauses = write.clauses.clone();
        match execute_one(&db, write, &meter).await {
            Ok(written) => Ok((written.new.unwrap_or_default(), true)),
            // Another entity's item is in the way.
            Err(Error::Exists(mut failure)) => match failure.item.take() {
                Some(item) if !clauses.is_foreign(&item)? => Ok((item, false)),
                // Another entity's item is in the way.
                item => {
                    failure.item = item;
                    Err(Error::Exists(failure))
                }
            },
            Err(error) => Err(error),
        }
    })
}

operation!([E: Entity + Send] InsertOrGet<E> => Inserted<E>, "db.insert_or_get(&new_book())");

builders! {
    [E] InsertOrGet<E>: "InsertOrGet" { op, entity };
}
