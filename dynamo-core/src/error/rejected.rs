//! Answers that are errors, in the one form that all transports bring them into.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::RequestId;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{Error, Failure, RequestInfo};
use crate::codec::Item;

/// Facts about a request beyond its error.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Answered {
    /// An attempt got no answer, or one that does not say whether the request was applied.
    pub(crate) ambiguous: bool,
    /// The request must not be applied twice.
    pub(crate) once: bool,
}

/// A request that was answered with an error, or was not answered.
#[derive(Debug, Default)]
pub(crate) struct Rejected {
    pub(crate) status: Option<u16>,
    /// DynamoDB's code; `None` if the error is not DynamoDB's.
    pub(crate) code: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) request_id: Option<String>,
    /// The item that made a condition fail.
    pub(crate) item: Option<Item>,
    /// Why each action of a transaction was cancelled.
    pub(crate) reasons: Vec<Reason>,
    pub(crate) answered: Answered,
    /// The error itself, if the request was not sent for a reason that does not depend on it.
    pub(crate) error: Option<Box<Error>>,
}

/// Why one action of a transaction was cancelled.
#[derive(Debug, Default)]
pub(crate) struct Reason {
    pub(crate) code: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) item: Option<Item>,
}

impl Rejected {
    /// Creates one that was not answered by DynamoDB.
    pub(crate) fn because(error: &(dyn std::error::Error + 'static)) -> Self {
        Self { message: Some(chain(error)), ..Self::default() }
    }

    /// Takes what every error of the SDK tells.
    #[cold]
    pub(crate) fn by_sdk<E>(error: &SdkError<E, HttpResponse>, answered: Answered) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        let service = error.as_service_error();
        let status = error.raw_response().map(|response| response.status().as_u16());
        let request_id = error.request_id().map(str::to_owned);
        let rejected = match service.and_then(ProvideErrorMetadata::code) {
            Some(code) => {
                let message = service.and_then(ProvideErrorMetadata::message).map(str::to_owned);
                Self { code: Some(code.to_owned()), message, ..Self::default() }
            }
            None => Self::because(error),
        };
        Self { status, request_id, answered, ..rejected }
    }

    /// Turns it into the error of a request.
    #[cold]
    pub(crate) fn about(self, request: RequestInfo) -> Error {
        if let Some(error) = self.error {
            return *error;
        }
        let kind = kind(self.code.as_deref(), self.message.as_deref(), self.status);
        kind(Box::new(Failure {
            request,
            status: self.status,
            code: self.code,
            message: self.message,
            request_id: self.request_id,
            item: self.item,
            immutable: None,
            // A write that DynamoDB rejected was not applied by this attempt, but may have been by an earlier one.
            maybe_applied: self.answered.ambiguous,
            repeatable: !self.answered.once,
        }))
    }
}

/// Converts an error of the SDK.
#[cold]
pub(crate) fn classify<E>(request: RequestInfo, error: &SdkError<E, HttpResponse>, answered: Answered) -> Error
where
    E: ProvideErrorMetadata + std::error::Error + 'static,
{
    Rejected::by_sdk(error, answered).about(request)
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
            _ => Error::OutcomeUnknown,
        },
        Some(_) => Error::Service,
    }
}

/// Joins an error with all of its causes.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
