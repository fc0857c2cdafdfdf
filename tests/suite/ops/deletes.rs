//! A delete of more pointers than a transaction takes, stopped half-way.

use std::collections::BTreeSet;

use dynamo_core::Names;
use dynamo_core::prelude::*;

use super::engine::empty;
use super::fault::{Fault, Faults, faulty};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "rooms", pk = "PK", sk = "SK", type_attribute = "type")]
enum Rooms {
    Room(Room),
    RoomEntry(RoomEntry),
    NameLock(NameLock),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Rooms, pk = "ROOM#<id>", sk = "META", pointers(RoomEntry), unique(name as NameLock))]
struct Room {
    id: String,
    name: String,
    users: BTreeSet<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Rooms, pk = "USER#<user>", sk = "ROOM#<id>", pointer_of(Room, each(user in users)))]
struct RoomEntry {
    user: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Rooms, pk = "NAME#<name>", sk = "UNIQUE")]
struct NameLock {
    name: String,
    id: String,
}

fn room(id: &str, users: usize) -> Room {
    Room { id: id.into(), name: "Hall".into(), users: (0..users).map(|i| format!("u{i:03}")).collect() }
}

async fn databases() -> Vec<(Db, Faults)> {
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let db = empty(transport).await;
        let name = format!("{}-rooms", db.table_name::<super::model::Work>().unwrap());
        let (db, faults) = faulty(db.with_names(Names::new().rename::<Rooms>(name)));
        db.create_table::<Rooms>().await.unwrap();
        faults.none();
        all.push((db, faults));
    }
    all
}

#[tokio::test]
async fn a_record_that_can_be_read_holds_its_locks() {
    for (db, faults) in databases().await {
        // The last transaction has no room for the lock beside 99 pointers.
        for users in [250, 198, 197, 99, 98] {
            for stop in 1..5 {
                db.create(&room("a", users)).await.unwrap();
                faults.then(std::iter::repeat_n(Fault::None, stop), Fault::Cut);
                let stopped = db.delete(Room::key("a")).await;
                faults.none();
                let other = db.create(&room("b", 0)).await;
                let found = db.get(Room::key("a")).await.unwrap();
                match &other {
                    Ok(()) => assert_eq!(found, None, "{users} {stop}"),
                    Err(Error::UniqueViolation(_)) => assert!(found.is_some() && stopped.is_err(), "{users} {stop}"),
                    other => panic!("{other:?}"),
                }
                db.repair_record(Room::key("a")).await.unwrap();
                if stopped.is_err() && stop > 1 {
                    assert_eq!(db.get(Room::key("a")).await.unwrap(), None, "{users} {stop}");
                }
                db.delete(Room::key("a")).await.unwrap();
                db.delete(Room::key("b")).await.unwrap();
                assert!(db.scan_all::<Rooms>().page().await.unwrap().items.is_empty(), "{users} {stop}");
            }
        }
    }
}

#[tokio::test]
async fn a_lock_of_another_record_stays() {
    for (db, _) in databases().await {
        db.create(&room("a", 150)).await.unwrap();
        let lock = NameLock { name: "Hall".into(), id: "z".into() }.to_item().unwrap();
        db.client().put_item().table_name(db.table_name::<Rooms>().unwrap()).set_item(Some(lock)).send().await.unwrap();
        db.delete(Room::key("a")).await.unwrap();
        let left = db.scan_all::<Rooms>().page().await.unwrap().items;
        assert!(matches!(&left[..], [Rooms::NameLock(lock)] if lock.id == "z"), "{left:?}");
    }
}
