//! An upgrade that changes what companions are made of takes the old ones away.

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::{Codec, Item, Names};

use super::engine::empty;
use super::fault::{Fault, faulty};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "later", pk = "PK", sk = "SK", type_attribute = "type")]
enum Later {
    Player(Player),
    ClubEntry(ClubEntry),
    NickLock(NickLock),
}

/// In its second form, the club and the nickname are in lower case, and there is a rank.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Later,
    pk = "PLAYER#<id>",
    sk = "META",
    pointers(ClubEntry),
    unique(nick as NickLock),
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
    for item in [record, entry, lock] {
        db.client().put_item().table_name(db.table_name::<Later>().unwrap()).set_item(Some(item)).send().await.unwrap();
    }
}

async fn keys(db: &Db) -> Vec<String> {
    let items = db.client().scan().table_name(db.table_name::<Later>().unwrap()).send().await.unwrap().items.unwrap();
    let mut keys: Vec<_> = items.iter().map(|item| item["PK"].as_s().unwrap().clone()).collect();
    keys.sort();
    keys
}

async fn databases() -> Vec<Db> {
    let mut all = Vec::new();
    for codec in [Codec::Wire, Codec::Sdk] {
        let db = empty(codec).await;
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
        assert!(db.verify::<Later>().await.unwrap().is_clean());
        store(&db, "a").await;
        db.delete(Player::key("a")).await.unwrap();
        assert_eq!(keys(&db).await, Vec::<String>::new());
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
