//! The stream: what changes in the table is told to those who listen.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use dynamo_core::stream::Change;
use dynamo_core::{Db, Error, Timestamp};
use models::discord::{ChatError, Discord, Notice, deliver, on_change};

use crate::app::App;

/// How long to wait when there was nothing: DynamoDB answers five requests per second and shard.
const IDLE: Duration = Duration::from_millis(200);

/// How often a notice is tried that the database did not let through.
const ATTEMPTS: u32 = 4;

/// How often what is no longer needed is cleared away.
const TIDY: Duration = Duration::from_mins(1);

/// Follows the stream of the table, as its operator, and tells the connections of this process what changes, for as long as the process lives.
///
/// A stream keeps a day of changes. Those from before the start are read past, not delivered: clients read what they missed when they
/// connect.
pub async fn dispatch(db: Db, app: App) {
    let started = db.now();
    let mut pause = IDLE;
    loop {
        let failed = follow(&db, &app, started, &mut pause).await;
        tracing::warn!(error = %failed, "the stream cannot be read: trying again");
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(10));
    }
}

async fn follow(db: &Db, app: &App, started: Timestamp, pause: &mut Duration) -> Error {
    let mut tail = match db.tail::<Discord>(None).await {
        Ok(tail) => tail,
        Err(error) => return error,
    };
    let mut tidied = tokio::time::Instant::now();
    loop {
        // After an error, the same changes come again.
        let changes = match tail.next().await {
            Ok(changes) => changes,
            Err(error) if error.is_retryable() => {
                tracing::warn!(%error, "the stream did not answer");
                tokio::time::sleep(IDLE).await;
                continue;
            }
            Err(error) => return error,
        };
        *pause = IDLE;
        if changes.is_empty() {
            tokio::time::sleep(IDLE).await;
        }
        for change in changes {
            match change {
                Ok(change) => tell(db, app, &change, started).await,
                // It does not get better by being read again.
                Err(error) => tracing::warn!(%error, "a change cannot be read"),
            }
        }
        if tidied.elapsed() > TIDY {
            app.limiters().tidy();
            tidied = tokio::time::Instant::now();
        }
    }
}

/// Tells what a change means. The time of a change is known to the second.
async fn tell(db: &Db, app: &App, change: &Change<Discord>, started: Timestamp) {
    let second = |at: Timestamp| at.second_after(Duration::ZERO);
    if change.at.is_some_and(|at| second(at) < second(started)) {
        return;
    }
    for notice in on_change(change) {
        let mut wait = IDLE;
        for attempt in 1..=ATTEMPTS {
            match tell_all(db, app, &notice).await {
                Ok(()) => break,
                Err(error) => tracing::warn!(%error, attempt, "an event was not delivered to all"),
            }
            tokio::time::sleep(wait).await;
            wait *= 2;
        }
    }
}

async fn tell_all(db: &Db, app: &App, notice: &Notice) -> Result<(), ChatError> {
    let json = serde_json::to_string(&notice.event).map_err(|error| ChatError::Input(error.to_string()))?;
    let json = Utf8Bytes::from(json);
    let send = |to| std::future::ready(Ok::<_, ChatError>(app.hub().send(&to, json.clone())));
    deliver(db, notice, send).await?;
    Ok(())
}
