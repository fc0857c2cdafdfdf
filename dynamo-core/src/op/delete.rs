//! `db.delete(..)`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;

use super::write::WriteOp;
use super::{ReturnNothing, ReturnOld, Returning, builders, operation};
use crate::db::Db;
use crate::entity::{Creatable, Entity, IntoKey};
use crate::error::Error;
use crate::expr::Condition;
use crate::wire::{About, Running};
use crate::write::{Action, Presence, Returns, Write, Written};

impl Db {
    /// Deletes an item. Succeeds if the item does not exist, unless [`existing`](Delete::existing) requires it.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete(Book::key("fiction", "b1")).await?;
    /// assert!(db.get(Book::key("fiction", "b1")).await?.is_none());
    /// db.delete(Book::key("fiction", "b1")).await?; // nothing is there to delete
    /// # Ok(()) });
    /// ```
    pub fn delete<K: IntoKey>(&self, key: K) -> Delete<K::Entity>
    where
        K::Entity: Creatable,
    {
        let code = K::Entity::CODE;
        let write = Write::by_key(self, code, "delete", key.into_texts(), Action::Delete, Presence::Any);
        let op = WriteOp { db: self.clone(), write, about: About::entity("delete", code.schema) };
        Delete { op, types: PhantomData }
    }
}

/// Deletes an item: see [`Db::delete`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Delete<E, R = ReturnNothing> {
    op: WriteOp,
    types: PhantomData<fn() -> (E, R)>,
}

impl<E: Entity> Delete<E> {
    /// Returns the deleted item, if it existed.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let deleted: Option<Book> = db.delete(Book::key("fiction", "b1")).returning_old().await?;
    /// assert_eq!(deleted, Some(book()));
    /// # Ok(()) });
    /// ```
    pub fn returning_old(self) -> Delete<E, ReturnOld> {
        Delete { op: self.op.returning(Returns::Old), types: PhantomData }
    }
}

impl<E: Entity, R: Returning<E>> Delete<E, R> {
    /// Requires that the item exists; returns [`Error::NotFound`] otherwise.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete(Book::key("fiction", "b1")).existing().await?;
    /// let again = db.delete(Book::key("fiction", "b1")).existing().await;
    /// assert!(matches!(again, Err(Error::NotFound(_))));
    /// # Ok(()) });
    /// ```
    pub fn existing(mut self) -> Self {
        self.op.edit(|write| write.require(Presence::Required));
        self
    }

    /// Deletes only if the existing item satisfies `condition`; repeated calls are combined with AND.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let deleted = db.delete(Book::key("fiction", "b1")).when(Book::fields().pages.lt(100)).await;
    /// assert!(matches!(deleted, Err(Error::ConditionFailed(_))));
    /// # Ok(()) });
    /// ```
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.op.when(condition.node);
        self
    }

    /// Turns the delete into the SDK's own request, for the item alone, without its companions. It can be changed before it is sent: placeholders
    /// of ours (`#n0`, `:v0`) that no expression uses any more are left out.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.delete(Book::key("fiction", "b1")).into_sdk()?.send().await.unwrap();
    /// assert!(db.get(Book::key("fiction", "b1")).await?.is_none());
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder, Error> {
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

operation!([E: Entity, R: Returning<E>] Delete<E, R> => R::Output, "db.delete(Book::key(\"fiction\", \"b1\"))");

builders! {
    [E, R] Delete<E, R>: "Delete" { op, types };
}
