//! Converts the SDK's errors into ours.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{Error, Failure, Request};
use crate::schema::Item;

/// Facts about a request beyond its error.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Answered {
    /// An attempt got no answer, or one that does not say whether the request was applied.
    pub(crate) ambiguous: bool,
    /// The request must not be applied twice.
    pub(crate) once: bool,
}

/// Converts an error of the SDK. Only the error's own type holds the item of a failed condition, so the caller passes
/// it.
#[cold]
pub(crate) fn classify<E>(
    request: Request,
    error: &SdkError<E, HttpResponse>,
    item: Option<Item>,
    answered: Answered,
) -> Error
where
    E: ProvideErrorMetadata + std::error::Error + 'static,
{
    let service = error.as_service_error();
    let code = service.and_then(ProvideErrorMetadata::code).map(str::to_owned);
    let message = service.and_then(ProvideErrorMetadata::message).map(str::to_owned);
    let status = error.raw_response().map(|response| response.status().as_u16());
    let answered_by_service = code.is_some();
    let message = if answered_by_service { message } else { Some(chain(error)) };
    let kind = kind(code.as_deref(), message.as_deref(), status);
    // A write that DynamoDB rejected was not applied by this attempt, but may have been by an earlier one.
    let maybe_applied = answered.ambiguous;
    kind(Box::new(Failure {
        request,
        status,
        code,
        message,
        item,
        immutable: None,
        maybe_applied,
        repeatable: !answered.once,
    }))
}

fn kind(code: Option<&str>, message: Option<&str>, status: Option<u16>) -> fn(Box<Failure>) -> Error {
    let says = |text: &str| message.is_some_and(|message| message.contains(text));
    match code {
        Some("ConditionalCheckFailedException") => Error::ConditionFailed,
        Some(
            "TransactionConflictException" | "TransactionInProgressException" | "ReplicatedWriteConflictException",
        ) => Error::Conflict,
        Some(
            "ProvisionedThroughputExceededException"
            | "ThrottlingException"
            | "RequestLimitExceeded"
            | "LimitExceededException",
        ) => Error::Throttled,
        Some("ResourceNotFoundException") => Error::MissingTable,
        Some("ValidationException") if says("does not have the specified index") => Error::MissingTable,
        Some("ItemCollectionSizeLimitExceededException" | "RequestEntityTooLarge") => Error::TooLarge,
        Some("ValidationException") if says("exceeded the maximum allowed size") || says("size limit") => {
            Error::TooLarge
        }
        Some("ValidationException" | "SerializationException" | "IdempotentParameterMismatchException") => {
            Error::InvalidRequest
        }
        Some("InternalServerError" | "InternalFailure" | "ServiceUnavailable") | None => match status {
            Some(413) => Error::TooLarge,
            Some(400..500) => Error::Service,
            _ => Error::Unanswered,
        },
        Some(_) => Error::Service,
    }
}

/// Joins an error with all of its causes.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
