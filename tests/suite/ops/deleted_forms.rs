//! Softly deleted items in other forms: read with their other attributes, and of an older schema version.

use std::time::Duration;

use dynamo_core::Item;
use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "papers", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub(crate) enum Papers {
    Bag(Bag),
    Paper(Paper),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Papers, pk = "BAG#<id>", sk = "BAG", gsi1 = ("BAGS", "B#<id>"))]
pub(crate) struct Bag {
    id: String,
    #[entity(rest)]
    other: Item,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Papers, pk = "PAPER#<id>", sk = "P", schema_version = 2, upgrade = upgrade)]
pub(crate) struct Paper {
    id: String,
    n: u32,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

/// The first version had another name for it.
#[allow(clippy::unnecessary_wraps)]
fn upgrade(_: u32, mut item: Item) -> Result<Item, &'static str> {
    let at = item.remove("removedAt");
    item.extend(at.map(|at| ("deleted_at".to_owned(), at)));
    Ok(item)
}

fn paper(id: &str) -> Paper {
    Paper { id: id.into(), n: 1, deleted_at: None }
}

async fn deleted_in_the_first_version(db: &Db, id: &str) {
    let mut item = paper(id).to_item().unwrap();
    item.retain(|name, _| name.to_lowercase() != "schemaversion" && name != "_v");
    item.insert("removedAt".into(), AttributeValue::S("2026-01-01T00:00:00.000Z".into()));
    put_raw::<Papers>(db, item).await;
}

on! {
    async fn the_expiry_of_a_deletion_is_not_kept(db: Papers) {
        let other = Item::from([("color".to_owned(), AttributeValue::S("red".into()))]);
        let bag = Bag { id: "b".into(), other, deleted_at: None };
        db.create(&bag).await.unwrap();
        db.soft_delete(Bag::key("b"), Duration::from_mins(1)).await.unwrap();
        let read = db.get(Bag::key("b")).including_deleted().await.unwrap().unwrap();
        assert_eq!(read.other, bag.other);
        assert_eq!(Bag::from_item(stored::<Papers>(&db).await["BAG#b / BAG"].clone()).unwrap(), read);
        db.restore(Bag::key("b")).await.unwrap();
        db.put(&Bag { deleted_at: None, ..read }).await.unwrap();
        assert_eq!(stored::<Papers>(&db).await["BAG#b / BAG"], bag.to_item().unwrap());
        // That of an item which is not deleted is somebody's own.
        let mut item = bag.to_item().unwrap();
        item.insert("ttl".into(), AttributeValue::N("9999999999".into()));
        put_raw::<Papers>(&db, item.clone()).await;
        let read = db.get(Bag::key("b")).await.unwrap().unwrap();
        db.put(&read).await.unwrap();
        assert_eq!(stored::<Papers>(&db).await["BAG#b / BAG"], item);
    }

    async fn what_was_read_as_deleted_is_not_written(db: Papers) {
        let bag = Bag { id: "b".into(), other: Item::new(), deleted_at: None };
        db.create(&bag).await.unwrap();
        db.soft_delete(Bag::key("b"), Duration::from_mins(1)).await.unwrap();
        let read = db.get(Bag::key("b")).including_deleted().await.unwrap().unwrap();
        for refused in [db.put(&read).await, db.create(&read).await, db.replace(&read).await] {
            assert!(matches!(&refused, Err(Error::Deleted(_))), "{refused:?}");
        }
        assert!(matches!(db.insert_or_get(&read).await, Err(Error::Deleted(_))));
        let refused = db.upsert(&read).await;
        assert!(matches!(&refused, Err(Error::Deleted(_))), "{refused:?}");
    }

    async fn an_older_form_that_is_deleted(db: Papers) {
        for id in ["a", "b", "c"] {
            deleted_in_the_first_version(&db, id).await;
        }
        assert_eq!(db.get(Paper::key("a")).await.unwrap(), None);
        let found = db.insert_or_get(&paper("a")).await;
        assert!(matches!(found, Err(Error::Deleted(_))), "{found:?}");
        let found = db.create(&paper("b")).await;
        assert!(matches!(found, Err(Error::Deleted(_))), "{found:?}");
        let check = db.transact().check(Paper::key("c"), |check| check.existing()).create(&paper("z")).await;
        let Err(Error::Cancelled(cancelled)) = check else { panic!("{check:?}") };
        assert!(matches!(cancelled.actions()[0].error(), Error::Deleted(_)), "{cancelled:?}");
        assert_eq!(db.get(Paper::key("z")).await.unwrap(), None);
        // One that is not deleted is there.
        db.create(&paper("d")).await.unwrap();
        db.transact().check(Paper::key("d"), |check| check.existing()).create(&paper("z")).await.unwrap();
    }

    async fn a_count_leaves_out_what_every_read_leaves_out(db: Papers) {
        db.create(&paper("here")).await.unwrap();
        db.create(&paper("gone")).await.unwrap();
        db.soft_delete(Paper::key("gone"), Duration::from_mins(1)).await.unwrap();
        deleted_in_the_first_version(&db, "long").await;
        assert_eq!(db.scan::<Paper>().all().await.unwrap(), [paper("here")]);
        assert_eq!(db.scan::<Paper>().count().await.unwrap(), 1);
        assert_eq!(db.scan_all::<Papers>().count().await.unwrap(), 1);
        assert_eq!(db.query(Paper::query("gone")).count().await.unwrap(), 0);
        assert_eq!(db.scan::<Paper>().including_deleted().count().await.unwrap(), 3);
        assert_eq!(db.scan::<Paper>().limit(1).count().await.unwrap(), 1);
    }

    async fn a_cursor_is_of_reads_with_or_without_deleted_items(db: Papers) {
        for id in ["a", "b"] {
            db.create(&Bag { id: id.into(), other: Item::new(), deleted_at: None }).await.unwrap();
        }
        let next = db.scan::<Bag>().limit(1).page().await.unwrap().next.unwrap();
        let other = db.scan::<Bag>().including_deleted().limit(1).after(&next).page().await;
        assert!(matches!(other, Err(Error::Cursor(_))), "{other:?}");
        assert_eq!(db.scan::<Bag>().limit(1).after(&next).page().await.unwrap().items.len(), 1);
        let next = db.query(Bag::query_gsi1()).limit(1).page().await.unwrap().next.unwrap();
        let other = db.query(Bag::query_gsi1()).including_deleted().limit(1).after(&next).page().await;
        assert!(matches!(other, Err(Error::Cursor(_))), "{other:?}");
        assert_eq!(db.query(Bag::query_gsi1()).limit(1).after(&next).page().await.unwrap().items.len(), 1);
    }

    async fn an_upsert_of_nothing(db: Papers) {
        db.upsert(&paper("a")).await.unwrap();
        db.upsert(&Paper { n: 7, ..paper("a") }).await.unwrap();
        assert_eq!(db.get(Paper::key("a")).await.unwrap(), Some(paper("a")));
        let now = db.upsert(&Paper { n: 7, ..paper("a") }).returning_new().await.unwrap();
        assert_eq!(now, paper("a"));
        assert_eq!(db.upsert(&paper("b")).returning_old().await.unwrap(), None);
        assert_eq!(db.upsert(&Paper { n: 7, ..paper("b") }).returning_old().await.unwrap(), Some(paper("b")));
        let both = db.transact().upsert(&Paper { n: 7, ..paper("a") }, |upsert| upsert).upsert(&paper("c"), |upsert| upsert);
        both.await.unwrap();
        assert_eq!(db.get(Paper::key("a")).await.unwrap(), Some(paper("a")));
        assert_eq!(db.get(Paper::key("c")).await.unwrap(), Some(paper("c")));
        db.soft_delete(Paper::key("a"), Duration::from_mins(1)).await.unwrap();
        assert!(matches!(db.upsert(&paper("a")).await, Err(Error::Deleted(_))));
        let found = db.insert_or_get(&paper("a")).await.unwrap_err();
        assert!(found.to_string().starts_with("insert_or_get of `Paper`"), "{found}");
    }
}
