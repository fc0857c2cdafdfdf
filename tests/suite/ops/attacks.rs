//! What somebody found who wanted the promises to lie: old schema versions under the framework's own conditions, filters over
//! mixed partitions, half-done deletes under a recount, lost answers.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Names;
use dynamo_core::prelude::*;
use futures_util::StreamExt;

use super::engine::{empty, put_raw};
use super::fault::{Fault, Faults, faulty};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "attacked", pk = "PK", sk = "SK", ttl = "until")]
enum Attacked {
    Doc(Doc),
    Side(Side),
    Gone(Gone),
    Shelf(Shelf),
    Book(Book),
    Room(Room),
    RoomOfUser(RoomOfUser),
    House(House),
}

/// In its first version, the version was called `rev`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Attacked, pk = "BOX#<owner>", sk = "DOC#<id>", schema_version = 2, upgrade = rev)]
struct Doc {
    owner: String,
    id: String,
    title: String,
    #[entity(version)]
    version: u64,
}

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn rev(_: u32, mut item: Item) -> Result<Item, &'static str> {
    if let Some(rev) = item.remove("rev") {
        item.insert("version".to_owned(), rev);
    }
    Ok(item)
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Attacked, pk = "BOX#<owner>", sk = "SIDE#<id>")]
struct Side {
    owner: String,
    id: String,
    title: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Attacked, pk = "GONE#<id>", sk = "META")]
struct Gone {
    id: String,
    title: String,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

/// In its first version, the number was called `total`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Attacked, pk = "SHELF#<shelf>", sk = "META", schema_version = 2, upgrade = total)]
struct Shelf {
    shelf: String,
    title: String,
    books: u64,
}

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn total(_: u32, mut item: Item) -> Result<Item, &'static str> {
    if let Some(total) = item.remove("total") {
        item.insert("books".to_owned(), total);
    }
    Ok(item)
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Attacked, pk = "SHELF#<shelf>", sk = "BOOK#<id>", counted(books in Shelf(shelf = shelf)))]
struct Book {
    shelf: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Attacked,
    pk = "ROOM#<id>",
    sk = "META",
    pointers(RoomOfUser),
    counted(rooms in House(house = house)),
)]
struct Room {
    id: String,
    house: String,
    name: Option<String>,
    users: BTreeSet<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Attacked, pk = "USER#<user>", sk = "ROOM#<id>", pointer_of(Room, each(user in users)))]
struct RoomOfUser {
    user: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Attacked, pk = "HOUSE#<house>", sk = "COUNT")]
struct House {
    #[entity(key_only)]
    house: String,
    rooms: u64,
}

async fn databases() -> Vec<(Db, Faults)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let name = format!("attacked-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let db = empty(transport).await.with_names(Names::new().rename::<Attacked>(name));
        db.create_table::<Attacked>().await.unwrap();
        all.push(faulty(db));
    }
    all
}

fn doc(version: u64) -> Doc {
    Doc { owner: "ann".into(), id: "d".into(), title: "T".into(), version }
}

/// A stale write does not pass because the stored form has the version under another name.
#[tokio::test]
async fn a_version_of_an_old_item_is_compared() {
    for (db, _) in databases().await {
        let mut old = doc(3).to_item().unwrap();
        old.remove("schemaVersion");
        let version = old.remove("version").unwrap();
        old.insert("rev".into(), version);
        for stale in [0, 2, 4] {
            put_raw::<Attacked>(&db, old.clone()).await;
            let put = db.put(&Doc { title: "stale".into(), ..doc(stale) }).await;
            assert!(matches!(put, Err(Error::VersionConflict(_))), "{stale}: {put:?}");
            let replace = db.replace(&Doc { title: "stale".into(), ..doc(stale) }).await;
            assert!(matches!(replace, Err(Error::VersionConflict(_))), "{stale}: {replace:?}");
        }
        put_raw::<Attacked>(&db, old.clone()).await;
        let read = db.get(doc(0).key()).await.unwrap().unwrap();
        assert_eq!(read, doc(3));
        db.replace(&Doc { title: "new".into(), ..read }).await.unwrap();
        assert_eq!(db.get(doc(0).key()).await.unwrap(), Some(Doc { title: "new".into(), ..doc(4) }));
    }
}

#[tokio::test]
async fn a_number_of_an_old_item_is_compared() {
    for (db, _) in databases().await {
        let shelf = Shelf { shelf: "s".into(), title: "T".into(), books: 5 };
        let mut old = shelf.to_item().unwrap();
        old.remove("schemaVersion");
        let books = old.remove("books").unwrap();
        old.insert("total".into(), books);
        put_raw::<Attacked>(&db, old.clone()).await;
        let read = db.get(Shelf::key("s")).await.unwrap().unwrap();
        db.put(&Shelf { title: "U".into(), ..read }).await.unwrap();
        put_raw::<Attacked>(&db, old).await;
        let stale = db.put(&Shelf { books: 0, ..shelf.clone() }).await;
        assert!(matches!(stale, Err(Error::VersionConflict(_))), "{stale:?}");
    }
}

/// A filter on a mixed partition is applied to items of all entities, whatever their schema versions.
#[tokio::test]
async fn a_filter_on_a_mixed_partition_is_applied_to_all() {
    for (db, _) in databases().await {
        db.create(&doc(1)).await.unwrap();
        for (id, title) in [("a", "T"), ("b", "X")] {
            db.create(&Side { owner: "ann".into(), id: id.into(), title: title.into() }).await.unwrap();
        }
        let query = || db.query(Doc::partition("ann")).filter(Doc::fields().title.eq("T"));
        assert_eq!(query().page().await.unwrap().items.len(), 2);
        assert_eq!(query().count().await.unwrap(), 2);
    }
}

/// Unreadable items at the end of a merged stream are told too.
#[tokio::test]
async fn a_merged_stream_tells_what_it_cannot_read() {
    for (db, _) in databases().await {
        for id in ["a", "b"] {
            let side = Side { owner: id.into(), id: id.into(), title: "T".into() };
            let mut broken = side.to_item().unwrap();
            broken.insert("title".into(), AttributeValue::Bool(true));
            put_raw::<Attacked>(&db, broken).await;
        }
        let stream: Vec<_> = db.query_merged(["a", "b"].map(Side::query)).lenient().stream().collect().await;
        assert_eq!((stream.len(), stream.iter().filter(|item| item.is_err()).count()), (2, 2));
    }
}

/// What is softly deleted does not satisfy a check.
#[tokio::test]
async fn a_check_does_not_see_what_is_deleted() {
    for (db, _) in databases().await {
        let gone = Gone { id: "g".into(), title: "T".into(), deleted_at: None };
        let side = Side { owner: "ann".into(), id: "s".into(), title: "T".into() };
        db.create(&gone).await.unwrap();
        db.transact().check(gone.key(), |check| check.existing()).create(&side).await.unwrap();
        db.delete(side.key()).await.unwrap();
        db.soft_delete(gone.key(), Duration::from_mins(1)).await.unwrap();
        for transact in [
            db.transact().check(gone.key(), |gone| gone.existing()),
            db.transact().check(gone.key(), |gone| gone.when(Gone::fields().title.eq("T"))),
        ] {
            let cancelled = transact.create(&side).await;
            let Err(Error::Cancelled(cancelled)) = cancelled else { panic!("{cancelled:?}") };
            assert!(matches!(cancelled.actions()[0].error(), Error::Deleted(_)), "{cancelled:?}");
        }
        assert_eq!(db.get(side.key()).await.unwrap(), None);
    }
}

fn room(id: &str, users: usize) -> Room {
    Room { id: id.into(), house: "h".into(), name: None, users: (0..users).map(|i| format!("u{i:03}")).collect() }
}

/// A record whose deletion is half done is counted off already.
#[tokio::test]
async fn a_half_deleted_record_is_not_counted() {
    for (db, faults) in databases().await {
        db.create(&room("a", 120)).await.unwrap();
        db.create(&room("b", 1)).await.unwrap();
        faults.then([Fault::None; 2], Fault::Cut);
        assert!(db.delete(Room::key("a")).await.is_err());
        faults.none();
        let report = db.verify::<Attacked>().await.unwrap();
        assert!(report.drift().iter().all(|drift| drift.entity() != "House"), "{report:?}");
        db.repair::<Attacked>().await.unwrap();
        assert_eq!(db.get(House::key("h")).await.unwrap().unwrap().rooms, 1);
        assert!(db.verify::<Attacked>().await.unwrap().is_clean());
    }
}

/// Items that the table does not know may be counted by a program that knows them.
#[tokio::test]
async fn counters_are_left_alone_among_strangers() {
    for (db, _) in databases().await {
        db.create(&room("a", 1)).await.unwrap();
        let table = db.table_name::<Attacked>().unwrap();
        let update = db.client().update_item().table_name(table).set_key(Some(House::key("h").unwrap().to_item()));
        let update = update.update_expression("SET rooms = :n");
        update.expression_attribute_values(":n", AttributeValue::N("3".into())).send().await.unwrap();
        let key = |text: &str| AttributeValue::S(text.into());
        put_raw::<Attacked>(&db, Item::from([("PK".into(), key("TENT#t")), ("SK".into(), key("META"))])).await;
        db.repair::<Attacked>().await.unwrap();
        assert_eq!(db.get(House::key("h")).await.unwrap().unwrap().rooms, 3);
    }
}

/// A write that was applied, and whose answer was lost, is not said to have failed for sure.
#[tokio::test]
async fn a_lost_answer_is_not_forgotten() {
    for (db, faults) in databases().await {
        db.create(&Room { name: Some("old".into()), ..room("a", 2) }).await.unwrap();
        let is_old = || Room::fields().name.eq("old");
        faults.next([Fault::None, Fault::AnswerLost]);
        db.put(&Room { name: Some("new".into()), ..room("a", 2) }).when(is_old()).await.unwrap();
        faults.none();
        assert_eq!(db.get(Room::key("a")).await.unwrap().unwrap().name.as_deref(), Some("new"));
        db.put(&Room { name: Some("old".into()), ..room("a", 2) }).await.unwrap();
        faults.next([Fault::None, Fault::AnswerLost]);
        let update = db.update(Room::key("a")).set(Room::fields().name, "newer").when(is_old()).returning_new().await;
        faults.none();
        match update {
            Ok(room) => assert_eq!(room.name.as_deref(), Some("newer")),
            Err(error) => assert!(error.failure().unwrap().may_have_been_applied(), "{error:?}"),
        }
    }
}

/// What follows the last item of a page is none of its business, however the page is read.
#[tokio::test]
async fn an_unreadable_item_beyond_the_limit_is_not_told() {
    for (db, _) in databases().await {
        let side = |id: &str| Side { owner: "ann".into(), id: id.into(), title: "T".into() };
        db.batch_write().put_all(&[side("a"), side("b"), side("d")]).await.unwrap();
        let mut broken = side("c").to_item().unwrap();
        broken.insert("id".into(), AttributeValue::Bool(true));
        put_raw::<Attacked>(&db, broken).await;
        let is_t = || Side::fields().title.eq("T");
        assert_eq!(db.query(Side::query("ann")).page_size(4).first().await.unwrap(), Some(side("a")));
        assert_eq!(db.query(Side::query("ann")).filter(is_t()).first().await.unwrap(), Some(side("a")));
        for page_size in 1..6 {
            let page = db.query(Side::query("ann")).page_size(page_size).limit(2).page().await.unwrap();
            assert_eq!(page.items, [side("a"), side("b")]);
            let rest =
                db.query(Side::query("ann")).page_size(page_size).after(page.next.as_ref().unwrap()).page().await;
            assert!(matches!(rest, Err(Error::Decode(_))), "{rest:?}");
            let lenient = || db.query(Side::query("ann")).lenient().page_size(page_size);
            let first = lenient().limit(2).page().await.unwrap();
            assert_eq!((first.items.len(), first.unreadable.len()), (2, 0), "pages of {page_size}");
            let rest = lenient().limit(2).after(first.next.as_ref().unwrap()).page().await.unwrap();
            assert_eq!((rest.items, rest.unreadable.len()), (vec![side("d")], 1), "pages of {page_size}");
        }
    }
}
