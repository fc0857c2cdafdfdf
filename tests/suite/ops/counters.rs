//! Edges are counted once, and never below zero.

use dynamo_core::{Db, Entity, Error, Timestamp};
use futures_util::future::join_all;

use super::club::{Fans, Follow, Followers, Following, follow};
use super::drift::{delete_raw, put_raw};
use super::engine::on_club;
use super::fault::{Fault, faulty};

async fn counts(db: &Db, user: &str) -> (u64, u64, u64) {
    let followers = db.get(Followers::key(user)).await.unwrap().map_or(0, |counter| counter.count);
    let following = db.get(Following::key(user)).await.unwrap().map_or(0, |counter| counter.count);
    let fans = db.batch_get((0..4).map(|shard| Fans::key(user, &shard))).await.unwrap();
    (followers, following, fans.iter().flatten().map(|fans| fans.count).sum())
}

on_club! {
    async fn an_edge_is_counted_when_it_comes_and_when_it_goes(db) {
        let noon: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
        let db = db.clone().with_clock(move || noon);
        db.create(&follow("ann", "bob")).await.unwrap();
        assert_eq!((counts(&db, "ann").await, counts(&db, "bob").await), ((0, 1, 0), (1, 0, 1)));
        assert_eq!(db.get(Followers::key("bob")).await.unwrap().unwrap().updated_at, noon);
        // However often.
        for _ in 0..3 {
            db.put(&follow("ann", "bob")).await.unwrap();
            assert!(matches!(db.create(&follow("ann", "bob")).await, Err(Error::Exists(_))));
        }
        let noted = db.update(Follow::key("ann", "bob")).set(Follow::fields().note, "hi");
        noted.await.unwrap();
        assert_eq!((counts(&db, "ann").await, counts(&db, "bob").await), ((0, 1, 0), (1, 0, 1)));
        // Two edges that one counter counts, in one transaction.
        db.transact().create(&follow("ann", "cid")).create(&follow("ann", "dan")).await.unwrap();
        assert_eq!(counts(&db, "ann").await.1, 3);
        db.batch_write().put(&follow("eve", "ann")).delete(Follow::key("ann", "cid")).await.unwrap();
        assert_eq!(counts(&db, "ann").await, (1, 2, 1));
        for _ in 0..3 {
            db.delete(Follow::key("ann", "bob")).await.unwrap();
        }
        assert_eq!((counts(&db, "ann").await, counts(&db, "bob").await), ((1, 1, 1), (0, 0, 0)));
    }

    async fn a_counter_that_was_lost_stays_at_zero(db) {
        db.create(&follow("ann", "bob")).await.unwrap();
        delete_raw(&db, Followers::key("bob").unwrap().to_item()).await;
        db.delete(Follow::key("ann", "bob")).await.unwrap();
        assert_eq!((counts(&db, "ann").await, counts(&db, "bob").await), ((0, 0, 0), (0, 0, 0)));
        assert_eq!(db.get(Follow::key("ann", "bob")).await.unwrap(), None, "the edge went all the same");
    }

    async fn no_more_is_taken_away_than_there_is(db) {
        db.transact().create(&follow("ann", "bob")).create(&follow("ann", "cid")).create(&follow("ann", "dan")).await.unwrap();
        put_raw(&db, Following { user_id: "ann".into(), count: 1 }.to_item().unwrap()).await;
        db.transact().delete(Follow::key("ann", "bob")).delete(Follow::key("ann", "cid")).await.unwrap();
        assert_eq!((counts(&db, "ann").await.1, counts(&db, "bob").await.0), (0, 0));
        db.create(&follow("ann", "bob")).await.unwrap();
        assert_eq!(counts(&db, "ann").await.1, 1);
    }

    async fn many_at_once(db) {
        let edges: Vec<_> = (0..24).map(|i| follow(&format!("u{}", i % 12), "star")).collect();
        let results = join_all(edges.iter().map(|edge| async { db.create(edge).await })).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 12, "{results:?}");
        assert_eq!(counts(&db, "star").await, (12, 0, 12));
        let deletes = edges.iter().map(|edge| async { db.delete(edge.key()).await });
        join_all(deletes).await.into_iter().for_each(|result| result.unwrap());
        assert_eq!(counts(&db, "star").await, (0, 0, 0));
    }

    async fn a_lost_answer_counts_once(db) {
        let (db, faults) = faulty(db.clone());
        for fault in [Fault::AnswerLost, Fault::TimedOut, Fault::ServerErrorAfter, Fault::Cut, Fault::Conflict] {
            faults.next([fault]);
            db.create(&follow("ann", "bob")).await.unwrap();
            assert_eq!(counts(&db, "bob").await.0, 1, "{fault:?}");
            faults.next([Fault::None, fault]);
            db.delete(Follow::key("ann", "bob")).await.unwrap();
            assert_eq!(counts(&db, "bob").await.0, 0, "{fault:?}");
        }
        faults.none();
    }
}
