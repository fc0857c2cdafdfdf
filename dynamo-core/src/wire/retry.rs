//! Retries: when a request, or a whole write, is tried again.

use std::time::Duration;

use super::Meter;

/// The number of attempts, in addition to the SDK's own retries.
const ATTEMPTS: u32 = 8;

/// How often a write starts over because another one was faster. Each time, that other write succeeded.
const RACES: u32 = 256;

/// How often it starts over immediately, with what it observed, before it waits.
const AT_ONCE: u32 = 16;

const BASE: Duration = Duration::from_millis(25);
const LIMIT: Duration = Duration::from_secs(2);

/// The attempts of one piece of work, of which there may be so many.
#[derive(Debug)]
pub(crate) struct Retry {
    made: u32,
    limit: u32,
}

impl Retry {
    /// For requests that DynamoDB does not process now: throttled, or in conflict with a transaction.
    pub(crate) fn new() -> Self {
        Self { made: 0, limit: ATTEMPTS }
    }

    /// For writes that other writers overtake.
    pub(crate) fn of_race() -> Self {
        Self { made: 0, limit: RACES }
    }

    /// Returns whether this is the first attempt.
    pub(crate) fn is_first(&self) -> bool {
        self.made == 0
    }

    /// Returns whether this is the last attempt.
    pub(crate) fn is_last(&self) -> bool {
        self.made + 1 >= self.limit
    }

    /// Starts the count again, because there was progress.
    pub(crate) fn progressed(&mut self) {
        self.made = 0;
    }

    /// Waits before the next attempt; returns false if there is none.
    pub(crate) async fn again(&mut self, meter: &Meter) -> bool {
        if self.is_last() {
            return false;
        }
        meter.retried();
        pause(self.made).await;
        self.made += 1;
        true
    }

    /// Goes on with the next attempt of a race, at once for a while; returns whether it has waited, so that what was observed is
    /// outdated.
    pub(crate) async fn again_in_race(&mut self, waits: bool, meter: &Meter) -> bool {
        meter.retried();
        let waits = waits || self.made >= AT_ONCE;
        if waits {
            pause(self.made % 4).await;
        }
        self.made += 1;
        waits
    }
}

/// Waits for a random time that grows with each attempt, so that requests that collided do not collide again.
pub(crate) async fn pause(attempt: u32) {
    let longest = BASE.saturating_mul(1 << attempt.min(16)).min(LIMIT);
    tokio::time::sleep(longest.mul_f64(fastrand::f64())).await;
}
