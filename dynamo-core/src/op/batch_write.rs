//! `db.batch_write()`

use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;

use super::{builders, operation};
use crate::db::Db;
use crate::entity::{Changeable, Creatable, IntoKey};
use crate::error::Error;
use crate::wire::{About, Running, run};
use crate::write::{BatchWrites, Write};

impl Db {
    /// Puts and deletes any number of items, of any entities, each on its own and in no particular order.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.batch_write().put_all(&[new_book()]).delete(Book::key("fiction", "b1")).await?;
    /// let books = db.query(Book::query("fiction")).all().await?;
    /// assert_eq!(books.iter().map(|book| book.id.as_str()).collect::<Vec<_>>(), ["b2", "b3"]);
    /// # Ok(()) });
    /// ```
    ///
    /// Splits the writes into requests of at most 25 and retries those that DynamoDB leaves unprocessed; writes that
    /// stay unprocessed are reported in [`Error::Batch`]. Two writes of one item are an error. Items that have
    /// companions, a version or immutable fields, and those whose keys others may have (`shares_key`, `overlaps`,
    /// `constants`), are written one by one, each with its condition. The others have none: they are written over an item of
    /// a later schema version, or with another entity's tag, which a `put` of its own refuses.
    pub fn batch_write(&self) -> BatchWrite {
        BatchWrite { db: self.clone(), batch: Ok(BatchWrites::default()) }
    }
}

/// Puts and deletes many items: see [`Db::batch_write`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct BatchWrite {
    db: Db,
    batch: Result<BatchWrites, Error>,
}

impl BatchWrite {
    fn push(mut self, write: Result<Write, Error>) -> Self {
        self.batch = self.batch.and_then(|mut batch| {
            batch.push(write?)?;
            Ok(batch)
        });
        self
    }

    /// Writes an item, replacing any existing one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.batch_write().put(&Shelf { name: "poetry".into() }).put(&new_book()).await?;
    /// assert_eq!(db.scan::<Book>().count().await?, 3);
    /// # Ok(()) });
    /// ```
    pub fn put<E: Creatable + Changeable>(self, entity: &E) -> Self {
        let write = self.db.put(entity).into_write();
        self.push(write)
    }

    /// Writes items, replacing any existing ones.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let shelves = ["poetry", "science"].map(|name| Shelf { name: name.into() });
    /// db.batch_write().put_all(&shelves).await?;
    /// assert_eq!(db.scan::<Shelf>().count().await?, 3);
    /// # Ok(()) });
    /// ```
    pub fn put_all<'a, E: Creatable + Changeable + 'a>(self, entities: impl IntoIterator<Item = &'a E>) -> Self {
        entities.into_iter().fold(self, Self::put)
    }

    /// Deletes an item, if it exists.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.batch_write().delete(Book::key("fiction", "b1")).await?;
    /// assert_eq!(db.scan::<Book>().count().await?, 1);
    /// # Ok(()) });
    /// ```
    pub fn delete<K: IntoKey>(self, key: K) -> Self
    where
        K::Entity: Creatable,
    {
        let write = self.db.delete(key).into_write();
        self.push(write)
    }

    /// Deletes items, if they exist.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let ids = ["b1", "b2"];
    /// db.batch_write().delete_all(ids.map(|id| Book::key("fiction", id))).await?;
    /// assert_eq!(db.scan::<Book>().count().await?, 0);
    /// # Ok(()) });
    /// ```
    pub fn delete_all<K: IntoKey>(self, keys: impl IntoIterator<Item = K>) -> Self
    where
        K::Entity: Creatable,
    {
        keys.into_iter().fold(self, Self::delete)
    }

    /// Turns the batch into the SDK's own requests, one for each 25 writes. Returns an error if an item has companions
    /// or a version.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let requests = db.batch_write().put(&Shelf { name: "poetry".into() }).into_sdk()?;
    /// assert_eq!(requests.len(), 1); // up to 25 writes each
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<Vec<BatchWriteItemFluentBuilder>, Error> {
        self.batch?.into_sdk(&self.db)
    }

    fn run(self, metered: bool) -> Running<()> {
        let Self { db, batch } = self;
        run(About::new("batch_write"), metered, move |meter| async move { batch?.execute(&db, &meter).await })
    }

    fn finish((): ()) -> Result<(), Error> {
        Ok(())
    }
}

operation!([] BatchWrite => (), "db.batch_write().put(&new_book())");

builders! {
    [] BatchWrite: "BatchWrite" { db, batch };
}
