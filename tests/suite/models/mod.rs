//! The `models` crate: its items, its access patterns, its mutations, on the engine that `DYNAMODB_ENDPOINT` names or in
//! this process.

// A test of an application names most of it, and compares with what it wrote.
#![allow(clippy::wildcard_imports, clippy::cloned_ref_to_slice_refs)]

mod boards_fallback;
mod boards_flow;
mod boards_patterns;
mod claims;
mod corrections;
mod creates;
mod discord_events;
mod discord_flow;
mod discord_patterns;
mod documents;
mod downstream;
mod feed;
mod goals_changes;
mod goals_extended;
mod goals_login;
mod goals_patterns;
mod goals_world;
mod golden;
mod golden_discord;
mod golden_goals;
mod golden_social;
mod inviter_names;
mod inviter_patterns;
mod mutations;
mod patterns;
mod quests;
mod samples;
mod stories;
mod worker_attacks;
mod workers;

use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::prelude::*;
use dynamo_core::{Db, Names};
use models::{boards, goals_guild, inviter, worker};
use ulid::Ulid;

/// A database in which no table of another test can be seen, and which clears up after itself.
pub(crate) async fn database() -> Db {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let db = match std::env::var("DYNAMODB_ENDPOINT") {
        Err(_) => Db::embedded().await.unwrap(),
        Ok(_) => Db::from_env().await.unwrap(),
    };
    let prefix = format!("m{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let name = |table: &str| format!("{prefix}-{table}");
    let names = Names::new()
        .fill("stage", &prefix)
        .rename::<goals_guild::GgCore>(name("gg"))
        .rename::<goals_guild::LoginAttempts>(name("logins"))
        .rename::<worker::StreamWorkers>(name("workers"))
        .rename::<inviter::Inviter>(name("inviter"))
        .rename::<boards::UserProfiles>(name("users"))
        .rename::<boards::Boards>(name("boards"))
        .rename::<boards::BoardMemberships>(name("members"))
        .rename::<boards::BoardJoinRequests>(name("requests"))
        .rename::<boards::AvailableServices>(name("services"))
        .rename::<boards::BoardServiceSettingsTable>(name("settings"))
        .rename::<boards::BoardServicePermissions>(name("permissions"));
    db.with_transport(crate::ops::first_transport()).with_names(names)
}

/// Tests on DynamoDB Local do less of the same: it takes seconds for a large transaction.
pub(crate) fn is_local() -> bool {
    std::env::var_os("DYNAMODB_ENDPOINT").is_some()
}

/// With one table.
pub(crate) async fn with<T: Table>() -> Db {
    let db = database().await;
    db.create_table::<T>().await.unwrap();
    db
}

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// So many seconds into the year 2050: what expires there is not deleted under a test.
pub(crate) fn second(n: u32) -> Timestamp {
    Timestamp::from_millis(2_524_608_000_000 + i64::from(n) * 1000).unwrap()
}

pub(crate) fn ulid(n: u128) -> Ulid {
    Ulid(n)
}

/// The same items in one order.
pub(crate) fn sorted<T: std::fmt::Debug>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_by_key(|item| format!("{item:?}"));
    items
}

/// One test for each pattern, on the world that `$world` makes.
macro_rules! on {
    ($world:path: $($(#[$attribute:meta])* async fn $name:ident($w:ident) $body:block)*) => {$(
        $(#[$attribute])*
        #[tokio::test]
        async fn $name() {
            let $w = $world().await;
            $body
            $w.clear().await;
        }
    )*};
}
pub(crate) use on;
