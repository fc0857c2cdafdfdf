//! Workers: positions, retries, what is put aside, and work in pages.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::prelude::*;
use dynamo_core::stream::{Change, Checkpoint};
use models::inviter::{Group, Inviter};
use models::worker::*;
use serde_json::json;

use super::golden::{NOON, plain};
use super::{at, second, with};

pub(super) const QUICK: WorkerRules =
    WorkerRules { attempts: 3, pause: Duration::from_millis(1), lease: Duration::from_mins(1) };

/// The clock of a test may stand still.
pub(super) const AT_ONCE: WorkerRules = WorkerRules { pause: Duration::ZERO, ..QUICK };

pub(super) fn group(n: u32) -> Group {
    Group { group_id: format!("g{n}").into(), group_name: format!("group {n}") }
}

pub(super) async fn database() -> Db {
    let db = with::<Inviter>().await;
    db.create_table::<StreamWorkers>().await.unwrap();
    db
}

pub(super) async fn clear(db: Db) {
    db.delete_table::<StreamWorkers>().await.unwrap();
    db.delete_table::<Inviter>().await.unwrap();
}

/// The group that a change is about.
pub(super) fn about(change: &Change<Inviter>) -> String {
    match change.new.as_ref().or(change.old.as_ref()) {
        Some(Inviter::Group(group)) => group.group_id.0.clone(),
        other => format!("{other:?}"),
    }
}

/// Steps until so many records were handled or put aside, and gives how many of each: a stream may be a moment behind.
pub(super) async fn until(
    follower: &mut Follower<Inviter>,
    records: u64,
    handle: impl AsyncFn(&Change<Inviter>) -> Result<(), String>,
) -> Step {
    let mut all = Step::default();
    for _ in 0..100 {
        let step = follower.step(&handle).await.unwrap();
        (all.handled, all.dead) = (all.handled + step.handled, all.dead + step.dead);
        if all.handled + all.dead >= records {
            return all;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the stream brought {all:?}");
}

#[test]
fn what_a_worker_remembers() {
    let position = Position {
        worker: "w".into(),
        checkpoint: Checkpoint::default(),
        began: true,
        trying: BTreeMap::new(),
        version: 1,
        updated_at: at(NOON),
    };
    let mut expected = json!({
        "PK": "WORKER#w", "SK": "POSITION", "type": "Position", "worker": "w", "checkpoint": { "shards": {} },
        "began": true, "trying": {}, "version": 1, "updatedAt": NOON,
    });
    assert_eq!(plain(&position), expected);
    let trying = BTreeMap::from([("7".to_owned(), 2)]);
    expected["trying"] = json!({ "7": 2 });
    assert_eq!(plain(&Position { trying, ..position }), expected);
    let letter = DeadLetter {
        worker: "w".into(),
        letter_id: "7".into(),
        reason: "no".into(),
        attempts: 3,
        sequence: Some("7".into()),
        written_at: None,
        expired: false,
        old: None,
        new: Some(group(1).to_item().unwrap().into_iter().collect()),
        parts: 0,
        job: None,
        created_at: at(NOON),
    };
    let mut expected = json!({
        "PK": "WORKER#w", "SK": "DEAD#7", "type": "DeadLetter", "worker": "w", "letterId": "7", "reason": "no",
        "attempts": 3, "sequence": "7", "expired": false, "parts": 0, "createdAt": NOON,
        "new": { "PK": "GROUP#g1", "SK": "METADATA", "groupId": "g1", "groupName": "group 1" },
    });
    assert_eq!(plain(&letter), expected);
    let job = PutAside { record_pk: "P".into(), record_sk: "S".into(), position: None };
    expected["job"] = json!({ "recordPk": "P", "recordSk": "S" });
    assert_eq!(plain(&DeadLetter { job: Some(job), ..letter }), expected);
    let part = DeadPart { worker: "w".into(), letter_id: "7".into(), part: 1, json: "{}".into() };
    assert_eq!(
        plain(&part),
        json!({
            "PK": "WORKER#w", "SK": "PART#7#0001", "type": "DeadPart", "worker": "w", "letterId": "7", "part": 1,
            "json": "{}",
        })
    );
    let job = Job {
        worker: "w".into(),
        job_id: "P S".into(),
        record_pk: "P".into(),
        record_sk: "S".into(),
        position: Some("next".into()),
        attempts: 1,
        leased_until: Some(at(NOON)),
        turn: 3,
        created_at: at(NOON),
    };
    assert_eq!(
        plain(&job),
        json!({
            "PK": "WORKER#w", "SK": "JOB#P$caS", "type": "Job", "worker": "w", "jobId": "P S", "recordPk": "P",
            "recordSk": "S", "position": "next", "attempts": 1, "leasedUntil": NOON, "turn": 3, "createdAt": NOON,
        })
    );
}

#[tokio::test]
async fn a_worker_goes_on_where_it_left_off() {
    let db = database().await;
    let worker = Worker::new("names", QUICK);
    let seen = RefCell::new(Vec::new());
    let handle = async |change: &Change<Inviter>| {
        seen.borrow_mut().push(about(change));
        Ok(())
    };
    db.create(&group(1)).await.unwrap();
    let mut first = worker.follow::<Inviter>(&db).await.unwrap();
    assert_eq!(until(&mut first, 1, handle).await, Step { handled: 1, dead: 0 });
    // It ends before it could save that; the next one does the same once more.
    drop(first);
    let mut second = worker.follow::<Inviter>(&db).await.unwrap();
    until(&mut second, 1, handle).await;
    assert_eq!(seen.take(), ["g1", "g1"]);
    // With the next step, that is saved.
    db.create(&group(2)).await.unwrap();
    until(&mut second, 1, handle).await;
    assert!(second.step(handle).await.unwrap().is_idle());
    drop(second);
    let mut third = worker.follow::<Inviter>(&db).await.unwrap();
    db.create(&group(3)).await.unwrap();
    until(&mut third, 1, handle).await;
    assert_eq!(seen.take(), ["g2", "g3"]);
    // Another worker has a position of its own.
    let mut other = Worker::new("other", QUICK).follow::<Inviter>(&db).await.unwrap();
    until(&mut other, 3, handle).await;
    assert_eq!(seen.take(), ["g1", "g2", "g3"]);
    clear(db).await;
}

#[tokio::test]
async fn a_poisonous_record_is_put_aside_and_holds_nothing_up() {
    let db = database().await;
    let worker = Worker::new("names", QUICK);
    let mut follower = worker.follow::<Inviter>(&db).await.unwrap();
    for n in 1..=3 {
        db.create(&group(n)).await.unwrap();
    }
    let (seen, failures) = (RefCell::new(Vec::new()), Cell::new(0));
    let handle = async |change: &Change<Inviter>| {
        seen.borrow_mut().push(about(change));
        match about(change).as_str() {
            "g2" => Err("not that one".to_owned()),
            // Once.
            "g3" if failures.replace(1) == 0 => Err("not now".to_owned()),
            _ => Ok(()),
        }
    };
    assert_eq!(until(&mut follower, 3, handle).await, Step { handled: 2, dead: 1 });
    assert_eq!(seen.take(), ["g1", "g2", "g2", "g2", "g3", "g3"]);
    let letters = db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap();
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!((letter.reason.as_str(), letter.attempts, letter.old.is_none()), ("not that one", 3, true));
    assert!(letter.sequence.is_some() && letter.new.is_some());

    // Tried again: it fails once more, and then it does not.
    let again = worker.redrive(&db, handle).await.unwrap();
    assert_eq!(again, Redriven { done: 0, failed: 1 });
    assert_eq!(db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap()[0].attempts, 4);
    let (sequence, sequences) = (letter.sequence.clone(), RefCell::new(Vec::new()));
    let mended = async |change: &Change<Inviter>| {
        sequences.borrow_mut().push((about(change), change.sequence.clone()));
        Ok::<(), String>(())
    };
    assert_eq!(worker.redrive(&db, mended).await.unwrap(), Redriven { done: 1, failed: 0 });
    assert_eq!(sequences.take(), [("g2".to_owned(), sequence)]);
    assert_eq!(worker.redrive(&db, mended).await.unwrap(), Redriven::default());

    // What another program wrote, and nobody can read.
    let table = db.table_name::<Inviter>().unwrap();
    let put = db.client().put_item().table_name(table);
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
    put.item("PK", text("GROUP#g9")).item("SK", text("METADATA")).send().await.unwrap();
    db.create(&group(4)).await.unwrap();
    assert_eq!(until(&mut follower, 2, handle).await, Step { handled: 1, dead: 1 });
    let letters = db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap();
    assert!(letters[0].reason.contains("groupId"), "{letters:?}");
    assert_eq!(worker.redrive(&db, mended).await.unwrap(), Redriven { done: 0, failed: 1 });
    clear(db).await;
}

#[tokio::test]
async fn two_under_one_name_notice_each_other() {
    let db = database().await;
    let worker = Worker::new("names", QUICK);
    let nothing = async |_: &Change<Inviter>| Ok(());
    let mut one = worker.follow::<Inviter>(&db).await.unwrap();
    let mut other = worker.follow::<Inviter>(&db).await.unwrap();
    db.create(&group(1)).await.unwrap();
    until(&mut one, 1, nothing).await;
    until(&mut other, 1, nothing).await;
    // The one that began later goes on, and the other one learns of it before it handles anything else.
    other.step(nothing).await.unwrap();
    db.create(&group(2)).await.unwrap();
    let refused = one.step(async |change: &Change<Inviter>| Err(about(change))).await;
    assert!(matches!(refused, Err(Error::VersionConflict(_))), "{refused:?}");
    assert!(matches!(one.step(nothing).await, Err(Error::VersionConflict(_))));
    assert_eq!(until(&mut other, 1, nothing).await, Step { handled: 1, dead: 0 });
    assert_eq!(db.query(DeadLetter::of_worker(worker.name())).count().await.unwrap(), 0);
    clear(db).await;
}

/// Where a record cannot be put aside, it is not lost: the next step begins with it.
#[tokio::test]
async fn a_record_that_cannot_be_put_aside_stays() {
    let db = database().await;
    let worker = Worker::new("names", QUICK);
    let mut follower = worker.follow::<Inviter>(&db).await.unwrap();
    db.create(&group(1)).await.unwrap();
    db.create(&group(2)).await.unwrap();
    db.delete_table::<StreamWorkers>().await.unwrap();
    let seen = RefCell::new(Vec::new());
    let poison = async |change: &Change<Inviter>| {
        seen.borrow_mut().push(about(change));
        if about(change) == "g1" { Err("no") } else { Ok(()) }
    };
    let mut refused = Ok(Step::default());
    for _ in 0..100 {
        refused = follower.step(poison).await;
        if refused.is_err() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(matches!(refused, Err(Error::MissingTable(_))), "{refused:?}");
    db.create_table::<StreamWorkers>().await.unwrap();
    seen.take();
    let step = until(&mut follower, 2, async |change| poison(change).await.map_err(str::to_owned)).await;
    assert_eq!(
        (step, seen.take()),
        (Step { handled: 1, dead: 1 }, ["g1", "g1", "g1", "g2"].map(str::to_owned).to_vec())
    );
    clear(db).await;
}

/// A job of five pages, which fails and is taken over.
#[tokio::test]
async fn a_job_goes_on_with_the_page_that_was_not_done() {
    let now = Arc::new(AtomicU32::new(0));
    let clock = Arc::clone(&now);
    let db = database().await.with_clock(move || second(clock.load(Ordering::Relaxed)));
    let worker = Worker::new("copies", AT_ONCE);
    assert!(worker.queue(&db, &group(1)).await.unwrap());
    assert!(!worker.queue(&db, &group(1)).await.unwrap(), "the record came again");
    let pages = RefCell::new(Vec::new());
    let page = async |job: &Job| {
        let at: u32 = job.position.as_deref().map_or(0, |position| position.parse().unwrap());
        pages.borrow_mut().push(at);
        Ok::<_, String>(if at == 4 { Progress::Done } else { Progress::Next((at + 1).to_string()) })
    };
    // As many as there is time for.
    assert_eq!(worker.work(&db, 2, page).await.unwrap(), Worked { pages: 2, ..Worked::default() });
    assert_eq!(pages.take(), [0, 1]);
    // Somebody takes it, and is gone.
    let gone = worker.work(&db, 9, async |_: &Job| std::future::pending::<Result<Progress, String>>().await);
    tokio::select! {
        _ = gone => panic!("it never ends"),
        () = tokio::time::sleep(Duration::from_millis(300)) => {}
    }
    assert_eq!(worker.work(&db, 9, page).await.unwrap(), Worked::default(), "it is leased");
    now.store(61, Ordering::Relaxed);
    assert_eq!(worker.work(&db, 9, page).await.unwrap(), Worked { pages: 3, done: 1, ..Worked::default() });
    assert_eq!(pages.take(), [2, 3, 4]);
    assert_eq!(worker.work(&db, 9, page).await.unwrap(), Worked::default());

    // A page that fails holds up no other job, and is put aside in the end.
    worker.queue(&db, &group(1)).await.unwrap();
    worker.queue(&db, &group(2)).await.unwrap();
    let poison = async |job: &Job| match (job.record_pk.as_str(), job.position.as_deref()) {
        ("GROUP#g1", None) => Ok(Progress::Next("2".to_owned())),
        ("GROUP#g1", _) => Err("no"),
        _ => Ok(Progress::Done),
    };
    assert_eq!(worker.work(&db, 9, poison).await.unwrap(), Worked { pages: 2, done: 1, failed: 1, dead: 0 });
    assert_eq!(worker.work(&db, 9, poison).await.unwrap(), Worked { failed: 1, ..Worked::default() });
    assert_eq!(worker.work(&db, 9, poison).await.unwrap(), Worked { failed: 1, dead: 1, ..Worked::default() });
    assert_eq!(db.query(Job::of_worker(worker.name())).count().await.unwrap(), 0);
    let letters = db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap();
    assert_eq!((letters.len(), letters[0].reason.as_str(), letters[0].attempts), (1, "no", 3));
    // With a pause, it is not tried before that is over.
    let patient = Worker::new("patient", WorkerRules { pause: Duration::from_secs(1), ..QUICK });
    patient.queue(&db, &group(3)).await.unwrap();
    let fails = async |_: &Job| Err::<Progress, _>("no");
    for (wait, failed) in [(0, 1), (0, 0), (1, 1), (1, 0), (1, 1), (9, 0)] {
        now.fetch_add(wait, Ordering::Relaxed);
        assert_eq!(patient.work(&db, 9, fails).await.unwrap().failed, failed, "{wait}");
    }
    assert_eq!(worker.requeue(&db).await.unwrap(), 1);
    let job = db.get(Job::by_id(worker.name(), "GROUP#g1 METADATA")).await.unwrap().unwrap();
    assert_eq!((job.position.as_deref(), job.attempts), (Some("2"), 0));
    pages.take();
    worker.work(&db, 9, page).await.unwrap();
    assert_eq!(pages.take(), [2, 3, 4]);
    assert_eq!(
        (worker.requeue(&db).await.unwrap(), db.query(DeadLetter::of_worker(worker.name())).count().await.unwrap()),
        (0, 0)
    );
    clear(db).await;
}
