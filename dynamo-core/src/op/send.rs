//! Sending actions: as one transaction, or one by itself.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{CancellationReason, TransactWriteItem};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::Meter;
use super::intent::Action;
use super::retry::{ATTEMPTS, pause};
use super::write::{failed, not_again};
use crate::error::{Answered, Failure, Request, classify};
use crate::wire::Hook;
use crate::{Db, Error};

/// Why a transaction was not carried out.
pub(crate) enum Unsent {
    /// Each action's reason, where it had one.
    Cancelled(Vec<Option<Error>>),
    /// Something that is not about one action.
    Failed(Error),
}

/// Sends a transaction; a conflict with another one is tried again.
pub(crate) async fn transaction(db: &Db, actions: &[Action], token: &str, meter: &Meter) -> Result<(), Unsent> {
    let items: Vec<_> = actions.iter().map(|action| action.item.clone()).collect();
    let mut attempt = 0;
    loop {
        let hook = Hook::counting();
        let builder = db.client().transact_write_items().set_transact_items(Some(items.clone()));
        let builder = builder.client_request_token(token).set_return_consumed_capacity(meter.asks());
        let sent = builder.customize().interceptor(hook.clone()).send().await;
        meter.sent(&hook);
        let unsent = match sent {
            Ok(answer) => {
                meter.written(answer.consumed_capacity());
                return Ok(());
            }
            Err(error) => unsent(actions, &error, &hook),
        };
        if attempt + 1 == ATTEMPTS || !unsent.collided() {
            return Err(unsent);
        }
        meter.retried();
        pause(attempt).await;
        attempt += 1;
    }
}

impl Unsent {
    /// Whether another transaction was in the way, so that the same one may pass later.
    fn collided(&self) -> bool {
        match self {
            Self::Failed(error) => matches!(error, Error::Conflict(_)),
            Self::Cancelled(reasons) => {
                reasons.iter().flatten().next().is_some() && reasons.iter().flatten().all(Error::is_retryable)
            }
        }
    }

    /// One error for all of it.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Self::Failed(error) => error,
            Self::Cancelled(reasons) => super::Cancelled::new(reasons).into(),
        }
    }
}

fn unsent(actions: &[Action], error: &SdkError<TransactWriteItemsError, HttpResponse>, hook: &Hook) -> Unsent {
    let reasons = match error.as_service_error() {
        Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) => cancelled.cancellation_reasons(),
        _ => &[],
    };
    if reasons.is_empty() {
        // What the transaction is about, when there is no reason of one action.
        let request = Request::new("transact", actions.first().map_or("", |action| &action.request.table));
        return Unsent::Failed(classify(request, error, None, hook.answered()));
    }
    Unsent::Cancelled(actions.iter().zip(reasons).map(|(action, reason)| reason_of(action, reason, hook)).collect())
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

/// Sends one action by itself, for half of what a transaction costs; `once` if it must not be carried out twice. A conflict
/// with a transaction is tried again.
pub(crate) async fn alone(db: &Db, action: &Action, once: bool, meter: &Meter) -> Result<(), Error> {
    let mut attempt = 0;
    loop {
        match send_alone(db, action, once, meter).await {
            Err(Error::Conflict(_)) if attempt + 1 < ATTEMPTS => {
                meter.retried();
                pause(attempt).await;
                attempt += 1;
            }
            other => return other,
        }
    }
}

async fn send_alone(db: &Db, action: &Action, once: bool, meter: &Meter) -> Result<(), Error> {
    let (hook, client, asks) = (Hook::counting(), db.client(), meter.asks());
    let TransactWriteItem { put, update, delete, .. } = action.item.clone();
    macro_rules! send {
        ($builder:expr, $write:ident) => {{
            let builder = $builder
                .table_name($write.table_name)
                .set_condition_expression($write.condition_expression)
                .set_expression_attribute_names($write.expression_attribute_names)
                .set_expression_attribute_values($write.expression_attribute_values)
                .set_return_values_on_condition_check_failure($write.return_values_on_condition_check_failure)
                .set_return_consumed_capacity(asks);
            let mut customized = builder.customize();
            if once {
                customized = customized.config_override(not_again());
            }
            let sent = customized.interceptor(hook.clone()).send().await;
            meter.sent(&hook);
            let answered = Answered { once, ..hook.answered() };
            let answer = sent.map_err(|error| failed(action.request.clone(), &error, &action.guard, answered))?;
            meter.written(answer.consumed_capacity.as_slice());
            Ok(())
        }};
    }
    match (put, update, delete) {
        (Some(put), ..) => send!(client.put_item().set_item(Some(put.item)), put),
        (_, Some(update), _) => {
            send!(client.update_item().set_key(Some(update.key)).update_expression(update.update_expression), update)
        }
        (.., Some(delete)) => send!(client.delete_item().set_key(Some(delete.key)), delete),
        _ => Ok(()),
    }
}
