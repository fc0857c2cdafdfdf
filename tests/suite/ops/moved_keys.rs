//! `updated_at` in an index key with other fields: every update moves the key, and reads what it needs for that.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use dynamo_core::op::Update;
use dynamo_core::prelude::*;
use futures_util::future::join_all;

use super::engine::{on, stored};
use super::fault::{Fault, faulty};

#[derive(Table, Debug)]
#[table(name = "board", pk = "PK", sk = "SK")]
#[index(by_owner, name = "ByOwner", pk = "OwnerPK", sk = "OwnerSK")]
#[index(due, name = "Due", pk = "DuePK", sk = "DueSK")]
pub(crate) enum Board {
    Ticket(Ticket),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Board,
    pk = "TICKET#<id>",
    sk = "META",
    by_owner = ("OWNER#<owner>", "STATUS#<status>#<updated_at>"),
    due = sparse("DUE", "<due>#<updated_at>"),
)]
pub(crate) struct Ticket {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) status: String,
    pub(crate) due: Option<String>,
    pub(crate) votes: u64,
    #[entity(updated_at)]
    pub(crate) updated_at: Timestamp,
}

fn ticket(id: &str) -> Ticket {
    let text = |text: &str| text.to_owned();
    Ticket {
        id: text(id),
        owner: text("ann"),
        status: text("open"),
        due: None,
        votes: 0,
        updated_at: Timestamp::default(),
    }
}

/// A handle whose clock goes on by a second each time that it is looked at.
fn ticking(db: &Db) -> Db {
    let clock = Arc::new(AtomicI64::new(1_700_000_000_000));
    db.clone().with_clock(move || Timestamp::from_millis(clock.fetch_add(1_000, Ordering::Relaxed)).unwrap())
}

/// Every key is the one that the stored fields make.
async fn assert_keys(db: &Db) {
    for item in stored::<Board>(db).await.into_values() {
        assert_eq!(Ticket::from_item(item.clone()).unwrap().to_item().unwrap(), item);
    }
}

on! {
    async fn every_update_moves_the_key(db: Board) {
        let db = ticking(&db);
        db.create(&ticket("t1")).await.unwrap();
        let (key, f) = (|| Ticket::key("t1"), Ticket::fields());
        let before = db.get(key()).await.unwrap().unwrap();
        for change in [
            |update: Update<Ticket>| update.add(Ticket::fields().votes, 1),
            |update: Update<Ticket>| update.set(Ticket::fields().status, "done"),
            |update: Update<Ticket>| update.set(Ticket::fields().due, "2026-12-01"),
            |update: Update<Ticket>| update.set(Ticket::fields().due, None),
            |update: Update<Ticket>| update.set(Ticket::fields().owner, "bob").set(Ticket::fields().status, "open"),
        ] {
            change(db.update(key())).await.unwrap();
            assert_keys(&db).await;
        }
        let after = db.get(key()).await.unwrap().unwrap();
        assert!(after.updated_at > before.updated_at && after.votes == 1, "{after:?}");
        assert_eq!(db.query(Ticket::query_by_owner("ann")).all().await.unwrap(), []);
        assert_eq!(db.query(Ticket::query_by_owner("bob").status("open")).all().await.unwrap(), [after]);
        db.transact().create(&ticket("t2")).update(key(), |ticket| ticket.add(f.votes, 1)).await.unwrap();
        assert_keys(&db).await;
        let read = db.update(key()).add(f.votes, 1).returning_new().await.unwrap();
        assert_eq!((read.votes, db.get(key()).await.unwrap()), (3, Some(read)));
        assert!(matches!(db.update(Ticket::key("t9")).add(f.votes, 1).await, Err(Error::NotFound(_))));
        let failed = db.update(key()).add(f.votes, 1).when(f.status.eq("done")).await;
        assert!(matches!(failed, Err(Error::ConditionFailed(_))), "{failed:?}");
        assert!(db.update(key()).add(f.votes, 1).into_sdk().is_err());
    }

    async fn upserts_do_too(db: Board) {
        let db = ticking(&db);
        for votes in 1..=3 {
            let now = db.upsert(&ticket("t1")).add(Ticket::fields().votes, 1).returning_new().await.unwrap();
            assert_eq!(now.votes, votes);
            assert_keys(&db).await;
        }
        db.transact().upsert(&ticket("t1"), |ticket| ticket.add(Ticket::fields().votes, 1)).await.unwrap();
        assert_keys(&db).await;
        assert_eq!(db.get(Ticket::key("t1")).await.unwrap().unwrap().votes, 4);
    }

    async fn writers_race(db: Board) {
        let db = ticking(&db);
        db.create(&ticket("t1")).await.unwrap();
        let updates = (0..12).map(|at| {
            let update = db.update(Ticket::key("t1")).add(Ticket::fields().votes, 1);
            let update = if at % 3 == 0 { update.set(Ticket::fields().status, format!("s{at}")) } else { update };
            async move { update.await }
        });
        for done in join_all(updates).await {
            done.unwrap();
        }
        assert_eq!(db.get(Ticket::key("t1")).await.unwrap().unwrap().votes, 12);
        assert_keys(&db).await;
    }

    async fn a_lost_answer_counts_once(db: Board) {
        db.create(&ticket("t1")).await.unwrap();
        let (slow, faults) = faulty(db.clone());
        for fault in [Fault::AnswerLost, Fault::TimedOut] {
            faults.next([Fault::None, fault]);
            let done = slow.update(Ticket::key("t1")).set(Ticket::fields().status, format!("{fault:?}")).await;
            done.unwrap();
            assert_keys(&db).await;
        }
    }
}
