//! `insert_or_get`: the item that exists, or the one that is created.

use std::time::Duration;

use dynamo_core::op::Inserted;
use dynamo_core::prelude::*;

use super::depot::{Badge, BadgeCount, Bin, Depot, Doc, Purse, badge, bin, doc, old_purse};
use super::engine::{on, put_raw};
use super::fault::{Fault, faulty};

on! {
    async fn creates_or_reads(db: Depot) {
        let Inserted::Created(first) = db.insert_or_get(&doc("d1")).await.unwrap() else { panic!("there was none") };
        assert!(first.created_at != Timestamp::default(), "as it is stored: {first:?}");
        let other = Doc { text: "Other".into(), ..doc("d1") };
        let (second, cost) = db.insert_or_get(&other).metered().await.unwrap();
        assert_eq!((second, cost.requests), (Inserted::Existing(first.clone()), 1));
        assert_eq!(db.get(Doc::key("d1")).await.unwrap(), Some(first));
        put_raw::<Depot>(&db, old_purse("ann", "p1", 3)).await;
        let purse = Purse { user: "ann".into(), id: "p1".into(), cents: 0, owner: "x".into() };
        let Inserted::Existing(purse) = db.insert_or_get(&purse).await.unwrap() else { panic!("it was there") };
        assert_eq!(purse.cents, 300, "upgraded");
        assert!(matches!(db.insert_or_get(&doc("a#b")).await, Err(Error::Key(_))));
    }

    async fn companions_and_unique_values_are_respected(db: Depot) {
        assert!(db.insert_or_get(&badge("b1", "gold")).await.unwrap().is_created());
        let found = db.insert_or_get(&badge("b1", "silver")).await.unwrap();
        assert_eq!(found, Inserted::Existing(badge("b1", "gold")));
        let found = db.insert_or_get(&badge("b1", "gold")).await.unwrap();
        assert_eq!(found, Inserted::Existing(badge("b1", "gold")));
        let taken = db.insert_or_get(&badge("b2", "gold")).await;
        assert!(matches!(taken, Err(Error::UniqueViolation(_))), "{taken:?}");
        assert_eq!(db.get(Badge::key("b2")).await.unwrap(), None);
        assert_eq!(db.get(BadgeCount::key("red")).await.unwrap().unwrap().badges, 1);
        assert!(db.verify::<Depot>().await.unwrap().is_clean());
    }

    async fn a_softly_deleted_item_is_an_error(db: Depot) {
        db.create(&bin("ann", "b1")).await.unwrap();
        db.soft_delete(Bin::key("ann", "b1"), Duration::from_mins(1)).await.unwrap();
        let error = db.insert_or_get(&bin("ann", "b1")).await.unwrap_err();
        assert!(matches!(error, Error::Deleted(_)), "{error:?}");
    }

    async fn its_own_write_is_recognized(db: Depot) {
        let (slow, faults) = faulty(db.clone());
        for (at, fault) in [Fault::AnswerLost, Fault::ServerErrorAfter, Fault::TimedOut].into_iter().enumerate() {
            let id = format!("i{at}");
            faults.next([fault]);
            assert!(slow.insert_or_get(&doc(&id)).await.unwrap().is_created());
            faults.next([fault]);
            assert!(!slow.insert_or_get(&Doc { text: "Other".into(), ..doc(&id) }).await.unwrap().is_created());
            faults.next([fault]);
            assert!(slow.insert_or_get(&badge(&id, &id)).await.unwrap().is_created());
            faults.next([fault]);
            assert!(!slow.insert_or_get(&badge(&id, "x")).await.unwrap().is_created());
        }
    }

    async fn one_of_many_creates(db: Depot) {
        let all: Vec<_> = (0..8)
            .map(|at| {
                let db = db.clone();
                tokio::spawn(async move { db.insert_or_get(&badge("race", &format!("n{at}"))).await.unwrap() })
            })
            .collect();
        let mut found = Vec::new();
        for one in all {
            found.push(one.await.unwrap());
        }
        assert_eq!(found.iter().filter(|inserted| inserted.is_created()).count(), 1);
        let stored = found[0].clone().into_item();
        assert!(found.into_iter().all(|inserted| inserted.into_item() == stored));
        assert!(db.verify::<Depot>().await.unwrap().is_clean());
    }
}
