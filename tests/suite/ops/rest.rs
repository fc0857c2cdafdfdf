//! The field that keeps the attributes which no other field has.

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug, PartialEq)]
#[table(name = "found", pk = "pk", sk = "sk", type_attribute = "type", ttl = "expires")]
#[index(by_owner, name = "ByOwner", pk = "gsi1pk", sk = "gsi1sk")]
#[index(by_time, name = "ByTime", pk = "gsi2pk", sk = "gsi2sk")]
enum Found {
    Thing(Thing),
    Secret(Secret),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Found, pk = "THING#<id>", sk = "META", by_owner = ("OWNER#<owner>", "THING#<id>"),
    constants("__v__" = "1"), schema_version = 2, upgrade = named,
)]
struct Thing {
    id: String,
    owner: String,
    #[serde(alias = "label")]
    name: Option<String>,
    #[entity(updated_at)]
    updated_at: Option<Timestamp>,
    #[entity(rest)]
    other: Item,
}

/// The first form had a title.
#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn named(_: u32, mut item: Item) -> Result<Item, &'static str> {
    if let Some(title) = item.remove("title") {
        item.insert("name".into(), title);
    }
    Ok(item)
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Found, pk = "SECRET#<id>", sk = "META")]
struct Secret {
    id: String,
    #[entity(rest, sensitive)]
    #[serde(skip)]
    more: Item,
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// One attribute of each type.
fn all_types() -> Item {
    let map = HashMap::from([("deep".to_owned(), AttributeValue::Null(true)), ("schemaVersion".to_owned(), text("x"))]);
    Item::from([
        ("s".into(), text("\"quoted\" \u{1F600}")),
        ("empty".into(), text("")),
        ("n".into(), AttributeValue::N("1.5".into())),
        ("b".into(), AttributeValue::B(Blob::new([0, 255]))),
        ("yes".into(), AttributeValue::Bool(true)),
        ("nothing".into(), AttributeValue::Null(true)),
        ("m".into(), AttributeValue::M(map)),
        ("l".into(), AttributeValue::L(vec![text("a"), AttributeValue::N("2".into()), AttributeValue::L(vec![])])),
        ("ss".into(), AttributeValue::Ss(vec!["a".into(), "b".into()])),
        ("ns".into(), AttributeValue::Ns(vec!["1".into(), "2".into()])),
        ("bs".into(), AttributeValue::Bs(vec![Blob::new([1]), Blob::new([2])])),
        ("with \"quotes\" and \\".into(), text("x")),
        ("expires".into(), AttributeValue::N("99999999999".into())),
    ])
}

fn thing(id: &str, other: Item) -> Thing {
    Thing { id: id.into(), owner: "ann".into(), name: Some("n".into()), updated_at: None, other }
}

on! {
    async fn whole_item_writes_keep_what_nobody_declared(db: Found) {
        let mut raw = thing("t1", Item::new()).to_item().unwrap();
        raw.extend(all_types());
        put_raw::<Found>(&db, raw.clone()).await;
        let read = db.get(Thing::key("t1")).await.unwrap().unwrap();
        assert_eq!(sorted(&read.other), sorted(&all_types()));
        let named = Thing { name: Some("m".into()), ..read.clone() };
        db.put(&named).await.unwrap();
        db.replace(&named).await.unwrap();
        db.transact().put(&named).await.unwrap();
        db.batch_write().put(&named).await.unwrap();
        db.update(Thing::key("t1")).set(Thing::fields().name, "o").await.unwrap();
        for read in [
            db.get(Thing::key("t1")).await.unwrap().unwrap(),
            db.query(Thing::query_by_owner("ann")).first().await.unwrap().unwrap(),
            db.scan::<Thing>().all().await.unwrap().remove(0),
            db.batch_get([Thing::key("t1")]).await.unwrap().remove(0).unwrap(),
            db.transact_get((Thing::key("t1"),)).await.unwrap().0.unwrap(),
        ] {
            assert_eq!(sorted(&read.other), sorted(&all_types()));
        }
        db.delete(Thing::key("t1")).await.unwrap();
        db.create(&named).await.unwrap();
        let item = stored::<Found>(&db).await["THING#t1 / META"].clone();
        for (name, value) in all_types() {
            assert_eq!(sorted(&Item::from([(name.clone(), item[&name].clone())])), sorted(&Item::from([(name, value)])));
        }
    }

    /// What means something else is neither read into it, nor written from it.
    async fn attributes_of_the_framework_are_never_in_it(db: Found) {
        let mut raw = thing("t1", Item::new()).to_item().unwrap();
        // Keys of an index that it is not in, and what the framework keeps on items.
        raw.insert("gsi2pk".into(), text("x"));
        raw.insert("_revision".into(), text("r"));
        raw.insert("_ttl".into(), AttributeValue::N("5".into()));
        raw.insert("more".into(), text("kept"));
        put_raw::<Found>(&db, raw).await;
        let read = db.get(Thing::key("t1")).await.unwrap().unwrap();
        assert_eq!(read.other, Item::from([("more".into(), text("kept"))]));
        for (name, meaning) in [
            ("pk", "a key of the table"),
            ("sk", "a key of the table"),
            ("type", "the type tag"),
            ("gsi1pk", "a key of an index"),
            ("gsi2sk", "a key of an index"),
            ("__v__", "a constant of the entity"),
            ("_pending", "an attribute that the library writes itself"),
            ("schemaVersion", "an attribute that the library writes itself"),
            ("name", "stored by a field"),
            ("label", "stored by a field"),
        ] {
            let other = thing("t2", Item::from([(name.to_owned(), text("forged"))]));
            let errors = [
                db.put(&other).await.unwrap_err(),
                db.create(&other).await.unwrap_err(),
                db.transact().put(&other).await.unwrap_err(),
                db.batch_write().put(&other).await.unwrap_err(),
                other.to_item().unwrap_err(),
            ];
            for error in errors {
                let Error::Encode(error) = error else { panic!("{name}: {error}") };
                assert_eq!(error.path(), "other");
                assert!(error.to_string().contains(&format!("`{name}` is {meaning}")), "{error}");
            }
        }
        assert_eq!(db.get(Thing::key("t2")).await.unwrap(), None);
        let broken = thing("t2", Item::from([("n".to_owned(), AttributeValue::N("seven".into()))]));
        assert!(matches!(db.put(&broken).await, Err(Error::Encode(_))));
    }

    /// An older name is the field's.
    async fn older_forms_leave_nothing_behind(db: Found) {
        let old = |id: &str, name: &str, version: Option<&str>| {
            let mut item = thing(id, Item::from([("more".into(), text("kept"))])).to_item().unwrap();
            item.remove("schemaVersion");
            let value = item.remove("name").unwrap();
            item.insert(name.to_owned(), value);
            item.extend(version.map(|version| ("schemaVersion".to_owned(), AttributeValue::N(version.into()))));
            item
        };
        put_raw::<Found>(&db, old("a", "label", Some("2"))).await;
        put_raw::<Found>(&db, old("b", "title", None)).await;
        for id in ["a", "b"] {
            let read = db.get(Thing::key(id)).await.unwrap().unwrap();
            assert_eq!((read.name.as_deref(), sorted(&read.other)), (Some("n"), vec!["more: S(\"kept\")".into()]));
            db.put(&read).await.unwrap();
        }
        put_raw::<Found>(&db, old("c", "title", None)).await;
        db.backfill::<Found>().await.unwrap();
        for (key, item) in stored::<Found>(&db).await {
            assert_eq!(item["more"], text("kept"), "{key}");
            assert_eq!((item.get("label"), item.get("title")), (None, None), "{key}");
            assert_eq!(item["name"], text("n"), "{key}");
        }
    }
}

/// Both codecs write one item, and read one value.
#[test]
fn both_codecs_agree() {
    let thing = thing("t1", all_types());
    let item = thing.to_item().unwrap();
    let mut json = Vec::new();
    thing.write_json(&mut json).unwrap();
    let (from_item, from_json) = (Thing::from_item(item).unwrap(), Thing::read_json(&json).unwrap());
    assert_eq!(sorted(&from_item.other), sorted(&all_types()));
    assert_eq!(sorted(&from_json.other), sorted(&all_types()));
    let twice = br#"{"pk":{"S":"SECRET#1"},"sk":{"S":"META"},"id":{"S":"1"},"x":{"S":"a"},"x":{"S":"b"}}"#;
    assert!(Secret::read_json(twice).is_err());
}

/// What nobody declared may hold anything.
#[tokio::test]
async fn only_names_show() {
    let secret =
        Secret { id: "1".into(), more: Item::from([("pin".to_owned(), text("hush")), ("a".to_owned(), text("hush"))]) };
    assert_eq!(format!("{secret:?}"), "Secret { id: \"1\", more: [\"a\", \"pin\"] }");
    let db = super::engine::table_of::<Found>(Transport::Direct).await;
    db.create(&secret).await.unwrap();
    let error = db.create(&secret).await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("hush"));
}

fn sorted(item: &Item) -> Vec<String> {
    fn sets(value: &AttributeValue) -> AttributeValue {
        match value.clone() {
            AttributeValue::Ss(mut set) => {
                set.sort();
                AttributeValue::Ss(set)
            }
            AttributeValue::Ns(mut set) => {
                set.sort();
                AttributeValue::Ns(set)
            }
            AttributeValue::Bs(mut set) => {
                set.sort_by(|a, b| a.as_ref().cmp(b.as_ref()));
                AttributeValue::Bs(set)
            }
            AttributeValue::M(map) => {
                let mut entries: Vec<_> = map.into_iter().collect();
                entries.sort_by(|a, b| a.0.cmp(&b.0));
                AttributeValue::L(
                    entries.into_iter().map(|(name, value)| AttributeValue::L(vec![text(&name), value])).collect(),
                )
            }
            other => other,
        }
    }
    let mut all: Vec<_> = item.iter().map(|(name, value)| format!("{name}: {:?}", sets(value))).collect();
    all.sort();
    all
}
