//! Fields that are given at creation and never change, and entities that never change at all.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::{Creatable, Item};

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug)]
#[table(name = "deeds", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires")]
#[index(by_owner, name = "ByOwner", pk = "OwnerPK", sk = "OwnerSK")]
#[index(by_state, name = "ByState", pk = "StatePK", sk = "StateSK")]
#[index(by_land, name = "ByLand", pk = "LandPK", sk = "LandSK")]
#[index(by_both, name = "ByBoth", pk = "BothPK", sk = "BothSK")]
enum Deeds {
    Deed(Deed),
    Entry(Entry),
    Parcel(Parcel),
    ParcelCard(ParcelCard),
    Paper(Paper),
}

#[derive(Attribute, Debug, Clone, PartialEq)]
struct Place {
    city: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Deeds, pk = "DEED#<id>", sk = "META",
    // Made from fields that never change: no update has to follow it.
    by_owner = ("OWNER#<owner>", "LAND#<land>"),
    by_state = ("STATE#<state>", "DEED#<id>"),
    by_land = ("LAND#<land>", "STATE#<state>#<owner>"),
    by_both = ("BOTH#<owner>#<land>", "DEED#<id>"),
)]
struct Deed {
    id: String,
    #[entity(immutable)]
    owner: String,
    #[entity(immutable)]
    land: String,
    state: String,
    note: String,
    #[entity(immutable)]
    seal: Option<String>,
    #[entity(immutable, set)]
    marks: BTreeSet<String>,
    #[entity(immutable)]
    place: Option<Place>,
    #[entity(immutable)]
    pages: Vec<String>,
}

fn deed(id: &str) -> Deed {
    Deed {
        id: id.into(),
        owner: "ann".into(),
        land: "l1".into(),
        state: "open".into(),
        note: String::new(),
        seal: None,
        marks: BTreeSet::new(),
        place: Some(Place { city: "Bath".into() }),
        pages: vec!["one".into()],
    }
}

/// An entry of a ledger: it is written once.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Deeds, pk = "LEDGER#<book>", sk = "ENTRY#<n:05>", write_once)]
struct Entry {
    book: String,
    n: u32,
    cents: i64,
}

/// With a pointer, so that writes are transactions.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Deeds, pk = "PARCEL#<id>", sk = "META", pointers(ParcelCard))]
struct Parcel {
    id: String,
    #[entity(immutable)]
    owner: String,
    title: String,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Deeds, pk = "OWNER#<owner>", sk = "PARCEL#<id>", pointer_of(Parcel))]
struct ParcelCard {
    owner: String,
    id: String,
    title: String,
}

/// Of a second form, in which the field has another name and may be missing.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Deeds, pk = "PAPER#<id>", sk = "META", schema_version = 2, upgrade = renamed)]
struct Paper {
    id: String,
    #[entity(immutable)]
    #[serde(alias = "author")]
    writer: String,
    #[entity(immutable)]
    #[serde(default)]
    country: String,
    text: String,
    #[entity(version)]
    version: u64,
}

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn renamed(_: u32, mut item: Item) -> Result<Item, &'static str> {
    if let Some(by) = item.remove("by") {
        item.insert("writer".into(), by);
    }
    Ok(item)
}

fn paper(id: &str) -> Paper {
    Paper { id: id.into(), writer: "ann".into(), country: String::new(), text: "t".into(), version: 0 }
}

fn refused(result: Result<(), Error>, field: &str) {
    match result {
        Err(Error::ConditionFailed(failure)) => {
            assert_eq!(failure.immutable(), Some(field));
            let shown = Error::ConditionFailed(failure).to_string();
            assert!(shown.contains(&format!("`{field}` is immutable, and the item has another value")), "{shown}");
        }
        other => panic!("{field}: {other:?}"),
    }
}

on! {
    async fn whole_item_writes_keep_what_is_immutable(db: Deeds) {
        db.put(&deed("d1")).await.unwrap();
        // Equal values may be written again, with others that changed.
        let changed = Deed { note: "n".into(), state: "sold".into(), ..deed("d1") };
        db.put(&changed).await.unwrap();
        db.replace(&changed).await.unwrap();
        let others = [
            (Deed { owner: "bob".into(), ..deed("d1") }, "owner"),
            (Deed { land: "l2".into(), ..deed("d1") }, "land"),
            (Deed { seal: Some("s".into()), ..deed("d1") }, "seal"),
            (Deed { marks: BTreeSet::from(["m".to_owned()]), ..deed("d1") }, "marks"),
            (Deed { place: None, ..deed("d1") }, "place"),
            (Deed { pages: vec![], ..deed("d1") }, "pages"),
        ];
        for (other, field) in &others {
            refused(db.put(other).await, field);
            refused(db.replace(other).await, field);
            let Err(Error::Cancelled(cancelled)) = db.transact().put(other).delete(Entry::key("b", &1)).await else {
                panic!("{field}: the transaction went through")
            };
            assert!(cancelled.to_string().contains(&format!("`{field}` is immutable")), "{cancelled}");
            let Err(Error::Batch(batch)) = db.batch_write().put(other).put(&deed("d2")).await else {
                panic!("{field}: the batch went through")
            };
            assert_eq!(batch.undone().len(), 1);
        }
        assert_eq!(db.get(Deed::key("d1")).await.unwrap(), Some(changed));
        assert_eq!(db.get(Deed::key("d2")).await.unwrap(), Some(deed("d2")), "the others of the batch are written");
        // Another item under the same key is another item.
        db.delete(Deed::key("d1")).await.unwrap();
        db.put(&others[0].0).await.unwrap();
        db.delete(Deed::key("d1")).await.unwrap();
        db.create(&others[2].0).await.unwrap();
        refused(db.put(&deed("d1")).await, "seal");
    }

    async fn keys_with_immutable_fields_ask_for_them(db: Deeds) {
        db.create(&deed("d1")).await.unwrap();
        // `state` is in one key of `by_land` with `owner`, which is given as it is.
        let both = || (Deed::fields().owner, Deed::fields().state);
        let now = ("ann", "sold");
        db.update(Deed::key("d1")).set(both(), now).set(Deed::fields().note, "n").await.unwrap();
        let found = db.query(Deed::query_by_land("l1").state("sold")).all().await.unwrap();
        assert_eq!(found, [Deed { state: "sold".into(), note: "n".into(), ..deed("d1") }]);
        let item = &stored::<Deeds>(&db).await["DEED#d1 / META"];
        assert_eq!(item["LandSK"], AttributeValue::S("STATE#sold#ann".into()));
        assert_eq!(item["StatePK"], AttributeValue::S("STATE#sold".into()));
        assert_eq!(item["BothPK"], AttributeValue::S("BOTH#ann#l1".into()));
        refused(db.update(Deed::key("d1")).set(both(), ("bob", "lost")).await, "owner");
        let transact = db.transact().update(Deed::key("d1"), |update| update.set(both(), ("cem", "lost")));
        let Err(Error::Cancelled(cancelled)) = transact.create(&deed("d3")).await else { panic!() };
        assert!(cancelled.to_string().contains("`owner` is immutable"), "{cancelled}");
        assert_eq!(db.get(Deed::key("d1")).await.unwrap().unwrap().state, "sold");
        assert!(matches!(db.update(Deed::key("d9")).set(both(), now).await, Err(Error::NotFound(_))));
    }

    /// What the types of handles cannot say is refused before it is sent.
    async fn parts_of_a_nested_struct_do_not_change_either(db: Deeds) {
        db.create(&deed("d1")).await.unwrap();
        let update = db.update(Deed::key("d1")).set(Deed::fields().place.fields().city, "York");
        let Err(Error::InvalidOperation(refused)) = update.await else { panic!() };
        assert!(refused.fact().starts_with("`place` of `Deed` is `immutable`"), "{refused}");
        // Conditions look at them.
        let unchanged = Deed::fields().place.fields().city.eq("Bath") & Deed::fields().pages.at(0).eq("one");
        db.update(Deed::key("d1")).set(Deed::fields().note, "n").when(unchanged).await.unwrap();
    }

    async fn records_with_companions_keep_them_too(db: Deeds) {
        let parcel = Parcel { id: "p1".into(), owner: "ann".into(), title: "t".into(), deleted_at: None };
        db.put(&parcel).await.unwrap();
        refused(db.put(&Parcel { owner: "bob".into(), ..parcel.clone() }).await, "owner");
        refused(db.replace(&Parcel { owner: "bob".into(), title: "u".into(), ..parcel.clone() }).await, "owner");
        db.put(&Parcel { title: "u".into(), ..parcel.clone() }).await.unwrap();
        assert_eq!(db.query(ParcelCard::query("ann")).all().await.unwrap()[0].title, "u");
        assert!(db.query(ParcelCard::query("bob")).all().await.unwrap().is_empty());
        let week = std::time::Duration::from_hours(7 * 24);
        db.soft_delete(Parcel::key("p1"), week).await.unwrap();
        assert!(matches!(db.put(&Parcel { owner: "bob".into(), ..parcel.clone() }).await, Err(Error::Deleted(_))));
        db.restore(Parcel::key("p1")).await.unwrap();
        refused(db.put(&Parcel { owner: "bob".into(), ..parcel }).await, "owner");
    }

    /// What an older program wrote has the field under another name, in another form, or not at all.
    async fn older_items_count_as_what_they_are_today(db: Deeds) {
        let text = |text: &str| AttributeValue::S(text.into());
        let old = |id: &str, name: &str, version: Option<&str>| {
            let mut item = paper(id).to_item().unwrap();
            let writer = item.remove("writer").unwrap();
            item.insert(name.to_owned(), writer);
            item.remove("country");
            item.remove("schemaVersion");
            item.extend(version.map(|version| ("schemaVersion".to_owned(), AttributeValue::N(version.into()))));
            item
        };
        // By its alias, and by the upgrade.
        put_raw::<Deeds>(&db, old("a", "author", Some("2"))).await;
        put_raw::<Deeds>(&db, old("b", "by", None)).await;
        for id in ["a", "b"] {
            refused(db.put(&Paper { writer: "bob".into(), ..paper(id) }).await, "writer");
            let read = db.get(Paper::key(id)).await.unwrap().unwrap();
            assert_eq!(read, paper(id));
            let settled = Paper { text: "u".into(), country: "uk".into(), ..read.clone() };
            if id == "a" {
                // An item that is older than a field takes the value that is given, once.
                db.put(&settled).await.unwrap();
            } else {
                // The first attempt has upgraded it, with the default.
                refused(db.put(&settled).await, "country");
                db.put(&read).await.unwrap();
            }
            let read = db.get(Paper::key(id)).await.unwrap().unwrap();
            assert_eq!((read.country.as_str(), read.version), (if id == "a" { "uk" } else { "" }, 1));
            refused(db.put(&Paper { country: "fr".into(), ..read.clone() }).await, "country");
            // A conflict of versions says so.
            assert!(matches!(db.put(&Paper { version: 7, ..read.clone() }).await, Err(Error::VersionConflict(_))));
            db.update(Paper::key(id)).set(Paper::fields().text, "v").await.unwrap();
        }
        let item = &stored::<Deeds>(&db).await["PAPER#a / META"];
        assert_eq!((item.get("author"), item.get("writer")), (None, Some(&text("ann"))));
    }

    async fn entities_that_are_written_once(db: Deeds) {
        async fn record<E: Creatable>(db: &Db, entity: &E) -> Result<(), Error> {
            db.create(entity).await
        }
        let entry = |n| Entry { book: "b".into(), n, cents: -5 };
        record(&db, &entry(1)).await.unwrap();
        assert!(matches!(db.create(&Entry { cents: 7, ..entry(1) }).await, Err(Error::Exists(_))));
        db.transact().create(&entry(2)).create(&entry(3)).check(Entry::key("b", &1), |check| check.existing()).await.unwrap();
        db.transact().delete(Entry::key("b", &3)).await.unwrap();
        db.batch_write().delete(Entry::key("b", &2)).await.unwrap();
        assert_eq!(db.query(Entry::query("b")).all().await.unwrap(), [entry(1)]);
        db.delete(Entry::key("b", &1)).when(Entry::fields().cents.eq(-5)).await.unwrap();
        assert_eq!(db.get(Entry::key("b", &1)).await.unwrap(), None);
        assert!(<Entry as dynamo_core::Entity>::SCHEMA.write_once);
    }
}
