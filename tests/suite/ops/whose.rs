//! Items at a key of an entity that are not the entity's: to it, they are absent.

use std::collections::BTreeSet;

use dynamo_core::Item;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "accounts", pk = "PK", sk = "SK", type_attribute = "type", ttl = "until")]
pub(crate) enum Accounts {
    User(User),
    Org(Org),
    MailLock(MailLock),
    Mention(Mention),
    Team(Team),
    Part(Part),
    SerialLock(SerialLock),
    OnShelf(OnShelf),
    Crate(Crate),
    Order(Order),
    Line(Line),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "ACC#<name>", sk = "ACC", shares_key(Org), unique(mail as MailLock), pointers(Mention),
         counted(users in Team(team = team)))]
pub(crate) struct User {
    name: String,
    mail: String,
    team: String,
    tags: BTreeSet<String>,
    #[entity(ttl)]
    until: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "ACC#<login>", sk = "ACC", shares_key(User))]
pub(crate) struct Org {
    login: String,
    members: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "MAIL#<mail>", sk = "LOCK")]
pub(crate) struct MailLock {
    mail: String,
    name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "TAG#<tag>", sk = "USER#<name>", pointer_of(User, each(tag in tags)))]
pub(crate) struct Mention {
    tag: String,
    name: String,
    mail: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "TEAM#<team>", sk = "COUNT")]
pub(crate) struct Team {
    team: String,
    users: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "PART#<id>", sk = "PART", constants("__edb_v__" = "1"), unique(serial as SerialLock),
         pointers(OnShelf))]
pub(crate) struct Part {
    id: String,
    serial: String,
    shelf: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "SERIAL#<serial>", sk = "LOCK")]
pub(crate) struct SerialLock {
    serial: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "SHELF#<shelf>", sk = "PART#<id>", pointer_of(Part))]
pub(crate) struct OnShelf {
    shelf: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "CRATE#<id>", sk = "CRATE", constants("__edb_v__" = "1"))]
pub(crate) struct Crate {
    id: String,
    text: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "ORDERS#<user>", sk = "ORDER#<id>", overlaps(Line))]
pub(crate) struct Order {
    user: String,
    id: String,
    n: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "ORDERS#<user>", sk = "ORDER#<id>#LINE#<line:04>", overlaps(Order))]
pub(crate) struct Line {
    user: String,
    id: String,
    line: u32,
}

fn ann() -> User {
    let tags = ["t1".to_owned(), "t2".to_owned()].into();
    User { name: "ann".into(), mail: "ann@x".into(), team: "red".into(), tags, until: 9_999_999_999 }
}

fn ann_org() -> Org {
    Org { login: "ann".into(), members: 1 }
}

fn without(entity: &impl Entity, attribute: &str) -> Item {
    let mut item = entity.to_item().unwrap();
    item.remove(attribute).unwrap();
    item
}

/// Deletes a record past the framework, as an expiry would.
async fn expire(db: &Db, key: &Key<User>) {
    let table = db.table_name::<Accounts>().unwrap();
    db.client().delete_item().table_name(table).set_key(Some(key.to_item())).send().await.unwrap();
}

on! {
    async fn companions_of_a_record_whose_key_another_entity_took(db: Accounts) {
        db.create(&ann()).await.unwrap();
        expire(&db, &ann().key().unwrap()).await;
        db.create(&ann_org()).await.unwrap();
        let drift = db.verify_record(User::key("ann")).await.unwrap();
        assert!(drift.is_clean(), "{drift:?}");
        let report = db.verify::<Accounts>().await.unwrap();
        assert!(!report.is_clean());
        let mut change = Change::<Accounts>::from_images(Some(ann().to_item().unwrap()), None).unwrap();
        (change.expired, change.sequence) = (true, Some("77".into()));
        db.reconcile(&change).await.unwrap();
        assert_eq!(db.get(Team::key("red")).await.unwrap().unwrap().users, 0);
        assert_eq!(db.get(MailLock::key("ann@x")).await.unwrap(), None);
        assert_eq!(db.get(Mention::key("t1", "ann")).await.unwrap(), None);
        assert!(db.verify::<Accounts>().await.unwrap().is_clean());
        assert_eq!(db.get(Org::key("ann")).await.unwrap(), Some(ann_org()));
    }

    async fn orphans_of_a_record_whose_key_another_entity_took(db: Accounts) {
        db.create(&ann_org()).await.unwrap();
        let mention = Mention { tag: "t9".into(), name: "ann".into(), mail: "ann@x".into() };
        put_raw::<Accounts>(&db, mention.to_item().unwrap()).await;
        put_raw::<Accounts>(&db, MailLock { mail: "z@x".into(), name: "ann".into() }.to_item().unwrap()).await;
        assert_eq!(db.verify::<Accounts>().await.unwrap().drift().len(), 2);
        assert_eq!(db.repair::<Accounts>().await.unwrap().drift().len(), 2);
        assert!(db.verify::<Accounts>().await.unwrap().is_clean());
        assert_eq!(stored::<Accounts>(&db).await.len(), 1);
    }

    async fn companions_of_a_record_without_its_constants(db: Accounts) {
        let part = Part { id: "p".into(), serial: "s".into(), shelf: "x".into() };
        let theirs = without(&part, "__edb_v__");
        put_raw::<Accounts>(&db, theirs.clone()).await;
        assert!(db.verify_record(Part::key("p")).await.unwrap().is_clean());
        put_raw::<Accounts>(&db, OnShelf { shelf: "old".into(), id: "p".into() }.to_item().unwrap()).await;
        put_raw::<Accounts>(&db, SerialLock { serial: "s".into(), id: "p".into() }.to_item().unwrap()).await;
        let change = Change::<Accounts>::from_images(Some(part.to_item().unwrap()), None).unwrap();
        assert_eq!(db.reconcile(&change).await.unwrap().drift().len(), 1, "the lock");
        let report = db.verify::<Accounts>().await.unwrap();
        assert_eq!(report.drift().len(), 1, "{report:?}");
        db.repair::<Accounts>().await.unwrap();
        assert_eq!(stored::<Accounts>(&db).await.into_values().collect::<Vec<_>>(), [theirs.clone()]);
        assert!(matches!(db.put(&part).await, Err(Error::Exists(_))));
        db.delete(Part::key("p")).await.unwrap();
        assert!(matches!(db.update(Part::key("p")).set(Part::fields().shelf, "y").await, Err(Error::NotFound(_))));
        assert_eq!(stored::<Accounts>(&db).await.into_values().collect::<Vec<_>>(), [theirs]);
    }

    async fn an_item_without_the_constants_is_not_overwritten(db: Accounts) {
        let own = Crate { id: "c".into(), text: "mine".into() };
        let theirs = without(&Crate { text: "theirs".into(), ..own.clone() }, "__edb_v__");
        put_raw::<Accounts>(&db, theirs.clone()).await;
        assert!(matches!(db.put(&own).await, Err(Error::Exists(_))));
        assert!(matches!(db.put(&own).returning_old().await, Err(Error::Exists(_))));
        assert!(matches!(db.batch_write().put(&own).await, Err(Error::Batch(_))));
        assert!(db.transact().put(&own).await.is_err());
        db.delete(Crate::key("c")).await.unwrap();
        assert_eq!(db.delete(Crate::key("c")).returning_old().await.unwrap(), None);
        db.batch_write().delete(Crate::key("c")).await.unwrap();
        db.transact().delete(Crate::key("c")).await.unwrap();
        assert_eq!(stored::<Accounts>(&db).await.into_values().collect::<Vec<_>>(), [theirs]);
        // Its own are written as ever.
        let other = Crate { id: "d".into(), ..own };
        db.put(&other).await.unwrap();
        assert_eq!(db.put(&other).returning_old().await.unwrap(), Some(other.clone()));
        assert_eq!(db.delete(Crate::key("d")).returning_old().await.unwrap(), Some(other));
    }

    async fn an_item_without_the_tag_is_nobodys_under_an_overlapping_prefix(db: Accounts) {
        let own = Order { user: "a".into(), id: "o".into(), n: 9 };
        let theirs = without(&Order { n: 1, ..own.clone() }, "type");
        put_raw::<Accounts>(&db, theirs.clone()).await;
        assert_eq!(db.get(Order::key("a", "o")).await.unwrap(), None);
        assert!(matches!(db.insert_or_get(&own).await, Err(Error::Exists(_))));
        assert!(matches!(db.put(&own).await, Err(Error::Exists(_))));
        assert!(matches!(db.update(Order::key("a", "o")).add(Order::fields().n, 1).await, Err(Error::NotFound(_))));
        assert!(matches!(db.upsert(&own).add(Order::fields().n, 1).await, Err(Error::Exists(_))));
        db.delete(Order::key("a", "o")).await.unwrap();
        assert_eq!(stored::<Accounts>(&db).await.into_values().collect::<Vec<_>>(), [theirs]);
        let Err(Error::UnknownItem(error)) = db.query(Order::query("a")).strict().page().await else { panic!("not refused") };
        assert!(error.to_string().contains("lacks the type attribute"), "{error}");
    }

    async fn a_check_of_absence_passes_others(db: Accounts) {
        db.create(&ann_org()).await.unwrap();
        let check = || db.transact().create(&Org { login: "zed".into(), members: 1 });
        let taken = check().check(Org::key("ann"), |check| check.absent()).await;
        assert!(matches!(taken, Err(Error::Cancelled(_))), "{taken:?}");
        check().check(User::key("ann"), |check| check.absent()).await.unwrap();
        // A key that nobody has.
        db.transact().delete(Org::key("zed")).check(User::key("bob"), |check| check.absent()).await.unwrap();
    }

    async fn a_batch_of_any_keys_gives_no_siblings(db: Accounts) {
        db.create(&ann_org()).await.unwrap();
        let keys = || vec![User::key("ann").into(), Org::key("ann").into(), User::key("bob").into()];
        let found = db.batch_get_any::<Accounts>(keys()).await.unwrap();
        assert_eq!(found, [None, Some(Accounts::Org(ann_org())), None]);
    }
}
