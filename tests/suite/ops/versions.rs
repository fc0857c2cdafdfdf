//! Versions and times.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use dynamo_core::{Db, Entity, Error, Timestamp};

use super::club::{Club, Memo, MemoPointer, Page, page};
use super::engine::on_club;
use super::fault::{Fault, faulty};

/// A clock that goes on by a second each time it is looked at.
fn ticking(db: &Db) -> Db {
    let seconds = Arc::new(AtomicI64::new(0));
    db.clone().with_clock(move || at(seconds.fetch_add(1, Ordering::Relaxed) + 1))
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(seconds * 1000).unwrap()
}

on_club! {
    async fn times_that_are_left_open_are_filled_in(db) {
        let db = ticking(&db);
        let written = db.create(&page("p")).returning_new().await.unwrap();
        assert_eq!((written.created_at, written.updated_at), (at(1), Some(at(1))));
        assert_eq!(db.get(Page::key("p")).await.unwrap(), Some(written.clone()));
        db.update(Page::key("p")).set(Page::fields().text, "b").await.unwrap();
        let updated = db.get(Page::key("p")).await.unwrap().unwrap();
        assert!(updated.updated_at > written.updated_at);
        assert_eq!((updated.created_at, updated.version), (at(1), 1));
        // What is given is written.
        let given = Page { created_at: at(500), updated_at: Some(at(600)), ..page("q") };
        db.create(&given).await.unwrap();
        assert_eq!(db.get(Page::key("q")).await.unwrap(), Some(given.clone()));
        db.update(Page::key("q")).set(Page::fields().updated_at, at(700)).await.unwrap();
        assert_eq!(db.get(Page::key("q")).await.unwrap().unwrap().updated_at, Some(at(700)));
        let current = db.get(Page::key("q")).await.unwrap().unwrap();
        let touched = db.replace(&current).touch().returning_new().await.unwrap();
        assert!(touched.updated_at.unwrap() < at(600) && touched.created_at == at(500));
        db.batch_write().put(&page("r")).await.unwrap();
        assert_ne!(db.get(Page::key("r")).await.unwrap().unwrap().created_at, Timestamp::default());
    }

    async fn a_version_keeps_writers_from_writing_over_each_other(db) {
        db.create(&page("p")).await.unwrap();
        let mine = db.get(Page::key("p")).await.unwrap().unwrap();
        let yours = mine.clone();
        let next = db.replace(&Page { text: "mine".into(), ..mine }).returning_new().await.unwrap();
        assert_eq!(next.version, 1);
        let Err(Error::VersionConflict(failure)) = db.replace(&Page { text: "yours".into(), ..yours.clone() }).await else { panic!("stale") };
        assert_eq!(failure.item::<Page>().unwrap().unwrap().text, "mine");
        assert!(matches!(db.put(&yours).await, Err(Error::VersionConflict(_))));
        let Err(Error::Cancelled(cancelled)) = db.transact().put(&yours).await else { panic!("stale") };
        assert!(matches!(cancelled.actions()[0].error(), Error::VersionConflict(_)), "{cancelled}");
        db.put(&next).await.unwrap();
        db.update(Page::key("p")).set(Page::fields().text, "updated").await.unwrap();
        assert!(matches!(db.replace(&next).await, Err(Error::VersionConflict(_))), "an update counts too");
        assert_eq!(db.get(Page::key("p")).await.unwrap().unwrap().version, 3);
        assert!(matches!(db.replace(&page("q")).await, Err(Error::NotFound(_))));
        db.put(&page("q")).await.unwrap();
        assert_eq!(db.get(Page::key("q")).await.unwrap().unwrap().version, 1);
    }

    async fn a_copy_has_the_time_and_the_version_of_its_record(db) {
        let db = ticking(&db);
        let memo = Memo { id: "m".into(), text: "a".into(), updated_at: Timestamp::default(), version: 0 };
        db.create(&memo).await.unwrap();
        db.update(memo.key()).set(Memo::fields().text, "b").await.unwrap();
        let read = db.get(memo.key()).await.unwrap().unwrap();
        let new = db.replace(&read).touch().returning_new().await.unwrap();
        assert_eq!(db.get(memo.key()).await.unwrap(), Some(new.clone()));
        let pointer = db.get(MemoPointer::key("m")).await.unwrap().unwrap();
        assert_eq!((pointer.updated_at, pointer.version), (new.updated_at, 2));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        assert!(matches!(db.replace(&read).await, Err(Error::VersionConflict(_))));
    }

    async fn a_lost_answer_is_no_other_writer(db) {
        let (db, faults) = faulty(db.clone());
        db.create(&page("p")).await.unwrap();
        let read = db.get(Page::key("p")).await.unwrap().unwrap();
        faults.next([Fault::AnswerLost]);
        let written = db.replace(&Page { text: "b".into(), ..read }).returning_new().await.unwrap();
        assert_eq!((written.version, faults.seen()), (1, 2));
        faults.none();
    }
}
