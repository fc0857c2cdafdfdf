//! Attempts as the SDK's standard mode makes them: which errors are retried, when, and how many.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use aws_smithy_types::retry::{RetryConfig, RetrySpec};

/// Why a request may be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// There are too many requests.
    Throttling,
    /// There was no answer, or none of DynamoDB's own.
    Transient,
    /// Something else that may pass.
    Other,
}

const THROTTLING: &[&str] = &[
    "Throttling",
    "ThrottlingException",
    "ThrottledException",
    "RequestThrottledException",
    "TooManyRequestsException",
    "ProvisionedThroughputExceededException",
    "TransactionInProgressException",
    "RequestLimitExceeded",
    "BandwidthLimitExceeded",
    "LimitExceededException",
    "RequestThrottled",
    "SlowDown",
    "PriorRequestNotComplete",
    "EC2ThrottledException",
];

const SKEWED: &[&str] = &[
    "InvalidSignatureException",
    "SignatureDoesNotMatch",
    "AuthFailure",
    "RequestTimeTooSkewed",
    "AccessDeniedException",
];

/// A smaller difference of clocks does not make a signature wrong.
const SKEW: u64 = 4 * 60 * 1000;

impl Cause {
    /// Decides about an answer that is an error, with the difference of clocks that it shows.
    pub(super) fn of(status: u16, code: Option<&str>, skew: Option<i64>) -> Option<Self> {
        match code {
            Some(code) if THROTTLING.contains(&code) => Some(Self::Throttling),
            Some("RequestTimeout" | "RequestTimeoutException") => Some(Self::Transient),
            Some("ReplicatedWriteConflictException") => Some(Self::Other),
            Some(code) if SKEWED.contains(&code) && skew.is_some_and(|skew| skew.unsigned_abs() > SKEW) => {
                Some(Self::Other)
            }
            _ => matches!(status, 500 | 502 | 503 | 504).then_some(Self::Transient),
        }
    }
}

/// Limits how many retries there are, so that a database in trouble is not asked ever more often.
#[derive(Debug)]
pub(super) struct RetryBudget(AtomicU32);

const CAPACITY: u32 = 500;

impl Default for RetryBudget {
    fn default() -> Self {
        Self(AtomicU32::new(CAPACITY))
    }
}

impl RetryBudget {
    /// Takes the tokens of a retry and returns how many they were; `None` if there are too few.
    pub(super) fn pay(&self, cause: Cause, retry: &RetryConfig) -> Option<u32> {
        let cost = match (cause, is_new(retry)) {
            (Cause::Throttling, _) | (Cause::Other, false) => 5,
            (Cause::Transient, false) => 10,
            (Cause::Transient | Cause::Other, true) => 14,
        };
        let taken = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |tokens| tokens.checked_sub(cost));
        taken.is_ok().then_some(cost)
    }

    /// Gives back the tokens of the retry that succeeded, or one token for a request that needed none.
    pub(super) fn succeeded(&self, paid: Option<u32>) {
        // A full bucket is only read, since all tasks share it.
        if self.0.load(Ordering::Relaxed) < CAPACITY {
            let more = |tokens: u32| Some((tokens + paid.unwrap_or(1)).min(CAPACITY));
            let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        }
    }
}

/// Returns whether the configuration asks for the SDK's retries of version 2.1.
fn is_new(retry: &RetryConfig) -> bool {
    retry.retry_spec().is_some_and(|spec| spec.is_at_least(RetrySpec::V2_1))
}

/// Returns how long to wait after so many attempts: twice as long each time, times a random number below one, unless DynamoDB
/// says how long.
pub(super) fn pause(attempts: u32, cause: Cause, retry: &RetryConfig, asked: Option<Duration>) -> Duration {
    let initial = match retry.retry_spec() {
        Some(spec) if cause != Cause::Throttling => spec.non_throttling_initial_backoff(),
        _ => retry.initial_backoff(),
    };
    let factor = 2_u32.checked_pow(attempts.saturating_sub(1)).unwrap_or(u32::MAX);
    let own = initial.saturating_mul(factor).min(retry.max_backoff()).mul_f64(fastrand::f64());
    match asked {
        Some(asked) if is_new(retry) => asked.clamp(own, own + Duration::from_secs(5)),
        Some(asked) => asked.min(retry.max_backoff()),
        None => own,
    }
}
