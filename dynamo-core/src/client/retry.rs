//! Waiting before a request is made again.

use std::time::Duration;

/// How often we ask again, on top of what the SDK does by itself.
pub(crate) const ATTEMPTS: u32 = 8;

const BASE: Duration = Duration::from_millis(25);
const LIMIT: Duration = Duration::from_secs(2);

/// Waits a random while, which grows with each attempt: whoever collided does not collide again.
pub(crate) async fn pause(attempt: u32) {
    let longest = BASE.saturating_mul(1 << attempt.min(16)).min(LIMIT);
    tokio::time::sleep(longest.mul_f64(fastrand::f64())).await;
}
