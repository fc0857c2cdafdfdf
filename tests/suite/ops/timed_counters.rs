//! Counters that are listed by when they were written: counting moves them in their indexes.

use dynamo_core::codec::AttributeValue;
use dynamo_core::companion::DriftKind;
use dynamo_core::prelude::*;

use super::engine::{stored, table_of};

#[derive(Table, Debug, PartialEq)]
#[table(name = "stars", pk = "PK", sk = "SK")]
#[index(recent, name = "Recent", pk = "GSI1PK", sk = "GSI1SK")]
#[index(oldest, name = "Oldest", pk = "GSI2PK", sk = "GSI2SK")]
enum Stars {
    Fan(Fan),
    Fans(Fans),
    Visit(Visit),
    Visits(Visits),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Stars, pk = "STAR#<star>", sk = "FAN#<fan>", counted(number in Fans(star = star)))]
struct Fan {
    star: String,
    fan: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Stars,
    pk = "STAR#<star>",
    sk = "FANS",
    recent = ("FANS#<updated_at:month>", "AT#<updated_at>#<star>"),
    oldest = ("FANS", "SINCE#<created_at>#<star>"),
)]
struct Fans {
    star: String,
    number: u64,
    #[entity(created_at)]
    created_at: Timestamp,
    #[entity(updated_at)]
    updated_at: Timestamp,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Stars, pk = "STAR#<star>", sk = "VISIT#<n:03>", counted(number in Visits(star = star)))]
struct Visit {
    star: String,
    n: u32,
}

/// The same with times that may be absent.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Stars,
    pk = "STAR#<star>",
    sk = "VISITS",
    recent = sparse("VISITS", "AT#<updated_at>"),
    oldest = sparse("VISITS", "SINCE#<created_at>"),
)]
struct Visits {
    star: String,
    number: Option<u64>,
    #[entity(created_at)]
    created_at: Option<Timestamp>,
    #[entity(updated_at)]
    updated_at: Option<Timestamp>,
}

fn at(db: &Db, second: i64) -> Db {
    db.clone().with_clock(move || second_of(second))
}

fn second_of(second: i64) -> Timestamp {
    Timestamp::from_millis(second * 1000).unwrap()
}

fn fan(star: &str, fan: &str) -> Fan {
    Fan { star: star.into(), fan: fan.into() }
}

/// Every counter is stored as its entity writes it, with the keys of its indexes.
async fn assert_in_step(db: &Db) {
    for item in stored::<Stars>(db).await.into_values() {
        if item["SK"] == AttributeValue::S("FANS".into()) {
            assert_eq!(Fans::from_item(item.clone()).unwrap().to_item().unwrap(), item);
        } else if item["SK"] == AttributeValue::S("VISITS".into()) {
            assert_eq!(Visits::from_item(item.clone()).unwrap().to_item().unwrap(), item);
        }
    }
}

const LATER: i64 = 90 * 24 * 3600;

#[tokio::test]
async fn counting_moves_a_counter_in_its_indexes() {
    for transport in crate::ops::transports() {
        let db = table_of::<Stars>(transport).await;
        at(&db, 100).create(&fan("ann", "x")).await.unwrap();
        at(&db, 200).create(&fan("bob", "x")).await.unwrap();
        at(&db, LATER).create(&fan("ann", "y")).await.unwrap();
        at(&db, 150).create(&Visit { star: "ann".into(), n: 1 }).await.unwrap();
        at(&db, 160).create(&Visit { star: "ann".into(), n: 2 }).await.unwrap();
        assert_in_step(&db).await;
        let stars = |fans: Vec<Fans>| fans.into_iter().map(|fans| (fans.star, fans.number)).collect::<Vec<_>>();
        let recent = db.query(Fans::query_recent(second_of(LATER))).all().await.unwrap();
        assert_eq!(stars(recent), [("ann".to_owned(), 2)]);
        let recent = db.query(Fans::query_recent(second_of(0))).all().await.unwrap();
        assert_eq!(stars(recent), [("bob".to_owned(), 1)]);
        let oldest = db.query(Fans::query_oldest()).all().await.unwrap();
        assert_eq!(stars(oldest), [("ann".to_owned(), 2), ("bob".to_owned(), 1)]);
        let visits = db.query(Visits::query_recent().updated_at(second_of(160))).all().await.unwrap();
        assert_eq!((visits[0].number, visits[0].created_at), (Some(2), Some(second_of(150))));
        // Down as well, and after a backfill.
        at(&db, 300).delete(Fan::key("ann", "y")).await.unwrap();
        assert_in_step(&db).await;
        db.backfill::<Stars>().await.unwrap();
        at(&db, 400).create(&fan("ann", "z")).await.unwrap();
        assert_in_step(&db).await;
        assert_eq!(db.get(Fans::key("ann")).await.unwrap().unwrap().updated_at, second_of(400));
    }
}

#[tokio::test]
async fn a_repair_writes_them_too() {
    for transport in crate::ops::transports() {
        let db = table_of::<Stars>(transport).await;
        at(&db, 100).create(&fan("ann", "x")).await.unwrap();
        at(&db, 100).create(&Visit { star: "ann".into(), n: 1 }).await.unwrap();
        for key in [Fans::key("ann").unwrap().to_item(), Visits::key("ann").unwrap().to_item()] {
            let delete = db.client().delete_item().table_name(db.table_name::<Stars>().unwrap());
            delete.set_key(Some(key)).send().await.unwrap();
        }
        let report = at(&db, 500).repair::<Stars>().await.unwrap();
        assert!(report.drift().iter().all(|drift| drift.kind() == DriftKind::Missing), "{report:?}");
        assert_eq!(report.written(), 2);
        assert_in_step(&db).await;
        assert_eq!(db.query(Fans::query_oldest()).all().await.unwrap().len(), 1);
        assert_eq!(db.query(Visits::query_recent()).all().await.unwrap().len(), 1);
    }
}
