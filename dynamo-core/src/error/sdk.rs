//! What the SDK says, as our error.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{Error, Failure, Request};
use crate::schema::Item;

/// What is known of a request beside its error.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Answered {
    /// An attempt got no answer, or one that does not tell whether it was carried out.
    pub(crate) ambiguous: bool,
    /// It must not be carried out twice.
    pub(crate) once: bool,
}

/// The item that a failed condition carries is only in the error's own type: the caller takes it out.
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
    // A write that DynamoDB refused outright was not carried out by this attempt, but may have been by an earlier one.
    let maybe_applied = answered.ambiguous;
    kind(Box::new(Failure { request, status, code, message, item, maybe_applied, repeatable: !answered.once }))
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

/// An error with all that it was caused by.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
