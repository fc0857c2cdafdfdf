//! Two entities with one key, of which at most one exists: accounts that are users or organizations.

use std::time::Duration;

use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::engine::{put_raw, table_of};

#[derive(Table, Debug, PartialEq)]
#[table(name = "accounts", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
enum Accounts {
    User(User),
    Organization(Organization),
    EmailLock(EmailLock),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Accounts,
    pk = "ACCOUNT#<name>",
    sk = "ACCOUNT#<name>",
    gsi1 = ("ACCOUNT#<name>", "ACCOUNT#<name>"),
    shares_key(Organization),
    unique(email as EmailLock),
)]
struct User {
    name: String,
    email: String,
    repos: u32,
    #[entity(version)]
    version: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Accounts, pk = "EMAIL#<email>", sk = "LOCK")]
struct EmailLock {
    email: String,
    name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Accounts,
    pk = "ACCOUNT#<login>",
    sk = "ACCOUNT#<login>",
    gsi1 = ("ACCOUNT#<login>", "ACCOUNT#<login>"),
    shares_key(User),
)]
struct Organization {
    login: String,
    members: u32,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

fn user(name: &str) -> User {
    User { name: name.into(), email: format!("{name}@example.org"), repos: 0, version: 0 }
}

fn organization(login: &str) -> Organization {
    Organization { login: login.into(), members: 1, deleted_at: None }
}

#[tokio::test]
async fn at_most_one_of_them_exists() {
    for transport in crate::ops::transports() {
        let db = table_of::<Accounts>(transport).await;
        db.create(&organization("acme")).await.unwrap();
        db.create(&user("ann")).await.unwrap();
        let ann = db.get(User::key("ann")).await.unwrap().unwrap();

        // Each is refused by the other one.
        assert!(matches!(db.create(&user("acme")).await, Err(Error::Exists(_))));
        assert!(matches!(db.create(&organization("ann")).await, Err(Error::Exists(_))));
        assert!(matches!(db.put(&user("acme")).await, Err(Error::Exists(_))));
        assert!(matches!(db.put(&organization("ann")).await, Err(Error::Exists(_))));
        assert!(matches!(db.replace(&organization("ann")).await, Err(Error::NotFound(_))));
        let batch = db.batch_write().put(&organization("ann")).put(&organization("new")).await;
        assert!(matches!(batch, Err(Error::Batch(_))), "{batch:?}");
        assert_eq!(db.get(Organization::key("new")).await.unwrap(), Some(organization("new")));

        // Reads of one do not see the other.
        assert_eq!(db.get(User::key("acme")).await.unwrap(), None);
        assert_eq!(db.get(Organization::key("ann")).await.unwrap(), None);
        assert_eq!(
            db.batch_get([Organization::key("ann"), Organization::key("acme")]).await.unwrap(),
            [None, Some(organization("acme"))]
        );
        assert_eq!(db.query(Organization::query("ann")).all().await.unwrap(), []);
        assert_eq!(db.query(Organization::query_gsi1("ann")).count().await.unwrap(), 0);
        assert_eq!(db.query(User::query_gsi1("ann")).all().await.unwrap(), [ann.clone()]);
        let (a, b) = db.transact_get((User::key("acme"), Organization::key("new"))).await.unwrap();
        assert_eq!((a, b), (None, Some(organization("new"))));
        assert_eq!(db.scan::<User>().all().await.unwrap(), [ann.clone()]);

        // Updates find nothing, and deletes do nothing.
        let fields = Organization::fields;
        assert!(matches!(db.update(Organization::key("ann")).add(fields().members, 1).await, Err(Error::NotFound(_))));
        assert!(matches!(db.update(User::key("acme")).set(User::fields().repos, 1).await, Err(Error::NotFound(_))));
        let soft = db.soft_delete(Organization::key("ann"), Duration::from_secs(9)).await;
        assert!(matches!(soft, Err(Error::NotFound(_))), "{soft:?}");
        db.delete(Organization::key("ann")).await.unwrap();
        db.delete(User::key("acme")).await.unwrap();
        assert_eq!(db.delete(Organization::key("ann")).returning_old().await.unwrap(), None);
        assert!(matches!(db.delete(Organization::key("ann")).existing().await, Err(Error::NotFound(_))));
        assert!(matches!(
            db.delete(Organization::key("ann")).when(fields().members.eq(1)).await,
            Err(Error::ConditionFailed(_))
        ));
        db.batch_write().delete(Organization::key("ann")).delete(User::key("acme")).await.unwrap();
        assert_eq!(db.get(User::key("ann")).await.unwrap(), Some(ann));
        assert_eq!(db.get(Organization::key("acme")).await.unwrap(), Some(organization("acme")));
    }
}

#[tokio::test]
async fn transactions_know_whose_the_key_is() {
    for transport in crate::ops::transports() {
        let db = table_of::<Accounts>(transport).await;
        db.create(&organization("acme")).await.unwrap();
        db.create(&user("ann")).await.unwrap();
        // A delete of what is another's does nothing, and the rest is carried out.
        db.transact().delete(Organization::key("ann")).delete(User::key("acme")).create(&user("bob")).await.unwrap();
        assert!(db.get(User::key("ann")).await.unwrap().is_some());
        assert!(db.get(User::key("bob")).await.unwrap().is_some());
        assert!(db.get(Organization::key("acme")).await.unwrap().is_some());
        let refused = db.transact().create(&user("carl")).put(&organization("ann")).await;
        let Err(Error::Cancelled(cancelled)) = refused else { panic!("{refused:?}") };
        assert_eq!(cancelled.failed_at(), Some(1), "{cancelled:?}");
        assert_eq!(db.get(User::key("carl")).await.unwrap(), None);
        assert!(
            db.transact()
                .check(Organization::key("ann"), |check| check.existing())
                .create(&user("carl"))
                .await
                .is_err()
        );
        // One key, one kind after the other, in one transaction each.
        db.delete(User::key("ann")).await.unwrap();
        db.create(&organization("ann")).await.unwrap();
        db.create(&user("dora")).await.unwrap();
        let email = User { email: "ann@example.org".into(), ..user("ed") };
        db.create(&email).await.unwrap();
    }
}

/// An item without a type is nobody's: it is not overwritten, and not read.
#[tokio::test]
async fn untagged_items_are_left_alone() {
    let db = table_of::<Accounts>(Transport::Direct).await;
    let mut untagged = organization("old").to_item().unwrap();
    untagged.remove("type");
    put_raw::<Accounts>(&db, untagged).await;
    assert_eq!(db.get(Organization::key("old")).await.unwrap(), None);
    assert!(matches!(db.put(&organization("old")).await, Err(Error::Exists(_))));
    assert!(matches!(db.create(&user("old")).await, Err(Error::Exists(_))));
    db.delete(Organization::key("old")).await.unwrap();
    assert_eq!(db.query(Organization::partition("old")).page().await.unwrap().raw.len(), 1);
}

/// What would be created is in the way of another's item, which stays as it is.
#[tokio::test]
async fn upserts_and_inserts_are_refused_by_the_other() {
    for transport in crate::ops::transports() {
        let db = table_of::<Accounts>(transport).await;
        let organization = |login: &str| Organization { login: login.into(), members: 0, deleted_at: None };
        let join = |login: &str| db.upsert(&organization(login)).add(Organization::fields().members, 1);
        join("rust").await.unwrap();
        join("rust").await.unwrap();
        let repo = |name: &str| db.upsert(&user(name)).add(User::fields().repos, 1);
        assert!(matches!(repo("rust").await, Err(Error::Exists(_))));
        assert!(db.transact().upsert(&user("rust"), |user| user.add(User::fields().repos, 1)).await.is_err());
        assert!(matches!(db.insert_or_get(&user("rust")).await, Err(Error::Exists(_))));
        repo("ann").await.unwrap();
        repo("ann").await.unwrap();
        assert!(matches!(join("ann").await, Err(Error::Exists(_))));
        assert!(
            db.transact().upsert(&organization("ann"), |org| org.add(Organization::fields().members, 1)).await.is_err()
        );
        assert!(matches!(db.insert_or_get(&organization("ann")).await, Err(Error::Exists(_))));
        assert_eq!(db.get(User::key("ann")).await.unwrap().map(|user| (user.repos, user.version)), Some((2, 2)));
        assert_eq!(db.get(Organization::key("rust")).await.unwrap().map(|found| found.members), Some(2));
        let keys = vec![User::key("ann").into(), Organization::key("rust").into(), User::key("nobody").into()];
        let found = db.batch_get_any::<Accounts>(keys).await.unwrap();
        assert!(matches!(&found[..], [Some(Accounts::User(_)), Some(Accounts::Organization(_)), None]), "{found:?}");
        assert!(db.verify::<Accounts>().await.unwrap().is_clean());
        let _ = db.delete_table::<Accounts>().await;
    }
}
