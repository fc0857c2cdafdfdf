//! The direct transport: DynamoDB's JSON over the SDK's HTTP client, without the SDK's orchestrator.
//!
//! Everything that depends on configuration is taken from the SDK's own client (`parts.rs`): endpoint, region, credentials,
//! timeouts, retries, connections. What is done here is what a request needs: a signature (`sign.rs`), an exchange over HTTP
//! (`exchange.rs`), and attempts as the SDK's standard mode makes them (`attempts.rs`).

mod attempts;
mod exchange;
mod parts;
mod session;
mod sign;

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::Client;
use aws_smithy_types::body::SdkBody;
use futures_core::future::BoxFuture;

use attempts::{Bucket, Cause};
use exchange::Failed;
use session::Session;

use super::Meter;
use crate::error::{Answered, Rejected};

/// Sends requests without the SDK's orchestrator.
///
/// A trait, so that a program that never chooses this transport is linked without [`Direct`], its one implementation.
pub(crate) trait DirectTransport: fmt::Debug + Send + Sync {
    /// Sends a request and returns the body of its answer. With `once`, it is not sent again when it may have been applied.
    fn send<'a>(&'a self, operation: &'static str, body: Vec<u8>, once: bool, meter: &'a Meter) -> Sending<'a>;

    /// Returns a transport that sends as `client` would.
    fn with_client(&self, client: Client) -> Arc<dyn DirectTransport>;
}

type Sending<'a> = BoxFuture<'a, Result<SdkBody, Rejected>>;

/// The transport, with what it keeps from request to request.
#[derive(Debug)]
pub(crate) struct Direct {
    client: Client,
    session: RwLock<Option<Arc<Session>>>,
    bucket: Bucket,
    /// How many milliseconds DynamoDB's clock is ahead of this machine's.
    skew: AtomicI64,
}

/// One request: what all of its attempts share.
struct Outgoing {
    operation: &'static str,
    body: SdkBody,
    /// The SHA-256 of the body, in hexadecimal digits.
    digest: [u8; 64],
}

impl DirectTransport for Direct {
    fn send<'a>(&'a self, operation: &'static str, body: Vec<u8>, once: bool, meter: &'a Meter) -> Sending<'a> {
        Box::pin(async move {
            let digest = sign::digest(&body);
            let outgoing = Outgoing { operation, body: SdkBody::from(body), digest };
            let mut made = Made { attempts: 0, ambiguous: false };
            let sent = self.limited(&outgoing, once, &mut made).await;
            meter.sent(made.attempts);
            sent.map_err(|mut rejected| {
                rejected.answered = Answered { ambiguous: made.ambiguous, once };
                rejected
            })
        })
    }

    fn with_client(&self, client: Client) -> Arc<dyn DirectTransport> {
        Arc::new(Self::new(client))
    }
}

impl Direct {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, session: RwLock::new(None), bucket: Bucket::default(), skew: AtomicI64::new(0) }
    }

    /// Makes all attempts within the time that an operation may take.
    async fn limited(&self, outgoing: &Outgoing, once: bool, made: &mut Made) -> Result<SdkBody, Rejected> {
        let ready = self.ready().await?;
        match ready.session.parts.timeouts.operation_timeout() {
            None => self.attempts(ready, outgoing, once, made).await,
            Some(limit) => match tokio::time::timeout(limit, self.attempts(ready, outgoing, once, made)).await {
                Ok(sent) => sent,
                Err(_) => {
                    made.ambiguous = true;
                    Err(timed_out("operation timeout", limit))
                }
            },
        }
    }

    async fn attempts(
        &self,
        mut ready: Ready,
        outgoing: &Outgoing,
        once: bool,
        made: &mut Made,
    ) -> Result<SdkBody, Rejected> {
        let mut paid = None;
        loop {
            made.attempts += 1;
            let parts = ready.session.parts.clone();
            let attempt = ready.session.exchange(outgoing, ready.now, ready.skew);
            let answer = match parts.timeouts.operation_attempt_timeout() {
                None => attempt.await,
                Some(limit) => match tokio::time::timeout(limit, attempt).await {
                    Ok(answer) => answer,
                    Err(_) => Err(Failed::of(Cause::Transient, timed_out("attempt timeout", limit))),
                },
            };
            let failed = match answer {
                Ok(body) => {
                    self.bucket.succeeded(paid);
                    return Ok(body);
                }
                Err(failed) => failed,
            };
            made.ambiguous |= failed.ambiguous;
            if let Some(skew) = failed.skew {
                self.skew.store(skew, Ordering::Relaxed);
            }
            let retry = &parts.retry;
            let Some(cause) = failed.cause.filter(|_| made.attempts < retry.max_attempts()) else {
                return Err(failed.rejected);
            };
            if once && failed.ambiguous {
                return Err(failed.rejected);
            }
            let Some(cost) = self.bucket.pay(cause, retry) else { return Err(failed.rejected) };
            paid = Some(cost);
            tokio::time::sleep(attempts::pause(made.attempts, cause, retry, failed.retry_after)).await;
            ready = self.ready().await?;
        }
    }

    /// Returns the session, renewed if its credentials are due, and the moment for which that holds.
    async fn ready(&self) -> Result<Ready, Rejected> {
        let skew = self.skew.load(Ordering::Relaxed);
        let known = self.session.read().unwrap_or_else(PoisonError::into_inner).clone();
        let parts = match known {
            None => Arc::new(parts::Parts::of(&self.client).await?),
            Some(session) => {
                let now = session.parts.now();
                if session.is_current(now, skew) {
                    return Ok(Ready { session, now, skew });
                }
                session.parts.clone()
            }
        };
        let session = match Session::begin(parts, skew).await? {
            Some(session) => session,
            // The endpoint is the account's: credentials of another one have another endpoint.
            None => {
                let parts = Arc::new(parts::Parts::of(&self.client).await?);
                let begun = Session::begin(parts, skew).await?;
                begun.ok_or_else(|| Rejected::because(&Failed::plain("the account changes with each request")))?
            }
        };
        let session = Arc::new(session);
        *self.session.write().unwrap_or_else(PoisonError::into_inner) = Some(session.clone());
        Ok(Ready { now: session.began, session, skew })
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
