//! Attempts to log in, counted in a table of their own.

use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::GuildError;
use super::call::ATTEMPTS;

/// The table `goalsguild_login_attempts`: counters that expire.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "goalsguild_login_attempts", pk = "PK", ttl = "ttl")]
pub enum LoginAttempts {
    /// The attempts of one account.
    LoginAttempt(LoginAttempt),
}

/// How often somebody tried to log in to an account, until it is forgotten. Any text is counted, whether or not an account
/// has that address.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = LoginAttempts, pk = "LOGIN#<email:lower:escaped>", rename_all = "camelCase", load(items = 10_000, creates = 2, updates = 8))]
#[access(of_account(email), get, rate = 10, about = "How often somebody tried to log in")]
pub struct LoginAttempt {
    /// The address that was given.
    pub email: String,
    /// How often.
    pub count: u32,
    /// The epoch second at which it is forgotten.
    #[entity(ttl)]
    pub ttl: u64,
}

/// How often somebody may try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginRules {
    /// So many attempts.
    pub limit: u32,
    /// Within so much time of the first.
    pub window: Duration,
}

/// Five times in a quarter of an hour.
impl Default for LoginRules {
    fn default() -> Self {
        Self { limit: 5, window: Duration::from_mins(15) }
    }
}

/// Counts an attempt to log in, before the password is looked at: however many come at once, no more than the limit pass.
///
/// The window begins with its first attempt, and does not move. A counter that has expired is begun anew, whether or not DynamoDB
/// has deleted it.
///
/// ```
/// use dynamo_core::prelude::*;
/// use models::goals_guild::{GuildError, LoginRules, count_login, forget_logins};
///
/// # async fn log_in(db: Db, email: &str, password_is_right: bool) -> Result<(), GuildError> {
/// count_login(&db, email, &LoginRules::default()).await?;
/// if password_is_right {
///     forget_logins(&db, email).await?;
/// }
/// # Ok(())
/// # }
/// ```
pub async fn count_login(db: &Db, email: &str, rules: &LoginRules) -> Result<(), GuildError> {
    let email = email.trim().to_lowercase();
    let (now, fields) = (db.now(), LoginAttempt::fields);
    let second = now.second_after(Duration::ZERO);
    let first = LoginAttempt { email: email.clone(), count: 1, ttl: now.second_after(rules.window) };
    if rules.limit == 0 {
        return Err(GuildError::TooManyLogins { until: first.ttl });
    }
    for _ in 0..ATTEMPTS {
        let stands = fields().ttl.gt(second);
        let update = db.update(LoginAttempt::of_account(&email)).add(fields().count, 1);
        match update.when(stands & fields().count.lt(rules.limit)).await {
            Ok(()) => return Ok(()),
            Err(Error::NotFound(_) | Error::ConditionFailed(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let over = fields().ttl.absent() | fields().ttl.le(second);
        match db.put(&first).when(over).await {
            Ok(()) => return Ok(()),
            Err(Error::ConditionFailed(_)) => {}
            Err(error) => return Err(error.into()),
        }
        if let Some(attempts) = db.get(LoginAttempt::of_account(&email)).consistent().await?
            && attempts.ttl > second
            && attempts.count >= rules.limit
        {
            return Err(GuildError::TooManyLogins { until: attempts.ttl });
        }
    }
    Err(GuildError::Busy)
}

/// Forgets the attempts of an account that somebody has logged in to.
pub async fn forget_logins(db: &Db, email: &str) -> Result<(), GuildError> {
    Ok(db.delete(LoginAttempt::of_account(&email.trim().to_lowercase())).await?)
}
