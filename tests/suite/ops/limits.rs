//! DynamoDB's limits: what is at the limit goes, and what is beyond it is an error before anything is sent.

use std::collections::BTreeSet;

use dynamo_core::prelude::*;
use dynamo_core::{Names, Transport};
use futures_util::future::join_all;

use super::engine::{empty, first_transport, transports};
use super::fault::{Fault, Faults, faulty};
use crate::long::in_long;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "vast", pk = "PK", sk = "SK", type_attribute = "type")]
enum Vast {
    Note(Note),
    Wide(Wide),
    WideEntry(WideEntry),
    Sum(Sum),
    SumEntry(SumEntry),
    Post(Post),
    PostEntry(PostEntry),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Vast, pk = "NOTE#<id>", sk = "META")]
struct Note {
    id: String,
    text: String,
    likes: u32,
}

/// A record with many fields, of which the pointer has one.
macro_rules! wide {
    ($($field:ident)*) => {
        #[derive(Entity, Debug, Clone, PartialEq, Default)]
        #[entity(table = Vast, pk = "WIDE#<id>", sk = "META", pointers(WideEntry))]
        struct Wide {
            id: String,
            title: String,
            $($field: Option<String>,)*
        }

        /// One whose pointer is made from all of them.
        #[derive(Entity, Debug, Clone, PartialEq, Default)]
        #[entity(table = Vast, pk = "SUM#<id>", sk = "META", pointers(SumEntry))]
        struct Sum {
            id: String,
            title: String,
            $($field: Option<String>,)*
        }

        fn present(sum: &Sum) -> u32 {
            [$(&sum.$field),*].into_iter().map(|field| u32::from(field.is_some())).sum()
        }
    };
}

wide! {
    f000 f001 f002 f003 f004 f005 f006 f007 f008 f009 f010 f011 f012 f013 f014 f015 f016 f017 f018 f019 f020 f021 f022 f023 f024
    f025 f026 f027 f028 f029 f030 f031 f032 f033 f034 f035 f036 f037 f038 f039 f040 f041 f042 f043 f044 f045 f046 f047 f048 f049
    f050 f051 f052 f053 f054 f055 f056 f057 f058 f059 f060 f061 f062 f063 f064 f065 f066 f067 f068 f069 f070 f071 f072 f073 f074
    f075 f076 f077 f078 f079 f080 f081 f082 f083 f084 f085 f086 f087 f088 f089 f090 f091 f092 f093 f094 f095 f096 f097 f098 f099
    f100 f101 f102 f103 f104 f105 f106 f107 f108 f109 f110 f111 f112 f113 f114 f115 f116 f117 f118 f119 f120 f121 f122 f123 f124
    f125 f126 f127 f128 f129 f130 f131 f132 f133 f134 f135 f136 f137 f138 f139 f140 f141 f142 f143 f144 f145 f146 f147 f148 f149
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Vast, pk = "WIDES", sk = "WIDE#<id>", pointer_of(Wide))]
struct WideEntry {
    id: String,
    title: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Vast, pk = "SUMS", sk = "SUM#<id>", pointer_of(Sum))]
struct SumEntry {
    id: String,
    #[entity(with = present)]
    present: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Vast, pk = "POST#<id>", sk = "META", pointers(PostEntry))]
struct Post {
    id: String,
    text: String,
    #[entity(set)]
    groups: BTreeSet<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Vast, pk = "GROUP#<group>", sk = "POST#<id>", pointer_of(Post, each(group in groups)))]
struct PostEntry {
    group: String,
    id: String,
    text: String,
}

async fn database(transport: Transport) -> (Db, Faults) {
    let db = empty(transport).await;
    let name = format!("{}-vast", db.table_name::<super::model::Work>().unwrap());
    let (db, faults) = faulty(db.with_names(Names::new().rename::<Vast>(name)));
    db.create_table::<Vast>().await.unwrap();
    faults.none();
    (db, faults)
}

async fn databases() -> Vec<(Db, Faults)> {
    join_all(transports().into_iter().map(database)).await
}

fn note(id: &str, bytes: usize) -> Note {
    // The names and the other values have 33 bytes, and those of the id, which is there twice.
    Note { id: id.into(), text: "x".repeat(bytes - 33 - 2 * id.len()), likes: 0 }
}

async fn count(db: &Db) -> i32 {
    let pages = db.client().scan().table_name(db.table_name::<Vast>().unwrap()).consistent_read(true);
    let mut pages = pages.select(aws_sdk_dynamodb::types::Select::Count).into_paginator().send();
    let mut count = 0;
    while let Some(page) = pages.next().await {
        count += page.unwrap().count;
    }
    count
}

const ITEM: usize = 400 * 1024;

#[tokio::test]
async fn an_item_of_400_kilobytes() {
    for (db, faults) in databases().await {
        db.put(&note("a", ITEM)).await.unwrap();
        let beyond = note("a", ITEM + 1);
        let raw = db.put(&beyond).into_sdk().unwrap().send().await;
        assert!(raw.is_err(), "DynamoDB rejects it");
        faults.none();
        for error in [
            db.put(&beyond).await.unwrap_err(),
            db.create(&beyond).await.unwrap_err(),
            db.batch_write().put(&beyond).put(&note("b", 100)).await.unwrap_err(),
            db.transact().put(&beyond).put(&note("b", 100)).await.unwrap_err(),
            db.update(Note::key("b")).set(Note::fields().text, "x".repeat(ITEM + 1)).await.unwrap_err(),
        ] {
            assert!(matches!(error, Error::TooLarge(_)), "{error}");
            assert!(error.to_string().contains("and DynamoDB takes 409600"), "{error}");
        }
        assert_eq!(faults.seen(), 0, "nothing was sent");
    }
}

#[tokio::test]
async fn a_transaction_of_four_megabytes() {
    for (db, faults) in databases().await {
        let ten: Vec<_> = (0..10).map(|i| note(&i.to_string(), ITEM)).collect();
        let all = |last: &Note| ten.iter().fold(db.transact(), dynamo_core::op::Transact::put).put(last);
        // DynamoDB Local counts expressions too: each put has a condition of 50 bytes.
        all(&note("a", 98_304 - 11 * 50)).await.unwrap();
        assert!(all(&note("a", 98_305)).into_sdk().unwrap().send().await.is_err(), "DynamoDB rejects it");
        faults.none();
        let error = all(&note("a", 98_305)).await.unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
        assert_eq!(faults.seen(), 0, "nothing was sent");
    }
}

#[tokio::test]
async fn a_transaction_of_a_hundred_actions() {
    for (db, faults) in databases().await {
        let post = |i: usize, groups: usize| Post {
            id: format!("p{i}"),
            text: String::new(),
            groups: (0..groups).map(|g| g.to_string()).collect(),
        };
        let all = |count: usize| (0..count).fold(db.transact(), |all, i| all.put(&post(i, 1)));
        all(100).await.unwrap();
        faults.none();
        assert!(matches!(all(101).await, Err(Error::InvalidOperation(_))));
        // The token item is one of them.
        let token = db.table_name::<Vast>().unwrap();
        all(99).idempotent(&token).await.unwrap();
        assert!(matches!(all(100).idempotent(format!("{token}2")).await, Err(Error::InvalidOperation(_))));
        assert!(db.verify::<Vast>().await.unwrap().is_clean());
    }
}

#[tokio::test]
async fn a_batch_of_16_megabytes() {
    for (db, _) in databases().await {
        // On the wire, each of these characters takes six.
        let notes: Vec<_> =
            (0..8).map(|i| Note { text: "\u{1}".repeat(400_000), ..note(&i.to_string(), 100) }).collect();
        // A busy engine may let the SDK try again, which makes no more requests.
        let ((), consumed) = db.batch_write().put_all(&notes[..6]).metered().await.unwrap();
        assert_eq!(consumed.requests, 1);
        let ((), consumed) = db.batch_write().put_all(&notes).metered().await.unwrap();
        assert_eq!(consumed.requests, 2);
        assert_eq!(db.get(Note::key("7")).await.unwrap().as_ref(), notes.last());
    }
}

/// Returns the number from which on a request is refused, after checking that the one before goes and that DynamoDB
/// would reject this one.
async fn limit(
    faults: &Faults,
    range: std::ops::Range<usize>,
    put: impl AsyncFn(usize, bool) -> Result<(), String>,
) -> usize {
    let (mut good, mut bad) = (range.start, range.end);
    while bad - good > 1 {
        let middle = usize::midpoint(good, bad);
        faults.none();
        match put(middle, false).await {
            Ok(()) => good = middle,
            Err(_) => bad = middle,
        }
        assert_eq!(faults.seen(), usize::from(good == middle), "nothing is sent beyond the limit");
    }
    put(good, true).await.unwrap();
    bad
}

#[tokio::test]
async fn an_expression_of_four_kilobytes() {
    for (db, faults) in databases().await {
        db.put(&note("a", 100)).await.unwrap();
        let one_of = async |count: usize, raw: bool| {
            let values = (0..count).map(|i| u32::try_from(i).unwrap());
            let put = db.put(&note("a", 100)).when(Note::fields().likes.is_in(values));
            if raw {
                return put.into_sdk().unwrap().send().await.map(drop).map_err(|error| format!("{error:?}"));
            }
            match put.await {
                Err(Error::InvalidOperation(text)) => Err(text.to_string()),
                other => other.map_err(|error| panic!("{error}")),
            }
        };
        let beyond = limit(&faults, 1..900, one_of).await;
        let text = one_of(beyond, false).await.unwrap_err();
        assert!(
            text.contains("put of `Note` NOTE#a / META") && text.contains("bytes, and DynamoDB takes 4096"),
            "{text}"
        );
        assert!(one_of(beyond, true).await.is_err(), "DynamoDB rejects it");
        // Of an update too.
        let likes = (1..200).map(|_| Note::fields().text.contains("abc")).reduce(|all, one| all | one).unwrap();
        faults.none();
        let error = db.update(Note::key("a")).set(Note::fields().likes, 1).when(likes).await.unwrap_err();
        assert!(matches!(error, Error::InvalidOperation(_)), "{error}");
        assert_eq!(faults.seen(), 0);
    }
}

#[tokio::test]
async fn an_expression_of_300_operators() {
    for (db, faults) in databases().await {
        db.put(&note("a", 100)).await.unwrap();
        let compare = async |count: u32| {
            let terms = (0..count).map(|i| Note::fields().likes.eq(i % 7));
            db.put(&note("a", 100)).when(terms.reduce(|all, one| all | one).unwrap()).await
        };
        // Four are those of the type tag, which the existing item must have if it has one.
        compare(148).await.unwrap();
        faults.none();
        let Err(Error::InvalidOperation(text)) = compare(149).await else { panic!("301 operators") };
        assert!(text.fact().contains("has 301 operators, and DynamoDB takes 300"), "{text}");
        assert_eq!(faults.seen(), 0);
        // Reads have filters.
        let filter =
            |count: u32| (0..count).map(|i| Note::fields().likes.eq(i % 7)).reduce(|all, one| all | one).unwrap();
        assert_eq!(db.query(Note::query("a")).filter(filter(150)).page().await.unwrap().items.len(), 1);
        assert_eq!(db.scan::<Note>().filter(filter(100)).page().await.unwrap().items.len(), 1);
        faults.none();
        for text in [
            db.query(Note::query("a")).filter(filter(151)).page().await.unwrap_err().to_string(),
            db.query(Note::query("a")).filter(filter(151)).count().await.unwrap_err().to_string(),
            db.scan::<Note>().filter(filter(151)).page().await.unwrap_err().to_string(),
        ] {
            assert!(text.contains("the filter has 30") && text.contains("operators, and DynamoDB takes 300"), "{text}");
        }
        assert_eq!(faults.seen(), 0);
    }
}

#[tokio::test]
async fn a_record_of_150_optional_fields() {
    for (db, _) in databases().await {
        let wide = Wide { id: "a".into(), title: "A".into(), f007: Some("x".into()), ..Wide::default() };
        db.create(&wide).await.unwrap();
        db.update(wide.key()).set(Wide::fields().title, "B").await.unwrap();
        assert_eq!(db.get(WideEntry::key("a")).await.unwrap().unwrap().title, "B");
        db.update(wide.key()).set(Wide::fields().f149, "y").await.unwrap();
        let new = db.update(wide.key()).set(Wide::fields().title, "C").returning_new().await.unwrap();
        assert_eq!(new, Wide { title: "C".into(), f149: Some("y".into()), ..wide.clone() });
        let old = db.put(&wide).returning_old().await.unwrap();
        assert_eq!(old, Some(new));
        assert_eq!(db.get(WideEntry::key("a")).await.unwrap().unwrap().title, "A");
        db.replace(&Wide { title: "D".into(), ..wide.clone() }).await.unwrap();
        assert!(db.verify::<Vast>().await.unwrap().is_clean());
        assert_eq!(db.backfill::<Vast>().await.unwrap().found, 0);
        // A backfill of an item that has more attributes than a condition compares.
        let table = db.table_name::<Vast>().unwrap();
        let key = |text: &str| dynamo_core::codec::AttributeValue::S(text.into());
        let untag = db.client().update_item().table_name(&table).key("PK", key("WIDE#a")).key("SK", key("META"));
        untag.update_expression("REMOVE #t").expression_attribute_names("#t", "type").send().await.unwrap();
        assert_eq!(db.backfill::<Vast>().await.unwrap().written, 1);
        let raw = db.client().get_item().table_name(&table).key("PK", key("WIDE#a")).key("SK", key("META"));
        let raw = raw.send().await.unwrap().item.unwrap();
        assert!(raw["type"] == key("Wide") && !raw.contains_key("_revision"));
        db.delete(wide.key()).await.unwrap();
        assert!(db.scan_all::<Vast>().page().await.unwrap().items.is_empty());
    }
}

/// A condition cannot compare as many fields as the pointer is made from: a revision stands for them.
#[tokio::test]
async fn a_pointer_of_150_fields() {
    for (db, _) in databases().await {
        let sum = Sum { id: "a".into(), f007: Some("x".into()), ..Sum::default() };
        let present = async || db.get(SumEntry::key("a")).await.unwrap().unwrap().present;
        db.create(&sum).await.unwrap();
        // Many at once, each of which would overwrite what the others wrote.
        let sets = [Sum::fields().f001, Sum::fields().f050, Sum::fields().f099, Sum::fields().f120, Sum::fields().f149];
        let set = async |field| db.update(sum.key()).set(field, "y").await.unwrap();
        join_all(sets.map(set)).await;
        assert_eq!(present().await, 6);
        let old = db.put(&sum).returning_old().await.unwrap().unwrap();
        assert_eq!((old.f120.as_deref(), present().await), (Some("y"), 1));
        db.update(sum.key()).remove(Sum::fields().f007).await.unwrap();
        assert_eq!(present().await, 0);
        let table = db.table_name::<Vast>().unwrap();
        let raw = db.client().scan().table_name(table).send().await.unwrap().items.unwrap();
        assert!(raw.iter().all(|item| !item.contains_key("_revision")), "every write takes the revision away");
        assert!(db.verify::<Vast>().await.unwrap().is_clean());
        db.delete(sum.key()).await.unwrap();
        assert!(db.scan_all::<Vast>().page().await.unwrap().items.is_empty());
    }
}

/// The pointers to delete would not fit into the record that lists them. It is planned once for all ways, and goes one.
#[tokio::test]
async fn more_pointers_go_than_a_record_can_list() {
    let (db, faults) = database(first_transport()).await;
    let groups: BTreeSet<String> = (0..1400).map(|i| format!("{i:0250}")).collect();
    let full = Post { id: "p".into(), text: "a".into(), groups };
    let empty = Post { groups: BTreeSet::new(), ..full.clone() };
    db.create(&full).await.unwrap();
    assert_eq!(count(&db).await, 1401);
    // It stops at any point, and the next write finds either all of the old or all of the new.
    for stop in in_long(vec![2, 9], vec![9]) {
        faults.then(std::iter::repeat_n(Fault::None, stop), Fault::Cut);
        db.update(full.key()).set(Post::fields().groups, BTreeSet::new()).await.unwrap_err();
        faults.none();
        assert!(db.get(full.key()).await.unwrap().as_ref() == Some(&full), "{stop}");
        db.repair_record(full.key()).await.unwrap();
        assert!(db.verify::<Vast>().await.unwrap().is_clean(), "{stop}");
        assert_eq!(count(&db).await, 1401, "{stop}");
    }
    let failed = db.put(&empty).when(Post::fields().text.eq("z")).await;
    assert!(matches!(failed, Err(Error::ConditionFailed(_))), "{failed:?}");
    db.update(full.key()).set(Post::fields().groups, BTreeSet::new()).await.unwrap();
    assert!(count(&db).await == 1 && db.get(full.key()).await.unwrap() == Some(empty.clone()));
    db.put(&full).await.unwrap();
    db.put(&Post { groups: ["x".to_owned()].into(), ..full.clone() }).await.unwrap();
    assert_eq!(count(&db).await, 2);
    assert!(db.verify::<Vast>().await.unwrap().is_clean());
}

#[tokio::test]
async fn pointers_leave_room_for_the_records() {
    for (db, _) in databases().await {
        let groups = (0..20).map(|i| format!("g{i}")).collect();
        let post = Post { id: "p".into(), text: "x".repeat(190_000), groups };
        let notes: Vec<_> = (0..3).map(|i| note(&i.to_string(), ITEM)).collect();
        notes.iter().fold(db.transact(), dynamo_core::op::Transact::put).put(&post).await.unwrap();
        assert_eq!(count(&db).await, 24);
        assert!(db.verify::<Vast>().await.unwrap().is_clean());
    }
}
