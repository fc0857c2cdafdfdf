//! A request is carried out once, and gives the first result again.

use dynamo_core::op::Inserted;
use dynamo_core::{Db, Error};
use futures_util::future::join_all;

use super::club::{Follow, Followers, Request, follow};
use super::engine::on_club;
use super::fault::{Fault, faulty};
use super::pointers::items;

fn request(id: &str, result: &str) -> Request {
    Request { request_id: id.into(), result: result.into() }
}

async fn followers(db: &Db) -> u64 {
    db.get(Followers::key("bob")).await.unwrap().map_or(0, |counter| counter.count)
}

on_club! {
    async fn a_repeated_request_gives_the_first_result(db) {
        let run = async |result: &str| db.transact().put(&follow("ann", "bob")).once(&request("r1", result)).await.unwrap();
        assert!(run("first").await.is_created());
        for _ in 0..3 {
            assert_eq!(run("second").await, Inserted::Existing(request("r1", "first")));
        }
        assert_eq!(followers(&db).await, 1);
        // What fails is not remembered.
        let before = items(&db).await;
        let exists = db.transact().create(&follow("ann", "bob")).once(&request("r2", "x")).await;
        let Err(Error::Cancelled(cancelled)) = exists else { panic!("{exists:?}") };
        assert_eq!((cancelled.actions().len(), cancelled.actions()[0].position()), (1, 0));
        assert_eq!(items(&db).await, before);
        // A repeated one says so, whatever else would fail by now.
        let again = db.transact().create(&follow("ann", "bob")).once(&request("r1", "x")).await.unwrap();
        assert_eq!(again, Inserted::Existing(request("r1", "first")));
    }

    async fn of_many_at_once_one_is_carried_out(db) {
        let edges: Vec<_> = (0..12).map(|i| follow(&format!("u{i}"), "bob")).collect();
        let run = async |edge: &Follow| db.transact().put(edge).once(&request("r", &edge.follower)).await.unwrap();
        let runs = edges.iter().map(run);
        let results = join_all(runs).await;
        assert_eq!(results.iter().filter(|result| result.is_created()).count(), 1);
        assert_eq!(followers(&db).await, 1);
        let firsts: std::collections::HashSet<_> = results.iter().filter_map(|result| if let Inserted::Existing(first) = result { Some(&first.result) } else { None }).collect();
        assert_eq!(firsts.len(), 1, "all are told the same");
    }

    async fn a_token_hides_no_repetition(db) {
        let run = async |result: &str| {
            let transaction = db.transact().put(&follow("ann", "bob")).idempotent("token");
            transaction.once(&request("r1", result)).await.unwrap()
        };
        assert!(run("first").await.is_created());
        // The same request, which DynamoDB would answer from its memory, and one with another result.
        for result in ["first", "second"] {
            assert_eq!(run(result).await, Inserted::Existing(request("r1", "first")));
        }
        assert_eq!(followers(&db).await, 1);
    }

    async fn a_lost_answer_is_not_a_repetition(db) {
        let (db, faults) = faulty(db.clone());
        faults.next([Fault::None, Fault::AnswerLost]);
        let done = db.transact().put(&follow("ann", "bob")).once(&request("r", "x")).await.unwrap();
        assert_eq!((done, followers(&db).await), (Inserted::Created(request("r", "x")), 1));
        faults.none();
    }
}
