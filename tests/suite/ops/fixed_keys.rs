//! Immutable fields in index keys, and immutable fields that are left out for some of their values.

use dynamo_core::prelude::*;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "fixtures", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[index(gsi3, name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
pub(crate) enum Fixtures {
    Fixture(Fixture),
    Wide(Wide),
    Lists(Lists),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fixtures, pk = "F#<id>", sk = "F", gsi1 = ("G", "A#<a>#B#<b>"), gsi2 = ("ONLY#<a>", "ID#<id>"))]
pub(crate) struct Fixture {
    id: String,
    #[entity(immutable)]
    a: String,
    b: String,
}

/// One more key is made from the immutable field, and from another one.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fixtures, pk = "W#<id>", sk = "W", gsi1 = ("W", "A#<a>#B#<b>"), gsi3 = ("W", "A#<a>#C#<c>"))]
pub(crate) struct Wide {
    id: String,
    #[entity(immutable)]
    a: String,
    b: String,
    c: String,
}

#[derive(Entity, Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[entity(table = Fixtures, pk = "L#<id>", sk = "L")]
pub(crate) struct Lists {
    id: String,
    #[entity(immutable)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<String>,
    n: u32,
}

fn fixture(id: &str, a: &str, b: &str) -> Fixture {
    Fixture { id: id.into(), a: a.into(), b: b.into() }
}

fn lists(list: &[&str], n: u32) -> Lists {
    Lists { id: "l".into(), list: list.iter().map(|one| (*one).to_owned()).collect(), n }
}

on! {
    async fn an_upsert_has_one_value_of_an_immutable_field(db: Fixtures) {
        let both = || (Fixture::fields().a, Fixture::fields().b);
        let upsert = |a: &str| db.upsert(&fixture("1", "one", "x")).set(both(), (a, "y"));
        let refused = upsert("two").await;
        assert!(matches!(&refused, Err(Error::InvalidOperation(why)) if why.fact().contains("immutable")), "{refused:?}");
        assert!(db.transact().upsert(&fixture("1", "one", "x"), |upsert| upsert.set(both(), ("two", "y"))).await.is_err());
        assert!(stored::<Fixtures>(&db).await.is_empty());
        for _ in 0..2 {
            upsert("one").await.unwrap();
            let item = &stored::<Fixtures>(&db).await["F#1 / F"];
            assert_eq!(*item, fixture("1", "one", "y").to_item().unwrap());
        }
    }

    async fn an_older_item_takes_the_field_with_all_of_its_keys(db: Fixtures) {
        let mut item = fixture("2", "two", "x").to_item().unwrap();
        item.retain(|name, _| !name.starts_with("GSI") && name != "a");
        put_raw::<Fixtures>(&db, item.clone()).await;
        let both = || (Fixture::fields().a, Fixture::fields().b);
        let update = || db.update(Fixture::key("2")).set(both(), ("two", "y"));
        update().await.unwrap();
        assert_eq!(stored::<Fixtures>(&db).await["F#2 / F"], fixture("2", "two", "y").to_item().unwrap());
        update().await.unwrap();
        assert_eq!(db.query(Fixture::query_gsi2("two")).all().await.unwrap(), [fixture("2", "two", "y")]);
        put_raw::<Fixtures>(&db, item).await;
        db.upsert(&fixture("2", "two", "x")).set(both(), ("two", "y")).await.unwrap();
        assert_eq!(stored::<Fixtures>(&db).await["F#2 / F"], fixture("2", "two", "y").to_item().unwrap());
    }

    async fn an_older_item_does_not_take_the_field_without_one_of_its_keys(db: Fixtures) {
        let wide = Wide { id: "3".into(), a: "two".into(), b: "x".into(), c: "c".into() };
        let mut item = wide.to_item().unwrap();
        item.retain(|name, _| !name.starts_with("GSI") && name != "a");
        put_raw::<Fixtures>(&db, item.clone()).await;
        let update = || db.update(Wide::key("3")).set((Wide::fields().a, Wide::fields().b), ("two", "y"));
        let refused = update().await;
        assert!(matches!(&refused, Err(Error::ConditionFailed(why)) if why.immutable() == Some("a")), "{refused:?}");
        assert_eq!(stored::<Fixtures>(&db).await["W#3 / W"], item);
        db.put(&wide).await.unwrap();
        update().await.unwrap();
        let now = Wide { b: "y".into(), ..wide };
        assert_eq!(stored::<Fixtures>(&db).await["W#3 / W"], now.to_item().unwrap());
    }

    async fn a_value_that_is_left_out_is_a_value(db: Fixtures) {
        db.create(&lists(&[], 0)).await.unwrap();
        for changed in [db.put(&lists(&["a"], 1)).await, db.replace(&lists(&["a"], 1)).await] {
            assert!(matches!(&changed, Err(Error::ConditionFailed(why)) if why.immutable() == Some("list")), "{changed:?}");
        }
        assert!(db.batch_write().put(&lists(&["a"], 1)).await.is_err());
        db.put(&lists(&[], 2)).await.unwrap();
        assert_eq!(db.get(Lists::key("l")).await.unwrap(), Some(lists(&[], 2)));
        db.delete(Lists::key("l")).await.unwrap();
        db.create(&lists(&["a"], 0)).await.unwrap();
        assert!(matches!(db.put(&lists(&[], 1)).await, Err(Error::ConditionFailed(_))));
        db.put(&lists(&["a"], 1)).await.unwrap();
    }
}
