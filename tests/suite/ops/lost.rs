//! Attributes that another writer adds between reading and writing are not lost.

use std::time::Duration;

use dynamo_core::codec::AttributeValue;
use dynamo_core::{Db, Entity, Item};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::club::{Card, Club, Draft, Memo, draft};
use super::engine::on_club;
use super::fault::{Fault, Faults, faulty};
use super::pointers::items;

/// Adds an attribute that no field has, as another program would.
fn add<'a>(db: &'a Db, key: (&'a str, &'a str), name: &'a str) -> BoxFuture<'a, ()> {
    let text = |text: &str| AttributeValue::S(text.into());
    let update = db.client().update_item().table_name(db.table_name::<Club>().unwrap());
    let update = update.key("PK", text(key.0)).key("SK", text(key.1)).update_expression("SET #n = :v");
    let update = update.expression_attribute_names("#n", name).expression_attribute_values(":v", text("kept"));
    async { drop(update.send().await.unwrap()) }.boxed()
}

/// Runs a write, and adds an attribute after the write has read and before it writes.
async fn meanwhile<T>(
    faults: &Faults,
    reads: usize,
    write: impl Future<Output = T>,
    other: impl Future<Output = ()>,
) -> T {
    faults.next(std::iter::repeat_n(Fault::None, reads).chain([Fault::Held]));
    let other = async {
        while faults.seen() <= reads {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        other.await;
        faults.release();
    };
    let (written, ()) = tokio::join!(write, other);
    written
}

on_club! {
    async fn soft_deletes_and_restores_keep_what_others_add(db) {
        let (slow, faults) = faulty(db.clone());
        db.create(&draft("a")).await.unwrap();
        let key = ("DRAFT#a", "META");
        let delete = async { slow.soft_delete(Draft::key("a"), Duration::from_mins(1)).await };
        meanwhile(&faults, 1, delete, add(&db, key, "one")).await.unwrap();
        let kept = |item: &Item, name: &str| item.get(name) == Some(&AttributeValue::S("kept".into()));
        assert!(kept(&items(&db).await["DRAFT#a / META"], "one"));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        let restore = async { slow.restore(Draft::key("a")).await };
        meanwhile(&faults, 1, restore, add(&db, key, "two")).await.unwrap();
        let item = items(&db).await.remove("DRAFT#a / META").unwrap();
        assert!(kept(&item, "one") && kept(&item, "two"), "{item:?}");
        assert_eq!(db.get(Draft::key("a")).await.unwrap(), Some(draft("a")));
        assert_eq!(db.query(Draft::query_by_time()).page().await.unwrap().items.len(), 1);
        assert!(db.verify::<Club>().await.unwrap().is_clean());
    }

    /// An attribute that the write itself changes is read again.
    async fn a_key_that_another_writer_sets_is_not_restored(db) {
        let (slow, faults) = faulty(db.clone());
        db.create(&draft("a")).await.unwrap();
        let delete = async { slow.soft_delete(Draft::key("a"), Duration::from_mins(1)).await };
        meanwhile(&faults, 1, delete, add(&db, ("DRAFT#a", "META"), "TimePK")).await.unwrap();
        assert!(!items(&db).await["DRAFT#a / META"].contains_key("TimePK"));
        assert!(faults.seen() > 2, "the first attempt failed");
    }

    async fn a_backfill_keeps_what_others_add(db) {
        let (slow, faults) = faulty(db.clone());
        let mut card = Card { card_id: "a".into(), names: vec![], rank: 7 }.to_item().unwrap();
        card.insert("schemaVersion".into(), AttributeValue::N("1".into()));
        card.insert("name".into(), AttributeValue::S("Ann".into()));
        card.remove("names");
        let mut memo = Memo { id: "m".into(), text: "Hi".into(), updated_at: dynamo_core::Timestamp::now(), version: 0 }.to_item().unwrap();
        let words = memo.remove("text").unwrap();
        memo.insert("words".into(), words);
        for (item, key) in [(card, ("CARD#a", "META")), (memo, ("MEMO#m", "META"))] {
            let table = db.table_name::<Club>().unwrap();
            db.client().put_item().table_name(&table).set_item(Some(item)).send().await.unwrap();
            let done = meanwhile(&faults, 1, async { slow.backfill::<Club>().await }, add(&db, key, "extra")).await.unwrap();
            assert_eq!((done.found, done.written), (1, 1));
            let item = items(&db).await.remove(&format!("{} / {}", key.0, key.1)).unwrap();
            assert_eq!(item["extra"], AttributeValue::S("kept".into()));
            assert!(!item.contains_key("words") && !item.contains_key("name"), "{item:?}");
        }
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        assert_eq!(db.backfill::<Club>().await.unwrap().found, 0);
    }
}
