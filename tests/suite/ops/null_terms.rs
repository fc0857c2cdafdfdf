//! Where `None` is stored as `NULL`, a `NULL` is none to every change, though DynamoDB's functions take it for a value.

use std::collections::BTreeSet;

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

use super::engine::{stored, table_of};

#[derive(Table, Debug, PartialEq)]
#[table(name = "blanks", pk = "PK", sk = "SK", none = "null")]
#[index(by_note, name = "ByNote", pk = "GSI1PK", sk = "GSI1SK")]
enum Blanks {
    Blank(Blank),
    Card(Card),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Blanks, pk = "BLANK#<id>", sk = "BLANK", by_note = sparse("NOTES", "NOTE#<note>"))]
struct Blank {
    id: String,
    note: Option<String>,
    number: Option<i64>,
    list: Option<Vec<String>>,
    place: Place,
    #[entity(version)]
    version: u64,
}

#[derive(Attribute, Debug, Clone, PartialEq, Default)]
struct Place {
    city: Option<String>,
    visits: Option<u32>,
}

/// The same with a copy, and without a version.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Blanks, pk = "CARD#<id>", sk = "CARD")]
struct Card {
    id: String,
    note: Option<String>,
    number: Option<i64>,
    list: Option<Vec<String>>,
    #[entity(set)]
    tags: BTreeSet<String>,
}

fn blank() -> Blank {
    Blank { id: "b".into(), note: None, number: None, list: None, place: Place::default(), version: 0 }
}

fn card() -> Card {
    Card { id: "c".into(), note: None, number: None, list: None, tags: BTreeSet::new() }
}

#[tokio::test]
async fn changes_start_from_none() {
    for transport in crate::ops::transports() {
        let db = table_of::<Blanks>(transport).await;
        db.create(&card()).await.unwrap();
        assert_eq!(stored::<Blanks>(&db).await["CARD#c / CARD"]["number"], AttributeValue::Null(true));
        let (key, f) = (|| Card::key("c"), Card::fields);
        db.update(key()).set_if_absent(f().note, "n").await.unwrap();
        db.update(key()).add(f().number, 2).await.unwrap();
        db.update(key()).append(f().list, ["x"]).await.unwrap();
        let full = Card { note: Some("n".into()), number: Some(2), list: Some(vec!["x".into()]), ..card() };
        assert_eq!(db.get(key()).await.unwrap(), Some(full.clone()));
        // What is there counts.
        let update = db.update(key()).set_if_absent(f().note, "m").add(f().number, 1).prepend(f().list, ["w"]);
        let after = update.returning_new().await.unwrap();
        let more = Card { number: Some(3), list: Some(vec!["w".into(), "x".into()]), ..full };
        assert_eq!(after, more);
        assert_eq!(db.get(key()).await.unwrap(), Some(more));
        // Together with others, and all or nothing.
        db.put(&card()).await.unwrap();
        let transaction = db.transact().update(key(), |card| card.set_if_absent(f().note, "n").add(f().number, 5));
        transaction.create(&blank()).await.unwrap();
        let read = db.get(key()).await.unwrap().unwrap();
        assert_eq!((read.note.as_deref(), read.number), (Some("n"), Some(5)));
        db.put(&card()).await.unwrap();
        db.upsert(&card()).set_if_absent(f().note, "u").add(f().number, 5).await.unwrap();
        let read = db.get(key()).await.unwrap().unwrap();
        assert_eq!((read.note.as_deref(), read.number), (Some("u"), Some(5)));
        let refused = db.update(Card::key("none")).add(f().number, 5).await;
        assert!(matches!(refused, Err(Error::NotFound(_))), "{refused:?}");
    }
}

#[tokio::test]
async fn in_records_with_versions_index_keys_and_nested_fields_too() {
    for transport in crate::ops::transports() {
        let db = table_of::<Blanks>(transport).await;
        db.create(&blank()).await.unwrap();
        let (key, f) = (|| Blank::key("b"), Blank::fields);
        db.update(key()).add(f().number, -3).set_if_absent(f().place.fields().city, "York").await.unwrap();
        db.update(key()).add(f().place.fields().visits, 1).append(f().list, ["x"]).set(f().note, "n").await.unwrap();
        db.update(key())
            .add(f().place.fields().visits, 1)
            .set_if_absent(f().place.fields().city, "Rome")
            .await
            .unwrap();
        let read = db.get(key()).await.unwrap().unwrap();
        assert_eq!(read.place, Place { city: Some("York".into()), visits: Some(2) });
        assert_eq!((read.number, read.list.as_deref()), (Some(-3), Some(&["x".to_owned()][..])));
        assert_eq!(db.query(Blank::query_by_note()).all().await.unwrap(), [read]);
    }
}

/// Many at once lose nothing.
#[tokio::test]
async fn additions_to_none_race() {
    for transport in crate::ops::transports() {
        let db = table_of::<Blanks>(transport).await;
        db.create(&card()).await.unwrap();
        let adds = (0..12).map(|_| async { db.update(Card::key("c")).add(Card::fields().number, 1).await });
        for added in futures_util::future::join_all(adds).await {
            added.unwrap();
        }
        assert_eq!(db.get(Card::key("c")).await.unwrap().unwrap().number, Some(12));
    }
}
