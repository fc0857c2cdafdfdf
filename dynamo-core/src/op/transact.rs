//! `db.transact()`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;

use super::{Delete, Put, Update, Upsert, builders, operation};
use crate::db::Db;
use crate::entity::{Changeable, Creatable, Entity, IntoKey};
use crate::error::{Error, InvalidKind};
use crate::expr::Condition;
use crate::wire::{About, Meter, Running, run};
use crate::write::{Action, Presence, Sending, Unsent, Write, execute, transaction_request};

impl Db {
    /// Starts a transaction: several writes that are applied together or not at all.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact()
    ///     .create(&new_book())
    ///     .update(Book::key("fiction", "b1"), |book| book.add(Book::fields().pages, 1))
    ///     .delete(Book::key("fiction", "b2"))
    ///     .check(Shelf::key("fiction"), |shelf| shelf.existing())
    ///     .idempotent("request-7")
    ///     .await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 321);
    /// # Ok(()) });
    /// ```
    ///
    /// An action is named like the operation of [`Db`]; a closure gets the builder of that operation, to add changes and
    /// conditions. The actions that need neither have a second form for conditions: [`put_if`](Transact::put_if),
    /// [`replace_if`](Transact::replace_if), [`delete_if`](Transact::delete_if).
    ///
    /// Retries conflicts with other transactions; [`Error::Cancelled`] reports each action that failed.
    pub fn transact(&self) -> Transact {
        Transact { db: self.clone(), writes: Vec::new(), token: None }
    }
}

/// A condition on an item that a transaction does not change: see [`Transact::check`].
#[must_use = "a check does nothing until the closure returns it"]
pub struct Check<E> {
    write: Result<Write, Error>,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> Check<E> {
    fn edit(mut self, edit: impl FnOnce(&mut Write)) -> Self {
        if let Ok(write) = &mut self.write {
            edit(write);
        }
        self
    }

    /// Requires that the item exists, and is not [softly deleted](Db::soft_delete).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().check(Shelf::key("fiction"), |shelf| shelf.existing()).create(&new_book()).await?;
    /// assert!(db.get(Book::key("fiction", "b3")).await?.is_some());
    /// # Ok(()) });
    /// ```
    pub fn existing(self) -> Self {
        self.edit(|write| write.require(Presence::Required))
    }

    /// Requires that the item does not exist. An item of another entity that may have its key is none.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().check(Shelf::key("poetry"), |shelf| shelf.absent()).create(&new_book()).await?;
    /// assert!(db.get(Book::key("fiction", "b3")).await?.is_some());
    /// # Ok(()) });
    /// ```
    pub fn absent(self) -> Self {
        self.edit(|write| write.require(Presence::NoneOfEntity))
    }

    /// Requires that the item satisfies `condition`; repeated calls are combined with AND.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let is_long = Book::fields().pages.gt(500);
    /// let created = db.transact().check(Book::key("fiction", "b1"), |book| book.when(is_long)).create(&new_book()).await;
    /// assert!(matches!(created, Err(Error::Cancelled(_))));
    /// # Ok(()) });
    /// ```
    pub fn when(self, condition: Condition<E>) -> Self {
        self.edit(|write| write.when(condition.node))
    }

    fn into_write(self) -> Result<Write, Error> {
        let write = self.write?;
        if !write.clauses.is_asked() {
            let fact = format_args!("a check of `{}` asks for nothing", write.code.schema.name);
            return Err(Error::invalid(
                InvalidKind::Empty,
                fact,
                "return it with `.existing()`, `.absent()` or `.when(..)`",
            ));
        }
        Ok(write)
    }
}

/// A transaction: see [`Db::transact`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Transact {
    pub(super) db: Db,
    pub(super) writes: Vec<Result<Write, Error>>,
    pub(super) token: Option<String>,
}

impl Transact {
    /// Writes an item, replacing any existing one: see [`Db::put`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().put(&Book { pages: 400, ..book() }).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 400);
    /// # Ok(()) });
    /// ```
    pub fn put<E: Creatable + Changeable>(self, entity: &E) -> Self {
        self.put_if(entity, |put| put)
    }

    /// Writes an item on a condition.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let is_long = Book::fields().pages.gt(500);
    /// let written = db.transact().put_if(&Book { pages: 400, ..book() }, |put| put.when(is_long)).await;
    /// assert!(matches!(written, Err(Error::Cancelled(_))));
    /// # Ok(()) });
    /// ```
    pub fn put_if<E: Creatable + Changeable>(self, entity: &E, condition: impl FnOnce(Put<E>) -> Put<E>) -> Self {
        let put = condition(self.db.put(entity)).into_write();
        self.and(put)
    }

    /// Writes an item that must not exist yet: see [`Db::create`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let created = db.transact().create(&new_book()).create(&book()).await; // the second exists
    /// assert!(matches!(created, Err(Error::Cancelled(_))));
    /// # Ok(()) });
    /// ```
    pub fn create<E: Creatable>(self, entity: &E) -> Self {
        let create = self.db.create(entity).into_write();
        self.and(create)
    }

    /// Replaces an item that must exist: see [`Db::replace`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().replace(&Book { pages: 400, ..book() }).await?;
    /// assert!(db.transact().replace(&new_book()).await.is_err());
    /// # Ok(()) });
    /// ```
    pub fn replace<E: Creatable + Changeable>(self, entity: &E) -> Self {
        self.replace_if(entity, |replace| replace)
    }

    /// Replaces an item that must exist, on a condition.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let is_short = Book::fields().pages.lt(500);
    /// db.transact().replace_if(&Book { pages: 400, ..book() }, |replace| replace.when(is_short)).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 400);
    /// # Ok(()) });
    /// ```
    pub fn replace_if<E: Creatable + Changeable>(self, entity: &E, condition: impl FnOnce(Put<E>) -> Put<E>) -> Self {
        let replace = condition(self.db.replace(entity)).into_write();
        self.and(replace)
    }

    /// Updates attributes of an item that must exist: see [`Db::update`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().update(Book::key("fiction", "b1"), |book| book.add(Book::fields().pages, 1)).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 321);
    /// # Ok(()) });
    /// ```
    pub fn update<K: IntoKey>(self, key: K, changes: impl FnOnce(Update<K::Entity>) -> Update<K::Entity>) -> Self
    where
        K::Entity: Creatable + Changeable,
    {
        let update = changes(self.db.update(key)).into_write();
        self.and(update)
    }

    /// Creates an item and changes it, or changes the item that exists: see [`Db::upsert`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().upsert(&book(), |book| book.add(Book::fields().pages, 1)).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 321);
    /// # Ok(()) });
    /// ```
    pub fn upsert<E: Creatable + Changeable>(self, entity: &E, changes: impl FnOnce(Upsert<E>) -> Upsert<E>) -> Self {
        let upsert = changes(self.db.upsert(entity)).into_write();
        self.and(upsert)
    }

    /// Deletes an item: see [`Db::delete`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().delete(Book::key("fiction", "b1")).create(&new_book()).await?;
    /// assert!(db.get(Book::key("fiction", "b1")).await?.is_none());
    /// # Ok(()) });
    /// ```
    pub fn delete<K: IntoKey>(self, key: K) -> Self
    where
        K::Entity: Creatable,
    {
        self.delete_if(key, |delete| delete)
    }

    /// Deletes an item on a condition.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().delete_if(Book::key("fiction", "b1"), |book| book.existing()).create(&new_book()).await?;
    /// assert!(db.get(Book::key("fiction", "b1")).await?.is_none());
    /// # Ok(()) });
    /// ```
    pub fn delete_if<K: IntoKey>(self, key: K, condition: impl FnOnce(Delete<K::Entity>) -> Delete<K::Entity>) -> Self
    where
        K::Entity: Creatable,
    {
        let delete = condition(self.db.delete(key)).into_write();
        self.and(delete)
    }

    /// Requires a condition on an item that the transaction does not change.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let poetry = db.transact().check(Shelf::key("poetry"), |shelf| shelf.existing()).create(&new_book());
    /// assert!(matches!(poetry.await, Err(Error::Cancelled(_))));
    /// # Ok(()) });
    /// ```
    pub fn check<K: IntoKey>(self, key: K, condition: impl FnOnce(Check<K::Entity>) -> Check<K::Entity>) -> Self {
        let (code, key) = (K::Entity::CODE, key.into_texts());
        let write = Write::by_key(&self.db, code, "check", key, Action::Check, Presence::Any);
        self.and(condition(Check { write, entity: PhantomData }).into_write())
    }

    fn and(mut self, write: Result<Write, Error>) -> Self {
        self.writes.push(write);
        self
    }

    /// Applies the transaction only once, however often it is sent with this token within ten minutes.
    ///
    /// The token stands for what the call gives: the same contents again succeed and change nothing, whatever the clock
    /// says by then, and other contents are [`Error::InvalidRequest`] ([`Error::is_token_reused`]). A transaction that
    /// was cancelled changed nothing, and leaves its token free: it may be sent again, changed or not. Where it cannot be
    /// told what a token stands for, the call fails.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().put(&book()).idempotent("request-7").await?;
    /// db.transact().put(&book()).idempotent("request-7").await?; // changes nothing
    /// let error = db.transact().put(&new_book()).idempotent("request-7").await.unwrap_err();
    /// assert!(error.is_token_reused());
    /// # Ok(()) });
    /// ```
    ///
    /// Equal calls make different requests if timestamps, companions or upgrades are involved, so that DynamoDB cannot
    /// compare them. Such a transaction also writes an item with a digest of its contents to the table of its first
    /// action, with the key `_token#..`; it counts as one of the hundred actions, expires after an hour if the table has
    /// a `ttl`, and is left out by every read.
    ///
    /// Without this, a random token is used, so that retries of one call are always safe.
    pub fn idempotent(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Returns the number of actions.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.transact().create(&book()).len(), 1);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.writes.len()
    }

    /// Returns whether there are no actions.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert!(db.transact().is_empty());
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }

    /// Turns the transaction into the SDK's own request, for the items alone, without their companions.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().create(&new_book()).into_sdk()?.send().await.unwrap();
    /// assert!(db.get(Book::key("fiction", "b3")).await?.is_some());
    /// # Ok(()) });
    /// ```
    pub fn into_sdk(self) -> Result<TransactWriteItemsFluentBuilder, Error> {
        let (db, token) = (self.db.clone(), self.token.clone());
        let writes = self.checked()?.into_iter().map(|write| write.alone());
        let writes = writes.collect::<Result<Vec<_>, Error>>()?;
        transaction_request(&writes, token.as_deref(), &Meter::new(false)).into_sdk(db.client())
    }

    /// Returns the writes, or an error if there are none, which DynamoDB rejects.
    pub(super) fn checked(self) -> Result<Vec<Write>, Error> {
        let writes: Vec<_> = self.writes.into_iter().collect::<Result<_, _>>()?;
        if writes.is_empty() {
            return Err(Error::invalid(
                InvalidKind::Empty,
                "a transaction has no actions",
                "add one, or do not send it",
            ));
        }
        Ok(writes)
    }

    fn run(mut self, metered: bool) -> Running<()> {
        run(About::new("transact"), metered, move |meter| async move {
            let (db, token) = (self.db.clone(), self.token.take());
            let writes = self.checked()?;
            execute(&db, &writes, Sending::Transaction(token), &meter).await.map(drop).map_err(Unsent::into_error)
        })
    }

    fn finish((): ()) -> Result<(), Error> {
        Ok(())
    }
}

operation!([] Transact => (), "db.transact().create(&new_book())");

builders! {
    [E] Check<E>: "Check" { write, entity };
    [] Transact: "Transact" { db, writes, token };
}
