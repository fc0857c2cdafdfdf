//! Workers under attack: processes that end in the middle, records that nobody can handle, read or store, two at once.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use models::inviter::{Group, Inviter};
use models::worker::*;
use tokio::sync::Notify;

use super::second;
use super::workers::{AT_ONCE, QUICK, about, clear, database, group, until};

/// Follows until three records are handled or put aside; `None` if the process ended before, in the middle of the second one.
async fn ends_with_the_second(worker: &Worker, db: &Db, seen: &RefCell<Vec<String>>) -> Option<Step> {
    let mut follower = worker.follow::<Inviter>(db).await.unwrap();
    let reached = Notify::new();
    let handle = async |change: &Change<Inviter>| {
        seen.borrow_mut().push(about(change));
        if about(change) == "g2" {
            reached.notify_one();
            std::future::pending::<()>().await;
        }
        Ok(())
    };
    tokio::select! {
        step = until(&mut follower, 3, handle) => Some(step),
        () = reached.notified() => None,
    }
}

/// A handler that panics, aborts or takes all memory is not there to count how often it failed.
#[tokio::test]
async fn a_record_that_ends_the_process_is_put_aside_by_the_next_one() {
    let db = database().await;
    let (worker, seen) = (Worker::new("names", QUICK), RefCell::new(Vec::new()));
    for n in 1..=3 {
        db.create(&group(n)).await.unwrap();
    }
    // Once without care, and three times with it.
    for start in 1..=4 {
        assert_eq!(ends_with_the_second(&worker, &db, &seen).await, None, "start {start}");
    }
    assert_eq!(ends_with_the_second(&worker, &db, &seen).await, Some(Step { handled: 2, dead: 1 }));
    assert_eq!(seen.borrow().iter().filter(|about| *about == "g2").count(), 4);
    assert_eq!(seen.borrow().iter().filter(|about| *about == "g3").count(), 1);
    let letters = db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap();
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!((letter.attempts, letter.reason.contains("ended 3 times")), (3, true), "{letter:?}");

    // Once it has saved, nothing is held against the next record.
    let mut follower = worker.follow::<Inviter>(&db).await.unwrap();
    db.create(&group(4)).await.unwrap();
    until(&mut follower, 1, async |_| Ok(())).await;
    follower.step(async |_| Ok::<(), String>(())).await.unwrap();
    let position = db.get(Position::of_worker(worker.name())).consistent().await.unwrap().unwrap();
    assert_eq!((position.began, position.trying.len()), (false, 0));
    clear(db).await;
}

/// The same table, as the next version of the program declares it: a group need not have a name.
#[derive(Table, Debug)]
#[table(name = "InviterTable", pk = "PK", sk = "SK", stream)]
enum Mended {
    Group(NamelessGroup),
}

#[derive(Entity, Debug)]
#[entity(table = Mended, pk = "GROUP#<group_id>", sk = "METADATA", rename_all = "camelCase")]
struct NamelessGroup {
    group_id: String,
    #[allow(dead_code)] // Read, and that is all.
    group_name: Option<String>,
}

/// What cannot be read today is not lost: it is in the letter, and a later version of the program reads it.
#[tokio::test]
async fn a_record_that_cannot_be_read_is_kept_whole() {
    let db = database().await;
    let worker = Worker::new("names", QUICK);
    let mut follower = worker.follow::<Inviter>(&db).await.unwrap();
    let table = db.table_name::<Inviter>().unwrap();
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
    for id in ["g7", "g8"] {
        let put = db.client().put_item().table_name(&table).item("PK", text(&format!("GROUP#{id}")));
        put.item("SK", text("METADATA")).item("groupId", text(id)).send().await.unwrap();
    }
    let nothing = async |_: &Change<Inviter>| Ok(());
    assert_eq!(until(&mut follower, 2, nothing).await, Step { handled: 0, dead: 2 });
    let letters = db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap();
    let ids: Vec<_> = letters.iter().map(|letter| letter.new.as_ref().unwrap()["groupId"].as_s().unwrap()).collect();
    assert_eq!(super::sorted(ids), ["g7", "g8"]);
    assert!(letters.iter().all(|letter| letter.sequence.is_some() && letter.reason.contains("groupName")));
    assert_eq!(worker.redrive(&db, nothing).await.unwrap(), Redriven { done: 0, failed: 2 });
    let read = RefCell::new(Vec::new());
    let mended = async |change: &Change<Mended>| {
        let Some(Mended::Group(group)) = &change.new else { return Err("no group") };
        read.borrow_mut().push(group.group_id.clone());
        Ok(())
    };
    assert_eq!(worker.redrive(&db, mended).await.unwrap(), Redriven { done: 2, failed: 0 });
    assert_eq!(super::sorted(read.take()), ["g7", "g8"]);
    clear(db).await;
}

/// A record has two items, each of which may be as large as an item can be: a letter with both would not be one.
#[tokio::test]
async fn a_record_that_is_larger_than_an_item_is_put_aside_in_parts() {
    let db = database().await;
    let worker = Worker::new("names", QUICK);
    let mut follower = worker.follow::<Inviter>(&db).await.unwrap();
    // Of two and of three bytes, so that a part would end within one.
    let large = |letter: &str| Group { group_name: letter.repeat(120_000), ..group(1) };
    db.create(&large("\u{e9}")).await.unwrap();
    until(&mut follower, 1, async |_| Ok(())).await;
    db.put(&large("\u{20ac}")).await.unwrap();
    db.create(&group(2)).await.unwrap();
    // A reason can be as long as it likes.
    let fails = async |change: &Change<Inviter>| if about(change) == "g1" { Err("no".repeat(500_000)) } else { Ok(()) };
    assert_eq!(until(&mut follower, 2, fails).await, Step { handled: 1, dead: 1 });
    let letters = db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap();
    let [letter] = letters.as_slice() else { panic!("{} letters", letters.len()) };
    assert_eq!((letter.parts, letter.old.is_none(), letter.new.is_none()), (2, true, true));
    assert_eq!(letter.reason.len(), 2000);
    assert_eq!(db.query(DeadPart::of_letter(worker.name(), &letter.letter_id)).count().await.unwrap(), 2);
    let same = async |change: &Change<Inviter>| match (&change.old, &change.new) {
        (Some(Inviter::Group(old)), Some(Inviter::Group(new)))
            if *old == large("\u{e9}") && *new == large("\u{20ac}") =>
        {
            Ok(())
        }
        _ => Err("another record"),
    };
    assert_eq!(worker.redrive(&db, same).await.unwrap(), Redriven { done: 1, failed: 0 });
    assert_eq!(db.scan::<DeadLetter>().count().await.unwrap() + db.scan::<DeadPart>().count().await.unwrap(), 0);
    clear(db).await;
}

/// Who ends in the middle of a page has tried it.
#[tokio::test]
async fn a_job_that_ends_the_process_is_put_aside() {
    let now = Arc::new(AtomicU32::new(0));
    let clock = Arc::clone(&now);
    let db = database().await.with_clock(move || second(clock.load(Ordering::Relaxed)));
    let worker = Worker::new("copies", AT_ONCE);
    worker.queue(&db, &group(1)).await.unwrap();
    worker.queue(&db, &group(2)).await.unwrap();
    for _ in 0..3 {
        let reached = Notify::new();
        let page = async |job: &Job| {
            if job.record_pk == "GROUP#g1" {
                reached.notify_one();
                std::future::pending::<()>().await;
            }
            Ok::<_, String>(Progress::Done)
        };
        tokio::select! {
            _ = worker.work(&db, 9, page) => panic!("it never ends"),
            () = reached.notified() => {}
        }
        now.fetch_add(61, Ordering::Relaxed);
    }
    let done = async |_: &Job| Ok::<_, String>(Progress::Done);
    assert_eq!(worker.work(&db, 9, done).await.unwrap(), Worked { pages: 1, done: 1, failed: 0, dead: 1 });
    let letters = db.query(DeadLetter::of_worker(worker.name())).all().await.unwrap();
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    let about = letter.job.as_ref().unwrap();
    assert_eq!((about.record_pk.as_str(), letter.attempts), ("GROUP#g1", 3), "{letter:?}");
    assert_eq!(worker.requeue(&db).await.unwrap(), 1);
    assert_eq!(worker.work(&db, 9, done).await.unwrap(), Worked { pages: 1, done: 1, ..Worked::default() });
    clear(db).await;
}

/// One reads the queue, and another one does a page and gives the job back before the first comes to it.
#[tokio::test]
async fn a_page_that_another_one_has_done_since_is_not_done_again() {
    let db = database().await;
    let worker = Worker::new("copies", AT_ONCE);
    worker.queue(&db, &group(1)).await.unwrap();
    worker.queue(&db, &group(2)).await.unwrap();
    let pages = RefCell::new(Vec::new());
    let next = async |job: &Job| {
        pages.borrow_mut().push((job.record_pk.clone(), job.position.clone()));
        Ok::<_, String>(Progress::Next("2".to_owned()))
    };
    let slow = async |job: &Job| {
        if job.record_pk == "GROUP#g1" {
            // The first is leased, so that this is a page of the second.
            assert_eq!(worker.work(&db, 1, next).await.unwrap().pages, 1);
            return Ok(Progress::Done);
        }
        next(job).await
    };
    assert_eq!(worker.work(&db, 9, slow).await.unwrap(), Worked { pages: 1, done: 1, ..Worked::default() });
    assert_eq!(pages.take(), [("GROUP#g2".to_owned(), None)]);
    assert_eq!(worker.work(&db, 1, next).await.unwrap().pages, 1);
    assert_eq!(pages.take(), [("GROUP#g2".to_owned(), Some("2".to_owned()))]);
    clear(db).await;
}

/// Eight of them at once: every page is done once, and every job ends.
#[tokio::test]
async fn many_share_the_jobs() {
    let db = database().await;
    let worker = Worker::new("copies", AT_ONCE);
    for n in 0..6 {
        worker.queue(&db, &group(n)).await.unwrap();
    }
    let pages = RefCell::new(Vec::new());
    let page = async |job: &Job| {
        let at: u32 = job.position.as_deref().map_or(0, |position| position.parse().unwrap());
        pages.borrow_mut().push((job.record_pk.clone(), at));
        tokio::task::yield_now().await;
        Ok::<_, String>(if at == 2 { Progress::Done } else { Progress::Next((at + 1).to_string()) })
    };
    let worked = futures_util::future::join_all((0..8).map(|_| worker.work(&db, 100, page))).await;
    let done: u64 = worked.iter().map(|worked| worked.as_ref().unwrap().done).sum();
    let pages = super::sorted(pages.take());
    let expected = super::sorted((0..6).flat_map(|n| (0..3).map(move |at| (format!("GROUP#g{n}"), at))));
    assert_eq!((done, pages), (6, expected));
    assert_eq!(db.query(Job::of_worker(worker.name())).count().await.unwrap(), 0);
    clear(db).await;
}

/// A sort key has 1,024 bytes, and that of a job holds the keys of its record.
#[tokio::test]
async fn a_record_with_long_keys_can_be_queued_once() {
    let db = database().await;
    let worker = Worker::new("copies", AT_ONCE);
    let long = |end: &str| Group { group_id: format!("{}{end}", "\u{e9}".repeat(900)).into(), ..group(1) };
    assert!(worker.queue(&db, &long("a")).await.unwrap());
    assert!(!worker.queue(&db, &long("a")).await.unwrap());
    assert!(worker.queue(&db, &long("b")).await.unwrap());
    let done = async |job: &Job| if job.record_pk.len() > 1800 { Ok(Progress::Done) } else { Err("cut") };
    assert_eq!(worker.work(&db, 9, done).await.unwrap().done, 2);
    clear(db).await;
}
