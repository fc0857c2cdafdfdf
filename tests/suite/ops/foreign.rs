//! Items with another entity's tag under a key that is the entity's alone: neither read nor written.

use std::time::Duration;

use dynamo_core::Item;
use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "desk", pk = "PK", sk = "SK", type_attribute = "type", ttl = "until")]
pub(crate) enum Desk {
    Memo(Memo),
    Deed(Deed),
    DeedEntry(DeedEntry),
    Drawer(Drawer),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "MEMO#<id>", sk = "MEMO")]
pub(crate) struct Memo {
    id: String,
    n: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "DEED#<id>", sk = "DEED", pointers(DeedEntry), counted(deeds in Drawer(drawer = drawer)),
         schema_version = 2, upgrade = upgrade)]
pub(crate) struct Deed {
    id: String,
    drawer: String,
    n: u32,
    #[entity(version)]
    version: u64,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

#[allow(clippy::unnecessary_wraps)]
fn upgrade(_: u32, item: Item) -> Result<Item, &'static str> {
    Ok(item)
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "DEEDS", sk = "DEED#<id>", pointer_of(Deed))]
pub(crate) struct DeedEntry {
    id: String,
    n: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Desk, pk = "DRAWER#<drawer>", sk = "COUNT")]
pub(crate) struct Drawer {
    drawer: String,
    deeds: u64,
}

/// The same without tags: whatever is under an entity's key is the entity's.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "shelf", pk = "PK", sk = "SK")]
pub(crate) enum Shelf {
    Jar(Jar),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shelf, pk = "JAR#<id>", sk = "JAR")]
pub(crate) struct Jar {
    id: String,
    n: u32,
}

fn memo() -> Memo {
    Memo { id: "a".into(), n: 1 }
}

fn deed() -> Deed {
    Deed { id: "a".into(), drawer: "d".into(), n: 1, version: 0, deleted_at: None }
}

fn tagged(entity: &impl Entity, tag: Option<AttributeValue>) -> Item {
    let mut item = entity.to_item().unwrap();
    item.remove("type");
    item.extend(tag.map(|tag| ("type".to_owned(), tag)));
    item
}

fn alien() -> AttributeValue {
    AttributeValue::S("Alien".into())
}

#[track_caller]
fn assert_alien<T: std::fmt::Debug>(outcome: Result<T, Error>) {
    let text = outcome.unwrap_err().to_string();
    assert!(text.contains("the item is a \"Alien\", not a "), "{text}");
}

on! {
    async fn a_plain_item_with_another_tag(db: Desk) {
        put_raw::<Desk>(&db, tagged(&memo(), Some(alien()))).await;
        let (before, of) = (stored::<Desk>(&db).await, Memo::fields);
        assert_alien(db.get(Memo::key("a")).await);
        assert_alien(db.update(Memo::key("a")).add(of().n, 1).await);
        assert_alien(db.update(Memo::key("a")).add(of().n, 1).when(of().n.eq(1)).returning_new().await);
        assert_alien(db.upsert(&memo()).add(of().n, 1).await);
        assert_alien(db.upsert(&memo()).await);
        assert_alien(db.put(&memo()).await);
        assert_alien(db.put(&memo()).when(of().n.eq(1)).await);
        assert_alien(db.replace(&memo()).await);
        assert_alien(db.delete(Memo::key("a")).await);
        assert_alien(db.delete(Memo::key("a")).existing().await);
        assert_alien(db.delete(Memo::key("a")).returning_old().await);
        assert_alien(db.insert_or_get(&memo()).await);
        assert!(matches!(db.create(&memo()).await, Err(Error::Exists(_))));
        let other = Memo { id: "b".into(), n: 1 };
        assert_alien(db.transact().create(&other).put(&memo()).await);
        assert_alien(db.transact().create(&other).delete(Memo::key("a")).await);
        assert_alien(db.transact().create(&other).check(Memo::key("a"), |memo| memo.existing()).await);
        assert_eq!(stored::<Desk>(&db).await, before);
        // A batch has no conditions.
        db.batch_write().put(&memo()).await.unwrap();
        assert_eq!(db.get(Memo::key("a")).await.unwrap(), Some(memo()));
    }

    async fn a_record_with_companions(db: Desk) {
        put_raw::<Desk>(&db, tagged(&deed(), Some(alien()))).await;
        let (before, of) = (stored::<Desk>(&db).await, Deed::fields);
        assert_alien(db.get(Deed::key("a")).await);
        assert_alien(db.update(Deed::key("a")).set(of().n, 1).await);
        assert_alien(db.upsert(&deed()).set(of().n, 1).await);
        assert_alien(db.put(&deed()).await);
        assert_alien(db.replace(&deed()).await);
        assert_alien(db.delete(Deed::key("a")).await);
        assert_alien(db.soft_delete(Deed::key("a"), Duration::from_mins(1)).await);
        assert_alien(db.restore(Deed::key("a")).await);
        assert!(matches!(db.create(&deed()).await, Err(Error::Exists(_))));
        assert_alien(db.batch_write().put(&deed()).await);
        let other = Memo { id: "b".into(), n: 1 };
        let error = db.transact().create(&other).delete(Deed::key("a")).await.unwrap_err();
        assert!(!matches!(error, Error::Exists(_)), "{error}");
        assert_eq!(stored::<Desk>(&db).await, before);
    }

    async fn a_counter_with_another_tag(db: Desk) {
        put_raw::<Desk>(&db, tagged(&Drawer { drawer: "d".into(), deeds: 5 }, Some(alien()))).await;
        let before = stored::<Desk>(&db).await;
        let Err(Error::Decode(error)) = db.create(&deed()).await else { panic!("it was counted in another's item") };
        assert!(error.to_string().contains("DRAWER#d / COUNT"), "{error}");
        assert_eq!(stored::<Desk>(&db).await, before);
    }

    async fn an_item_without_a_tag(db: Desk) {
        // Another program may have written it: its key says whose it is.
        for tag in [None, Some(AttributeValue::S("Memo".into()))] {
            put_raw::<Desk>(&db, tagged(&memo(), tag.clone())).await;
            let of = Memo::fields;
            assert_eq!(db.get(Memo::key("a")).await.unwrap(), Some(memo()));
            db.update(Memo::key("a")).add(of().n, 1).await.unwrap();
            db.upsert(&memo()).add(of().n, 1).await.unwrap();
            assert_eq!(db.get(Memo::key("a")).await.unwrap().unwrap().n, 3);
            db.put(&memo()).await.unwrap();
            put_raw::<Desk>(&db, tagged(&memo(), tag)).await;
            db.delete(Memo::key("a")).existing().await.unwrap();
        }
    }

    async fn a_table_without_tags(db: Shelf) {
        let jar = Jar { id: "a".into(), n: 1 };
        put_raw::<Shelf>(&db, tagged(&jar, Some(alien()))).await;
        assert_eq!(db.get(Jar::key("a")).await.unwrap(), Some(jar.clone()));
        db.update(Jar::key("a")).add(Jar::fields().n, 1).await.unwrap();
        assert_eq!(stored::<Shelf>(&db).await["JAR#a / JAR"]["type"], alien());
        db.put(&jar).await.unwrap();
        db.delete(Jar::key("a")).existing().await.unwrap();
    }
}
