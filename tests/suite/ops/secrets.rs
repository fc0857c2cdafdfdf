//! The value of a `sensitive` field shows nowhere: not in `Debug`, in `Display` of keys, in errors or in spans.

use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::spans::Spans;

#[derive(Table, Debug)]
#[table(name = "vault", pk = "pk", sk = "sk", type_attribute = "type")]
#[index(by_owner, name = "byOwner", pk = "gsi1pk", sk = "gsi1sk")]
enum Vault {
    Account(Account),
    AccountLock(AccountLock),
    Visit(Visit),
    Safe(Safe),
}

#[derive(Entity, Clone, PartialEq)]
#[entity(
    table = Vault,
    pk = "ACCOUNT#<mail>",
    sk = "ACCOUNT#<owner>",
    by_owner = ("OWNER#<owner>", "PHONE#<phone>"),
    unique(phone as AccountLock),
)]
struct Account {
    #[entity(sensitive)]
    mail: String,
    owner: String,
    #[entity(sensitive)]
    phone: String,
    #[entity(sensitive)]
    #[serde(alias = "oldPin")]
    pin: Option<u8>,
    visits: u32,
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Vault, pk = "PHONE#<phone>", sk = "LOCK")]
struct AccountLock {
    #[entity(sensitive)]
    phone: String,
    #[entity(sensitive)]
    mail: String,
    owner: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Vault, pk = "VISIT#<day>", sk = "VISIT#<n:05>", by_owner = ("OWNER#<day>", "VISIT#<n:05>"))]
struct Visit {
    day: String,
    n: u32,
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Vault, pk = "SAFE#<id>", sk = "META", constants("kind" = "safe"))]
struct Safe {
    id: String,
    #[entity(sensitive, immutable)]
    code: String,
    #[entity(rest)]
    other: Item,
}

#[derive(Projection, Clone, PartialEq)]
#[projection(of = Account)]
struct Contact {
    owner: String,
    #[projection(sensitive)]
    phone: String,
    #[projection(sensitive)]
    pin: Option<u8>,
}

#[tokio::test]
async fn projections_show_nothing() {
    for transport in crate::ops::transports() {
        let (db, _) = vault(transport).await;
        db.create(&account("ann")).await.unwrap();
        let all = db.query(Account::query_by_owner("ann")).project::<Contact>().all().await.unwrap();
        assert_eq!((all[0].phone.as_str(), all[0].pin), ("secret-ann", Some(7)));
        shows_nothing(&all);
        assert_eq!(format!("{:?}", all[0]), "Contact { owner: \"ann\", phone: [redacted], pin: [redacted] }");
    }
}

fn safe(id: &str) -> Safe {
    let secret = || AttributeValue::S("secret".into());
    let other = Item::from([("found".into(), secret()), ("list".into(), AttributeValue::L(vec![secret()]))]);
    Safe { id: id.into(), code: format!("secret-{id}"), other }
}

fn account(owner: &str) -> Account {
    Account {
        mail: format!("secret@{owner}"),
        owner: owner.into(),
        phone: format!("secret-{owner}"),
        pin: Some(7),
        visits: 1,
    }
}

/// Nothing that shows has the word in it.
#[track_caller]
fn shows_nothing(what: impl Debug) {
    let text = format!("{what:?} {what:#?}");
    assert!(!text.contains("secret"), "{text}");
    assert!(!text.contains("c2VjcmV0") && !text.contains("NlY3JldA") && !text.contains("zZWNyZX"), "as base64: {text}");
}

#[track_caller]
fn fails<T>(result: Result<T, Error>) -> Error {
    let error = result.err().expect("an error");
    shows_nothing(&error);
    shows_nothing(error.to_string());
    error
}

#[test]
fn keys_show_nothing() {
    let account = account("ann");
    let key = account.key().unwrap();
    shows_nothing((&key, key.to_string(), key.values().collect::<Vec<_>>()));
    shows_nothing((account.by_owner_key().unwrap(), &account));
    assert_eq!(key.to_string(), "[redacted]");
    assert_eq!((key.pk(), key.values().next().unwrap().as_str()), ("ACCOUNT#secret@ann", "ACCOUNT#secret@ann"));
    // What holds nothing sensitive shows as it did.
    let visit = Visit { day: "today".into(), n: 1 };
    assert_eq!(visit.key().unwrap().to_string(), "VISIT#today / VISIT#00001");
    assert!(format!("{:?}", visit.by_owner_key().unwrap()).contains("OWNER#today"));
    let shown = format!("{:?}", key.values().nth(1).unwrap());
    assert!(shown.contains("ACCOUNT#ann"), "{shown}");
    shows_nothing(Account::query_by_owner("ann").phone(begins_with("secret")));
    fails(Account::key("secret#", "ann"));
    fails(Account::parse_key("secret", "secret"));
    fails(Account::parse_key("ACCOUNT#secret", "ACCOUNT#secret#secret"));
}

async fn vault(transport: Transport) -> (Db, String) {
    let db = Db::embedded().await.unwrap().with_transport(transport);
    db.create_table::<Vault>().await.unwrap();
    let table = db.table_name::<Vault>().unwrap();
    (db, table)
}

#[tokio::test]
async fn pages_and_cursors_show_nothing() {
    for transport in crate::ops::transports() {
        let (db, _) = vault(transport).await;
        for n in 0..3 {
            db.create(&Account { owner: "ann".into(), ..account(&format!("{n}")) }).await.unwrap();
        }
        let page = db.query(Account::query_by_owner("ann")).limit(1).page().await.unwrap();
        shows_nothing(&page);
        shows_nothing((page.next.as_ref().unwrap(), &page.items));
        let page = db.scan_all::<Vault>().limit(1).page().await.unwrap();
        shows_nothing(&page);
        // A cursor that belongs to another query is refused without its contents.
        fails(db.query(Account::query_by_owner("bob")).after(page.next.as_ref().unwrap()).page().await);
        shows_nothing(db.query(Account::query_by_owner("ann")).filter(Account::fields().phone.eq("secret")));
        shows_nothing(Account::fields().phone.eq("secret") & Account::fields().visits.eq(1));
    }
}

#[tokio::test]
async fn failures_show_nothing() {
    for transport in crate::ops::transports() {
        let (db, _) = vault(transport).await;
        let ann = account("ann");
        db.create(&ann).await.unwrap();
        fails(db.create(&ann).await);
        fails(db.create(&Account { mail: "secret@2".into(), ..ann.clone() }).await);
        fails(db.update(ann.key()).set(Account::fields().visits, 2).when(Account::fields().pin.eq(9)).await);
        fails(db.update(Account::key("secret@none", "x")).set(Account::fields().visits, 2).await);
        fails(
            db.transact()
                .create(&ann)
                .check(Account::key("secret@none", "x"), |check| check.when(Account::fields().phone.eq("secret")))
                .await,
        );
        fails(db.delete(Account::key("secret@none", "x")).existing().await);
        db.delete_table::<Vault>().await.unwrap();
        fails(db.get(ann.key()).await);
        fails(db.query(Account::query("secret@ann")).page().await);
        fails(db.batch_get([ann.key()]).await);
        fails(db.batch_write().delete(ann.key()).await);
    }
}

#[tokio::test]
async fn unreadable_and_unknown_items_show_nothing() {
    for transport in crate::ops::transports() {
        let (db, table) = vault(transport).await;
        let put = async |item: Item| {
            drop(db.client().put_item().table_name(&table).set_item(Some(item)).send().await.unwrap());
        };
        let ann = account("ann");
        let mut item = ann.to_item().unwrap();
        item.remove("pin");
        item.insert("oldPin".into(), AttributeValue::S("secret".into()));
        put(item.clone()).await;
        fails(db.get(ann.key()).await);
        fails(db.query(Account::query_by_owner("ann")).page().await);
        fails(db.scan_all::<Vault>().page().await);
        item.insert("oldPin".into(), AttributeValue::N("7".into()));
        item.insert("visits".into(), AttributeValue::S("many".into()));
        put(item.clone()).await;
        let error = fails(db.get(ann.key()).await);
        assert!(error.to_string().contains("visits"), "{error}");
        // Of no entity, or of one that was not asked for.
        item.insert("type".into(), AttributeValue::S("Ghost".into()));
        put(item.clone()).await;
        let error = fails(db.scan_all::<Vault>().strict().page().await);
        assert!(error.to_string().contains("Ghost"), "{error}");
        fails(db.query(Account::partition("secret@ann")).strict().page().await);
        fails(Vault::from_item(item));
    }
}

#[tokio::test]
async fn spans_show_nothing() {
    let (db, _) = vault(Transport::Direct).await;
    let ann = account("ann");
    let (spans, _guard) = Spans::watch();
    db.create(&ann).await.unwrap();
    fails(db.create(&ann).await);
    fails(db.create(&Account { mail: "secret@2".into(), ..ann.clone() }).await);
    fails(db.update(ann.key()).set(Account::fields().visits, 2).when(Account::fields().pin.eq(9)).await);
    drop(db.query(Account::query("secret@ann")).page().await.unwrap());
    let all = spans.all();
    assert!(all.iter().filter(|fields| fields.contains_key("error")).count() >= 3, "{all:?}");
    shows_nothing(all);
}

/// Nor what an immutable field has, what nobody declared, and what is on an item of another program.
#[tokio::test]
async fn the_rest_and_immutable_fields_show_nothing() {
    for transport in crate::ops::transports() {
        let (db, table) = vault(transport).await;
        let put = async |item: Item| {
            drop(db.client().put_item().table_name(&table).set_item(Some(item)).send().await.unwrap());
        };
        let one = safe("1");
        db.create(&one).await.unwrap();
        assert_eq!(format!("{one:?}"), "Safe { id: \"1\", code: [redacted], other: [\"found\", \"list\"] }");
        let other = Safe { code: "secret-2".into(), ..one.clone() };
        let error = fails(db.put(&other).await);
        assert!(error.to_string().contains("`code` is immutable"), "{error}");
        fails(db.transact().put(&other).create(&one).await);
        fails(db.batch_write().put(&other).await);
        let forged = Safe { other: Item::from([("sk".into(), AttributeValue::S("secret".into()))]), ..safe("2") };
        fails(db.put(&forged).await);
        let broken = Safe { other: Item::from([("n".into(), AttributeValue::N("secret".into()))]), ..safe("2") };
        fails(db.put(&broken).await);
        // Of another program, and unreadable.
        let mut item = safe("3").to_item().unwrap();
        item.insert("kind".into(), AttributeValue::S("secret".into()));
        put(item.clone()).await;
        fails(Safe::from_item(item.clone()));
        fails(Vault::from_item(item));
        fails(db.scan::<Safe>().strict().page().await);
        fails(db.replace(&safe("3")).await);
    }
}

/// Reports of drift, and pages with what cannot be read.
#[tokio::test]
async fn reports_and_unreadable_items_show_nothing() {
    for transport in crate::ops::transports() {
        let (db, table) = vault(transport).await;
        db.create(&account("ann")).await.unwrap();
        let lock = AccountLock::key("secret-ann").unwrap();
        let key: Item = lock.values().map(|value| (value.attribute().to_owned(), value.to_attribute_value())).collect();
        db.client().delete_item().table_name(&table).set_key(Some(key)).send().await.unwrap();
        let report = db.verify::<Vault>().await.unwrap();
        assert_eq!(report.drift().len(), 1);
        shows_nothing((&report, report.drift()[0].to_string()));
        let mut item = safe("1").to_item().unwrap();
        item.insert("code".into(), AttributeValue::L(vec![AttributeValue::S("secret".into())]));
        db.client().put_item().table_name(&table).set_item(Some(item)).send().await.unwrap();
        let page = db.scan::<Safe>().lenient().page().await.unwrap();
        assert_eq!(page.unreadable.len(), 1);
        shows_nothing(&page);
    }
}
