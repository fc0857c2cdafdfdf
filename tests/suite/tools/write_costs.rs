//! What `cost` says of a write is what the engine charges for it: requests, read units and write units.

use std::collections::BTreeSet;

use dynamo_core::prelude::*;
use dynamo_core::schema::{EntitySchema, Load, TableSchema};
use dynamo_core::{Consumed, Item};
use dynamo_tools::cost::{EntityCost, Prices, Sizes, WriteCost, write_costs};

use super::ledger::*;
use super::raw;

async fn ledger() -> Db {
    // A database of its own: what a pending record lists has the table's name in it.
    let db = raw::db().await;
    db.create_table::<Ledger>().await.unwrap();
    db
}

/// The schema with so many items of each entity: one of each that is not named.
fn with_items(counts: &[(&str, usize)]) -> &'static TableSchema {
    let entities = Ledger::SCHEMA.entities.iter().map(|entity| {
        let items = counts.iter().find(|(name, _)| *name == entity.name).map_or(1, |(_, count)| *count as u64);
        let entity = EntitySchema { load: Load { items: Some(items), ..entity.load }, ..**entity };
        &*Box::leak(Box::new(entity))
    });
    let entities = Box::leak(entities.collect::<Vec<_>>().into_boxed_slice());
    Box::leak(Box::new(TableSchema { entities, ..*Ledger::SCHEMA }))
}

/// What the writes of an entity cost, by the sizes of the items that are there.
async fn costs(db: &Db, table: &'static TableSchema, entity: &str) -> EntityCost {
    let name = db.table_name::<Ledger>().unwrap();
    let mut sizes = Sizes::default();
    let mut pages = db.client().scan().table_name(name).into_paginator().items().send();
    while let Some(item) = pages.next().await {
        let item: Item = item.unwrap();
        sizes.measure_item(item["type"].as_s().unwrap(), &item);
    }
    let entity = table.all_entities().find(|known| known.name == entity).unwrap();
    write_costs(table, entity, &sizes, &Prices::included().unwrap())
}

#[track_caller]
fn assert_same(what: &str, cost: Option<&WriteCost>, consumed: &Consumed) {
    let cost = cost.unwrap_or_else(|| panic!("{what} has a cost"));
    assert_eq!(cost.requests, consumed.requests, "{what}: {cost:?} {consumed:?}");
    assert!((cost.read_units - consumed.read_units).abs() < 1e-9, "{what}: {cost:?} {consumed:?}");
    // DynamoDB Local charges a transaction once, and a changed key as one write.
    if std::env::var_os("DYNAMODB_ENDPOINT").is_none() {
        assert!((cost.write_units - consumed.write_units).abs() < 1e-9, "{what}: {cost:?} {consumed:?}");
    }
}

/// Updates one field after the other, and compares each.
macro_rules! updates {
    ($db:ident, $table:expr, $entity:ident, $key:expr; $($field:ident = $value:expr,)*) => {$(
        let before = costs(&$db, $table, stringify!($entity)).await;
        let update = $db.update($key).set($entity::fields().$field, $value).metered();
        let ((), consumed) = update.await.unwrap();
        let what = concat!(stringify!($entity), "::", stringify!($field));
        assert_same(what, before.update(stringify!($field)), &consumed);
    )*};
}

fn names(letter: char, count: usize) -> BTreeSet<String> {
    (0..count).map(|at| format!("{letter}{at:03}")).collect()
}

fn plan(groups: usize, guests: usize, text: usize) -> Plan {
    Plan {
        id: "p1".to_owned(),
        slug: "a".to_owned(),
        title: "A".to_owned(),
        summary: "s".repeat(1100),
        state: "a".to_owned(),
        day: "1".to_owned(),
        rank: "1".to_owned(),
        text: "t".repeat(text),
        host: None,
        groups: names('g', groups),
        guests: names('u', guests),
    }
}

/// All kinds of writes of a plan with so many pointers of each kind.
async fn plans(groups: usize, guests: usize, text: usize) {
    let db = ledger().await;
    let table = with_items(&[("GroupPlan", groups), ("GuestPlan", guests), ("HostPlan", 0)]);
    let key = || Plan::key("p1");
    let plan = plan(groups, guests, text);
    let ((), consumed) = db.create(&plan).metered().await.unwrap();
    assert_same(&format!("create {groups} {guests}"), costs(&db, table, "Plan").await.create(), &consumed);
    updates! {
        db, table, Plan, key();
        text = "u".repeat(text),
        title = "B",
        summary = "r".repeat(1100),
        slug = "b",
        rank = "2",
        state = "b",
        day = "2",
    }
    let before = costs(&db, table, "Plan").await;
    let ((), consumed) = db.delete(key()).metered().await.unwrap();
    assert_same(&format!("delete {groups} {guests}"), before.delete(), &consumed);
    raw::remove(&db, &db.table_name::<Ledger>().unwrap()).await;
}

#[tokio::test]
async fn writes_with_pointers_in_one_transaction() {
    plans(3, 2, 10).await;
    // With the record and its lock, 98 pointers are a transaction.
    plans(98, 0, 10).await;
}

#[tokio::test]
async fn writes_with_more_pointers_than_fit() {
    plans(99, 0, 10).await;
    plans(250, 0, 10).await;
}

/// The last part of a delete has no room for the lock.
#[tokio::test]
async fn a_delete_that_frees_its_lock_by_itself() {
    plans(197, 0, 10).await;
}

/// The keys of deleted pointers are listed in the record while it is pending.
#[tokio::test]
async fn pointers_with_other_keys() {
    plans(0, 40, 10).await;
    plans(0, 99, 10).await;
    plans(0, 250, 10).await;
}

/// A pending record is larger.
#[tokio::test]
async fn a_record_that_its_pending_state_makes_larger() {
    let db = ledger().await;
    let table = with_items(&[("GroupPlan", 120), ("GuestPlan", 0), ("HostPlan", 0)]);
    db.create(&plan(120, 0, 10)).await.unwrap();
    let size = costs(&db, table, "Plan").await.item_size;
    raw::remove(&db, &db.table_name::<Ledger>().unwrap()).await;
    // Just below a kilobyte, and just beyond it with the state.
    let text = usize::try_from(size.next_multiple_of(1024) - size).unwrap();
    plans(120, 0, 10 + text).await;
    plans(120, 0, text - 40).await;
    plans(120, 0, text - 60).await;
}

#[tokio::test]
async fn an_element_comes_or_goes() {
    let db = ledger().await;
    let table = with_items(&[("GroupPlan", 3), ("GuestPlan", 2), ("HostPlan", 1)]);
    db.create(&Plan { host: Some("ann".to_owned()), ..plan(3, 2, 10) }).await.unwrap();
    let key = || Plan::key("p1");
    updates! {
        db, table, Plan, key();
        groups = names('g', 4),
        guests = names('u', 3),
        host = "bob",
    }
    let before = costs(&db, table, "Plan").await;
    let ((), consumed) = db.update(key()).set(Plan::fields().groups, names('g', 3)).metered().await.unwrap();
    assert_same("one group less", before.update("groups"), &consumed);
    raw::remove(&db, &db.table_name::<Ledger>().unwrap()).await;
}

fn person(id: &str) -> Person {
    Person {
        id: id.to_owned(),
        mail: format!("{id}@x.org"),
        name: "N".to_owned(),
        bio: "b".repeat(5000),
        edges: 0,
        expires: Some(4_000_000_000),
    }
}

#[tokio::test]
async fn writes_with_locks() {
    let db = ledger().await;
    let table = Ledger::SCHEMA;
    let ((), consumed) = db.create(&person("ann")).metered().await.unwrap();
    assert_same("create", costs(&db, table, "Person").await.create(), &consumed);
    let key = || Person::key("ann");
    updates! {
        db, table, Person, key();
        bio = "c".repeat(5000),
        name = "M",
        expires = 4_000_000_001_u64,
        mail = "bob@x.org",
    }
    let before = costs(&db, table, "Person").await;
    let ((), consumed) = db.delete(key()).metered().await.unwrap();
    assert_same("delete", before.delete(), &consumed);
    raw::remove(&db, &db.table_name::<Ledger>().unwrap()).await;
}

#[tokio::test]
async fn writes_with_counters() {
    let db = ledger().await;
    let table = Ledger::SCHEMA;
    db.create(&person("ann")).await.unwrap();
    let edge = |to: &str, topic: &str| Edge {
        owner: "ann".to_owned(),
        to: to.to_owned(),
        topic: topic.to_owned(),
        note: "n".to_owned(),
    };
    for to in ["a", "b"] {
        db.create(&edge(to, "x")).await.unwrap();
        db.create(&edge(&format!("{to}{to}"), "y")).await.unwrap();
    }
    let before = costs(&db, table, "Edge").await;
    let ((), consumed) = db.create(&edge("c", "x")).metered().await.unwrap();
    assert_same("create", before.create(), &consumed);
    updates! {
        db, table, Edge, Edge::key("ann", "c");
        note = "m",
        topic = "y",
    }
    let ((), consumed) = db.delete(Edge::key("ann", "c")).metered().await.unwrap();
    assert_same("delete", before.delete(), &consumed);
    raw::remove(&db, &db.table_name::<Ledger>().unwrap()).await;
}

#[tokio::test]
async fn writes_without_companions() {
    let db = ledger().await;
    let table = Ledger::SCHEMA;
    let note = Note {
        id: "n1".to_owned(),
        title: "A".to_owned(),
        text: "t".repeat(2500),
        tag: "a".to_owned(),
        done: true,
        starred: true,
        version: 0,
    };
    let ((), consumed) = db.create(&note).metered().await.unwrap();
    assert_same("create", costs(&db, table, "Note").await.create(), &consumed);
    let key = || Note::key("n1");
    updates! {
        db, table, Note, key();
        text = "u".repeat(2500),
        title = "B",
        tag = "b",
        done = false,
    }
    let before = costs(&db, table, "Note").await;
    let ((), consumed) = db.delete(key()).metered().await.unwrap();
    assert_same("delete", before.delete(), &consumed);
    db.create(&note).await.unwrap();
    updates! {
        db, table, Note, key();
        starred = false,
    }
    let stamp = Stamp { id: "s1".to_owned(), text: "a".to_owned(), updated_at: Timestamp::default() };
    let ((), consumed) = db.create(&stamp).metered().await.unwrap();
    assert_same("create a stamp", costs(&db, table, "Stamp").await.create(), &consumed);
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    updates! {
        db, table, Stamp, Stamp::key("s1");
        text = "b",
    }
    raw::remove(&db, &db.table_name::<Ledger>().unwrap()).await;
}
