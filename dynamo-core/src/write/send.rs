//! Sends writes, in one transaction or alone.

use super::Returns;
use super::request::{WriteRequest, check_all, transaction_request};
use crate::codec::Item;
use crate::db::Db;
use crate::error::{Answered, Cancelled, Error, Failure, InvalidKind, Reason, Rejected, RequestInfo};
use crate::wire::{Meter, Retry};

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

    /// Returns the error of the only write.
    pub(super) fn into_error_of_one(self) -> Error {
        match self {
            Self::Cancelled(reasons) if reasons.iter().flatten().count() == 1 => {
                reasons.into_iter().flatten().next().unwrap_or_else(|| Self::Cancelled(Vec::new()).into_error())
            }
            unsent => unsent.into_error(),
        }
    }

    /// Returns one error for the whole transaction.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Self::Failed(error) => error,
            Self::Cancelled(reasons) => Cancelled::of_reasons(reasons).into(),
        }
    }
}

/// Returns whether the error is the failed condition of one action.
pub(super) fn is_reason(error: &Error) -> bool {
    matches!(
        error,
        Error::ConditionFailed(_)
            | Error::Exists(_)
            | Error::NotFound(_)
            | Error::Deleted(_)
            | Error::VersionConflict(_)
    )
}

/// Creates a token that no other transaction has.
pub(crate) fn new_token() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Sends a transaction, retrying conflicts with other transactions.
pub(crate) async fn transaction(db: &Db, writes: &[WriteRequest], token: &str, meter: &Meter) -> Result<(), Unsent> {
    check_all(writes).map_err(Unsent::Failed)?;
    let mut retry = Retry::new();
    loop {
        match attempt_transaction(db, writes, token, meter).await {
            Err(unsent) if unsent.collided() && retry.again(meter).await => {}
            sent => return sent,
        }
    }
}

async fn attempt_transaction(db: &Db, writes: &[WriteRequest], token: &str, meter: &Meter) -> Result<(), Unsent> {
    let request = transaction_request(writes, Some(token), meter);
    let answer = db.connection().items(request, meter).await.map_err(|rejected| unsent(writes, rejected))?;
    meter.written(answer.units);
    Ok(())
}

fn unsent(writes: &[WriteRequest], rejected: Rejected) -> Unsent {
    if rejected.reasons.is_empty() {
        // Without reasons, the table of the first action describes the transaction.
        let request = RequestInfo::new("transact", writes.first().map_or("", |write| &write.request.table));
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
    Some(write.explain(kind(Box::new(failure))))
}

/// Sends one write alone, at half the cost of a transaction, retrying conflicts with transactions; with `once`, it is
/// not sent again if it may have been applied.
pub(crate) async fn alone(
    db: &Db,
    write: &WriteRequest,
    returns: Returns,
    once: bool,
    meter: &Meter,
) -> Result<Option<Item>, Error> {
    let mut retry = Retry::new();
    loop {
        match send_one(db, write, returns, once, meter).await {
            Err(Error::Conflict(_)) if retry.again(meter).await => {}
            sent => return sent,
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
    let request = write.to_request(returns, once, meter).ok_or_else(|| {
        Error::invalid(
            InvalidKind::NotOneRequest,
            format_args!("a check is sent by itself: {}", write.request),
            "give it to a transaction",
        )
    })?;
    let answer = db.connection().items(request, meter).await;
    let answer = answer.map_err(|rejected| write.explain(rejected.about(write.request.clone())))?;
    meter.written(answer.units);
    Ok(answer.item)
}
