//! Sends writes, in one transaction or alone.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::ReturnValue;
use aws_sdk_dynamodb::types::error::ConditionalCheckFailedException;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::limits::check_all;
use super::request::{WriteKind, WriteRequest};
use super::{Payload, Returns, json};
use crate::client::{ATTEMPTS, Body, Hook, Meter, pause, send};
use crate::db::Db;
use crate::error::{Answered, Cancelled, Error, Failure, Reason, Rejected, Request};
use crate::schema::Item;

/// Why a transaction was not applied.
pub(crate) enum Unsent {
    /// The reason of each action, if it has one.
    Cancelled(Vec<Option<Error>>),
    /// An error that does not concern a single action.
    Failed(Error),
}

impl Unsent {
    /// Returns whether the same transaction may succeed later, because others were in its way.
    fn collided(&self) -> bool {
        match self {
            Self::Failed(error) => matches!(error, Error::Conflict(_)),
            Self::Cancelled(reasons) => {
                reasons.iter().flatten().next().is_some() && reasons.iter().flatten().all(Error::is_retryable)
            }
        }
    }

    /// Returns one error for the whole transaction.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Self::Failed(error) => error,
            Self::Cancelled(reasons) => Cancelled::new(reasons).into(),
        }
    }
}

/// Creates a token that no other transaction has.
pub(crate) fn new_token() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Sends a transaction, retrying conflicts with other transactions.
pub(crate) async fn transaction(db: &Db, writes: &[WriteRequest], token: &str, meter: &Meter) -> Result<(), Unsent> {
    check_all(writes).map_err(Unsent::Failed)?;
    let mut attempt = 0;
    loop {
        let Err(unsent) = attempt_transaction(db, writes, token, meter).await else { return Ok(()) };
        if attempt + 1 == ATTEMPTS || !unsent.collided() {
            return Err(unsent);
        }
        meter.retried();
        pause(attempt).await;
        attempt += 1;
    }
}

async fn attempt_transaction(db: &Db, writes: &[WriteRequest], token: &str, meter: &Meter) -> Result<(), Unsent> {
    if let Some(direct) = db.connection().direct() {
        let body = json::transaction(writes, token, meter);
        let answer = direct.whole("TransactWriteItems", body, false, meter).await;
        return answer.map(|answer| meter.written(answer.units)).map_err(|rejected| unsent(writes, rejected));
    }
    let actions = writes.iter().map(WriteRequest::to_transact).collect::<Result<Vec<_>, _>>();
    let hook = Hook::counting();
    let builder = db.client().transact_write_items().set_transact_items(Some(actions.map_err(Unsent::Failed)?));
    let answer = send!(builder.client_request_token(token), hook, meter).map_err(|error| {
        let mut rejected = Rejected::by_sdk(&error, hook.answered());
        if let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() {
            rejected.reasons = cancelled.cancellation_reasons().iter().map(Reason::from).collect();
        }
        unsent(writes, rejected)
    })?;
    meter.written_all(answer.consumed_capacity());
    Ok(())
}

fn unsent(writes: &[WriteRequest], rejected: Rejected) -> Unsent {
    if rejected.reasons.is_empty() {
        // Without reasons, the table of the first action describes the transaction.
        let request = Request::new("transact", writes.first().map_or("", |write| &write.request.table));
        return Unsent::Failed(rejected.about(request));
    }
    let Rejected { reasons, answered, request_id, .. } = rejected;
    let errors =
        writes.iter().zip(reasons).map(|(write, reason)| reason_of(write, reason, answered, request_id.as_deref()));
    Unsent::Cancelled(errors.collect())
}

/// Returns the error of one action; `None` if it did not cause the cancellation.
fn reason_of(write: &WriteRequest, reason: Reason, answered: Answered, request_id: Option<&str>) -> Option<Error> {
    let kind = match reason.code.as_deref()? {
        "None" => return None,
        "ConditionalCheckFailed" => Error::ConditionFailed,
        "TransactionConflict" => Error::Conflict,
        "ThrottlingError" | "ProvisionedThroughputExceeded" => Error::Throttled,
        "ItemCollectionSizeLimitExceeded" => Error::TooLarge,
        "ValidationError" => Error::InvalidRequest,
        _ => Error::Service,
    };
    let failure = Failure {
        request: write.request.clone(),
        status: Some(400),
        code: reason.code,
        message: reason.message,
        request_id: request_id.map(str::to_owned),
        item: reason.item,
        immutable: None,
        maybe_applied: answered.ambiguous,
        // The token prevents a second application.
        repeatable: true,
    };
    Some(write.guard.explain(kind(Box::new(failure))))
}

/// Sends one write alone, at half the cost of a transaction, retrying conflicts with transactions; with `once`, it is
/// not sent again if it may have been applied.
pub(crate) async fn alone(db: &Db, write: &WriteRequest, once: bool, meter: &Meter) -> Result<(), Error> {
    let mut attempt = 0;
    loop {
        match send_one(db, write, Returns::Nothing, once, meter).await {
            Err(Error::Conflict(_)) if attempt + 1 < ATTEMPTS => {
                meter.retried();
                pause(attempt).await;
                attempt += 1;
            }
            other => return other.map(drop),
        }
    }
}

/// Sends one write alone; returns the attributes that `returns` asks for, if DynamoDB sends them.
pub(super) async fn send_one(
    db: &Db,
    write: &WriteRequest,
    returns: Returns,
    once: bool,
    meter: &Meter,
) -> Result<Option<Item>, Error> {
    write.check()?;
    let client = db.client();
    let old = returns.old();
    let new = || (returns == Returns::New).then_some(ReturnValue::AllNew);
    if let Some(direct) = db.connection().direct() {
        let returns = if let WriteKind::Update { .. } = write.kind { old.or_else(new) } else { old };
        let (operation, body) = write.to_json(returns.as_ref(), meter).ok_or_else(|| lone_check(write))?;
        let answer = direct.whole(operation, body, once, meter).await;
        let answer = answer.map_err(|rejected| write.guard.explain(rejected.about(write.request.clone())))?;
        meter.written(answer.units);
        return Ok(answer.item);
    }
    macro_rules! answer {
        ($builder:expr, $hook:expr) => {{
            let hook = $hook;
            let sent = send!($builder, hook, meter, once: once);
            let answered = Answered { once, ..hook.answered() };
            let answer = sent.map_err(|error| failed(write, &error, answered))?;
            meter.written_all(answer.consumed_capacity.as_slice());
            Ok(answer.attributes)
        }};
    }
    match &write.kind {
        WriteKind::Put(Payload::Item(item)) => {
            let builder = write.put_item(client).set_item(Some(item.clone())).set_return_values(old);
            answer!(builder, Hook::counting())
        }
        WriteKind::Put(Payload::Json(json)) => {
            let builder = write.put_item(client).set_return_values(old);
            answer!(builder, Hook::writing(Body::Front(json.clone())))
        }
        WriteKind::Update { key, expression } => {
            let builder = write.update_item(client, key, expression).set_return_values(old.or_else(new));
            answer!(builder, Hook::counting())
        }
        WriteKind::Delete { key } => {
            answer!(write.delete_item(client, key).set_return_values(old), Hook::counting())
        }
        WriteKind::Check { .. } => Err(lone_check(write)),
    }
}

fn lone_check(write: &WriteRequest) -> Error {
    Error::refused(format_args!("a check is sent by itself: {}", write.request), "give it to a transaction")
}

/// Errors that may contain the item of a failed condition.
trait ConditionError {
    fn failed_condition(&self) -> Option<&ConditionalCheckFailedException>;
}

macro_rules! condition_error {
    ($($error:ident),*) => {$(
        impl ConditionError for $error {
            fn failed_condition(&self) -> Option<&ConditionalCheckFailedException> {
                match self {
                    Self::ConditionalCheckFailedException(error) => Some(error),
                    _ => None,
                }
            }
        }
    )*};
}

condition_error!(PutItemError, UpdateItemError, DeleteItemError);

/// Converts the error of a write, with the item that made its condition fail.
fn failed<E>(write: &WriteRequest, error: &SdkError<E, HttpResponse>, answered: Answered) -> Error
where
    E: ConditionError + aws_sdk_dynamodb::error::ProvideErrorMetadata + std::error::Error + 'static,
{
    let item: Option<Item> = error
        .as_service_error()
        .and_then(ConditionError::failed_condition)
        .and_then(|error| error.item.clone())
        .filter(|item| !item.is_empty());
    let rejected = Rejected { item, ..Rejected::by_sdk(error, answered) };
    write.guard.explain(rejected.about(write.request.clone()))
}
