//! `db.soft_delete(..)` and `db.restore(..)`

use std::marker::PhantomData;
use std::time::Duration;

use super::write::WriteOp;
use super::{builders, operation};
use crate::db::Db;
use crate::entity::{Changeable, Creatable, Entity, EntityCode, IntoKey, SoftDeletable};
use crate::error::Error;
use crate::wire::{About, Running};
use crate::write::{Action, Presence, Write, Written, soft_delete_attributes};

impl Db {
    /// Removes an item from all indexes and lists, and lets it expire after `keep`; until then it can be
    /// [restored](Self::restore).
    ///
    /// ```no_run
    /// # use std::time::Duration;
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
    /// # pub enum App { Note(Note) }
    /// #[derive(Entity)]
    /// #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// pub struct Note {
    ///     id: String,
    ///     #[entity(deleted_at)]
    ///     deleted_at: Option<Timestamp>,
    /// }
    ///
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// db.soft_delete(Note::key("n1"), Duration::from_secs(30 * 24 * 3600)).await?;
    /// assert!(db.get(Note::key("n1")).await?.is_none());
    /// assert!(db.get(Note::key("n1")).including_deleted().await?.is_some());
    /// db.restore(Note::key("n1")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Removes the index keys and the pointers, and decrements the counters. Retains the locks, so that no other item
    /// can claim its unique values. Updates of the item fail. The entity must have a field with the role `deleted_at`,
    /// and its table a `ttl`.
    pub fn soft_delete<K: IntoKey>(&self, key: K, keep: Duration) -> SoftDelete<K::Entity>
    where
        K::Entity: SoftDeletable + Creatable + Changeable,
    {
        SoftDelete::new(self, key, Some(keep))
    }

    /// Restores an item that was [deleted](Self::soft_delete), with its index keys and companions.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.soft_delete(Book::key("fiction", "b1"), std::time::Duration::from_secs(3600)).await?;
    /// db.restore(Book::key("fiction", "b1")).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?, Some(book()));
    /// # Ok(()) });
    /// ```
    pub fn restore<K: IntoKey>(&self, key: K) -> SoftDelete<K::Entity>
    where
        K::Entity: SoftDeletable + Creatable + Changeable,
    {
        SoftDelete::new(self, key, None)
    }
}

/// Deletes an item so that it can be restored, or restores it: see [`Db::soft_delete`] and [`Db::restore`].
///
/// There is no `into_sdk`, since no single request says it: what is written depends on the item, which is read first. Index keys
/// are computed from its fields, companions are compared with those that it has, and the write is conditional on what was read.
#[must_use = "an operation does nothing until it is awaited"]
pub struct SoftDelete<E> {
    op: WriteOp,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> SoftDelete<E> {
    fn new<K: IntoKey<Entity = E>>(db: &Db, key: K, keep: Option<Duration>) -> Self {
        let (operation, action) = match keep {
            Some(keep) => ("soft_delete", Action::SoftDelete(keep, db.now())),
            None => ("restore", Action::Restore(db.now())),
        };
        // Restoring computes index keys again, so it needs all functions of the entity.
        let code = const { &EntityCode::complete::<E>() };
        let key = key.into_texts().and_then(|key| soft_delete_attributes(code.schema).map(|_| key));
        let write = Write::by_key(db, code, operation, key, action, Presence::Required);
        let op = WriteOp { db: db.clone(), write, about: About::entity(operation, code.schema) };
        Self { op, entity: PhantomData }
    }

    fn run(self, metered: bool) -> Running<Written> {
        self.op.start(metered)
    }

    fn finish(_: Written) -> Result<(), Error> {
        Ok(())
    }
}

operation!([E: Entity] SoftDelete<E> => (), "db.soft_delete(Book::key(\"fiction\", \"b1\"), std::time::Duration::from_secs(3600))");

builders! {
    [E] SoftDelete<E>: "SoftDelete" { op, entity };
}
