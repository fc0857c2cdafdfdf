//! The example programs tell their stories to the end, on this suite's engine.

use dynamo_core::prelude::*;
use dynamo_examples::{Journal, Story};
use models::worker::StreamWorkers;

#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../../examples/boards.rs"]
mod boards;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../../examples/discord.rs"]
mod discord;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../../examples/goals_guild.rs"]
mod goals_guild;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../../examples/inviter.rs"]
mod inviter;

#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../../examples/seed.rs"]
mod seed;

fn story(db: &Db) -> (Story, tracing::subscriber::DefaultGuard) {
    let (journal, guard) = Journal::watch();
    (Story::of(db.clone(), journal), guard)
}

#[tokio::test]
async fn goals_with_friends() {
    let db = super::with::<models::goals_guild::GgCore>().await;
    db.create_table::<StreamWorkers>().await.unwrap();
    goals_guild::tell(&story(&db).0).await.unwrap();
    db.delete_table::<models::goals_guild::GgCore>().await.unwrap();
    db.delete_table::<StreamWorkers>().await.unwrap();
}

#[tokio::test]
async fn boards_with_a_door() {
    let db = super::database().await;
    models::boards::create_tables(&db).await.unwrap();
    db.create_table::<StreamWorkers>().await.unwrap();
    boards::tell(&story(&db).0).await.unwrap();
    models::boards::delete_tables(&db).await.unwrap();
    db.delete_table::<StreamWorkers>().await.unwrap();
}

#[tokio::test]
async fn a_chat_server() {
    let db = super::with::<models::discord::Discord>().await;
    discord::tell(&story(&db).0).await.unwrap();
    db.delete_table::<models::discord::Discord>().await.unwrap();
}

#[tokio::test]
async fn hangouts() {
    let db = super::with::<models::inviter::Inviter>().await;
    db.create_table::<StreamWorkers>().await.unwrap();
    inviter::tell(&story(&db).0).await.unwrap();
    db.delete_table::<models::inviter::Inviter>().await.unwrap();
    db.delete_table::<StreamWorkers>().await.unwrap();
}

/// What a story shows of a question: which index answered, and what it cost.
#[tokio::test]
async fn a_journal_has_what_was_asked() {
    let db = super::with::<models::discord::Discord>().await;
    db.create(&super::discord_patterns::user(super::discord_patterns::ANN, "ann")).await.unwrap();
    let (journal, _guard) = Journal::watch();
    db.query(models::discord::User::by_email("ann@example.com")).first().await.unwrap();
    let steps = journal.take();
    let [step] = steps.as_slice() else { panic!("{steps:?}") };
    assert_eq!((step.operation.as_str(), step.entity.as_str(), step.index.as_str()), ("query", "User", "gsi1"));
    assert_eq!(step.requests, 1);
    assert!(step.capacity > 0.0);
    assert_eq!(journal.take(), []);
    db.delete_table::<models::discord::Discord>().await.unwrap();
}

#[tokio::test]
async fn the_catalogue_is_seeded_once() {
    let db = super::database().await;
    assert!(seed::seed(&db, false).await.is_err(), "there is no table");
    assert_eq!(seed::seed(&db, true).await.unwrap(), 1);
    assert_eq!(seed::seed(&db, true).await.unwrap(), 0);
    let service = db.get(models::boards::AvailableService::by_type(&models::boards::approve_join())).await.unwrap();
    assert_eq!(service.unwrap().display_name, "Need approval to join");
    models::boards::delete_tables(&db).await.unwrap();
}
