//! Locks whose own expiry has passed, although DynamoDB has not deleted them yet.

use dynamo_core::companion::DriftKind;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::club::{self, Club, Draft, TitleLock};
use super::drift::delete_raw;
use super::engine::on_club;

const PAST: Option<u64> = Some(1_700_000_000);

fn draft(id: &str, title: &str) -> Draft {
    Draft { title: title.into(), ..club::draft(id) }
}

fn expired(id: &str) -> Draft {
    Draft { expires: PAST, ..draft(id, "Title") }
}

async fn holder(db: &Db) -> Option<String> {
    db.get(TitleLock::key("Title")).await.unwrap().map(|lock| lock.draft_id)
}

on_club! {
    async fn a_value_is_free_when_its_lock_has_expired(db) {
        db.create(&expired("a")).await.unwrap();
        db.create(&draft("b", "Title")).await.unwrap();
        assert_eq!(holder(&db).await.as_deref(), Some("b"));
        let taken = db.create(&draft("c", "Title")).await;
        assert!(matches!(taken, Err(Error::UniqueViolation(_))), "{taken:?}");
        // The first has lost it for good.
        assert!(db.verify_record(Draft::key("a")).await.unwrap().drift().iter().all(|drift| drift.kind() != DriftKind::Contested));
        let late = db.update(Draft::key("a")).set(Draft::fields().expires, 9_999_999_999).await;
        assert!(late.is_err(), "another has the value");
        db.delete(Draft::key("a")).await.unwrap();
        assert_eq!(holder(&db).await.as_deref(), Some("b"));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
    }

    async fn an_update_takes_it_too(db) {
        db.create(&expired("a")).await.unwrap();
        db.create(&draft("b", "Other")).await.unwrap();
        db.update(Draft::key("b")).set(Draft::fields().title, "Title").await.unwrap();
        assert_eq!(holder(&db).await.as_deref(), Some("b"));
        let put = Draft { expires: PAST, ..draft("b", "Title") };
        db.put(&put).await.unwrap();
        db.transact().create(&draft("d", "Title")).await.unwrap();
        assert_eq!(holder(&db).await.as_deref(), Some("d"));
    }

    async fn its_record_is_gone_and_repaired(db) {
        db.create(&expired("a")).await.unwrap();
        let old = db.get(Draft::key("a")).await.unwrap();
        let old = old.map_or_else(|| expired("a").to_item().unwrap(), |old| old.to_item().unwrap());
        delete_raw(&db, Draft::key("a").unwrap().to_item()).await;
        db.repair_record(Draft::key("a")).await.unwrap();
        db.create(&draft("b", "Title")).await.unwrap();
        // Only now the stream tells that the first has expired.
        let mut change = Change::<Club>::from_images(Some(old), None).unwrap();
        (change.expired, change.sequence) = (true, Some("expired-a".into()));
        db.reconcile(&change).await.unwrap();
        assert_eq!(holder(&db).await.as_deref(), Some("b"));
    }

    async fn a_repair_takes_it_over(db) {
        db.create(&expired("a")).await.unwrap();
        // Written by a program that knows no locks.
        super::drift::put_raw(&db, draft("b", "Title").to_item().unwrap()).await;
        let found = db.repair_record(Draft::key("b")).await.unwrap();
        assert!(found.drift().iter().any(|drift| drift.kind() == DriftKind::Missing), "{found:?}");
        assert_eq!(holder(&db).await.as_deref(), Some("b"));
        assert!(db.verify_record(Draft::key("b")).await.unwrap().is_clean());
    }
}
