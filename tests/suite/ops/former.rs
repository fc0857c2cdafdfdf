//! An upgrade that changes what companions are made of takes the old ones away.

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::{Item, Names};

use super::engine::empty;
use super::fault::{Fault, faulty};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "later", pk = "PK", sk = "SK", type_attribute = "type")]
enum Later {
    Player(Player),
    ClubEntry(ClubEntry),
    NickLock(NickLock),
    ClubSize(ClubSize),
    Gym(Gym),
    Visitor(Visitor),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Later, pk = "SIZE#<club>", sk = "COUNT")]
struct ClubSize {
    #[entity(key_only)]
    club: String,
    players: u64,
}

/// In its first form, the gym was called `place`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Later,
    pk = "VISITOR#<id>",
    sk = "META",
    counted(visitors in Gym(gym = gym)),
    schema_version = 2,
    upgrade = place,
)]
struct Visitor {
    id: String,
    gym: Option<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Later, pk = "GYM#<gym>", sk = "COUNT")]
struct Gym {
    #[entity(key_only)]
    gym: String,
    visitors: u64,
}

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn place(_: u32, mut item: Item) -> Result<Item, &'static str> {
    if let Some(place) = item.remove("place") {
        item.insert("gym".into(), place);
    }
    Ok(item)
}

/// In its second form, the club and the nickname are in lower case, and there is a rank.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Later,
    pk = "PLAYER#<id>",
    sk = "META",
    pointers(ClubEntry),
    unique(nick as NickLock),
    counted(players in ClubSize(club = club)),
    schema_version = 2,
    upgrade = upgrade,
)]
struct Player {
    id: String,
    club: String,
    nick: String,
    rank: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Later, pk = "CLUB#<club>", sk = "PLAYER#<id>", pointer_of(Player))]
struct ClubEntry {
    club: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Later, pk = "NICK#<nick>", sk = "UNIQUE")]
struct NickLock {
    nick: String,
    id: String,
}

fn upgrade(_: u32, mut item: Item) -> Result<Item, &'static str> {
    for name in ["club", "nick"] {
        let Some(AttributeValue::S(text)) = item.get(name) else { return Err("a text is missing") };
        let lower = text.to_lowercase();
        item.insert(name.into(), AttributeValue::S(lower));
    }
    item.insert("rank".into(), AttributeValue::N("1".into()));
    Ok(item)
}

fn player(id: &str, club: &str, nick: &str) -> Player {
    Player { id: id.into(), club: club.into(), nick: nick.into(), rank: 1 }
}

/// Stores a player with its companions as the first version of the program did.
async fn store(db: &Db, id: &str) {
    let (club, nick) = ("Chess".to_owned(), format!("{id}-Nick"));
    let mut record = player(id, &club, &nick).to_item().unwrap();
    record.remove("schemaVersion");
    record.remove("rank");
    let entry = ClubEntry { club, id: id.into() }.to_item().unwrap();
    let lock = NickLock { nick, id: id.into() }.to_item().unwrap();
    let size = ClubSize { club: "Chess".into(), players: 1 }.to_item().unwrap();
    for item in [record, entry, lock, size] {
        db.client().put_item().table_name(db.table_name::<Later>().unwrap()).set_item(Some(item)).send().await.unwrap();
    }
}

async fn keys(db: &Db) -> Vec<String> {
    let items = db.client().scan().table_name(db.table_name::<Later>().unwrap()).send().await.unwrap().items.unwrap();
    let mut keys: Vec<_> = items.iter().map(|item| item["PK"].as_s().unwrap().clone()).collect();
    keys.retain(|key| !key.starts_with("SIZE#"));
    keys.sort();
    keys
}

async fn databases() -> Vec<Db> {
    let mut all = Vec::new();
    for transport in crate::ops::transports() {
        let db = empty(transport).await;
        let name = format!("{}-later", db.table_name::<super::model::Work>().unwrap());
        let db = db.with_names(Names::new().rename::<Later>(name));
        db.create_table::<Later>().await.unwrap();
        all.push(db);
    }
    all
}

#[tokio::test]
async fn the_next_write_takes_old_companions_away() {
    for db in databases().await {
        let upgraded = ["CLUB#chess", "NICK#a-nick", "PLAYER#a"];
        store(&db, "a").await;
        db.update(Player::key("a")).set(Player::fields().rank, 5).await.unwrap();
        assert_eq!(keys(&db).await, upgraded);
        store(&db, "a").await;
        db.put(&player("a", "chess", "a-nick")).await.unwrap();
        assert_eq!(keys(&db).await, upgraded);
        store(&db, "a").await;
        assert_eq!(db.backfill::<Later>().await.unwrap().written, 1);
        assert_eq!(keys(&db).await, upgraded);
        // It was stored thrice, so it was counted thrice.
        let report = db.verify::<Later>().await.unwrap();
        assert!(report.drift().iter().all(|drift| drift.entity() == "ClubSize"), "{report:?}");
        store(&db, "a").await;
        db.delete(Player::key("a")).await.unwrap();
        assert_eq!(keys(&db).await, Vec::<String>::new());
    }
}

async fn sizes(db: &Db) -> (u64, u64) {
    let size = async |club: &str| db.get(ClubSize::key(club)).await.unwrap().map_or(0, |size| size.players);
    (size("Chess").await, size("chess").await)
}

/// Locks and counters go with the upgrade itself, whatever comes after it.
#[tokio::test]
async fn a_crash_after_the_upgrade_leaves_no_lock() {
    for db in databases().await {
        let (slow, faults) = faulty(db.clone());
        store(&db, "a").await;
        faults.then([Fault::None, Fault::None], Fault::Cut);
        slow.update(Player::key("a")).set(Player::fields().club, "go").await.unwrap_err();
        assert_eq!(sizes(&db).await, (0, 1));
        assert_eq!(db.get(NickLock::key("a-Nick")).await.unwrap(), None);
        assert_eq!(db.get(NickLock::key("a-nick")).await.unwrap().unwrap().id, "a");
        let taken = db.create(&player("b", "go", "a-nick")).await;
        assert!(matches!(taken, Err(Error::UniqueViolation(_))), "{taken:?}");
        db.update(Player::key("a")).set(Player::fields().club, "go").await.unwrap();
        assert_eq!(sizes(&db).await, (0, 0));
        assert!(db.verify::<Later>().await.unwrap().is_clean());
    }
}

/// A lock that another record took meanwhile does not stop the upgrade, and stays that record's.
#[tokio::test]
async fn an_upgrade_does_not_fail_for_a_lock() {
    for db in databases().await {
        db.create(&player("b", "go", "a-nick")).await.unwrap();
        store(&db, "a").await;
        assert_eq!(db.backfill::<Later>().await.unwrap().written, 1);
        assert_eq!(db.get(NickLock::key("a-nick")).await.unwrap().unwrap().id, "b");
        assert_eq!((db.get(NickLock::key("a-Nick")).await.unwrap(), sizes(&db).await), (None, (0, 1)));
        let report = db.verify::<Later>().await.unwrap();
        assert_eq!(report.drift().len(), 1, "{report:?}");
        assert_eq!(report.drift()[0].kind(), dynamo_core::companion::DriftKind::Contested);
    }
}

/// An upgrade that moves a record to another counter takes it off the old one.
#[tokio::test]
async fn an_upgrade_moves_what_is_counted() {
    for db in databases().await {
        store(&db, "a").await;
        db.backfill::<Later>().await.unwrap();
        assert_eq!(sizes(&db).await, (0, 1));
        store(&db, "a").await;
        db.delete(Player::key("a")).await.unwrap();
        assert_eq!(sizes(&db).await, (0, 1), "one of the two was stored past the framework");
        // A counter that is missing, or too low, does not stop it.
        store(&db, "a").await;
        let table = db.table_name::<Later>().unwrap();
        let size = ClubSize::key("Chess").unwrap().to_item();
        db.client().delete_item().table_name(&table).set_key(Some(size)).send().await.unwrap();
        db.update(Player::key("a")).set(Player::fields().rank, 3).await.unwrap();
        assert_eq!(sizes(&db).await, (0, 2));
    }
}

/// A field that got its name by the upgrade was counted under the old one.
#[tokio::test]
async fn a_renamed_field_is_not_counted_again() {
    for db in databases().await {
        let visitor = Visitor { id: "v".into(), gym: Some("g".into()) };
        db.create(&visitor).await.unwrap();
        let mut old = visitor.to_item().unwrap();
        old.remove("schemaVersion");
        let gym = old.remove("gym").unwrap();
        old.insert("place".into(), gym);
        super::engine::put_raw::<Later>(&db, old.clone()).await;
        assert_eq!(db.backfill::<Later>().await.unwrap().written, 1);
        assert_eq!(db.get(Gym::key("g")).await.unwrap().unwrap().visitors, 1);
        super::engine::put_raw::<Later>(&db, old).await;
        db.update(visitor.key()).set(Visitor::fields().gym, "h").await.unwrap();
        let visitors = async |gym: &str| db.get(Gym::key(gym)).await.unwrap().unwrap().visitors;
        assert_eq!((visitors("g").await, visitors("h").await), (0, 1));
        assert!(db.verify::<Later>().await.unwrap().is_clean());
    }
}

#[tokio::test]
async fn a_crash_after_the_upgrade_leaves_no_pointer() {
    for db in databases().await {
        let (slow, faults) = faulty(db.clone());
        store(&db, "a").await;
        // It is read, upgraded, and then the program stops.
        faults.then([Fault::None, Fault::None], Fault::Cut);
        slow.delete(Player::key("a")).await.unwrap_err();
        assert!(keys(&db).await.contains(&"CLUB#Chess".to_owned()));
        db.update(Player::key("a")).set(Player::fields().club, "go").await.unwrap();
        assert!(!keys(&db).await.contains(&"CLUB#Chess".to_owned()));
        assert_eq!(db.get(ClubEntry::key("go", "a")).await.unwrap().unwrap().id, "a");
    }
}

/// What is derived from stored values may belong to another record by now.
#[tokio::test]
async fn companions_of_others_stay() {
    for db in databases().await {
        store(&db, "a").await;
        let table = db.table_name::<Later>().unwrap();
        let lock = NickLock { nick: "a-Nick".into(), id: "b".into() }.to_item().unwrap();
        db.client().put_item().table_name(&table).set_item(Some(lock)).send().await.unwrap();
        db.update(Player::key("a")).set(Player::fields().rank, 5).await.unwrap();
        assert_eq!(db.get(NickLock::key("a-Nick")).await.unwrap().unwrap().id, "b");
    }
}
