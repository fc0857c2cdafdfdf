//! `db.transact()`

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;

use super::{Delete, Put, Update, builders, operation};
use crate::db::Db;
use crate::entity::{Changeable, Creatable, Entity, IntoKey};
use crate::error::Error;
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
    ///     .update(db.update(Book::key("fiction", "b1")).add(Book::fields().pages, 1))
    ///     .delete(Book::key("fiction", "b2"))
    ///     .check(db.check(Shelf::key("fiction")).existing())
    ///     .idempotent("request-7")
    ///     .await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 321);
    /// # Ok(()) });
    /// ```
    ///
    /// Takes the same builders that can be awaited on their own. Retries conflicts with other transactions;
    /// [`Error::Cancelled`] reports each action that failed.
    pub fn transact(&self) -> Transact {
        Transact { db: self.clone(), writes: Vec::new(), token: None }
    }

    /// Creates a condition on an item that a transaction does not change.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let shelf = db.check(Shelf::key("poetry")).existing();
    /// let error = db.transact().check(shelf).create(&new_book()).await.unwrap_err();
    /// assert!(matches!(error, Error::Cancelled(_)));
    /// # Ok(()) });
    /// ```
    pub fn check<K: IntoKey>(&self, key: K) -> Check<K::Entity> {
        let code = K::Entity::CODE;
        let write = Write::by_key(self, code, "check", key.into_texts(), Action::Check, Presence::Any);
        Check { write, entity: PhantomData }
    }
}

/// A condition on an item that a transaction does not change: see [`Db::check`].
#[must_use = "a check does nothing until it is given to a transaction"]
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
    /// db.transact().check(db.check(Shelf::key("fiction")).existing()).create(&new_book()).await?;
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
    /// db.transact().check(db.check(Shelf::key("poetry")).absent()).create(&new_book()).await?;
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
    /// let long = db.check(Book::key("fiction", "b1")).when(Book::fields().pages.gt(500));
    /// assert!(db.transact().check(long).create(&new_book()).await.is_err());
    /// # Ok(()) });
    /// ```
    pub fn when(self, condition: Condition<E>) -> Self {
        self.edit(|write| write.when(condition.node))
    }

    fn into_write(self) -> Result<Write, Error> {
        let write = self.write?;
        if !write.clauses.is_asked() {
            let fact = format_args!("a check of `{}` asks for nothing", write.code.schema.name);
            return Err(Error::refused(fact, "`.existing()`, `.absent()` or `.when(..)`"));
        }
        Ok(write)
    }
}

/// An argument of [`Transact::put`]: an entity, or a [`Put`] with a condition.
#[doc(hidden)]
pub trait IntoPut {
    /// What is put, for the rules about it. A bound of `put` asks for them, and not one of this trait: rustc would then speak
    /// of the trait instead of the rule.
    #[doc(hidden)]
    type Of;
    #[doc(hidden)]
    fn push(self, transact: &mut Transact);
}

/// What may be put by a transaction: an entity that may be put, or what was allowed already.
#[doc(hidden)]
pub trait Puttable {}

/// An entity that is put as it is.
#[doc(hidden)]
#[derive(Debug)]
pub struct PutOf<E>(PhantomData<E>);

impl<E: Creatable + Changeable> Puttable for PutOf<E> {}
impl<E> Puttable for Put<E> {}

impl<E: Entity> IntoPut for &E {
    type Of = PutOf<E>;

    fn push(self, transact: &mut Transact) {
        transact.writes.push(Put::new(&transact.db, "put", self, Presence::Any).into_write());
    }
}

#[diagnostic::do_not_recommend]
impl<E: Entity> IntoPut for Put<E> {
    type Of = Self;

    fn push(self, transact: &mut Transact) {
        transact.writes.push(self.into_write());
    }
}

/// An argument of [`Transact::delete`]: a key, or a [`Delete`] with a condition.
#[doc(hidden)]
pub trait IntoDelete {
    #[doc(hidden)]
    fn push(self, transact: &mut Transact);
}

impl<K: IntoKey> IntoDelete for K
where
    K::Entity: Creatable,
{
    fn push(self, transact: &mut Transact) {
        transact.writes.push(transact.db.delete(self).into_write());
    }
}

#[diagnostic::do_not_recommend]
impl<E: Entity> IntoDelete for Delete<E> {
    fn push(self, transact: &mut Transact) {
        transact.writes.push(self.into_write());
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
    /// Writes an item, replacing any existing one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().put(&Book { pages: 400, ..book() }).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 400);
    /// # Ok(()) });
    /// ```
    pub fn put<P: IntoPut>(mut self, put: P) -> Self
    where
        P::Of: Puttable,
    {
        put.push(&mut self);
        self
    }

    /// Writes an item that must not exist yet.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let created = db.transact().create(&new_book()).create(&book()).await; // the second exists
    /// assert!(matches!(created, Err(Error::Cancelled(_))));
    /// # Ok(()) });
    /// ```
    pub fn create<E: Creatable>(mut self, entity: &E) -> Self {
        self.writes.push(self.db.create(entity).into_write());
        self
    }

    /// Replaces an item that must exist.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().replace(&Book { pages: 400, ..book() }).await?;
    /// assert!(db.transact().replace(&new_book()).await.is_err());
    /// # Ok(()) });
    /// ```
    pub fn replace<E: Creatable + Changeable>(mut self, entity: &E) -> Self {
        self.writes.push(self.db.replace(entity).into_write());
        self
    }

    /// Updates attributes of an item.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().update(db.update(Book::key("fiction", "b1")).add(Book::fields().pages, 1)).await?;
    /// assert_eq!(db.get(Book::key("fiction", "b1")).await?.unwrap().pages, 321);
    /// # Ok(()) });
    /// ```
    pub fn update<E: Entity>(mut self, update: Update<E>) -> Self {
        self.writes.push(update.into_write());
        self
    }

    /// Deletes an item.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().delete(Book::key("fiction", "b1")).create(&new_book()).await?;
    /// assert!(db.get(Book::key("fiction", "b1")).await?.is_none());
    /// # Ok(()) });
    /// ```
    pub fn delete(mut self, delete: impl IntoDelete) -> Self {
        delete.push(&mut self);
        self
    }

    /// Requires a condition on an item that the transaction does not change.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// db.transact().check(db.check(Shelf::key("fiction")).existing()).create(&new_book()).await?;
    /// assert!(db.get(Book::key("fiction", "b3")).await?.is_some());
    /// # Ok(()) });
    /// ```
    pub fn check<E: Entity>(mut self, check: Check<E>) -> Self {
        self.writes.push(check.into_write());
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
        let writes = self.checked()?.into_iter().map(|write| write.request(None, None, None));
        let writes = writes.collect::<Result<Vec<_>, Error>>()?;
        transaction_request(&writes, token.as_deref(), &Meter::new(false)).into_sdk(db.client())
    }

    /// Returns the writes, or an error if there are none, which DynamoDB rejects.
    pub(super) fn checked(self) -> Result<Vec<Write>, Error> {
        let writes: Vec<_> = self.writes.into_iter().collect::<Result<_, _>>()?;
        if writes.is_empty() {
            return Err(Error::refused("a transaction has no actions", "add one, or do not send it"));
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
