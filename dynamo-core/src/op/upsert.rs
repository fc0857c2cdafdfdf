//! `db.upsert(..)`

use std::marker::PhantomData;

use super::ReturnNothing;
use super::update::{OrCreated, Update};
use super::write::WriteOp;
use crate::db::Db;
use crate::entity::{Changeable, Creatable, Table};
use crate::wire::About;
use crate::write::{Payload, Write};

/// Creates an item and changes it, or changes the item that exists: see [`Db::upsert`].
pub type Upsert<E, R = ReturnNothing> = Update<E, R, OrCreated>;

impl Db {
    /// Creates an item if there is none with its key, and applies changes to it, or to the item that exists.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Hits(Hits) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "HITS#<day>", sk = "COUNT")]
    /// # pub struct Hits { day: String, count: u64 }
    /// # impl Hits { fn new(day: &str) -> Self { Self { day: day.into(), count: 0 } } }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// // The first one creates the item with a count of 1.
    /// db.upsert(&Hits::new("2026-11-17")).add(Hits::fields().count, 1).await?;
    /// let now: Hits = db.upsert(&Hits::new("2026-11-17")).add(Hits::fields().count, 1).returning_new().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Has all changes of [`update`](Self::update), and keeps managed fields, index keys and companions as it does; the
    /// changes are also applied to the struct, of which nothing else is written over an item that exists. Attributes that
    /// such an item has left out stay so: where one request cannot say that, for a record with companions, for
    /// `returning_old`, for changes of nested fields and of sets that the struct has, the item is read, and written on
    /// condition, again if another writer was faster. Fails with [`Error::Deleted`](crate::Error::Deleted) if the item is
    /// [softly deleted](Self::soft_delete).
    pub fn upsert<E: Creatable + Changeable>(&self, entity: &E) -> Upsert<E> {
        let mut json = Payload::buffer();
        let json = entity.write_json(&mut json).map(|()| json);
        // A number that counts other items may change in the same transaction, which has to know it.
        let counted = const { <E::Table as Table>::SCHEMA.is_counted_in(E::SCHEMA) };
        let write = Write::upsert(self, E::CODE, json, counted);
        let op = WriteOp { db: self.clone(), write, about: About::entity("upsert", E::SCHEMA) };
        Update { op, types: PhantomData }
    }
}
