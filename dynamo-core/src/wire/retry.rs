//! Waits before a request is sent again.

use std::time::Duration;

/// The number of attempts, in addition to the SDK's own retries.
pub(crate) const ATTEMPTS: u32 = 8;

const BASE: Duration = Duration::from_millis(25);
const LIMIT: Duration = Duration::from_secs(2);

/// Waits for a random time that grows with each attempt, so that requests that collided do not collide again.
pub(crate) async fn pause(attempt: u32) {
    let longest = BASE.saturating_mul(1 << attempt.min(16)).min(LIMIT);
    tokio::time::sleep(longest.mul_f64(fastrand::f64())).await;
}
