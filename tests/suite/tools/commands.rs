//! The command line, as a user types it.

use std::io::{self, Write};

use dynamo_core::prelude::*;
use dynamo_core::{Names, Timestamp};
use dynamo_tools::Program;
use models::boards::{BoardJoinRequests, Boards, UserProfiles};
use models::discord::Discord;
use models::goals_guild::{Follow, GgCore, Goal, GoalId, GoalStatus, UserId};
use models::inviter::Inviter;
use serde_json::Value;

use super::raw;

type All = (GgCore, Discord, Inviter, UserProfiles, Boards, BoardJoinRequests);

pub(super) struct Ran {
    pub(super) code: u8,
    pub(super) out: String,
    pub(super) err: String,
}

pub(super) async fn run(program: &Program, line: &[&str]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = program.execute(std::iter::once("app").chain(line.iter().copied()), &mut out, &mut err).await;
    Ran { code, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

pub(super) fn offline() -> Program {
    Program::new::<All>()
}

pub(super) async fn with_db() -> (Program, Db) {
    let name = raw::unique("gg");
    let db = raw::db().await.with_names(Names::new().rename::<GgCore>(name).fill("stage", "test"));
    (Program::new::<(GgCore,)>().with_db(db.clone()), db)
}

pub(super) fn goal(user: UserId, title: &str) -> Goal {
    let at: Timestamp = "2026-11-17T10:00:00Z".parse().unwrap();
    Goal {
        goal_id: GoalId::new(),
        user_id: user,
        title: title.to_owned(),
        description: None,
        tags: vec!["a, \"b\"".to_owned()],
        status: GoalStatus::Active,
        created_at: at,
        updated_at: at,
    }
}

#[tokio::test]
async fn declarations_are_listed_for_people_and_programs() {
    let program = offline();
    for command in ["tables", "entities", "patterns"] {
        let text = run(&program, &[command]).await;
        assert!(text.code == 0 && text.out.contains("GgCore") | text.out.contains("Goal::of_user"), "{}", text.err);
        // Nobody asked for colours.
        assert!(!text.out.contains('\u{1b}'));
        let json = run(&program, &[command, "--json"]).await;
        assert!(serde_json::from_str::<Value>(&json.out).unwrap().as_array().unwrap().len() > 5);
    }
    let one = run(&program, &["tables", "--table", "Discord", "--fill", "stage=prod"]).await;
    assert!(one.out.contains("discord-clone-prod-DiscordTable") && !one.out.contains("gg_core"), "{}", one.out);
}

#[tokio::test]
async fn mistakes_are_errors_with_help_and_no_backtrace() {
    let program = offline();
    for (line, text) in [
        (&["tables", "--table", "Nope"][..], "there is no table `Nope`\nhelp: there are GgCore"),
        (&["explain", "Goal::of_usr"], "there is no access pattern `Goal::of_usr`"),
        (&["explain", "by_id"], "is several access patterns"),
        (&["export", "create-table", "--table", "Discord"], "help: give `--fill stage=..`"),
        (&["export", "onetable"], "takes one table"),
        (&["lint", "--explain", "nothing"], "there is no rule `nothing`"),
        (&["dance"], "unrecognized subcommand"),
        (&["query", "Goal::of_user", "--limit", "0"], "a number from 1 on"),
    ] {
        let ran = run(&program, line).await;
        assert_eq!(ran.code, 2, "{line:?}");
        assert!(
            ran.out.is_empty() && ran.err.contains(text) && !ran.err.contains("backtrace"),
            "{line:?}: {}",
            ran.err
        );
    }
}

/// Fails as a pipe does whose reader has gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_broken_pipe_is_no_error() {
    for line in [
        &["app", "patterns"][..],
        &["app", "export", "json"],
        &["app", "lint", "--json"],
        &["app", "man"],
        &["app", "completions", "bash"],
        &["app", "--help"],
    ] {
        let mut err = Vec::new();
        let code = offline().execute(line.iter().copied(), &mut Closed, &mut err).await;
        assert!(code == 0 && err.is_empty(), "{line:?}: {}", String::from_utf8_lossy(&err));
    }
}

#[tokio::test]
async fn shells_complete_and_the_manual_is_there() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&offline(), &["completions", shell]).await;
        assert!(script.code == 0 && script.out.contains("app") && script.out.contains("backfill"), "{shell}");
    }
    let man = run(&offline(), &["man"]).await;
    assert!(man.out.contains(".TH") && man.out.contains("explain"), "{}", man.out);
}

#[tokio::test]
async fn lints_are_json_and_sarif() {
    let json = run(&offline(), &["lint", "--json"]).await;
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert!(json["findings"].is_array());
    let sarif = run(&offline(), &["lint", "--sarif"]).await;
    let sarif: Value = serde_json::from_str(&sarif.out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert!(sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().len() > 15);
    let page = run(&offline(), &["lint", "--explain", "unused-index"]).await;
    assert!(page.code == 0 && page.out.starts_with("# unused-index"));
}

#[tokio::test]
async fn costs_are_explained() {
    let explained = run(&offline(), &["explain", "Goal::of_user", "--items", "100", "--json"]).await;
    let explained: Value = serde_json::from_str(&explained.out).unwrap();
    assert_eq!((&explained["items"], &explained["served_by"]), (&Value::from(100), &Value::from("table")));
    assert!(explained["read_units"].as_f64().unwrap() > 0.5);
    let cost = run(&offline(), &["cost"]).await;
    assert!(cost.code == 0 && cost.out.contains("dollars a month"), "{}", cost.err);
}

#[tokio::test]
async fn a_table_is_created_compared_and_changed() {
    let (program, db) = with_db().await;
    let missing = run(&program, &["diff"]).await;
    assert!(missing.code == 1 && missing.out.contains("not there"), "{}{}", missing.out, missing.err);
    let plan = run(&program, &["plan", "--json"]).await;
    assert_eq!(plan.code, 1, "{}", plan.err);
    assert_eq!(run(&program, &["create"]).await.code, 0);
    let same = run(&program, &["diff"]).await;
    assert!(same.code == 0 && same.out.contains("as declared"), "{}{}", same.out, same.err);
    assert_eq!(run(&program, &["plan"]).await.code, 0);
    let name = db.table_name::<GgCore>().unwrap();
    let gone = aws_sdk_dynamodb::types::DeleteGlobalSecondaryIndexAction::builder().index_name("GSI2").build().unwrap();
    let gone = aws_sdk_dynamodb::types::GlobalSecondaryIndexUpdate::builder().delete(gone).build();
    db.client().update_table().table_name(&name).global_secondary_index_updates(gone).send().await.unwrap();
    let file = std::env::temp_dir().join(format!("{name}.plan"));
    let file = file.to_str().unwrap();
    let plan = run(&program, &["plan", "--save", file]).await;
    assert_eq!(plan.code, 1, "an index that is being deleted is as good as gone: {}{}", plan.out, plan.err);
    // Nobody is there to say yes.
    let asked = run(&program, &["apply"]).await;
    assert!(asked.code == 2 && asked.err.contains("nothing was changed"), "{}", asked.err);
    let applied = run(&program, &["apply", file]).await;
    assert!(applied.code == 0 && applied.out.contains("steps done"), "{}", applied.err);
    assert_eq!(run(&program, &["diff", "--json"]).await.code, 0);
    std::fs::remove_file(file).unwrap();
    raw::remove(&db, &name).await;
}

#[tokio::test]
async fn items_are_read_by_pattern() {
    let (program, db) = with_db().await;
    db.create_table::<GgCore>().await.unwrap();
    let user = UserId::new();
    for at in 0..5 {
        db.create(&goal(user, &format!("Goal {at}"))).await.unwrap();
    }
    let id = user.to_string();
    let page = run(&program, &["query", "Goal::of_user", &id, "--limit", "2", "--as", "json"]).await;
    let page: Value = serde_json::from_str(&page.out).unwrap();
    assert_eq!((page["items"].as_array().unwrap().len(), &page["items"][0]["title"]), (2, &Value::from("Goal 0")));
    let next = page["next"].as_str().unwrap();
    let rest = run(&program, &["query", "Goal::of_user", &id, "--after", next, "--json"]).await;
    let rest: Value = serde_json::from_str(&rest.out).unwrap();
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next"]), (3, &Value::Null));
    let csv = run(&program, &["query", "Goal::of_user", &id, "--as", "csv"]).await;
    assert_eq!(csv.out.lines().count(), 6);
    assert!(csv.out.contains("\"[\"\"a, \\\"\"b\\\"\"\"\"]\""), "{}", csv.out);
    let table = run(&program, &["query", "Goal::of_user", &id]).await;
    assert!(table.out.contains("Goal 4"), "{}", table.out);
    // Arguments have types.
    for (arguments, text) in [(&[][..], "takes 1 arguments"), (&["a#b"], "user_id"), (&[""], "is empty")] {
        let ran = run(&program, &[&["query", "Goal::of_user"], arguments].concat()).await;
        assert!(ran.code == 2 && ran.err.contains(text), "{}", ran.err);
    }
    let several = run(&program, &["get", "Goal::of_user", &id]).await;
    assert!(several.err.contains("reads several items"), "{}", several.err);
    raw::remove(&db, &db.table_name::<GgCore>().unwrap()).await;
}

#[tokio::test]
async fn items_are_dumped_loaded_and_seeded() {
    let (program, db) = with_db().await;
    db.create_table::<GgCore>().await.unwrap();
    let user = UserId::new();
    for at in 0..60 {
        db.create(&goal(user, &format!("Goal {at}"))).await.unwrap();
    }
    let name = db.table_name::<GgCore>().unwrap();
    let file = std::env::temp_dir().join(format!("{name}.jsonl"));
    let path = file.to_str().unwrap();
    let dumped = run(&program, &["dump", path]).await;
    assert!(dumped.code == 0 && dumped.out.starts_with("60 items"), "{}{}", dumped.out, dumped.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 60);
    let again = run(&program, &["dump", path]).await;
    assert!(again.code == 2 && again.err.contains("exists"), "{}", again.err);

    let (other, empty) = with_db().await;
    empty.create_table::<GgCore>().await.unwrap();
    // A line that is none of the table's items is named, and what came before it is kept: the run is continued.
    let whole = std::fs::read_to_string(&file).unwrap();
    let broken: String = whole
        .lines()
        .enumerate()
        .map(|(at, line)| if at == 40 { "{}\n".to_owned() } else { format!("{line}\n") })
        .collect();
    std::fs::write(&file, broken).unwrap();
    let failed = run(&other, &["load", path]).await;
    assert!(failed.code == 2 && failed.err.contains("line 41 of"), "{}", failed.err);
    let refused = run(&other, &["load", path]).await;
    assert!(refused.err.contains("`--resume`"), "{}", refused.err);
    std::fs::write(&file, &whole).unwrap();
    let loaded = run(&other, &["load", path, "--resume"]).await;
    assert!(loaded.code == 0 && loaded.out.starts_with("60 items"), "{}{}", loaded.out, loaded.err);
    assert_eq!(empty.query(Goal::of_user(user)).count().await.unwrap(), 60);
    let seeded = run(&other, &["seed", path]).await;
    assert!(seeded.out.contains("0 items") && seeded.out.contains("60 were there"), "{}", seeded.out);
    assert!(!file.with_extension("jsonl.progress").exists());
    std::fs::remove_file(&file).unwrap();
    for db in [&db, &empty] {
        raw::remove(db, &db.table_name::<GgCore>().unwrap()).await;
    }
}

#[tokio::test]
async fn companions_are_verified_and_repaired() {
    let (program, db) = with_db().await;
    db.create_table::<GgCore>().await.unwrap();
    let (ann, bob) = (UserId::new(), UserId::new());
    let created_at = "2026-11-17T10:00:00Z".parse().unwrap();
    let follow = Follow { follower_id: ann, followee_id: bob, spread: false, created_at };
    db.create(&follow).await.unwrap();
    let clean = run(&program, &["verify"]).await;
    assert_eq!(clean.code, 0, "{}{}", clean.out, clean.err);
    let name = db.table_name::<GgCore>().unwrap();
    let all = db.client().scan().table_name(&name).send().await.unwrap().items.unwrap();
    let pointer = all.iter().find(|item| item["type"].as_s().unwrap() == "FollowingEntry").unwrap();
    let key = ["PK", "SK"].map(|key| (key.to_owned(), pointer[key].clone()));
    db.client().delete_item().table_name(&name).set_key(Some(key.into())).send().await.unwrap();
    let drift = run(&program, &["verify"]).await;
    assert_eq!(drift.code, 1, "{}{}", drift.out, drift.err);
    assert_eq!(run(&program, &["repair"]).await.code, 0);
    assert_eq!(run(&program, &["verify", "--json"]).await.code, 0);
    let filled = run(&program, &["backfill"]).await;
    assert!(filled.code == 0 && filled.out.contains("0 upgraded"), "{}", filled.out);
    raw::remove(&db, &name).await;
}
