//! What a client is told when something cannot be done.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dynamo_core::Error;
use models::claims::TokenError;
use models::discord::ChatError;
use serde::Serialize;

/// A status and its reason, as JSON: `{"error": ".."}`.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    reason: String,
    retry_after: Option<Duration>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a str,
}

impl ApiError {
    #[allow(clippy::needless_pass_by_value)] // Errors and texts alike, made on the spot.
    pub(crate) fn new(status: StatusCode, reason: impl ToString) -> Self {
        Self { status, reason: reason.to_string(), retry_after: None }
    }

    pub(crate) fn too_many(wait: Duration) -> Self {
        let reason = "too many requests".to_owned();
        Self { status: StatusCode::TOO_MANY_REQUESTS, reason, retry_after: Some(wait) }
    }

    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Body { error: &self.reason })).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs_f64().ceil().max(1.0);
            if let Ok(seconds) = HeaderValue::from_str(&format!("{seconds:.0}")) {
                response.headers_mut().insert(header::RETRY_AFTER, seconds);
            }
        }
        response
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, error)
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        ChatError::from(error).into()
    }
}

impl From<ChatError> for ApiError {
    fn from(error: ChatError) -> Self {
        let status = StatusCode::from_u16(error.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if status.is_server_error() {
            // What went wrong inside is for the log, not for clients.
            tracing::error!(%error, "a request failed");
            return Self::new(status, "the server could not do this: try again later");
        }
        Self::new(status, error)
    }
}
