//! The direct transport: DynamoDB's JSON over the SDK's HTTP client, without the SDK's orchestrator.
//!
//! Everything that depends on configuration is taken from the SDK's own client (`parts.rs`): endpoint, region, credentials,
//! timeouts, retries, connections. A configuration that this transport cannot follow goes through the SDK. What is done here is what
//! a request needs: a signature (`sign.rs`), an exchange over HTTP (`exchange.rs`), and attempts as the SDK's standard mode makes
//! them (`attempts.rs`).

mod attempts;
mod exchange;
mod parts;
mod session;
mod sign;

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::retry::RetryMode;

use attempts::{Cause, RetryBudget};
use exchange::{AnsweredAttempt, FailedAttempt};
use parts::Parts;
use session::Session;

use super::request::{Operation, Request};
use super::sdk::ThroughSdk;
use super::{Answer, SendFuture, SendRequest, Sent};
use crate::error::{Answered, Rejected};

/// The transport, with what it keeps from request to request.
#[derive(Debug)]
pub(super) struct Direct {
    client: Client,
    /// Sends what this transport would send otherwise than the client is configured.
    sdk: ThroughSdk,
    /// Whether the client is configured so that the SDK sends everything.
    is_sdk: bool,
    route: RwLock<Option<Route>>,
    bucket: RetryBudget,
    /// How many milliseconds DynamoDB's clock is ahead of this machine's; `None` if that is not to be corrected.
    skew: Option<AtomicI64>,
}

/// The way of requests to the client's endpoint.
#[derive(Debug, Clone)]
enum Route {
    Direct(Arc<Session>),
    Sdk,
}

/// One request: what all of its attempts share.
struct Outgoing {
    operation: Operation,
    body: SdkBody,
    /// The SHA-256 of the body, in hexadecimal digits.
    digest: [u8; 64],
    once: bool,
}

impl SendRequest for Direct {
    fn send(&self, request: Request) -> SendFuture<'_> {
        // With an ARN as the name of a table, the SDK's rules may choose the endpoint of its account.
        if self.is_sdk || request.table.starts_with("arn:") {
            return self.sdk.send(request);
        }
        Box::pin(async move {
            let ready = match self.ready().await {
                Ok(Some(ready)) => ready,
                Ok(None) => return self.sdk.send(request).await,
                Err(rejected) => return Sent { answer: Err(rejected), attempts: 0 },
            };
            let Request { operation, body, once, .. } = request;
            let digest = sign::digest(&body);
            let outgoing = Outgoing { operation, body: SdkBody::from(body), digest, once };
            let mut made = Made { attempts: 0, ambiguous: false };
            let sent = self.limited(ready, &outgoing, &mut made).await;
            let answer = sent.map(Answer::new).map_err(|mut rejected| {
                rejected.answered = Answered { ambiguous: made.ambiguous, once };
                rejected
            });
            Sent { answer, attempts: made.attempts }
        })
    }
}

impl Direct {
    pub(super) fn new(client: Client) -> Self {
        let config = client.config();
        // A rate that adapts and the caller's own classifiers are parts of the SDK's retries.
        let is_adaptive = config.retry_config().is_some_and(|retry| retry.mode() == RetryMode::Adaptive);
        let is_sdk = is_adaptive || config.retry_classifiers().next().is_some();
        let corrects_clock = config.disable_clock_skew_correction() != Some(true);
        Self {
            sdk: ThroughSdk(client.clone()),
            is_sdk,
            route: RwLock::new(None),
            bucket: RetryBudget::default(),
            skew: corrects_clock.then(|| AtomicI64::new(0)),
            client,
        }
    }

    /// Makes all attempts within the time that an operation may take.
    async fn limited(&self, ready: Ready, outgoing: &Outgoing, made: &mut Made) -> Result<SdkBody, Rejected> {
        match ready.session.parts.timeouts.operation_timeout() {
            None => self.attempts(ready, outgoing, made).await,
            Some(limit) => match tokio::time::timeout(limit, self.attempts(ready, outgoing, made)).await {
                Ok(sent) => sent,
                Err(_) => {
                    made.ambiguous = true;
                    Err(timed_out("operation timeout", limit))
                }
            },
        }
    }

    async fn attempts(&self, mut ready: Ready, outgoing: &Outgoing, made: &mut Made) -> Result<SdkBody, Rejected> {
        let mut paid = None;
        loop {
            made.attempts += 1;
            let parts = ready.session.parts.clone();
            let attempt = ready.session.exchange(outgoing, ready.now, ready.skew);
            let answer = match parts.timeouts.operation_attempt_timeout() {
                None => attempt.await,
                Some(limit) => match tokio::time::timeout(limit, attempt).await {
                    Ok(answer) => answer,
                    Err(_) => Err(FailedAttempt::of(Cause::Transient, timed_out("attempt timeout", limit))),
                },
            };
            let failed = match answer {
                Ok(AnsweredAttempt { body, skew }) => {
                    self.correct(skew);
                    self.bucket.succeeded(paid);
                    return Ok(body);
                }
                Err(failed) => failed,
            };
            made.ambiguous |= failed.ambiguous;
            self.correct(failed.skew);
            let retry = &parts.retry;
            let Some(cause) = failed.cause.filter(|_| made.attempts < retry.max_attempts()) else {
                return Err(failed.rejected);
            };
            if outgoing.once && failed.ambiguous {
                return Err(failed.rejected);
            }
            let Some(cost) = self.bucket.pay(cause, retry) else { return Err(failed.rejected) };
            paid = Some(cost);
            tokio::time::sleep(attempts::pause(made.attempts, cause, retry, failed.retry_after)).await;
            // The endpoint of the client stays, and so does the route.
            if let Some(renewed) = self.ready().await? {
                ready = renewed;
            }
        }
    }

    /// Corrects the clock of further requests by what an answer tells, if it tells.
    fn correct(&self, measured: Option<i64>) {
        if let (Some(known), Some(skew)) = (&self.skew, measured) {
            known.store(skew, Ordering::Relaxed);
        }
    }

    /// Returns the session, renewed if its credentials are due, and the moment for which that holds; `None` if the SDK is to send.
    async fn ready(&self) -> Result<Option<Ready>, Rejected> {
        let skew = self.skew.as_ref().map_or(0, |skew| skew.load(Ordering::Relaxed));
        let known = self.route.read().unwrap_or_else(PoisonError::into_inner).clone();
        let parts = match known {
            Some(Route::Sdk) => return Ok(None),
            Some(Route::Direct(session)) => {
                let now = session.parts.now();
                if session.is_current(now, skew) {
                    return Ok(Some(Ready { session, now, skew }));
                }
                Some(session.parts.clone())
            }
            None => self.parts().await?,
        };
        let Some(parts) = parts else { return Ok(None) };
        let session = match Session::begin(parts, skew).await? {
            Some(session) => session,
            // The endpoint is the account's: credentials of another one have another endpoint.
            None => {
                let Some(parts) = self.parts().await? else { return Ok(None) };
                let begun = Session::begin(parts, skew).await?;
                begun
                    .ok_or_else(|| Rejected::because(&FailedAttempt::plain("the account changes with each request")))?
            }
        };
        let session = Arc::new(session);
        self.set_route(Route::Direct(session.clone()));
        Ok(Some(Ready { now: session.began, session, skew }))
    }

    /// Asks the SDK's client what requests are sent with; `None` if it has to send them itself.
    async fn parts(&self) -> Result<Option<Arc<Parts>>, Rejected> {
        let parts = Parts::of(&self.client, self.skew.is_some()).await?;
        if parts.is_none() {
            self.set_route(Route::Sdk);
        }
        Ok(parts.map(Arc::new))
    }

    fn set_route(&self, route: Route) {
        *self.route.write().unwrap_or_else(PoisonError::into_inner) = Some(route);
    }
}

/// A session, and the moment in which it is current: a key signs for its own day alone.
struct Ready {
    session: Arc<Session>,
    now: SystemTime,
    skew: i64,
}

/// What was done for a request.
struct Made {
    attempts: u32,
    /// An attempt may have been applied without saying so.
    ambiguous: bool,
}

#[cold]
fn timed_out(what: &str, limit: Duration) -> Rejected {
    Rejected { message: Some(format!("{what}: no answer in {limit:?}")), ..Rejected::default() }
}

/// Returns a time as DynamoDB's clock shows it.
fn shifted(time: SystemTime, skew: i64) -> SystemTime {
    let by = Duration::from_millis(skew.unsigned_abs());
    let shifted = if skew < 0 { time.checked_sub(by) } else { time.checked_add(by) };
    shifted.unwrap_or(time)
}
