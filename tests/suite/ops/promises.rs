//! What the compiler cannot see is refused before it is sent, and what is allowed does what it says.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use dynamo_core::Names;
use dynamo_core::Transport;
use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "desk", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(recent, name = "Recent", pk = "RecentPK", sk = "RecentSK")]
#[index(by_version, name = "ByVersion", pk = "VersionPK", sk = "version", sk_type = "N")]
#[index(few, name = "Few", pk = "FewPK", sk = "shelf", projection = ["likes"])]
pub(crate) enum Desk {
    Paper(Paper),
    Visit(Visit),
    Room(Room),
    Guest(Guest),
}

/// `updated_at` in an index key that is made from it, and from fields of the primary key.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Desk,
    pk = "PAPER#<id>",
    sk = "META",
    recent = ("SHELF#<shelf>", "<updated_at>#<id>"),
    by_version = ("PAPERS", version),
    few = ("FEW", shelf),
)]
pub(crate) struct Paper {
    id: String,
    shelf: String,
    text: String,
    likes: u32,
    #[entity(version)]
    version: u64,
    #[entity(updated_at)]
    updated_at: Timestamp,
}

/// What `few` holds.
#[derive(Projection, Debug, PartialEq)]
#[projection(of = Paper, index = few)]
pub(crate) struct Liked {
    likes: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "VISITOR#<name>", sk = "VISIT#<created_at>")]
pub(crate) struct Visit {
    name: String,
    #[entity(created_at)]
    created_at: Timestamp,
}

/// A record of its own that its guests are counted in.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "ROOM#<room>", sk = "META")]
pub(crate) struct Room {
    room: String,
    title: String,
    guests: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "ROOM#<room>", sk = "GUEST#<name>", counted(guests in Room(room = room)))]
pub(crate) struct Guest {
    room: String,
    name: String,
}

async fn desk(transport: Transport) -> Db {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let db = match std::env::var("DYNAMODB_ENDPOINT") {
        Err(_) => Db::embedded().await.unwrap(),
        Ok(_) => Db::from_env().await.unwrap(),
    };
    let name = format!("desk-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let db = db.with_transport(transport).with_names(Names::new().rename::<Desk>(name));
    db.create_table::<Desk>().await.unwrap();
    db
}

fn paper(id: &str) -> Paper {
    let (shelf, text) = ("a".to_owned(), "x".repeat(id.len()));
    Paper { id: id.into(), shelf, text, likes: 3, version: 0, updated_at: Timestamp::default() }
}

fn refused<T: std::fmt::Debug>(result: &Result<T, Error>, part: &str) {
    match result {
        Err(Error::InvalidOperation(refused)) => assert!(refused.to_string().contains(part), "{refused}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn every_update_moves_updated_at_in_its_index() {
    static NOW: AtomicI64 = AtomicI64::new(0);
    for transport in crate::ops::transports() {
        NOW.store(1_000_000, Ordering::Relaxed);
        let clock = || Timestamp::from_millis(NOW.fetch_add(1000, Ordering::Relaxed)).unwrap();
        let db = desk(transport).await.with_clock(clock);
        for id in ["one", "two", "three"] {
            db.create(&paper(id)).await.unwrap();
        }
        let order = async || -> Vec<String> {
            let papers = db.query(Paper::query_recent("a")).descending().page().await.unwrap().items;
            papers.into_iter().map(|paper| paper.id).collect()
        };
        assert_eq!(order().await, ["three", "two", "one"]);
        db.update(Paper::key("one")).set(Paper::fields().text, "new").await.unwrap();
        assert_eq!(order().await, ["one", "three", "two"]);
        db.transact().update(Paper::key("two"), |update| update.add(Paper::fields().likes, 1)).await.unwrap();
        assert_eq!(order().await, ["two", "one", "three"]);
        db.update(Paper::key("three")).set(Paper::fields().shelf, "a").await.unwrap();
        assert_eq!(order().await, ["three", "two", "one"]);
        // A version that is itself the key counts there too.
        let versions = db.query(Paper::query_by_version()).descending().page().await.unwrap().items;
        assert!(versions.iter().all(|paper| paper.version == versions[0].version), "{versions:?}");
        db.update(Paper::key("one")).set(Paper::fields().text, "newer").await.unwrap();
        let newest = db.query(Paper::query_by_version()).descending().page().await.unwrap().items;
        assert_eq!((newest[0].id.as_str(), newest[0].version), ("one", versions[0].version + 1));
    }
}

#[tokio::test]
async fn bounds_come_in_their_order() {
    for transport in crate::ops::transports() {
        let db = desk(transport).await;
        for id in ["a", "bb", "ccc"] {
            db.put(&paper(id)).await.unwrap();
        }
        let fields = Paper::fields();
        let query = |condition| db.query(Paper::query_recent("a")).filter(condition);
        refused(&query(fields.likes.between(5, 1)).page().await, "between a higher and a lower one");
        refused(&query(fields.likes.between(10, 9)).page().await, "between a higher and a lower one");
        refused(&query(!fields.text.between("b", "a")).page().await, "between a higher and a lower one");
        refused(&query(fields.text.size().between(2, 1)).page().await, "between a higher and a lower one");
        refused(&db.delete(Paper::key("a")).when(fields.likes.between(2, 1)).await, "between a higher");
        refused(&query(fields.likes.is_in(Vec::<u32>::new())).page().await, "one of no values");
        assert_eq!(query(fields.likes.between(3, 3)).page().await.unwrap().items.len(), 3);
        let sized = query(fields.text.size().between(2, 3)).page().await.unwrap().items;
        assert_eq!(sized.iter().map(|paper| paper.text.len()).collect::<Vec<_>>(), [2, 3]);
    }
}

#[tokio::test]
async fn a_filter_asks_for_what_the_index_holds() {
    for transport in crate::ops::transports() {
        let db = desk(transport).await;
        db.put(&paper("a")).await.unwrap();
        let few = |condition| db.query(Paper::query_few()).project::<Liked>().filter(condition);
        refused(&few(Paper::fields().text.eq("x")).page().await, "which index `few` does not hold");
        refused(&few(Paper::fields().text.absent()).page().await, "which index `few` does not hold");
        assert_eq!(few(Paper::fields().likes.eq(3)).page().await.unwrap().items, [Liked { likes: 3 }]);
        // Every text begins with nothing.
        let all = db.query(Paper::query_few().shelf(begins_with(""))).project::<Liked>().page().await;
        assert_eq!(all.unwrap().items.len(), 1);
        let all = db.query(Visit::query("ann").created_at(..)).page().await;
        assert_eq!(all.unwrap().items.len(), 0);
    }
}

#[tokio::test]
async fn a_primary_key_is_known_to_who_writes_it() {
    for transport in crate::ops::transports() {
        let db = desk(transport).await;
        let unset = Visit { name: "ann".into(), created_at: Timestamp::default() };
        refused(&db.create(&unset).await, "is unset, and stands in its primary key");
        refused(&db.put(&unset).await, "is unset, and stands in its primary key");
        refused(&db.batch_write().put(&unset).await, "is unset, and stands in its primary key");
        refused(&db.transact().put(&unset).await, "is unset, and stands in its primary key");
        let visit = Visit { created_at: db.now(), ..unset };
        db.create(&visit).await.unwrap();
        assert_eq!(db.get(visit.key()).await.unwrap(), Some(visit));
    }
}

#[tokio::test]
async fn a_number_that_counts_is_not_set_by_hand() {
    for transport in crate::ops::transports() {
        let db = desk(transport).await;
        let guest = Guest { room: "r".into(), name: "ann".into() };
        db.create(&Room { room: "r".into(), title: "Kitchen".into(), guests: 0 }).await.unwrap();
        db.create(&guest).await.unwrap();
        let room = Room::fields();
        refused(&db.update(Room::key("r")).set(room.guests, 7).await, "counts items");
        refused(&db.update(Room::key("r")).add(Room::fields().guests, 1).await, "counts items");
        refused(
            &db.transact().update(Room::key("r"), |update| update.subtract(Room::fields().guests, 1)).await,
            "counts items",
        );
        assert!(db.update(Room::key("r")).add(Room::fields().guests, 1).into_sdk().is_err());
        db.update(Room::key("r")).set(room.title, "Bath").await.unwrap();
        let now = Room { room: "r".into(), title: "Bath".into(), guests: 1 };
        assert_eq!(db.get(Room::key("r")).await.unwrap(), Some(now));
    }
}
