//! `db.transact()`

use std::fmt;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::types::{ConditionCheck, ReturnValuesOnConditionCheckFailure, TransactWriteItem};
use aws_smithy_types::error::operation::BuildError;

use super::carry::{Sending, carry};
use super::intent::{Action, Intent, Target};
use super::send::Unsent;
use super::write::Guard;
use super::{About, Delete, Meter, Operation, Put, Update, awaitable};
use crate::error::Request;
use crate::expr::{Condition, Node, Placeholders};
use crate::key::IntoKey;
use crate::schema::{EntitySchema, TableLayout};
use crate::sync::{Mark, Rules};
use crate::{Db, Entity, Error, Item, Key, Table};

impl Db {
    /// Several writes that are carried out together or not at all.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String, likes: u32 }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let note = Note { id: "n1".into(), likes: 0 };
    /// db.transact()
    ///     .create(&note)
    ///     .update(db.update(Note::key("n2")).add(Note::fields().likes, 1))
    ///     .delete(Note::key("n3"))
    ///     .check(db.check(Note::key("n4")).when(Note::fields().likes.gt(0)))
    ///     .idempotent("request-7")
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Writes are the same builders that can be awaited by themselves. A conflict with another transaction is tried again;
    /// [`Error::Cancelled`] tells for each action what became of it.
    pub fn transact(&self) -> Transact {
        Transact { db: self.clone(), intents: Vec::new(), token: None }
    }

    /// A condition on an item that a transaction does not change.
    pub fn check<K: IntoKey>(&self, key: K) -> Check<K::Entity> {
        Check { db: self.clone(), key: key.into_key(), guard: Guard::default() }
    }
}

/// A condition on an item that a transaction does not change: see [`Db::check`].
#[must_use = "a check does nothing until it is given to a transaction"]
pub struct Check<E> {
    db: Db,
    key: Result<Key<E>, Error>,
    guard: Guard,
}

impl<E: Entity> Check<E> {
    /// There must be such an item.
    pub fn existing(mut self) -> Self {
        self.guard.exists = Some(true);
        self
    }

    /// There must be no such item.
    pub fn absent(mut self) -> Self {
        self.guard.exists = Some(false);
        self
    }

    /// The item must fulfil this; given twice, both.
    pub fn when(mut self, condition: Condition<E>) -> Self {
        self.guard.and(condition);
        self
    }

    fn into_intent(self) -> Result<Box<dyn Intent>, Error> {
        let key = self.key?;
        let table = self.db.name_of(<E::Table as Table>::LAYOUT)?;
        let request = Request::new("check", &table).entity(E::SCHEMA).key(&key).condition(self.guard.describe::<E>());
        let target = Target::new(&key, request);
        let mut placeholders = Placeholders::default();
        let Some(condition) = self.guard.render::<E>(&mut placeholders)? else {
            let fact = format_args!("a check of `{}` asks for nothing", E::SCHEMA.name);
            return Err(Error::refused(fact, "`.existing()`, `.absent()` or `.when(..)`"));
        };
        let check = ConditionCheck::builder()
            .table_name(table)
            .set_key(Some(key.to_item()))
            .condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        let check = check.build().map_err(incomplete)?;
        let item = TransactWriteItem::builder().condition_check(check).build();
        let schema = (E::SCHEMA, <E::Table as Table>::LAYOUT);
        Ok(Box::new(Checked { schema, action: Action::new(item, &target, self.guard), target }))
    }
}

/// A check that is ready to be sent.
struct Checked {
    schema: (&'static EntitySchema, &'static TableLayout),
    target: Target,
    action: Action,
}

#[allow(private_interfaces)] // Named by the signatures of hidden methods alone.
impl Intent for Checked {
    fn target(&self) -> Option<&Target> {
        Some(&self.target)
    }

    fn schema(&self) -> (&'static EntitySchema, &'static TableLayout) {
        self.schema
    }

    fn rules(&self) -> Option<&'static Rules> {
        None
    }

    fn needs_old(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn leaves_mark(&self) -> bool {
        false
    }

    fn is_moot_without_item(&self) -> bool {
        false
    }

    fn after(&self, _: Option<&Item>) -> Result<Option<Item>, Error> {
        Ok(None)
    }

    fn action(&self, _: Option<&Item>, _: Option<Node>, _: Option<&Mark>) -> Result<Action, Error> {
        Ok(self.action.clone())
    }
}

/// The SDK's types ask for what we always give.
pub(crate) fn incomplete(error: BuildError) -> Error {
    Error::refused(error, "report this as a bug")
}

/// What a transaction takes to put: an entity, or a [`Put`] with a condition.
pub trait IntoPut {
    #[doc(hidden)]
    fn into_put(self, db: &Db) -> Result<Box<dyn Intent>, Error>;
}

impl<E: Entity> IntoPut for &E {
    fn into_put(self, db: &Db) -> Result<Box<dyn Intent>, Error> {
        db.put(self).into_intent()
    }
}

impl<E: Entity> IntoPut for Put<E> {
    fn into_put(self, _: &Db) -> Result<Box<dyn Intent>, Error> {
        self.into_intent()
    }
}

/// What a transaction takes to delete: a key, or a [`Delete`] with a condition.
pub trait IntoDelete {
    #[doc(hidden)]
    fn into_delete(self, db: &Db) -> Result<Box<dyn Intent>, Error>;
}

impl<K: IntoKey> IntoDelete for K {
    fn into_delete(self, db: &Db) -> Result<Box<dyn Intent>, Error> {
        db.delete(self).into_intent()
    }
}

impl<E: Entity> IntoDelete for Delete<E> {
    fn into_delete(self, _: &Db) -> Result<Box<dyn Intent>, Error> {
        self.into_intent()
    }
}

/// Several writes: see [`Db::transact`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Transact {
    pub(super) db: Db,
    intents: Vec<Result<Box<dyn Intent>, Error>>,
    pub(super) token: Option<String>,
}

impl Transact {
    /// Writes an item, whatever was there before.
    pub fn put(mut self, put: impl IntoPut) -> Self {
        self.intents.push(put.into_put(&self.db));
        self
    }

    /// Writes an item that must not be there yet.
    pub fn create<E: Entity>(mut self, entity: &E) -> Self {
        self.intents.push(self.db.create(entity).into_intent());
        self
    }

    /// Writes an item in the place of one that must be there.
    pub fn replace<E: Entity>(mut self, entity: &E) -> Self {
        self.intents.push(self.db.replace(entity).into_intent());
        self
    }

    /// Changes attributes of an item.
    pub fn update<E: Entity>(mut self, update: Update<E>) -> Self {
        self.intents.push(update.into_intent());
        self
    }

    /// Deletes an item.
    pub fn delete(mut self, delete: impl IntoDelete) -> Self {
        self.intents.push(delete.into_delete(&self.db));
        self
    }

    /// Asks for something of an item that is not changed.
    pub fn check<E: Entity>(mut self, check: Check<E>) -> Self {
        self.intents.push(check.into_intent());
        self
    }

    /// Carried out once, however often it is sent with this token within ten minutes.
    ///
    /// Without one, a token is made up, so that retries of one call are safe in any case.
    pub fn idempotent(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// How many actions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.intents.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.intents.is_empty()
    }

    /// The SDK's own request, for the items alone: it carries no pointers, locks and counters.
    pub fn into_sdk(self) -> Result<TransactWriteItemsFluentBuilder, Error> {
        let (db, token) = (self.db.clone(), self.token.clone());
        let intents = self.checked()?;
        let actions = intents.iter().map(|intent| Ok(intent.action(None, None, None)?.item));
        let actions = actions.collect::<Result<Vec<_>, Error>>()?;
        Ok(db.client().transact_write_items().set_transact_items(Some(actions)).set_client_request_token(token))
    }

    /// What DynamoDB would refuse is refused here.
    pub(super) fn checked(self) -> Result<Vec<Box<dyn Intent>>, Error> {
        let intents: Vec<_> = self.intents.into_iter().collect::<Result<_, _>>()?;
        if intents.is_empty() {
            return Err(Error::refused("a transaction has no actions", "add one, or do not send it"));
        }
        Ok(intents)
    }
}

impl Operation for Transact {
    type Output = ();

    fn about(&self) -> About {
        About { operation: "transact", table: "", entity: "", index: "" }
    }

    async fn run(mut self, meter: Meter) -> Result<(), Error> {
        let (db, token) = (self.db.clone(), self.token.take());
        let intents = self.checked()?;
        carry(&db, &intents, Sending::Transaction(token), &meter).await.map(|_| ()).map_err(Unsent::into_error)
    }
}

awaitable!([] Transact);

/// A transaction that was cancelled: nothing of it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Cancelled {
    actions: Vec<CancelledAction>,
}

/// An action for which a transaction was cancelled.
#[derive(Debug, Clone, PartialEq)]
pub struct CancelledAction {
    position: usize,
    error: Error,
}

impl From<Cancelled> for Error {
    fn from(error: Cancelled) -> Self {
        Self::Cancelled(Box::new(error))
    }
}

impl Cancelled {
    pub(super) fn new(reasons: Vec<Option<Error>>) -> Self {
        let actions = reasons.into_iter().enumerate();
        let actions = actions.filter_map(|(position, error)| Some(CancelledAction { position, error: error? }));
        Self { actions: actions.collect() }
    }

    /// The actions that were in the way.
    #[must_use]
    pub fn actions(&self) -> &[CancelledAction] {
        &self.actions
    }

    /// Where the first action stands whose own condition did not hold: an item that was to be new exists, one that was to
    /// exist does not, or is not as it was to be.
    #[must_use]
    pub fn refused_at(&self) -> Option<usize> {
        let refused = |error: &Error| {
            matches!(error, Error::Exists(_) | Error::NotFound(_) | Error::Condition(_) | Error::Stale(_))
        };
        self.actions.iter().find(|action| refused(&action.error)).map(|action| action.position)
    }

    /// Whether the same transaction may pass later: no condition failed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        !self.actions.is_empty() && self.actions.iter().all(|action| action.error.is_retryable())
    }
}

impl CancelledAction {
    /// Its place in the transaction, counted from 0.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// What was wrong with it: entity, key and condition are in there.
    #[must_use]
    pub fn error(&self) -> &Error {
        &self.error
    }
}

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the transaction was cancelled, and nothing of it was written")?;
        self.actions.iter().try_for_each(|action| write!(f, "\naction {}: {}", action.position, action.error))
    }
}

impl std::error::Error for Cancelled {}
