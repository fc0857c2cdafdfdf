//! The command line of somebody in a hurry: wrong files, tables that are not there, runs that are interrupted.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use dynamo_core::prelude::*;
use models::goals_guild::{GgCore, Goal, UserId};
use serde_json::{Value, json};

use super::commands::{Ran, goal, offline, run, with_db};
use super::raw;

/// A file that no other test has, removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(raw::unique(name)))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn beside(&self) -> PathBuf {
        PathBuf::from(format!("{}.progress", self.path()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_file(self.beside());
    }
}

#[track_caller]
fn refused(ran: &Ran, text: &str) {
    assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(text), "{} {}{}", ran.code, ran.out, ran.err);
}

async fn with_goals(count: usize) -> (dynamo_tools::Program, Db, UserId) {
    let (program, db) = with_db().await;
    db.create_table::<GgCore>().await.unwrap();
    let user = UserId::new();
    let goals: Vec<_> = (0..count).map(|at| goal(user, &format!("Goal {at}"))).collect();
    db.batch_write().put_all(&goals).await.unwrap();
    (program, db, user)
}

#[tokio::test]
async fn an_interrupted_walk_goes_on_where_it_was() {
    let (program, db, _) = with_goals(150).await;
    for command in ["verify", "repair", "backfill"] {
        let file = Scratch::new(command);
        let interrupted = async {
            while !fs::read_to_string(&file.0).is_ok_and(|text| text.contains("\"next\": \"")) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        // The second page has to wait for two seconds.
        let line = [command, "--rate", "50", "--resume", file.path()];
        tokio::select! {
            ran = run(&program, &line) => panic!("{}{}", ran.out, ran.err),
            () = interrupted => {}
        }
        let other = if command == "verify" { "backfill" } else { "verify" };
        refused(
            &run(&program, &[other, "--resume", file.path()]).await,
            &format!("is of `{command}`, not of `{other}`"),
        );
        let rest = run(&program, &[command, "--resume", file.path(), "--json"]).await;
        let report: Value = serde_json::from_str(&rest.out).unwrap_or_else(|_| panic!("{}", rest.err));
        assert_eq!((rest.code, &report[0]["checked"]), (0, &json!(150)), "{report}");
        if command == "verify" {
            assert_eq!(report[0]["resumed_after"], 100);
        }
        assert!(!file.0.exists());
    }
    let file = Scratch::new("resume");
    fs::write(&file.0, "{}").unwrap();
    refused(&run(&program, &["verify", "--resume", file.path()]).await, "is not a file of `--resume`");
    let nowhere = run(&program, &["verify", "--resume", "/nowhere/at/all"]).await;
    refused(&nowhere, "help: give a file that can be written");
    raw::remove(&db, &db.table_name::<GgCore>().unwrap()).await;
}

#[tokio::test]
async fn a_table_that_is_not_there_is_named() {
    let (program, _) = with_db().await;
    let file = Scratch::new("dump");
    refused(&run(&program, &["dump", file.path()]).await, "help: the table does not exist there: `create` makes it");
    assert!(!file.0.exists() && !file.beside().exists(), "nothing is left behind");
    for line in [&["verify"][..], &["backfill"], &["query", "Goal::of_user", "01KGANE7WZ8W1XS2YJ1AH9B4YJ"]] {
        let ran = run(&program, line).await;
        assert!(ran.code == 2 && ran.err.contains("help: ") && !ran.err.contains("panicked"), "{line:?}: {}", ran.err);
    }
}

#[tokio::test]
async fn what_is_missing_has_a_name() {
    let db = raw::db().await;
    let program = dynamo_tools::Program::new::<(models::discord::Discord,)>().with_db(db);
    refused(&run(&program, &["create"]).await, "help: give `--fill stage=..`, or set DYNAMODB_STAGE");
    let (program, db, _) = with_goals(0).await;
    let none = run(&program, &["query", "Goal::of_user", "01KGANE7WZ8W1XS2YJ1AH9B4YJ"]).await;
    assert_eq!((none.code, none.out.as_str()), (0, "no items\n"));
    raw::remove(&db, &db.table_name::<GgCore>().unwrap()).await;
}

#[tokio::test]
async fn files_that_are_none_are_named() {
    let file = Scratch::new("nonsense");
    fs::write(&file.0, "nonsense").unwrap();
    let (program, _) = with_db().await;
    let path = file.path();
    for (line, text) in [
        (&["apply", path][..], "is no plan"),
        (&["cost", "--prices", path], "has no prices"),
        (&["cost", "--samples", path], "line 1 of"),
        (&["load", path], "line 1 of"),
        (&["cost", "--prices", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["load", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["apply", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["export", "json", "--out", path], path),
        (&["plan", "--save", "/nowhere/at/all"], "/nowhere/at/all"),
    ] {
        let ran = run(&program, line).await;
        assert!(ran.code == 2 && ran.err.contains(text) && ran.err.contains("\nhelp: "), "{line:?}: {}", ran.err);
    }
    let _ = fs::remove_file(file.beside());
}

#[tokio::test]
async fn a_dump_that_lost_its_file_begins_again() {
    let (program, db, user) = with_goals(3).await;
    let file = Scratch::new("lost");
    let name = db.table_name::<GgCore>().unwrap();
    let left = json!({"command": "dump", "table": name, "bytes": 500, "items": 2, "start": null});
    fs::write(file.beside(), left.to_string()).unwrap();
    refused(&run(&program, &["dump", file.path()]).await, "an earlier run stopped after 2 items");
    refused(
        &run(&program, &["dump", file.path(), "--resume"]).await,
        "has 0 bytes, and the earlier run had come to 500",
    );
    let loading = run(&program, &["load", file.path(), "--resume"]).await;
    refused(&loading, "the earlier run was `dump`");
    fs::remove_file(file.beside()).unwrap();
    fs::remove_file(&file.0).unwrap();
    assert_eq!(run(&program, &["dump", file.path()]).await.code, 0);
    // A file that has become shorter is not the one that was loaded in part.
    let left = json!({"command": "load", "table": name, "bytes": 5_000_000, "items": 2, "start": null});
    fs::write(file.beside(), left.to_string()).unwrap();
    refused(&run(&program, &["load", file.path(), "--resume"]).await, "the earlier run had come to 5000000");
    fs::remove_file(file.beside()).unwrap();

    // Lines that say nothing, and a key that comes twice: the later line stays.
    let lines = fs::read_to_string(&file.0).unwrap();
    let first = lines.lines().next().unwrap();
    let again = first.replacen("Goal ", "Later ", 1);
    fs::write(&file.0, format!("\n{lines}\n   \n{again}\n")).unwrap();
    let loaded = run(&program, &["load", file.path()]).await;
    assert!(loaded.code == 0 && loaded.out.starts_with("4 items"), "{}{}", loaded.out, loaded.err);
    let titles: Vec<_> =
        db.query(Goal::of_user(user)).all().await.unwrap().into_iter().map(|goal| goal.title).collect();
    assert_eq!(titles.iter().filter(|title| title.starts_with("Later")).count(), 1, "{titles:?}");

    // Bytes that are no text, and an item that DynamoDB does not take.
    fs::write(&file.0, [first.as_bytes(), b"\n\xff\xfe\n"].concat()).unwrap();
    refused(&run(&program, &["load", file.path()]).await, "line 2 of");
    let huge = first.replacen("Goal ", &"x".repeat(410_000), 1);
    fs::write(&file.0, format!("{first}\n{huge}\n")).unwrap();
    let _ = fs::remove_file(file.beside());
    let failed = run(&program, &["load", file.path()]).await;
    assert!(failed.code == 2 && failed.err.contains("line 2 of"), "{}", failed.err);
    raw::remove(&db, &name).await;
}

#[tokio::test]
async fn every_command_prints_json() {
    let (program, db, user) = with_goals(2).await;
    let (dump, out, id) = (Scratch::new("json"), Scratch::new("out"), user.to_string());
    for line in [
        &["tables"][..],
        &["entities"],
        &["patterns"],
        &["export", "json"],
        &["export", "json", "--out", out.path()],
        &["create"],
        &["diff"],
        &["plan"],
        &["apply", "--yes"],
        &["lint"],
        &["lint", "--explain", "local-index"],
        &["cost"],
        &["explain", "Goal::of_user"],
        &["query", "Goal::of_user", &id],
        &["get", "FollowerCounter::of_user", &id],
        &["verify"],
        &["repair"],
        &["backfill"],
        &["dump", dump.path()],
        &["load", dump.path()],
        &["seed", dump.path()],
    ] {
        let ran = run(&program, &[line, &["--json"]].concat()).await;
        assert!(
            serde_json::from_str::<Value>(&ran.out).is_ok() && ran.err.is_empty(),
            "{line:?}: {}{}",
            ran.out,
            ran.err
        );
    }
    let _ = fs::remove_dir_all(&out.0);
    let failed = run(&program, &["explain", "nothing", "--json"]).await;
    let error: Value = serde_json::from_str(&failed.err).unwrap();
    assert_eq!((failed.code, &error["error"]), (2, &json!("there is no access pattern `nothing`")));
    assert!(error["help"].is_string());
    raw::remove(&db, &db.table_name::<GgCore>().unwrap()).await;
}

#[tokio::test]
async fn numbers_that_nobody_means_are_answered() {
    let most = u64::MAX.to_string();
    for line in [&["explain", "Goal::of_user", "--items", &most][..], &["explain", "Goal::of_user", "--items", "0"]] {
        let ran = run(&offline(), line).await;
        assert!(ran.code == 0 && ran.out.contains("requests"), "{}", ran.err);
    }
    for line in [
        &["verify", "--rate", "0"][..],
        &["explain", "Goal::of_user", "--items", "-1"],
        &["query", "Goal::of_user", "--limit", "many"],
        &["tables", "--fill", "stage"],
        &["completions", "cmd"],
        &[],
    ] {
        assert_eq!(run(&offline(), line).await.code, 2, "{line:?}");
    }
}

/// Code hosts show findings at a file and a line.
#[tokio::test]
async fn findings_in_sarif_have_a_file_and_a_line() {
    let sarif = run(&offline(), &["lint", "--sarif"]).await;
    let sarif: Value = serde_json::from_str(&sarif.out).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert!(!results.is_empty());
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        let file = place["artifactLocation"]["uri"].as_str().unwrap();
        let text = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let line = usize::try_from(place["region"]["startLine"].as_u64().unwrap()).unwrap();
        let declared = text.lines().nth(line - 1).unwrap_or_default();
        assert!(declared.contains("derive("), "{file}:{line}: {declared}");
    }
}
