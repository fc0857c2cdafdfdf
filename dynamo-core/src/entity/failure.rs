//! Typed access to the items and keys in errors.

use super::{Entity, Key};
use crate::codec::item_to_json;
use crate::error::{Error, Failure, Undone, UniqueViolation};

impl Failure {
    /// Reads the item that made the condition fail, if DynamoDB returned it.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let Err(Error::Exists(failure)) = db.create(&book()).await else { unreachable!() };
    /// let existing: Option<Book> = failure.item()?;
    /// assert_eq!(existing, Some(book()));
    /// # Ok(()) });
    /// ```
    pub fn item<E: Entity>(&self) -> Result<Option<E>, Error> {
        self.item.as_ref().map(|item| E::read_json(&item_to_json(item))).transpose()
    }
}

impl UniqueViolation {
    /// Reads the lock of the value, which identifies the record that holds it, if DynamoDB returned it.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let bob = Reader { reader_id: "bob".into(), ..ann() };
    /// let Err(Error::UniqueViolation(violation)) = db.create(&bob).await else { unreachable!() };
    /// let lock: Option<EmailLock> = violation.holder()?;
    /// assert_eq!(lock.unwrap().reader_id, "ann");
    /// # Ok(()) });
    /// ```
    pub fn holder<L: Entity>(&self) -> Result<Option<L>, Error> {
        self.holder.as_ref().map(|item| L::read_json(&item_to_json(item))).transpose()
    }
}

impl Undone {
    /// Returns the key, if it is a key of `E`.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete_table::<Library>().await?;
    /// let Err(Error::Batch(error)) = db.batch_write().put(&Shelf { name: "new".into() }).await else { unreachable!() };
    /// assert_eq!(error.undone()[0].key(), Some(Shelf::key("new")?));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn key<E: Entity>(&self) -> Option<Key<E>> {
        (self.entity.id == E::SCHEMA.id).then(|| Key::from_texts(self.pk.clone(), self.sk.clone()))
    }
}
