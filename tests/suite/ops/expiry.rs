//! Items that expire, and items that are deleted and come back.

use std::time::Duration;

use dynamo_core::prelude::*;

use super::club::{Club, Draft, DraftEntry, TitleLock, draft};
use super::engine::on_club;
use super::pointers::items;

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Draft)]
struct Title {
    title: String,
}

fn at(db: &Db, second: i64) -> Db {
    db.clone().with_clock(move || Timestamp::from_millis(second * 1000).unwrap())
}

on_club! {
    async fn expired_items_are_left_out_if_asked(db) {
        let db = at(&db, 100);
        let drafts = [("a", None), ("b", Some(99)), ("c", Some(100)), ("d", Some(101))];
        for (id, expires) in drafts {
            db.create(&Draft { expires, ..draft(id) }).await.unwrap();
        }
        let ids = |drafts: Vec<Draft>| drafts.into_iter().map(|draft| draft.draft_id).collect::<String>();
        let sorted = |ids: String| { let mut ids: Vec<_> = ids.chars().collect(); ids.sort_unstable(); ids.into_iter().collect::<String>() };
        assert_eq!(sorted(ids(db.query(Draft::query_by_time()).page().await.unwrap().items)), "abcd");
        assert_eq!(sorted(ids(db.query(Draft::query_by_time()).unexpired().page().await.unwrap().items)), "ad");
        assert_eq!(sorted(ids(db.scan::<Draft>().unexpired().page().await.unwrap().items)), "ad");
        for (id, there) in [("a", true), ("b", false), ("c", false), ("d", true)] {
            assert!(db.get(Draft::key(id)).await.unwrap().is_some());
            assert_eq!(db.get(Draft::key(id)).unexpired().await.unwrap().is_some(), there, "{id}");
        }
    }

    /// A page of what has not expired goes on, though time does too.
    async fn a_cursor_outlives_the_second(db) {
        for n in 0..6 {
            at(&db, 100).create(&Draft { expires: Some(200 + n), ..draft(&n.to_string()) }).await.unwrap();
        }
        let first = at(&db, 100).query(Draft::query_by_time()).unexpired().limit(2).page().await.unwrap();
        let later = at(&db, 101).query(Draft::query_by_time()).unexpired().after(&first.next.unwrap()).page().await.unwrap();
        assert_eq!((first.items.len(), later.items.len()), (2, 4));
        // What has expired by then is left out, and a query that leaves nothing out is another one.
        let first = at(&db, 100).query(Draft::query_by_time()).unexpired().limit(1).page().await.unwrap().next.unwrap();
        assert!(at(&db, 205).query(Draft::query_by_time()).unexpired().after(&first).page().await.unwrap().items.len() <= 1);
        let other = at(&db, 100).query(Draft::query_by_time()).after(&first).page().await;
        assert!(matches!(other, Err(Error::Cursor(_))), "{other:?}");
        let first = at(&db, 100).scan::<Draft>().unexpired().limit(2).page().await.unwrap();
        let later = at(&db, 101).scan::<Draft>().unexpired().after(&first.next.unwrap()).page().await.unwrap();
        assert_eq!((first.items.len(), later.items.len()), (2, 4));
    }

    async fn a_deleted_item_can_be_restored(db) {
        let db = at(&db, 100);
        let plain = Draft { expires: Some(5_000), ..draft("a") };
        db.create(&plain).await.unwrap();
        let before = items(&db).await;
        db.soft_delete(plain.key(), Duration::from_mins(1)).await.unwrap();
        let deleted = db.get(plain.key()).including_deleted().await.unwrap().unwrap();
        assert_eq!(deleted.deleted_at, Some(db.now()));
        assert_eq!(deleted.expires, Some(160));
        assert!(db.query(Draft::query_by_time()).page().await.unwrap().items.is_empty(), "out of the index");
        assert_eq!(db.get(DraftEntry::key("a")).await.unwrap(), None, "out of the list");
        assert!(db.get(TitleLock::key("A")).await.unwrap().is_some(), "nobody takes its place");
        assert!(matches!(db.create(&Draft { title: "A".into(), ..draft("b") }).await, Err(Error::UniqueViolation(_))));
        let update = db.update(plain.key()).set(Draft::fields().title, "B").await;
        assert!(matches!(update, Err(Error::Deleted(_))), "{update:?}");
        // Twice is once, but for the time.
        db.soft_delete(plain.key(), Duration::from_secs(90)).await.unwrap();
        assert_eq!(db.get(plain.key()).including_deleted().await.unwrap().unwrap().expires, Some(190));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        db.backfill::<Club>().await.unwrap();
        assert!(db.query(Draft::query_by_time()).page().await.unwrap().items.is_empty(), "still out of the index");
        db.restore(plain.key()).await.unwrap();
        assert_eq!(items(&db).await, before);
        db.restore(plain.key()).await.unwrap();
        assert_eq!(items(&db).await, before, "one that is not deleted stays as it is");
        assert!(matches!(db.soft_delete(Draft::key("z"), Duration::ZERO).await, Err(Error::NotFound(_))));
    }

    /// A softly deleted item is in no read, and nothing but `restore` brings it back.
    async fn a_deleted_item_is_hidden_everywhere(db) {
        let db = at(&db, 100);
        let (gone, other) = (draft("a"), draft("b"));
        db.create(&gone).await.unwrap();
        db.create(&other).await.unwrap();
        db.soft_delete(gone.key(), Duration::from_mins(1)).await.unwrap();
        let before = items(&db).await;
        let keys = || [gone.key().unwrap(), other.key().unwrap()];
        assert_eq!(db.get(gone.key()).await.unwrap(), None);
        assert_eq!(db.get(gone.key()).unexpired().await.unwrap(), None);
        assert_eq!(db.batch_get(keys()).await.unwrap(), [None, Some(other.clone())]);
        assert_eq!(db.transact_get(keys()).await.unwrap(), [None, Some(other.clone())]);
        assert_eq!(db.query(Draft::query("a")).page().await.unwrap().items, []);
        assert_eq!(db.query(Draft::query("a")).count().await.unwrap(), 0);
        assert_eq!(db.query(Draft::query("a")).project::<Title>().page().await.unwrap().items, []);
        assert_eq!(db.query(Draft::partition("a")).page().await.unwrap().items, []);
        assert_eq!(db.query(Draft::partition("a")).count().await.unwrap(), 0);
        assert_eq!(db.query_merged([Draft::query("a"), Draft::query("b")]).page().await.unwrap().items, std::slice::from_ref(&other));
        assert_eq!(db.query(Draft::query_by_time()).page().await.unwrap().items, std::slice::from_ref(&other));
        assert_eq!(db.query(Draft::query_by_time()).count().await.unwrap(), 1);
        assert_eq!(db.scan::<Draft>().page().await.unwrap().items, std::slice::from_ref(&other));
        let drafts = |all: Vec<Club>| all.into_iter().filter(|one| matches!(one, Club::Draft(_))).count();
        assert_eq!(drafts(db.scan_all::<Club>().page().await.unwrap().items), 1);

        let deleted = db.get(gone.key()).including_deleted().await.unwrap().unwrap();
        assert_eq!(deleted.deleted_at, Some(db.now()));
        let shown = [Some(deleted.clone()), Some(other.clone())];
        assert_eq!(db.batch_get(keys()).including_deleted().await.unwrap(), shown);
        assert_eq!(db.transact_get(keys()).including_deleted().await.unwrap(), shown);
        assert_eq!(db.query(Draft::query("a")).including_deleted().page().await.unwrap().items, std::slice::from_ref(&deleted));
        assert_eq!(db.query(Draft::query("a")).including_deleted().count().await.unwrap(), 1);
        assert_eq!(db.query(Draft::partition("a")).including_deleted().page().await.unwrap().items.len(), 1);
        assert_eq!(db.scan::<Draft>().including_deleted().page().await.unwrap().items.len(), 2);

        // What was read before, or that way, does not bring it back when it is written.
        for write in [db.put(&gone).await, db.create(&gone).await, db.replace(&gone).await, db.update(gone.key()).set(Draft::fields().title, "Z").await] {
            assert!(matches!(write, Err(Error::Deleted(_))), "{write:?}");
        }
        assert!(matches!(db.put(&deleted).await, Err(Error::Deleted(_))));
        let batch = db.batch_write().put(&gone).await.unwrap_err();
        assert!(matches!(&batch, Error::Batch(error) if matches!(error.cause(), Some(Error::Deleted(_)))), "{batch:?}");
        let transaction = db.transact().put(&gone).await.unwrap_err();
        assert!(matches!(&transaction, Error::Cancelled(cancelled) if matches!(cancelled.actions()[0].error(), Error::Deleted(_))), "{transaction:?}");
        assert!(transaction.to_string().contains("softly deleted"), "{transaction}");
        assert_eq!(items(&db).await, before);
        // Deleted for good, it can be created again.
        db.delete(gone.key()).await.unwrap();
        db.create(&gone).await.unwrap();
        assert_eq!(db.get(gone.key()).await.unwrap(), Some(gone.clone()));
    }
}
