//! One exchange over HTTP.

use std::time::{Duration, SystemTime};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::connection::CaptureSmithyConnection;
use aws_smithy_runtime_api::client::http::HttpConnector;
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::{Headers, HttpError};
use aws_smithy_types::DateTime;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use aws_smithy_types::date_time::Format;
use aws_smithy_types::retry::{ErrorKind, ReconnectMode};

use super::attempts::Cause;
use super::parts::Parts;
use super::session::Session;
use super::{Outgoing, shifted};
use crate::error::Rejected;
use crate::wire::rejected;
use crate::wire::request::CONTENT_TYPE;

/// An attempt that succeeded.
pub(super) struct AnsweredAttempt {
    pub(super) body: SdkBody,
    /// How many milliseconds DynamoDB's clock is ahead, if it was corrected and the answer tells.
    pub(super) skew: Option<i64>,
}

/// An attempt that failed.
pub(super) struct FailedAttempt {
    /// Why it may be made again, if it may.
    pub(super) cause: Option<Cause>,
    /// It may have been applied.
    pub(super) ambiguous: bool,
    pub(super) retry_after: Option<Duration>,
    /// How many milliseconds DynamoDB's clock is ahead, if the answer tells.
    pub(super) skew: Option<i64>,
    pub(super) rejected: Rejected,
}

impl FailedAttempt {
    /// Creates one that was sent and was not answered.
    pub(super) fn of(cause: impl Into<Option<Cause>>, rejected: Rejected) -> Self {
        Self { cause: cause.into(), ambiguous: true, retry_after: None, skew: None, rejected }
    }

    /// Creates an error from a text.
    pub(super) fn plain(text: &'static str) -> std::io::Error {
        std::io::Error::other(text)
    }

    fn unsent(error: &HttpError) -> Self {
        Self { ambiguous: false, ..Self::of(None, Rejected::because(error)) }
    }

    fn cut(error: &ConnectorError) -> Self {
        let cause = match error.as_other() {
            _ if error.is_timeout() || error.is_io() => Some(Cause::Transient),
            Some(ErrorKind::ThrottlingError) => Some(Cause::Throttling),
            Some(ErrorKind::TransientError) => Some(Cause::Transient),
            Some(_) => Some(Cause::Other),
            None => None,
        };
        Self::of(cause, Rejected::because(error))
    }
}

impl Session {
    /// Signs a request, sends it, and returns the body of its answer.
    pub(super) async fn exchange(
        &self,
        outgoing: &Outgoing,
        sent: SystemTime,
        skew: i64,
    ) -> Result<AnsweredAttempt, FailedAttempt> {
        let (request, connection) =
            self.request(outgoing, shifted(sent, skew)).map_err(|error| FailedAttempt::unsent(&error))?;
        let answered = self.answered(request, sent, skew != 0).await;
        if let Err(FailedAttempt { cause: Some(Cause::Transient), .. }) = &answered
            && self.parts.retry.reconnect_mode() == ReconnectMode::ReconnectOnTransientError
            && let Some(connection) = connection.get()
        {
            // The next attempt has another connection, which may lead to a machine that answers.
            connection.poison();
        }
        answered
    }

    fn request(
        &self,
        outgoing: &Outgoing,
        now: SystemTime,
    ) -> Result<(HttpRequest, CaptureSmithyConnection), HttpError> {
        let parts = &self.parts;
        let target = outgoing.operation.target();
        let signature = self.key.sign(now, &parts.host, target, &outgoing.digest);
        let mut request = HttpRequest::new(outgoing.body.try_clone().unwrap_or_else(SdkBody::empty));
        request.set_method("POST")?;
        request.set_uri(parts.uri.as_str())?;
        let length = outgoing.body.content_length().unwrap_or_default();
        let headers = request.headers_mut();
        headers.try_insert("content-type", CONTENT_TYPE)?;
        headers.try_insert("content-length", itoa::Buffer::new().format(length).to_owned())?;
        headers.try_insert("host", parts.host.clone())?;
        headers.try_insert("x-amz-date", signature.date)?;
        headers.try_insert("x-amz-target", target)?;
        if let Some(token) = &self.key.token {
            headers.try_insert("x-amz-security-token", token.clone())?;
        }
        headers.try_insert("authorization", signature.authorization)?;
        headers.try_insert("user-agent", parts.user_agent.clone())?;
        if let Some(trace) = parts.trace() {
            headers.try_insert("x-amzn-trace-id", trace)?;
        }
        let connection = CaptureSmithyConnection::new();
        request.add_extension(connection.clone());
        Ok((request, connection))
    }

    async fn answered(
        &self,
        request: HttpRequest,
        sent: SystemTime,
        is_corrected: bool,
    ) -> Result<AnsweredAttempt, FailedAttempt> {
        let answer = self.parts.connector.call(request).await;
        let mut answer: HttpResponse = answer.map_err(|error| FailedAttempt::cut(&error))?;
        let body = collect(ByteStream::new(answer.take_body()), self.parts.grace).await;
        let lost = |error: &(dyn std::error::Error + 'static)| {
            let status = Some(answer.status().as_u16());
            FailedAttempt::of(Cause::Transient, Rejected { status, ..Rejected::because(error) })
        };
        let body = body.map_err(|error| lost(error.as_ref()))?;
        let bytes = body.bytes().unwrap_or_default();
        if !has_its_checksum(answer.headers(), bytes) {
            return Err(lost(&FailedAttempt::plain("the answer was changed on its way: its CRC32 is another one")));
        }
        let (status, headers) = (answer.status(), answer.headers());
        let measure = || skew(headers, sent, self.parts.now());
        if status.is_success() {
            // What was measured may be out of date by now, or may have come from a proxy.
            let skew = if is_corrected { measure() } else { None };
            return Ok(AnsweredAttempt { body, skew });
        }
        let rejected = rejected::read(status.as_u16(), headers, bytes);
        let skew = if self.parts.corrects_clock { measure() } else { None };
        Err(FailedAttempt {
            cause: Cause::of(status.as_u16(), rejected.code.as_deref(), skew),
            ambiguous: !status.is_client_error(),
            retry_after: headers.get("x-amz-retry-after").and_then(|time| time.parse().ok()).map(Duration::from_millis),
            skew,
            rejected,
        })
    }
}

/// Collects the body of an answer, of which something must arrive within each `grace`.
async fn collect(mut body: ByteStream, grace: Option<Duration>) -> Result<SdkBody, BoxError> {
    let mut chunks = Vec::with_capacity(1);
    loop {
        let next = body.next();
        let next = match grace {
            None => next.await,
            Some(grace) => tokio::time::timeout(grace, next)
                .await
                .map_err(|_| FailedAttempt::plain("the answer stood still for longer than the client allows"))?,
        };
        match next {
            Some(chunk) => chunks.push(chunk?),
            None => break,
        }
    }
    Ok(match (chunks.pop(), chunks.is_empty()) {
        (Some(only), true) => SdkBody::from(only),
        (Some(last), false) => {
            chunks.push(last);
            SdkBody::from(chunks.concat())
        }
        (None, _) => SdkBody::empty(),
    })
}

impl Parts {
    /// Returns the header by which AWS finds Lambda functions that cause their own calls: the trace of this one.
    fn trace(&self) -> Option<String> {
        let trace = if self.in_lambda { std::env::var("_X_AMZN_TRACE_ID").ok()? } else { return None };
        let is_plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_control();
        let encode = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
        Some(trace.bytes().map(encode).collect())
    }
}

/// Returns whether a body is the one that DynamoDB sent, if it says which.
fn has_its_checksum(headers: &Headers, body: &[u8]) -> bool {
    let expected = headers.get("x-amz-crc32").filter(|_| headers.get("content-encoding").is_none());
    expected.and_then(|expected| expected.parse().ok()).is_none_or(|expected: u32| crc32fast::hash(body) == expected)
}

/// Returns how many milliseconds the clock that dated an answer is ahead of ours.
fn skew(headers: &Headers, sent: SystemTime, received: SystemTime) -> Option<i64> {
    const LONGEST: Duration = Duration::from_mins(15);
    // A cache may have kept the answer for long.
    let date = headers.get("date").filter(|_| headers.get("age").is_none())?;
    let date = DateTime::from_str(date, Format::HttpDate).ok()?.to_millis().ok()?;
    let elapsed = received.duration_since(sent).unwrap_or_default();
    let between = DateTime::from(sent + elapsed / 2).to_millis().ok()?;
    (elapsed <= LONGEST).then_some(date - between)
}
