//! Attempts to log in: counted, limited, forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use models::goals_guild::*;

use super::{second, with};

const RULES: LoginRules = LoginRules { limit: 3, window: Duration::from_mins(1) };

#[tokio::test]
async fn no_more_pass_than_the_limit_however_many_come_at_once() {
    let db = with::<LoginAttempts>().await.with_clock(|| second(0));
    let tries = join_all((0..9).map(|_| count_login(&db, "Ann@Example.com ", &RULES))).await;
    let refused = GuildError::TooManyLogins { until: second(60).second_after(Duration::ZERO) };
    let passed = tries.iter().filter(|result| result.is_ok()).count();
    // Some may have given up on a counter that the others kept changing; none got past it.
    assert!((1..=3).contains(&passed), "{tries:?}");
    assert!(tries.iter().filter_map(|result| result.as_ref().err()).all(|e| *e == refused || *e == GuildError::Busy));
    let counted = db.get(LoginAttempt::of_account("ann@example.com")).await.unwrap().unwrap();
    assert_eq!(usize::try_from(counted.count).unwrap(), passed);
    while count_login(&db, "ann@example.com", &RULES).await.is_ok() {}
    assert_eq!(count_login(&db, "ann@example.com", &RULES).await, Err(refused));
    // Other accounts are others, whatever is given for one.
    for other in ["bob@example.com", "a#b", ""] {
        assert_eq!(count_login(&db, other, &RULES).await.is_ok(), !other.is_empty(), "{other}");
    }
    assert!(count_login(&db, "cid", &LoginRules { limit: 0, ..RULES }).await.is_err());
    db.delete_table::<LoginAttempts>().await.unwrap();
}

#[tokio::test]
async fn a_window_begins_with_its_first_attempt_and_ends() {
    let now = Arc::new(AtomicU32::new(0));
    let clock = Arc::clone(&now);
    let db = with::<LoginAttempts>().await.with_clock(move || second(clock.load(Ordering::Relaxed)));
    let at = async |seconds| {
        now.store(seconds, Ordering::Relaxed);
        count_login(&db, "ann", &RULES).await.is_ok()
    };
    assert!(at(0).await && at(30).await && at(58).await);
    assert!(!at(59).await, "the window does not move with the last attempt");
    // Expired, and not deleted yet.
    assert!(at(60).await);
    assert_eq!(db.get(LoginAttempt::of_account("ann")).await.unwrap().unwrap().count, 1);
    assert!(at(61).await && at(62).await && !at(63).await);
    forget_logins(&db, " ANN").await.unwrap();
    assert!(at(64).await);
    db.delete_table::<LoginAttempts>().await.unwrap();
}
