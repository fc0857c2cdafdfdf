//! A table that writes `None` as `NULL`, and has no type tags.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_core::Names;
use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::engine;

#[derive(Table, Debug, PartialEq)]
#[table(name = "nulls", pk = "PK", sk = "SK", none = "null")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(by_due, name = "ByDue", pk = "owner", sk = "due")]
enum Nulls {
    Row(Row),
    Other(Other),
    Account(Account),
}

/// The primary key has the mail folded, the index as it is: what was folded must be given again.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Nulls, pk = "MAIL#<mail:lower>", sk = "ACCOUNT", gsi1 = ("PLAN#<plan>#<mail>", "ACCOUNT"))]
struct Account {
    mail: String,
    plan: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Nulls,
    pk = "OWNER#<owner>",
    sk = "ROW#<id>",
    gsi1 = sparse("OWNER#<owner>", "MOOD#<mood>"),
    by_due = sparse(owner, due),
)]
struct Row {
    owner: String,
    id: String,
    note: Option<String>,
    mood: Option<String>,
    due: Option<Timestamp>,
    #[entity(set)]
    labels: BTreeSet<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Nulls, pk = "OWNER#<owner>", sk = "OTHER#<id>")]
struct Other {
    owner: String,
    id: String,
}

async fn database(transport: Transport) -> Db {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let db = engine::empty(transport).await;
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("nulls-{}-{count}", std::process::id());
    let db = db.with_names(Names::new().rename::<Nulls>(name));
    db.create_table::<Nulls>().await.unwrap();
    db
}

async fn assert_in_step(db: &Db) {
    let key = Row::key("ann", "r").unwrap();
    let raw = db.get(&key).into_sdk().unwrap().send().await.unwrap().item.unwrap();
    assert_eq!(raw, db.get(&key).await.unwrap().unwrap().to_item().unwrap());
}

#[tokio::test]
async fn absence_is_written_as_the_table_says() {
    for transport in crate::ops::transports() {
        let db = database(transport).await;
        let row =
            Row { owner: "ann".into(), id: "r".into(), note: None, mood: None, due: None, labels: BTreeSet::new() };
        db.put(&row).await.unwrap();
        let (f, key) = (Row::fields, || Row::key("ann", "r"));
        db.update(key()).set(f().note, "x").set(f().mood, "glad").set(f().due, Timestamp::MIN).await.unwrap();
        assert_in_step(&db).await;
        assert_eq!(db.query(Row::query_gsi1("ann")).count().await.unwrap(), 1);
        assert_eq!(db.query(Row::query_by_due("ann")).page().await.unwrap().items.len(), 1);
        db.update(key()).union(f().labels, BTreeSet::from(["a".to_owned()])).await.unwrap();
        db.update(key())
            .set(f().note, None)
            .set(f().mood, None)
            .set(f().due, None)
            .set(f().labels, BTreeSet::new())
            .await
            .unwrap();
        assert_in_step(&db).await;
        assert_eq!(db.get(key()).await.unwrap(), Some(row.clone()));
        assert_eq!(db.query(Row::query_gsi1("ann")).count().await.unwrap(), 0);
        // A `NULL` is no value.
        db.update(key()).set(f().note, "y").when(f().note.eq(None)).await.unwrap();
        let again = db.update(key()).set(f().note, "z").when(f().note.eq(None)).await;
        assert!(matches!(again, Err(Error::ConditionFailed(_))), "{again:?}");
        db.delete_table::<Nulls>().await.unwrap();
    }
}

#[tokio::test]
async fn what_the_key_has_folded_is_given_again() {
    let db = database(Transport::Direct).await;
    let account = Account { mail: "Ann@X".into(), plan: "free".into() };
    db.put(&account).await.unwrap();
    let both = || (Account::fields().mail, Account::fields().plan);
    let other = db.update(account.key()).set(both(), ("bob@x", "paid")).await;
    assert!(matches!(other, Err(Error::InvalidOperation(_))), "{other:?}");
    db.update(account.key()).set(both(), ("Ann@X", "paid")).await.unwrap();
    let raw = db.get(account.key()).into_sdk().unwrap().send().await.unwrap().item.unwrap();
    assert_eq!(raw, Account { plan: "paid".into(), ..account }.to_item().unwrap());
    db.delete_table::<Nulls>().await.unwrap();
}

#[tokio::test]
async fn without_tags_keys_tell_entities_apart() {
    for transport in crate::ops::transports() {
        let db = database(transport).await;
        let other = Other { owner: "ann".into(), id: "r".into() };
        let row =
            Row { owner: "ann".into(), id: "r".into(), note: None, mood: None, due: None, labels: BTreeSet::new() };
        db.batch_write().put(&row).put(&other).await.unwrap();
        assert_eq!(
            db.query(Row::partition("ann")).page().await.unwrap().items,
            [Nulls::Other(other.clone()), Nulls::Row(row.clone())]
        );
        assert_eq!(db.scan::<Other>().page().await.unwrap().items, [other]);
        assert_eq!(db.query(Row::query("ann")).page().await.unwrap().items, [row]);
        db.delete_table::<Nulls>().await.unwrap();
    }
}
