//! Counters that do not have the number of their edges: verified, started, recounted; and what expires is counted off.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::companion::DriftKind;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::club::{Club, Draft, Fans, Follow, Followers, Following, TitleLock, draft, follow};
use super::engine::{on_club, put_raw};
use super::fault::{Fault, faulty};
use super::pointers::items;

/// As nobody should: past the framework.
async fn set_count(db: &Db, key: Item, count: u64) {
    let update = db.client().update_item().table_name(db.table_name::<Club>().unwrap()).set_key(Some(key));
    let update = update.update_expression("SET #c = :c").expression_attribute_names("#c", "count");
    update.expression_attribute_values(":c", AttributeValue::N(count.to_string())).send().await.unwrap();
}

async fn counts(db: &Db, user: &str) -> (u64, u64, u64) {
    let followers = db.get(Followers::key(user)).await.unwrap().map_or(0, |counter| counter.count);
    let following = db.get(Following::key(user)).await.unwrap().map_or(0, |counter| counter.count);
    let fans = db.batch_get((0..4).map(|shard| Fans::key(user, &shard))).await.unwrap();
    (followers, following, fans.iter().flatten().map(|fans| fans.count).sum())
}

on_club! {
    /// Edges that were there before they were counted.
    async fn counters_can_be_started(db) {
        for (a, b) in [("ann", "bob"), ("cid", "bob"), ("ann", "cid")] {
            put_raw::<Club>(&db, follow(a, b).to_item().unwrap()).await;
        }
        let found = db.verify::<Club>().await.unwrap();
        assert!(found.drift().iter().all(|drift| drift.kind() == DriftKind::Missing), "{found:?}");
        let missing = found.drift().len();
        assert!(missing >= 6, "{found:?}");
        assert_eq!(counts(&db, "bob").await, (0, 0, 0), "verify changes nothing");
        let repaired = db.repair::<Club>().await.unwrap();
        assert_eq!((repaired.drift().len(), repaired.busy().len()), (missing, 0));
        assert_eq!(counts(&db, "bob").await, (2, 0, 2));
        assert_eq!(counts(&db, "ann").await, (0, 2, 0));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        // And they go on.
        db.delete(Follow::key("ann", "bob")).await.unwrap();
        db.create(&follow("dan", "bob")).await.unwrap();
        db.create(&follow("eve", "bob")).await.unwrap();
        assert_eq!(counts(&db, "bob").await, (3, 0, 3));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
    }

    async fn a_wrong_number_is_found_and_set(db) {
        db.transact().create(&follow("ann", "bob")).create(&follow("cid", "bob")).await.unwrap();
        set_count(&db, Followers::key("bob").unwrap().to_item(), 7).await;
        set_count(&db, Following::key("ann").unwrap().to_item(), 0).await;
        let found = db.verify::<Club>().await.unwrap();
        let mut wrong: Vec<_> = found.drift().iter().map(ToString::to_string).collect();
        wrong.sort();
        assert_eq!(wrong, [
            "`Followers` USER#bob / COUNT#FOLLOWERS has another number than there are records",
            "`Following` USER#ann / COUNT#FOLLOWING has another number than there are records",
        ]);
        let before = items(&db).await;
        let repaired = db.repair::<Club>().await.unwrap();
        assert_eq!((repaired.drift().len(), repaired.written()), (2, 2));
        assert_eq!((counts(&db, "bob").await.0, counts(&db, "ann").await.1), (2, 1));
        // Nothing else has changed, no mark is left, and what the recount remembers is none of the table's items.
        let mut after = items(&db).await;
        after.retain(|key, _| !key.starts_with("_token"));
        for (key, count) in [("USER#bob / COUNT#FOLLOWERS", "7"), ("USER#ann / COUNT#FOLLOWING", "0")] {
            after.get_mut(key).unwrap().insert("count".into(), AttributeValue::N(count.into()));
        }
        assert_eq!(after, before);
        // One that counts nothing.
        db.delete(Follow::key("ann", "bob")).await.unwrap();
        db.delete(Follow::key("cid", "bob")).await.unwrap();
        set_count(&db, Followers::key("bob").unwrap().to_item(), 3).await;
        assert_eq!(db.repair::<Club>().await.unwrap().drift().len(), 1);
        assert_eq!(counts(&db, "bob").await, (0, 0, 0));
    }

    /// A counter that counts while it is recounted is busy, and keeps its number.
    async fn a_busy_counter_is_left_alone(db) {
        db.create(&follow("ann", "bob")).await.unwrap();
        set_count(&db, Followers::key("bob").unwrap().to_item(), 7).await;
        for repairs in [false, true] {
            let mut at = 0;
            let mut busy = 0;
            // Somebody follows after each of its requests in turn.
            loop {
                let (watched, faults) = faulty(db.clone());
                faults.next([vec![Fault::None; at], vec![Fault::Held]].concat());
                let operation = if repairs { watched.repair::<Club>() } else { watched.verify::<Club>() };
                let task = tokio::spawn(async move { operation.await });
                while !task.is_finished() && faults.seen() <= at {
                    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                }
                let held = !task.is_finished();
                if held {
                    db.create(&follow(&format!("fan{repairs}{at}"), "bob")).await.unwrap();
                    faults.release();
                }
                let report = task.await.unwrap().unwrap();
                busy += report.busy().len();
                // Whatever it said, the number is that of the edges, or as wrong as before.
                let edges = db.scan::<Follow>().page().await.unwrap().items.iter().filter(|edge| edge.followee == "bob").count() as u64;
                let number = counts(&db, "bob").await.0;
                assert!(number == edges || number == edges + 6, "{number} of {edges}, after request {at}");
                if repairs && number == edges {
                    set_count(&db, Followers::key("bob").unwrap().to_item(), number + 6).await;
                }
                if !held {
                    break;
                }
                at += 1;
            }
            assert!(busy > 0, "{at} requests");
        }
        assert!(db.repair::<Club>().await.unwrap().busy().is_empty());
        assert!(db.verify::<Club>().await.unwrap().is_clean());
    }

    /// DynamoDB deletes what expired without a word to the counter: the handler of the stream counts it off, once.
    async fn what_expired_is_counted_off_once(db) {
        db.create(&follow("ann", "bob")).await.unwrap();
        db.create(&follow("cid", "bob")).await.unwrap();
        let key = Follow::key("ann", "bob").unwrap();
        let old = items(&db).await["USER#ann / FOLLOWS#bob"].clone();
        let table = db.table_name::<Club>().unwrap();
        db.client().delete_item().table_name(&table).set_key(Some(key.to_item())).send().await.unwrap();
        let mut change = Change::<Club>::from_images(Some(old), None).unwrap();
        db.reconcile(&change).await.unwrap();
        assert_eq!(counts(&db, "bob").await, (2, 0, 2), "deleted by somebody who counted it off");
        change.expired = true;
        change.sequence = Some("4711".into());
        for _ in 0..3 {
            db.reconcile(&change).await.unwrap();
            assert_eq!((counts(&db, "bob").await, counts(&db, "ann").await), ((1, 0, 1), (0, 0, 0)));
        }
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        // Tokens of events are no items of the table.
        let all = db.scan_all::<Club>().strict().page().await.unwrap();
        assert_eq!(all.raw, []);
        let token = items(&db).await.into_iter().find(|(key, _)| key.starts_with("_token")).unwrap().1;
        let change = Change::<Club>::from_images(None, Some(token)).unwrap();
        assert_eq!((change.old, change.new), (None, None));
    }

    /// A lock goes with the record that holds it, by TTL too.
    async fn a_lock_expires_with_its_record(db) {
        let db = db.clone().with_clock(|| Timestamp::from_millis(100_000).unwrap());
        let lock = async || items(&db).await.get("TITLE#A / UNIQUE").map(|lock| lock.get("expires").cloned());
        let until = |second: u64| Some(Some(AttributeValue::N(second.to_string())));
        let plain = Draft { title: "A".into(), ..draft("a") };
        db.create(&plain).await.unwrap();
        assert_eq!(lock().await, Some(None));
        db.soft_delete(plain.key(), std::time::Duration::from_mins(1)).await.unwrap();
        assert_eq!(lock().await, until(160));
        db.restore(plain.key()).await.unwrap();
        assert_eq!(lock().await, Some(None));
        db.update(plain.key()).set(Draft::fields().expires, 5_000).await.unwrap();
        assert_eq!(lock().await, until(5_000));
        assert!(db.verify::<Club>().await.unwrap().is_clean());
        // It went before the record did, and another took its place: restoring is refused.
        db.soft_delete(plain.key(), std::time::Duration::from_mins(1)).await.unwrap();
        let table = db.table_name::<Club>().unwrap();
        let gone = TitleLock::key("A").unwrap().to_item();
        db.client().delete_item().table_name(table).set_key(Some(gone)).send().await.unwrap();
        db.create(&Draft { title: "A".into(), ..draft("b") }).await.unwrap();
        let restored = db.restore(plain.key()).await;
        assert!(matches!(restored, Err(Error::UniqueViolation(_))), "{restored:?}");
    }
}
