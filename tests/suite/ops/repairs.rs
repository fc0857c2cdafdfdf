//! Repairs beside others: an extension whose records the base does not know, and events of a stream that come late.

use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::Names;
use dynamo_core::companion::DriftKind;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::engine::{empty, put_raw};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "base", pk = "PK", sk = "SK", ttl = "until")]
enum Base {
    User(User),
    MailUnique(MailUnique),
    Hall(Hall),
    Stand(Stand),
    Wing(Wing),
    Lobby(Lobby),
}

/// A record of the base in which only the extension counts.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Base, pk = "LOBBY#<lobby>", sk = "META")]
struct Lobby {
    lobby: String,
    title: String,
    #[entity(counter)]
    desks: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Base, pk = "USER#<id>", sk = "META", unique(mail as MailUnique))]
struct User {
    id: String,
    mail: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Base, pk = "MAIL#<mail>", sk = "UNIQUE")]
struct MailUnique {
    mail: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Base, pk = "HALL#<hall>", sk = "COUNT")]
struct Hall {
    hall: String,
    stands: u64,
    wings: Option<u64>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Base, pk = "HALL#<hall>", sk = "STAND#<id>", counted(stands in Hall(hall = hall)))]
struct Stand {
    hall: String,
    id: String,
    until: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Base, pk = "HALL#<hall>", sk = "WING#<id>", counted(wings in Hall(hall = hall)))]
struct Wing {
    hall: String,
    id: String,
}

/// Another program, whose records hold locks of the base.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(extends = Base)]
enum Extended {
    #[base]
    Core(Base),
    Robot(Robot),
    Desk(Desk),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Extended, pk = "LOBBY#<lobby>", sk = "DESK#<id>", counted(desks in Lobby(lobby = lobby)))]
struct Desk {
    lobby: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Extended, pk = "ROBOT#<id>", sk = "META", unique(mail as MailUnique))]
struct Robot {
    id: String,
    mail: String,
}

async fn databases() -> Vec<Db> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let name = format!("base-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let db = empty(transport).await.with_names(Names::new().rename::<Base>(name));
        db.create_table::<Base>().await.unwrap();
        all.push(db);
    }
    all
}

/// Locks of records that the base does not know are left to them, and so are those that may be.
#[tokio::test]
async fn a_repair_of_the_base_leaves_locks_of_the_extension() {
    for db in databases().await {
        db.create(&User { id: "1".into(), mail: "ann".into() }).await.unwrap();
        let orphan = MailUnique { mail: "gone".into(), id: "7".into() };
        put_raw::<Base>(&db, orphan.to_item().unwrap()).await;
        let report = db.verify::<Base>().await.unwrap();
        assert_eq!(
            report.drift().iter().map(dynamo_core::companion::Drift::kind).collect::<Vec<_>>(),
            [DriftKind::Orphaned]
        );
        assert_eq!(report.unclaimed(), []);
        db.create(&Robot { id: "1".into(), mail: "bot".into() }).await.unwrap();
        for repairs in [false, true, true] {
            let run = if repairs { db.repair::<Base>() } else { db.verify::<Base>() };
            let report = run.await.unwrap();
            assert!(report.is_clean() && report.written() == 0, "{report:?}");
            let mut unclaimed: Vec<_> = report.unclaimed().iter().map(dynamo_core::companion::Drift::key).collect();
            unclaimed.sort_unstable();
            assert_eq!(unclaimed, ["MAIL#bot / UNIQUE", "MAIL#gone / UNIQUE"]);
            assert!(report.unclaimed().iter().all(|drift| drift.kind() == DriftKind::Unclaimed));
        }
        let taken = db.create(&User { id: "2".into(), mail: "bot".into() }).await;
        assert!(matches!(taken, Err(Error::UniqueViolation(_))), "{taken:?}");
        // The table that knows all of them decides.
        let report = db.repair::<Extended>().await.unwrap();
        assert_eq!((report.drift().len(), report.written(), report.unclaimed().len()), (1, 1, 0), "{report:?}");
        assert_eq!(db.get(MailUnique::key("gone")).await.unwrap(), None);
        assert_eq!(db.get(MailUnique::key("bot")).await.unwrap().unwrap().id, "1");
        assert!(db.verify::<Extended>().await.unwrap().is_clean());
    }
}

/// A walk that begins in the middle finds strangers that it has not passed.
#[tokio::test]
async fn a_part_of_a_walk_leaves_locks_too() {
    for db in databases().await {
        db.create(&Robot { id: "1".into(), mail: "bot".into() }).await.unwrap();
        for i in 0..250 {
            let user = User { id: format!("u{i}"), mail: format!("m{i}") };
            put_raw::<Base>(&db, user.to_item().unwrap()).await;
            put_raw::<Base>(&db, MailUnique { mail: user.mail, id: user.id }.to_item().unwrap()).await;
        }
        let cursors = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let noted = cursors.clone();
        let all = db.verify::<Base>().progress(move |so_far| noted.lock().unwrap().extend(so_far.next.clone()));
        assert!(all.await.unwrap().is_clean());
        let cursors = cursors.lock().unwrap().clone();
        assert!(cursors.len() > 1);
        for cursor in cursors {
            let report = db.repair::<Base>().after(&cursor).await.unwrap();
            assert!(report.is_clean() && report.written() == 0, "{report:?}");
        }
        assert_eq!(db.get(MailUnique::key("bot")).await.unwrap().unwrap().id, "1");
    }
}

/// The base knows that a number is counted by others: it is not taken back by whole records that were read before, and not set.
#[tokio::test]
async fn what_an_extension_counts_is_left_by_writes_of_the_base() {
    for db in databases().await {
        let lobby = Lobby { lobby: "l".into(), title: "L".into(), desks: 0 };
        let desks = async || db.get(Lobby::key("l")).await.unwrap().unwrap().desks;
        db.create(&lobby).await.unwrap();
        db.create(&Desk { lobby: "l".into(), id: "1".into() }).await.unwrap();
        db.update(Lobby::key("l")).set(Lobby::fields().title, "M").await.unwrap();
        assert_eq!(desks().await, 1);
        for error in [
            db.put(&lobby).await.unwrap_err(),
            db.replace(&lobby).await.unwrap_err(),
            db.transact().put(&lobby).await.unwrap_err(),
            db.batch_write().put(&lobby).await.unwrap_err(),
            db.update(Lobby::key("l")).set(Lobby::fields().desks, 77).await.unwrap_err(),
            db.upsert(&lobby).add(Lobby::fields().desks, 1).await.unwrap_err(),
        ] {
            assert!(!matches!(error, Error::OutcomeUnknown(_)), "{error}");
            assert_eq!(desks().await, 1, "{error}");
        }
        let read = db.get(Lobby::key("l")).await.unwrap().unwrap();
        db.put(&Lobby { title: "N".into(), ..read }).await.unwrap();
        db.upsert(&lobby).set(Lobby::fields().title, "O").await.unwrap();
        assert_eq!(desks().await, 1);
        assert!(db.verify::<Extended>().await.unwrap().is_clean());
        db.delete(Desk::key("l", "1")).await.unwrap();
        assert_eq!(desks().await, 0);
    }
}

fn stand(id: &str, until: u64) -> Stand {
    Stand { hall: "h".into(), id: id.into(), until }
}

async fn stands(db: &Db) -> u64 {
    db.get(Hall::key("h")).await.unwrap().unwrap().stands
}

async fn delete_raw(db: &Db, key: Item) {
    let delete = db.client().delete_item().table_name(db.table_name::<Base>().unwrap());
    delete.set_key(Some(key)).send().await.unwrap();
}

/// What the stream says when DynamoDB has deleted an expired stand.
fn expired(stand: &Stand, sequence: &str) -> Change<Base> {
    let mut change = Change::<Base>::from_images(Some(stand.to_item().unwrap()), None).unwrap();
    (change.expired, change.sequence) = (true, Some(sequence.into()));
    change
}

async fn break_number(db: &Db) {
    let update = db.client().update_item().table_name(db.table_name::<Base>().unwrap());
    let update = update.set_key(Some(Hall::key("h").unwrap().to_item())).update_expression("SET stands = :n");
    let nine = dynamo_core::codec::AttributeValue::N("9".into());
    update.expression_attribute_values(":n", nine).send().await.unwrap();
}

/// What a recount did not find any more is not counted off again by its event, and what it found is.
#[tokio::test]
async fn an_event_from_before_a_recount_is_not_counted_again() {
    for db in databases().await {
        let (early, late, lasting) = (stand("a", 1_000), stand("b", 1_000), stand("c", 9_999_999_999));
        for stand in [&early, &late, &lasting] {
            db.create(stand).await.unwrap();
        }
        db.create(&Wing { hall: "h".into(), id: "w".into() }).await.unwrap();
        // DynamoDB deletes one, and its stream is slow.
        delete_raw(&db, early.key().unwrap().to_item()).await;
        assert_eq!(db.repair::<Base>().await.unwrap().drift().len(), 1);
        assert_eq!(stands(&db).await, 2);
        db.reconcile(&expired(&early, "1")).await.unwrap();
        assert_eq!(stands(&db).await, 2, "the recount did not include it");
        // Another one expires after it, and so does one that was not expired then.
        delete_raw(&db, late.key().unwrap().to_item()).await;
        for _ in 0..2 {
            db.reconcile(&expired(&late, "2")).await.unwrap();
            assert_eq!(stands(&db).await, 1);
        }
        delete_raw(&db, lasting.key().unwrap().to_item()).await;
        db.reconcile(&expired(&lasting, "3")).await.unwrap();
        assert_eq!(stands(&db).await, 0);
        // One of the same key that came later is another.
        db.create(&stand("a", 2_000)).await.unwrap();
        break_number(&db).await;
        db.repair::<Base>().await.unwrap();
        db.reconcile(&expired(&early, "1")).await.unwrap();
        assert_eq!(stands(&db).await, 1);
        delete_raw(&db, early.key().unwrap().to_item()).await;
        db.reconcile(&expired(&stand("a", 2_000), "4")).await.unwrap();
        assert_eq!(stands(&db).await, 0);
        let report = db.verify::<Base>().await.unwrap();
        assert!(report.is_clean(), "{report:?}");
        assert_eq!(db.get(Hall::key("h")).await.unwrap().unwrap().wings, Some(1));
        // What a recount remembers is none of the table's items.
        assert_eq!(db.scan_all::<Base>().strict().page().await.unwrap().raw, []);
    }
}
