//! Sparse indexes that share a partition attribute: each has a time of its own, and either may be missing.

#![allow(clippy::duplicated_attributes)] // The indexes share an attribute, which is what is tested.

use dynamo_core::prelude::*;

use super::engine::{put_raw, stored, table_of};

#[derive(Table, Debug, PartialEq)]
#[table(name = "agenda", pk = "PK", sk = "SK")]
#[index(by_start, name = "ByStart", pk = "group", sk = "start", sk_type = "N")]
#[index(by_end, name = "ByEnd", pk = "group", sk = "end", sk_type = "N")]
enum Agenda {
    Event(Event),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Agenda,
    pk = "TEAM#<team>",
    sk = "EVENT#<id>",
    by_start = sparse("TEAM#<team>", start),
    by_end = sparse("TEAM#<team>", end),
)]
struct Event {
    id: String,
    team: String,
    start: Option<u64>,
    end: Option<u64>,
}

fn event(start: Option<u64>, end: Option<u64>) -> Event {
    Event { id: "e".into(), team: "red".into(), start, end }
}

/// The item is stored as its entity writes it, and in the indexes whose times it has.
async fn assert_in_step(db: &Db, expected: &Event) {
    let item = stored::<Agenda>(db).await.remove("TEAM#red / EVENT#e").unwrap();
    assert_eq!(Event::from_item(item.clone()).unwrap(), *expected);
    assert_eq!(expected.to_item().unwrap(), item);
    assert!(item.contains_key("group"), "another program may rely on it: {item:?}");
    let team = expected.team.as_str();
    assert_eq!(db.query(Event::query_by_start(team)).count().await.unwrap(), u64::from(expected.start.is_some()));
    assert_eq!(db.query(Event::query_by_end(team)).count().await.unwrap(), u64::from(expected.end.is_some()));
}

#[tokio::test]
async fn either_time_comes_and_goes() {
    for transport in crate::ops::transports() {
        let db = table_of::<Agenda>(transport).await;
        let (key, f) = (|| Event::key("red", "e"), Event::fields);
        let mut now = event(Some(1), Some(2));
        db.create(&now).await.unwrap();
        assert_in_step(&db, &now).await;
        db.update(key()).remove(f().start).await.unwrap();
        now.start = None;
        assert_in_step(&db, &now).await;
        db.update(key()).remove(f().end).await.unwrap();
        now.end = None;
        assert_in_step(&db, &now).await;
        db.put(&now).await.unwrap();
        assert_in_step(&db, &now).await;
        now = event(None, Some(9));
        db.put(&now).await.unwrap();
        assert_in_step(&db, &now).await;
        db.update(key()).remove(f().start).await.unwrap();
        assert_in_step(&db, &now).await;
        db.put(&event(None, None)).await.unwrap();
        assert_in_step(&db, &event(None, None)).await;
        // An older program left the attribute out.
        let mut old = event(None, Some(4)).to_item().unwrap();
        old.remove("group");
        put_raw::<Agenda>(&db, old).await;
        db.backfill::<Agenda>().await.unwrap();
        assert_in_step(&db, &event(None, Some(4))).await;
    }
}
