//! A program of an older schema version meets what a newer one has written: it never takes that back.

use std::time::Duration;

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use dynamo_core::{Item, Names};

use super::engine::{on, stored};

/// The program of version 2: prices in whole units.
mod older {
    use super::*;

    #[derive(Table, Debug, Clone, PartialEq)]
    #[table(name = "till", pk = "PK", sk = "SK", type_attribute = "type", ttl = "until")]
    #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    pub(super) enum Till {
        Price(Price),
        Label(Label),
        Tally(Tally),
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Till, pk = "PRICE#<id>", sk = "PRICE", gsi1 = ("SHOP#<shop>", "PRICE#<id>"), pointers(Label),
             counted(prices in Tally(shop = shop)), schema_version = 2, upgrade = upgrade)]
    pub(super) struct Price {
        pub(super) id: String,
        pub(super) shop: String,
        pub(super) amount: u32,
        pub(super) note: Option<String>,
        #[entity(deleted_at)]
        pub(super) deleted_at: Option<Timestamp>,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Till, pk = "SHOP#<shop>", sk = "LABEL#<id>", gsi1 = none, pointer_of(Price))]
    pub(super) struct Label {
        pub(super) shop: String,
        pub(super) id: String,
        pub(super) note: Option<String>,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Till, pk = "SHOP#<shop>", sk = "TALLY", gsi1 = none, schema_version = 2, upgrade = upgrade)]
    pub(super) struct Tally {
        pub(super) shop: String,
        pub(super) prices: u64,
    }

    #[allow(clippy::unnecessary_wraps)]
    fn upgrade(_: u32, item: Item) -> Result<Item, &'static str> {
        Ok(item)
    }

    pub(super) fn price(id: &str, amount: u32) -> Price {
        Price { id: id.into(), shop: "s".into(), amount, note: None, deleted_at: None }
    }
}

/// The program of version 3: prices in hundredths, and every count is twice what it was.
mod newer {
    use super::*;

    #[derive(Table, Debug, Clone, PartialEq)]
    #[table(name = "till", pk = "PK", sk = "SK", type_attribute = "type", ttl = "until")]
    #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    pub(super) enum Till {
        Price(Price),
        Label(Label),
        Tally(Tally),
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Till, pk = "PRICE#<id>", sk = "PRICE", gsi1 = ("SHOP#<shop>", "PRICE#<id>"), pointers(Label),
             counted(prices in Tally(shop = shop)), schema_version = 3, upgrade = in_hundredths)]
    pub(super) struct Price {
        pub(super) id: String,
        pub(super) shop: String,
        pub(super) amount: u32,
        pub(super) note: Option<String>,
        pub(super) currency: Option<String>,
        #[entity(deleted_at)]
        pub(super) deleted_at: Option<Timestamp>,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Till, pk = "SHOP#<shop>", sk = "LABEL#<id>", gsi1 = none, pointer_of(Price))]
    pub(super) struct Label {
        pub(super) shop: String,
        pub(super) id: String,
        pub(super) note: Option<String>,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Till, pk = "SHOP#<shop>", sk = "TALLY", gsi1 = none, schema_version = 3, upgrade = twice)]
    pub(super) struct Tally {
        pub(super) shop: String,
        pub(super) prices: u64,
    }

    fn times(item: &mut Item, name: &str, factor: u64) -> Result<(), &'static str> {
        let number = item.get(name).and_then(|value| value.as_n().ok()).and_then(|digits| digits.parse::<u64>().ok());
        let number = number.ok_or("a number is missing")?;
        item.insert(name.into(), AttributeValue::N((number * factor).to_string()));
        Ok(())
    }

    fn in_hundredths(_: u32, mut item: Item) -> Result<Item, &'static str> {
        times(&mut item, "amount", 100).map(|()| item)
    }

    fn twice(_: u32, mut item: Item) -> Result<Item, &'static str> {
        times(&mut item, "prices", 2).map(|()| item)
    }

    pub(super) fn price(id: &str) -> Price {
        let currency = Some("EUR".into());
        Price { id: id.into(), shop: "s".into(), amount: 2505, note: None, currency, deleted_at: None }
    }
}

/// The handle of the older program.
fn of_older(db: &Db) -> Db {
    let name = db.table_name::<newer::Till>().unwrap();
    db.clone().with_names(Names::new().rename::<older::Till>(name.clone()).rename::<newer::Till>(name))
}

async fn raw(db: &Db, key: &str) -> Item {
    stored::<newer::Till>(db).await.remove(key).unwrap()
}

fn number(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.into())
}

on! {
    async fn a_backfill_passes_over_it(db: newer::Till) {
        let old = of_older(&db);
        db.create(&newer::price("a")).await.unwrap();
        old.create(&older::price("b", 7)).await.unwrap();
        let before = stored::<newer::Till>(&db).await;
        assert_eq!(old.backfill::<older::Till>().await.unwrap().written, 0);
        assert_eq!(stored::<newer::Till>(&db).await, before);
        assert_eq!(db.backfill::<newer::Till>().await.unwrap().written, 1, "that of the older program");
        assert_eq!(db.get(newer::Price::key("a")).await.unwrap().unwrap().amount, 2505);
        assert_eq!(db.get(newer::Price::key("b")).await.unwrap().unwrap().amount, 700);
    }

    async fn counting_leaves_its_version(db: newer::Till) {
        let old = of_older(&db);
        db.create(&newer::price("a")).await.unwrap();
        old.create(&older::price("b", 7)).await.unwrap();
        old.delete(older::Price::key("a")).await.unwrap();
        old.create(&older::price("c", 7)).await.unwrap();
        let tally = raw(&db, "SHOP#s / TALLY").await;
        assert_eq!((&tally["schemaVersion"], &tally["prices"]), (&number("3"), &number("2")));
        assert_eq!(db.get(newer::Tally::key("s")).await.unwrap().unwrap().prices, 2);
    }

    async fn parts_of_it_are_changed(db: newer::Till) {
        let (old, of) = (of_older(&db), older::Price::fields);
        db.create(&newer::price("a")).await.unwrap();
        let as_read = older::Price { amount: 2505, ..older::price("a", 0) };
        assert_eq!(old.get(older::Price::key("a")).await.unwrap(), Some(as_read));
        old.update(older::Price::key("a")).set(of().note, "one").await.unwrap();
        let after = old.update(older::Price::key("a")).set(of().note, "two").returning_new().await.unwrap();
        assert_eq!(after.note.as_deref(), Some("two"));
        old.upsert(&older::price("a", 7)).set(of().note, "three").await.unwrap();
        old.soft_delete(older::Price::key("a"), Duration::from_mins(1)).await.unwrap();
        assert!(!raw(&db, "PRICE#a / PRICE").await.contains_key("GSI1PK"));
        old.restore(older::Price::key("a")).await.unwrap();
        let note = Some("three".to_owned());
        assert_eq!(raw(&db, "PRICE#a / PRICE").await, newer::Price { note, ..newer::price("a") }.to_item().unwrap());
        assert_eq!(db.get(newer::Label::key("s", "a")).await.unwrap().unwrap().note.as_deref(), Some("three"));
        assert_eq!(raw(&db, "SHOP#s / TALLY").await["schemaVersion"], number("3"));
        assert!(db.verify::<newer::Till>().await.unwrap().is_clean());
        assert!(old.verify::<older::Till>().await.unwrap().is_clean());
    }

    async fn nothing_whole_is_written_over_it(db: newer::Till) {
        let (old, of) = (of_older(&db), older::Price::fields);
        db.create(&newer::price("a")).await.unwrap();
        let before = stored::<newer::Till>(&db).await;
        let whole = older::price("a", 25);
        let refused = [
            old.put(&whole).await,
            old.replace(&whole).await,
            old.put(&whole).when(of().amount.gt(1)).await,
            old.transact().put(&whole).create(&older::price("b", 1)).await,
        ];
        for refused in refused {
            let text = refused.unwrap_err().to_string();
            assert!(text.contains("has schema version 3, and this program knows 2"), "{text}");
        }
        assert!(matches!(old.create(&whole).await, Err(Error::Exists(_))));
        assert_eq!(stored::<newer::Till>(&db).await, before);
        // There is none of a later version any more.
        old.delete(older::Price::key("a")).await.unwrap();
        old.put(&whole).await.unwrap();
        old.put(&older::price("a", 26)).await.unwrap();
        assert_eq!(db.get(newer::Price::key("a")).await.unwrap().unwrap().amount, 2600);
    }

    async fn its_companions_are_kept(db: newer::Till) {
        let old = of_older(&db);
        db.create(&newer::price("a")).await.unwrap();
        let before = stored::<newer::Till>(&db).await;
        let label = newer::Label::key("s", "a").unwrap().to_item();
        let table = db.table_name::<newer::Till>().unwrap();
        db.client().delete_item().table_name(table).set_key(Some(label)).send().await.unwrap();
        old.repair_record(older::Price::key("a")).await.unwrap();
        assert_eq!(stored::<newer::Till>(&db).await, before);
        let images = (None, Some(before["PRICE#a / PRICE"].clone()));
        old.reconcile(&Change::<older::Till>::from_images(images.0, images.1).unwrap()).await.unwrap();
        old.repair::<older::Till>().await.unwrap();
        assert_eq!(stored::<newer::Till>(&db).await, before);
    }
}
