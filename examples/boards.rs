//! Boards with a door: unique names, requests that someone approves or that expire, and services that boards can have.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_examples::{Outcome, Story, Tables, run};
use models::boards::{
    Board, BoardId, BoardJoinRequest, BoardMembership, BoardServicePermission, BoardServiceSettings,
    BoardServiceSettingsTable, ServiceConfig, TableNames, UserId, UserProfile, approve, approve_join, ask_to_join,
    catalogue, create_board, create_tables, delete_tables, enable_service, grant, on_change, seed_services,
};
use models::worker::{StreamWorkers, Worker, WorkerRules};

const ABOUT: &str = "Boards with a door: unique names, requests that someone approves or that expire, and services";

fn main() -> ExitCode {
    let all = async |db: &Db, what: Tables| match what {
        Tables::Create => {
            create_tables(db).await?;
            what.of::<StreamWorkers>(db).await
        }
        Tables::Delete => {
            delete_tables(db).await?;
            what.of::<StreamWorkers>(db).await
        }
    };
    run("Boards with a door", ABOUT, |_, run| tables(run), all, tell)
}

/// Seven tables, named in one place.
fn tables(run: &str) -> dynamo_core::Names {
    let name = |table: &str| Some(format!("{table}-{run}"));
    let names = TableNames {
        user_profiles: name("users"),
        boards: name("boards"),
        board_memberships: name("memberships"),
        board_join_requests: name("requests"),
        available_services: name("services"),
        board_service_settings: name("settings"),
        board_service_permissions: name("permissions"),
    };
    names.to_names().rename::<StreamWorkers>(format!("workers-{run}"))
}

/// The story.
pub async fn tell(story: &Story) -> Outcome {
    let db = &story.db;
    let (board, ann, bob) = (BoardId::from("b1"), UserId::from("ann"), UserId::from("bob"));
    story.part("Names that only one can have");
    for id in ["ann", "bob", "cid"] {
        story.ask(format!("{id} registers"), db.create(&user(id, id, db)).into_future()).await?;
    }
    let refused = story.ask("Someone else wants to be ann", db.create(&user("eve", "ann", db)).into_future()).await;
    match refused.as_ref().map_err(dynamo_core::Error::unique_violation) {
        Err(Some(taken)) => story.tell(format!("{} is taken", taken.fields())),
        _ => return Err(format!("should have been refused: {refused:?}").into()),
    }
    let new = Board {
        board_id: board.clone(),
        board_name: "Gardening".to_owned(),
        owner_id: ann.clone(),
        enabled_services: vec![],
        created_at: db.now(),
    };
    story.ask("Ann makes a board", create_board(db, &new)).await?;
    let found = story
        .ask("Which board is called Gardening?", db.query(Board::by_name("Gardening")).first().into_future())
        .await?;
    story.tell(found.map_or_else(|| "none".to_owned(), |board| format!("that of {}", board.owner_id)));

    story.part("A door");
    let seeded = story.ask("The catalogue is seeded", seed_services(db, &catalogue())).await?;
    story.tell(format!("{seeded} new"));
    let config = ServiceConfig {
        ttl_days: Some(3),
        ask_question: Some(true),
        question_text: Some("What do you grow?".to_owned()),
        ..ServiceConfig::default()
    };
    let service = BoardServiceSettings {
        board_id: board.clone(),
        service_id: "s1".into(),
        service_type: approve_join(),
        is_default: false,
        config,
    };
    story.ask("Ann wants to approve who joins", enable_service(db, &service, &ann)).await?;
    let silent = story.ask("Bob wants to join", ask_to_join(db, &board, &bob, None)).await;
    story.tell(match silent {
        Err(error) => error.to_string(),
        Ok(joining) => return Err(format!("nobody asked: {joining:?}").into()),
    });
    let answer = Some("Tomatoes".to_owned());
    story.ask("Bob answers", ask_to_join(db, &board, &bob, answer.clone())).await?;
    let open = db.query(BoardJoinRequest::of_board(&board));
    for request in story.ask("Who waits?", open.all().into_future()).await? {
        story.tell(format!("{}: {}", request.user_id, request.answer.unwrap_or_default()));
    }
    story.ask("Ann lets Bob in", approve(db, &board, &bob, &ann)).await?;
    let boards = story.ask("Boards of Bob", db.query(BoardMembership::of_user(&bob)).all().into_future()).await?;
    let first = boards.first().ok_or("he is in none")?;
    story.tell(format!("{} as {:?}", first.board_id, first.role));

    story.part("A request that nobody looks at");
    let cid = UserId::from("cid");
    let days = Arc::new(AtomicI64::new(0));
    let clock = Arc::clone(&days);
    let later = db.clone().with_clock(move || {
        let millis = Timestamp::now().as_millis() + clock.load(Ordering::Relaxed) * 24 * 3_600_000;
        Timestamp::from_millis(millis).unwrap_or(Timestamp::MAX)
    });
    story.ask("Cid asks", ask_to_join(&later, &board, &cid, answer)).await?;
    days.store(4, Ordering::Relaxed);
    let late = story.ask("Four days later, Ann approves", approve(&later, &board, &cid, &ann)).await;
    story.tell(match late {
        Err(error) => format!("refused: {error}"),
        Ok(member) => return Err(format!("it has expired: {member:?}").into()),
    });

    story.part("Services");
    grant(db, &board, &"s1".into(), &bob, &ann).await?;
    let may = db.query(BoardServicePermission::of_service(&board, &"s1".into()));
    for permission in story.ask("Who may approve, besides the owner?", may.all().into_future()).await? {
        story.tell(format!("{}, by leave of {}", permission.user_id, permission.granted_by));
    }
    let kind = db.query(BoardServiceSettings::of_type(&board, &approve_join()));
    let of_kind = story.ask("Approval services of the board", kind.all().into_future()).await?;
    story.tell(format!("{}", of_kind.len()));
    changes(story, &board, &service).await
}

/// Somebody deletes the service and goes away before the rest is done: the worker of the stream does it.
async fn changes(story: &Story, board: &BoardId, service: &BoardServiceSettings) -> Outcome {
    story.part("What the stream does");
    let db = &story.db;
    story
        .ask("The settings of the service are deleted, and nothing else", db.delete(service.key()).into_future())
        .await?;
    let worker = Worker::new("services", WorkerRules::default());
    let mut follower = worker.follow::<BoardServiceSettingsTable>(db).await?;
    for _ in 0..50 {
        follower.step(async |change| on_change(db, change).await.map(drop)).await?;
        let enabled = db.get(Board::by_id(board)).consistent().await?.ok_or("it is gone")?.enabled_services;
        if enabled.is_empty() {
            let left = db.query(BoardServicePermission::of_service(board, &service.service_id)).count().await?;
            story.tell(format!("{left} permissions are left, and everyone may join"));
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err("the stream brought nothing".into())
}

fn user(id: &str, name: &str, db: &Db) -> UserProfile {
    let (user_id, email) = (id.into(), format!("{id}@example.com"));
    UserProfile { user_id, email, user_name: name.to_owned(), created_at: db.now() }
}
