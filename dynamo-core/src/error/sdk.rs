//! Converts the SDK's errors into ours.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::RequestId;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{Answered, Error, Rejected, RequestInfo};

impl Rejected {
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
}

/// Converts an error of the SDK.
#[cold]
pub(crate) fn classify<E>(request: RequestInfo, error: &SdkError<E, HttpResponse>, answered: Answered) -> Error
where
    E: ProvideErrorMetadata + std::error::Error + 'static,
{
    Rejected::by_sdk(error, answered).about(request)
}
