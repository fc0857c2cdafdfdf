//! How much a client may take.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use models::discord::UserId;

use crate::error::ApiError;

/// What clients may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Requests of a user per second; for a moment, four times as many.
    pub per_user: NonZeroU32,
    /// Registrations and log-ins of an address per minute.
    pub log_ins: NonZeroU32,
}

/// 16 KiB, 25 requests per second and user, 20 log-ins per minute and address.
impl Default for Limits {
    fn default() -> Self {
        let some = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self { body: 16 * 1024, per_user: some(25), log_ins: some(20) }
    }
}

pub(crate) struct Limiters {
    users: DefaultKeyedRateLimiter<UserId>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    clock: DefaultClock,
}

impl Limiters {
    pub(crate) fn new(limits: &Limits) -> Self {
        let burst = limits.per_user.saturating_mul(NonZeroU32::MIN.saturating_add(3));
        Self {
            users: DefaultKeyedRateLimiter::keyed(Quota::per_second(limits.per_user).allow_burst(burst)),
            addresses: DefaultKeyedRateLimiter::keyed(Quota::per_minute(limits.log_ins)),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a request of a user.
    pub(crate) fn user(&self, user: &UserId) -> Result<(), ApiError> {
        let checked = self.users.check_key(user);
        checked.map_err(|later| ApiError::too_many(later.wait_time_from(self.clock.now())))
    }

    /// Counts a registration or a log-in.
    pub(crate) fn address(&self, address: &IpAddr) -> Result<(), ApiError> {
        let checked = self.addresses.check_key(address);
        checked.map_err(|later| ApiError::too_many(later.wait_time_from(self.clock.now())))
    }

    /// Forgets those who have not asked for a while.
    pub(crate) fn tidy(&self) {
        self.users.retain_recent();
        self.addresses.retain_recent();
    }
}
