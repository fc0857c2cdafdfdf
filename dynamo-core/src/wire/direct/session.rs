//! Credentials for some seconds, and the signing key that is derived from them.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::config::Credentials;

use super::exchange::FailedAttempt;
use super::parts::{Parts, account};
use super::shifted;
use super::sign::{SigningKey, day};
use crate::error::Rejected;

/// How long credentials are used before the SDK's cache is asked again, which decides when they are renewed.
const LEASE: Duration = Duration::from_secs(5);

/// The configuration with credentials that are valid now.
pub(super) struct Session {
    pub(super) parts: Arc<Parts>,
    pub(super) key: SigningKey,
    pub(super) began: SystemTime,
    until: SystemTime,
}

/// Leaves out the credentials.
impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("parts", &self.parts).field("until", &self.until).finish_non_exhaustive()
    }
}

impl Session {
    /// Takes the current credentials; `None` if they are of another account than the endpoint.
    pub(super) async fn begin(parts: Arc<Parts>, skew: i64) -> Result<Option<Self>, Rejected> {
        let identity = parts.identity().await?;
        if account(&identity) != parts.account {
            return Ok(None);
        }
        let Some(credentials) = identity.data::<Credentials>() else {
            return Err(Rejected::because(&FailedAttempt::plain("the identity of the client is no AWS credentials")));
        };
        let began = parts.now();
        let key = SigningKey::new(credentials, shifted(began, skew), &parts.region, &parts.service);
        let until = identity.expiration().map_or(began + LEASE, |expiry| expiry.min(began + LEASE));
        Ok(Some(Self { parts, key, began, until }))
    }

    /// Returns whether the credentials need not be asked for again, and the key is for the day that it is.
    pub(super) fn is_current(&self, now: SystemTime, skew: i64) -> bool {
        self.began <= now && now < self.until && day(shifted(now, skew)) == self.key.day
    }
}
