//! Items of an old schema version whose upgrade renames what the framework itself looks at: `deleted_at`, numbers that count
//! others, the fields of counters and locks.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use dynamo_core::Names;
use dynamo_core::prelude::*;
use futures_util::StreamExt;

use super::engine::{empty, put_raw};
use super::fault::{Faults, faulty};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "forms", pk = "PK", sk = "SK", ttl = "until")]
#[index(by_title, name = "ByTitle", pk = "tpk", sk = "tsk")]
enum Forms {
    Note(Note),
    Side(Side),
    Shelf(Shelf),
    Stock(Stock),
    Book(Book),
}

/// In its first version, `deleted_at` was called `removed`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Forms,
    pk = "BOX#<owner>",
    sk = "NOTE#<id>",
    by_title = ("TITLE#<title>", "NOTE#<id>"),
    schema_version = 2,
    upgrade = removed,
)]
struct Note {
    owner: String,
    id: String,
    title: String,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

fn renamed(mut item: Item, from: &str, to: &str) -> Item {
    if let Some(value) = item.remove(from) {
        item.insert(to.to_owned(), value);
    }
    item
}

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn removed(_: u32, item: Item) -> Result<Item, &'static str> {
    Ok(renamed(item, "removed", "deleted_at"))
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forms, pk = "BOX#<owner>", sk = "SIDE#<id>", by_title = none)]
struct Side {
    owner: String,
    id: String,
}

#[derive(Collection, Debug, Clone, PartialEq)]
enum InBox {
    Note(Note),
    Side(Side),
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Note)]
struct Title {
    title: String,
}

/// In its first version, the number was called `total`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forms, pk = "SHELF#<shelf>", sk = "META", by_title = none, schema_version = 2, upgrade = total)]
struct Shelf {
    shelf: String,
    title: String,
    books: u64,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn total(_: u32, item: Item) -> Result<Item, &'static str> {
    Ok(renamed(item, "total", "books"))
}

/// The same as an item that only counts.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Forms, pk = "STOCK#<shelf>", sk = "COUNT", by_title = none, schema_version = 2, upgrade = total)]
struct Stock {
    shelf: String,
    books: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Forms,
    pk = "SHELF#<shelf>",
    sk = "BOOK#<id>",
    by_title = none,
    counted(books in Shelf(shelf = shelf)),
    counted(books in Stock(shelf = shelf)),
)]
struct Book {
    shelf: String,
    id: String,
    until: Option<u64>,
}

async fn databases() -> Vec<(Db, Faults)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let name = format!("forms-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let db = empty(transport).await.with_names(Names::new().rename::<Forms>(name));
        db.create_table::<Forms>().await.unwrap();
        all.push(faulty(db));
    }
    all
}

/// The item as the first version stored it.
fn first(item: Item, from: &str, to: &str) -> Item {
    let mut item = renamed(item, from, to);
    item.remove("schemaVersion");
    item
}

async fn raw(db: &Db, key: Item) -> Item {
    let get = db.client().get_item().table_name(db.table_name::<Forms>().unwrap()).set_key(Some(key));
    get.consistent_read(true).send().await.unwrap().item.unwrap()
}

/// What was deleted under the old name is hidden from every read.
#[tokio::test]
async fn a_deletion_of_an_old_form_hides_the_item() {
    for (db, _) in databases().await {
        let note = |id: &str| Note { owner: "ann".into(), id: id.into(), title: "T".into(), deleted_at: None };
        db.create(&note("a")).await.unwrap();
        db.create(&note("b")).await.unwrap();
        db.create(&Side { owner: "ann".into(), id: "s".into() }).await.unwrap();
        db.soft_delete(note("b").key(), Duration::from_hours(1)).await.unwrap();
        let old = first(raw(&db, note("b").key().unwrap().to_item()).await, "deleted_at", "removed");
        put_raw::<Forms>(&db, old.clone()).await;
        assert_eq!(db.get(note("b").key()).await.unwrap(), None);
        assert_eq!(db.batch_get([note("a").key(), note("b").key()]).await.unwrap(), [Some(note("a")), None]);
        assert_eq!(db.transact_get((note("b").key(),)).await.unwrap(), (None,));
        assert_eq!(db.query(Note::query("ann")).page().await.unwrap().items, [note("a")]);
        assert_eq!(db.query(Note::query("ann")).count().await.unwrap(), 1);
        assert_eq!(db.query(Note::query("ann")).including_deleted().count().await.unwrap(), 2);
        assert_eq!(db.query(Note::query("ann")).project::<Title>().page().await.unwrap().items.len(), 1);
        let by_title = db.query(Note::query("ann")).filter(Note::fields().title.eq("T"));
        assert_eq!(by_title.count().await.unwrap(), 1);
        assert_eq!(db.query(Note::query("ann")).stream().count().await, 1);
        assert_eq!(db.query(Note::partition("ann")).page().await.unwrap().items.len(), 2);
        assert_eq!(db.query(Note::partition("ann")).count().await.unwrap(), 2);
        assert_eq!(db.query(Note::partition("ann").of::<InBox>()).page().await.unwrap().items.len(), 2);
        assert_eq!(db.query(Note::partition("ann").of::<InBox>()).count().await.unwrap(), 2);
        assert_eq!(db.scan::<Note>().page().await.unwrap().items, [note("a")]);
        assert_eq!(db.scan_all::<Forms>().page().await.unwrap().items.len(), 2);
        let shown = db.get(note("b").key()).including_deleted().await.unwrap().unwrap();
        assert!(shown.deleted_at.is_some());
        assert_eq!(db.query(Note::partition("ann")).including_deleted().page().await.unwrap().items.len(), 3);
        // An upgrade does not bring it back into its index.
        assert_eq!(db.backfill::<Forms>().await.unwrap().written, 1);
        let stored = raw(&db, note("b").key().unwrap().to_item()).await;
        assert!(!stored.contains_key("tpk") && stored.contains_key("deleted_at"), "{stored:?}");
        assert_eq!(db.query(Note::query_by_title("T")).page().await.unwrap().items, [note("a")]);
        put_raw::<Forms>(&db, old).await;
        assert!(matches!(db.put(&note("b")).await, Err(Error::Deleted(_))));
        db.restore(note("b").key()).await.unwrap();
        assert_eq!(db.query(Note::query_by_title("T")).page().await.unwrap().items.len(), 2);
    }
}

fn shelf(books: u64) -> Shelf {
    Shelf { shelf: "s".into(), title: "T".into(), books, deleted_at: None }
}

fn book(id: &str) -> Book {
    Book { shelf: "s".into(), id: id.into(), until: None }
}

async fn numbers(db: &Db) -> (u64, u64) {
    let shelf = db.get(Shelf::key("s")).including_deleted().await.unwrap().unwrap();
    (shelf.books, db.get(Stock::key("s")).await.unwrap().map_or(0, |stock| stock.books))
}

/// The shelf and its stock, of the first version, with their numbers.
async fn store_first(db: &Db, books: u64) {
    let stock = Stock { shelf: "s".into(), books };
    put_raw::<Forms>(db, first(shelf(books).to_item().unwrap(), "books", "total")).await;
    put_raw::<Forms>(db, first(stock.to_item().unwrap(), "books", "total")).await;
}

/// What is counted in an item of the old form is added to the number that it has there.
#[tokio::test]
async fn counting_upgrades_what_it_counts_in() {
    for (db, _) in databases().await {
        store_first(&db, 5).await;
        db.create(&book("a")).await.unwrap();
        assert_eq!(numbers(&db).await, (6, 6));
        let stored = raw(&db, Shelf::key("s").unwrap().to_item()).await;
        assert!(!stored.contains_key("total"), "{stored:?}");
        store_first(&db, 5).await;
        db.delete(book("a").key()).await.unwrap();
        assert_eq!(numbers(&db).await, (4, 4));
        store_first(&db, 5).await;
        db.transact()
            .check(Shelf::key("s"), |check| check.when(Shelf::fields().title.eq("T")))
            .create(&book("b"))
            .create(&book("c"))
            .await
            .unwrap();
        assert_eq!(numbers(&db).await, (7, 7));
        store_first(&db, 5).await;
        db.transact()
            .update(Shelf::key("s"), |update| update.set(Shelf::fields().title, "U"))
            .delete(book("b").key())
            .await
            .unwrap();
        assert_eq!(numbers(&db).await, (4, 4));
        store_first(&db, 5).await;
        db.batch_write().put(&book("d")).await.unwrap();
        assert_eq!(numbers(&db).await, (6, 6));
    }
}

/// A recount compares, and sets, the number that an old form has.
#[tokio::test]
async fn a_recount_reads_the_old_form() {
    for (db, _) in databases().await {
        db.create(&shelf(0)).await.unwrap();
        db.create(&book("a")).await.unwrap();
        store_first(&db, 1).await;
        let report = db.verify::<Forms>().await.unwrap();
        assert!(report.is_clean(), "{report:?}");
        store_first(&db, 5).await;
        assert_eq!(db.verify::<Forms>().await.unwrap().drift().len(), 2);
        assert_eq!(db.repair::<Forms>().await.unwrap().drift().len(), 2);
        assert_eq!(numbers(&db).await, (1, 1));
        assert!(db.verify::<Forms>().await.unwrap().is_clean());
    }
}

/// What expired is counted off the number of the old form.
#[tokio::test]
async fn what_expired_is_counted_off_the_old_form() {
    for (db, _) in databases().await {
        store_first(&db, 5).await;
        let old = Book { until: Some(5), ..book("a") }.to_item().unwrap();
        let mut change = dynamo_core::stream::Change::<Forms>::from_images(Some(old), None).unwrap();
        (change.expired, change.sequence) = (true, Some("1".into()));
        for _ in 0..2 {
            db.reconcile(&change).await.unwrap();
            assert_eq!(numbers(&db).await, (4, 4));
        }
    }
}

/// Nothing is created in what is softly deleted; what was in it can go.
#[tokio::test]
async fn nothing_is_counted_into_what_is_softly_deleted() {
    for (db, _) in databases().await {
        db.create(&shelf(0)).await.unwrap();
        db.create(&book("a")).await.unwrap();
        db.soft_delete(Shelf::key("s"), Duration::from_hours(1)).await.unwrap();
        for old in [false, true] {
            if old {
                let stored = raw(&db, Shelf::key("s").unwrap().to_item()).await;
                put_raw::<Forms>(&db, first(stored, "books", "total")).await;
            }
            let created = db.create(&book("b")).await;
            let Err(Error::Deleted(failure)) = created else { panic!("{created:?}") };
            assert_eq!(failure.entity(), Some("Shelf"));
            let put = db.put(&book("b")).await;
            assert!(matches!(put, Err(Error::Deleted(_))), "{put:?}");
            for transaction in [
                db.transact().create(&book("b")),
                db.transact().check(Shelf::key("s"), |check| check.existing()).create(&book("b")),
                db.transact()
                    .update(Shelf::key("s"), |update| update.set(Shelf::fields().title, "U"))
                    .create(&book("b")),
            ] {
                let created = transaction.await;
                let Err(Error::Cancelled(cancelled)) = created else { panic!("{created:?}") };
                assert!(matches!(cancelled.actions()[0].error(), Error::Deleted(_)), "{cancelled:?}");
            }
            assert_eq!(db.get(book("b").key()).await.unwrap(), None);
        }
        db.delete(book("a").key()).await.unwrap();
        assert_eq!(numbers(&db).await, (0, 0));
        db.restore(Shelf::key("s")).await.unwrap();
        db.create(&book("b")).await.unwrap();
        assert_eq!(numbers(&db).await, (1, 1));
        assert!(db.verify::<Forms>().await.unwrap().is_clean());
    }
}
