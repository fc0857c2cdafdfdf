//! `db.transact()`

use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::types::{
    CancellationReason, ConditionCheck, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_types::error::operation::BuildError;

use super::retry::{ATTEMPTS, pause};
use super::write::Guard;
use super::{About, Delete, Meter, Operation, Put, Update, awaitable};
use crate::error::{Failure, Request, classify};
use crate::expr::{Condition, Placeholders};
use crate::key::IntoKey;
use crate::wire::Hook;
use crate::{Db, Entity, Error, Key, Table};

/// DynamoDB's limit.
const LIMIT: usize = 100;

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
        Transact { db: self.clone(), actions: Vec::new(), token: None }
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

    fn into_action(self) -> Result<Action, Error> {
        let key = self.key?;
        let table = self.db.name_of(<E::Table as Table>::LAYOUT)?;
        let request = Request::new("check", &table).entity(E::SCHEMA).key(&key).condition(self.guard.describe::<E>());
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
        Ok(Action::new(TransactWriteItem::builder().condition_check(check).build(), request, &key, self.guard))
    }
}

/// One write of a transaction.
#[doc(hidden)]
pub struct Action {
    item: TransactWriteItem,
    request: Request,
    /// Table and key: DynamoDB takes one action for an item.
    id: (String, String, Option<String>),
    guard: Guard,
}

impl Action {
    pub(crate) fn new<E>(item: TransactWriteItem, request: Request, key: &Key<E>, guard: Guard) -> Self {
        let id = (request.table.clone(), key.pk().to_owned(), key.sk().map(str::to_owned));
        Self { item, request, id, guard }
    }
}

/// The SDK's types ask for what we always give.
pub(crate) fn incomplete(error: BuildError) -> Error {
    Error::refused(error, "report this as a bug")
}

/// What a transaction takes to put: an entity, or a [`Put`] with a condition.
pub trait IntoPut {
    #[doc(hidden)]
    fn into_put(self, db: &Db) -> Result<Action, Error>;
}

impl<E: Entity> IntoPut for &E {
    fn into_put(self, db: &Db) -> Result<Action, Error> {
        db.put(self).into_action()
    }
}

impl<E: Entity> IntoPut for Put<E> {
    fn into_put(self, _: &Db) -> Result<Action, Error> {
        self.into_action()
    }
}

/// What a transaction takes to delete: a key, or a [`Delete`] with a condition.
pub trait IntoDelete {
    #[doc(hidden)]
    fn into_delete(self, db: &Db) -> Result<Action, Error>;
}

impl<K: IntoKey> IntoDelete for K {
    fn into_delete(self, db: &Db) -> Result<Action, Error> {
        db.delete(self).into_action()
    }
}

impl<E: Entity> IntoDelete for Delete<E> {
    fn into_delete(self, _: &Db) -> Result<Action, Error> {
        self.into_action()
    }
}

/// Several writes: see [`Db::transact`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Transact {
    db: Db,
    actions: Vec<Result<Action, Error>>,
    token: Option<String>,
}

impl Transact {
    /// Writes an item, whatever was there before.
    pub fn put(mut self, put: impl IntoPut) -> Self {
        self.actions.push(put.into_put(&self.db));
        self
    }

    /// Writes an item that must not be there yet.
    pub fn create<E: Entity>(mut self, entity: &E) -> Self {
        self.actions.push(self.db.create(entity).into_action());
        self
    }

    /// Writes an item in the place of one that must be there.
    pub fn replace<E: Entity>(mut self, entity: &E) -> Self {
        self.actions.push(self.db.replace(entity).into_action());
        self
    }

    /// Changes attributes of an item.
    pub fn update<E: Entity>(mut self, update: Update<E>) -> Self {
        self.actions.push(update.into_action());
        self
    }

    /// Deletes an item.
    pub fn delete(mut self, delete: impl IntoDelete) -> Self {
        self.actions.push(delete.into_delete(&self.db));
        self
    }

    /// Asks for something of an item that is not changed.
    pub fn check<E: Entity>(mut self, check: Check<E>) -> Self {
        self.actions.push(check.into_action());
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
        self.actions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The SDK's own request.
    pub fn into_sdk(self) -> Result<TransactWriteItemsFluentBuilder, Error> {
        let (db, token) = (self.db.clone(), self.token.clone());
        let items = self.checked()?.into_iter().map(|action| action.item).collect();
        Ok(db.client().transact_write_items().set_transact_items(Some(items)).set_client_request_token(token))
    }

    /// What DynamoDB would refuse is refused here.
    fn checked(self) -> Result<Vec<Action>, Error> {
        let actions: Vec<Action> = self.actions.into_iter().collect::<Result<_, _>>()?;
        if actions.is_empty() {
            return Err(Error::refused("a transaction has no actions", "add one, or do not send it"));
        }
        if actions.len() > LIMIT {
            let fact = format_args!("a transaction has {} actions, and DynamoDB takes {LIMIT}", actions.len());
            return Err(Error::refused(fact, "split it, or use `batch_write` where all or nothing is not needed"));
        }
        for (i, action) in actions.iter().enumerate() {
            if actions[..i].iter().any(|other| other.id == action.id) {
                let fact = format_args!("a transaction has two actions on one item: {}", action.request);
                return Err(Error::refused(fact, "put both changes, and the condition, into one action"));
            }
        }
        Ok(actions)
    }
}

impl Operation for Transact {
    type Output = ();

    fn about(&self) -> About {
        About { operation: "transact", table: "", entity: "", index: "" }
    }

    async fn run(mut self, meter: Meter) -> Result<(), Error> {
        let token = self.token.take().unwrap_or_else(|| format!("{:032x}", fastrand::u128(..)));
        let db = self.db.clone();
        let actions = self.checked()?;
        let items: Vec<_> = actions.iter().map(|action| action.item.clone()).collect();
        let mut attempt = 0;
        loop {
            let hook = Hook::counting();
            let builder = db.client().transact_write_items().set_transact_items(Some(items.clone()));
            let builder = builder.client_request_token(&token).set_return_consumed_capacity(meter.asks());
            let sent = builder.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            let error = match sent {
                Ok(answer) => {
                    meter.written(answer.consumed_capacity());
                    return Ok(());
                }
                Err(error) => failed(&actions, &error, &hook),
            };
            if attempt + 1 == ATTEMPTS || !collided(&error) {
                return Err(error);
            }
            meter.retried();
            pause(attempt).await;
            attempt += 1;
        }
    }
}

awaitable!([] Transact);

/// Whether another transaction was in the way, so that the same one may pass later.
fn collided(error: &Error) -> bool {
    match error {
        Error::Conflict(_) => true,
        Error::Cancelled(cancelled) => cancelled.is_retryable(),
        _ => false,
    }
}

fn failed(actions: &[Action], error: &SdkError<TransactWriteItemsError, HttpResponse>, hook: &Hook) -> Error {
    let reasons = match error.as_service_error() {
        Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) => cancelled.cancellation_reasons(),
        _ => &[],
    };
    if reasons.is_empty() {
        // What the transaction is about, when there is no reason of one action.
        let request = Request::new("transact", actions.first().map_or("", |action| &action.request.table));
        return classify(request, error, None, hook.answered());
    }
    let failed = actions.iter().zip(reasons).enumerate().filter_map(|(position, (action, reason))| {
        Some(CancelledAction { position, error: reason_of(action, reason, hook)? })
    });
    Error::Cancelled(Box::new(Cancelled { actions: failed.collect(), code: error.code().map(str::to_owned) }))
}

/// What became of one action; nothing if it was not the reason.
fn reason_of(action: &Action, reason: &CancellationReason, hook: &Hook) -> Option<Error> {
    let kind = match reason.code()? {
        "None" => return None,
        "ConditionalCheckFailed" => Error::Condition,
        "TransactionConflict" => Error::Conflict,
        "ThrottlingError" | "ProvisionedThroughputExceeded" => Error::Throttled,
        "ItemCollectionSizeLimitExceeded" => Error::TooLarge,
        "ValidationError" => Error::Validation,
        _ => Error::Service,
    };
    let failure = Failure {
        request: action.request.clone(),
        status: Some(400),
        code: reason.code.clone(),
        message: reason.message.clone(),
        item: reason.item.clone().filter(|item| !item.is_empty()),
        maybe_applied: hook.answered().ambiguous,
        // A token sees to it.
        repeatable: true,
    };
    Some(action.guard.failed(kind(Box::new(failure))))
}

/// A transaction that was cancelled: nothing of it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Cancelled {
    actions: Vec<CancelledAction>,
    code: Option<String>,
}

/// An action for which a transaction was cancelled.
#[derive(Debug, Clone, PartialEq)]
pub struct CancelledAction {
    position: usize,
    error: Error,
}

impl Cancelled {
    /// The actions that were in the way.
    #[must_use]
    pub fn actions(&self) -> &[CancelledAction] {
        &self.actions
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
