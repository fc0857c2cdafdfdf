//! Indexes that have an item while a test holds, and maybe other keys while it does not.

use dynamo_core::prelude::*;

use super::engine::table_of;

#[derive(Table, Debug, PartialEq)]
#[table(name = "mail", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[index(gsi3, name = "GSI3", pk = "GSI3PK", sk = "at", sk_type = "N")]
#[index(all, name = "All", pk = "AllPK", sk = "AllSK", mandatory)]
enum Mail {
    Message(Message),
    Repo(Repo),
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq, Eq)]
#[key_field(rename_all = "lowercase")]
enum Status {
    Open,
    Closed,
    Spam,
}

/// Not in any key, so it need not be a `KeyField`.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
enum Folder {
    Inbox,
    Archive,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Mail,
    pk = "USER#<user_id>",
    sk = "MSG#<id>",
    gsi1 = when(unread, ("MSG#<user_id>", "AT#<at:013>")),
    gsi2 = when(status = Open, ("OPEN#<user_id>", "MSG#<id>")),
    gsi3 = when(folder = Inbox, ("INBOX#<user_id>", at)),
    all = when(starred, ("STARRED", "<at:013>#<id>"), ("PLAIN", "<at:013>#<id>")),
)]
#[access(unread(user_id), index = gsi1, descending)]
#[access(plain(), index = all_else)]
struct Message {
    user_id: String,
    id: String,
    at: u64,
    unread: bool,
    status: Status,
    folder: Folder,
    starred: bool,
    text: String,
    #[entity(deleted_at)]
    deleted_at: Option<Timestamp>,
}

/// Forks are listed under what they are forks of, and a repository that is none under itself.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Mail,
    pk = "REPO#<repo_id>",
    sk = "REPO",
    gsi2 = when(fork_of, ("REPO#<fork_of>", "FORK#<owner>"), ("REPO#<repo_id>", "#REPO#<name>")),
    all = ("REPOS", "<repo_id>"),
)]
struct Repo {
    repo_id: String,
    fork_of: Option<String>,
    owner: String,
    name: String,
    stars: u32,
}

fn message(id: &str, at: u64) -> Message {
    let (status, folder) = (Status::Open, Folder::Inbox);
    let (user_id, id, text) = ("ann".into(), id.into(), String::new());
    Message { user_id, id, at, unread: true, status, folder, starred: false, text, deleted_at: None }
}

fn repo(id: &str, fork_of: Option<&str>) -> Repo {
    let fork_of = fork_of.map(str::to_owned);
    Repo { repo_id: id.into(), fork_of, owner: format!("owner-of-{id}"), name: id.into(), stars: 0 }
}

/// The ids of the messages in each of the indexes.
async fn places(db: &Db) -> [String; 5] {
    let ids = |found: Vec<Message>| found.into_iter().map(|message| message.id).collect::<Vec<_>>().join(",");
    [
        ids(db.query(Message::unread("ann")).all().await.unwrap()),
        ids(db.query(Message::query_gsi2("ann")).all().await.unwrap()),
        ids(db.query(Message::query_gsi3("ann").at(..100)).all().await.unwrap()),
        ids(db.query(Message::query_all()).all().await.unwrap()),
        ids(db.query(Message::plain()).all().await.unwrap()),
    ]
}

#[tokio::test]
async fn items_are_in_the_index_while_the_test_holds() {
    for transport in crate::ops::transports() {
        let db = table_of::<Mail>(transport).await;
        db.create(&message("a", 1)).await.unwrap();
        let other =
            Message { unread: false, status: Status::Spam, folder: Folder::Archive, starred: true, ..message("b", 2) };
        db.create(&other).await.unwrap();
        assert_eq!(places(&db).await, ["a", "a", "a", "b", "a"]);
        db.put(&Message { unread: true, ..other.clone() }).await.unwrap();
        db.put(&Message { status: Status::Closed, ..message("a", 1) }).await.unwrap();
        assert_eq!(places(&db).await, ["b,a", "", "a", "b", "a"]);
        let found = db.query(Message::query_all_else()).all().await.unwrap();
        assert_eq!(found, [Message { status: Status::Closed, ..message("a", 1) }]);
        assert_eq!(db.query(Message::partition_all()).all().await.unwrap().len(), 1);
        assert_eq!(db.scan::<Message>().all().await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn updates_follow_the_test() {
    for transport in crate::ops::transports() {
        let db = table_of::<Mail>(transport).await;
        db.create(&message("a", 1)).await.unwrap();
        let (key, fields) = (|| Message::key("ann", "a"), Message::fields);
        db.update(key()).set(fields().status, Status::Closed).await.unwrap();
        assert_eq!(places(&db).await, ["a", "", "a", "", "a"]);
        db.update(key()).set(fields().status, Status::Open).set(fields().text, "x").await.unwrap();
        assert_eq!(places(&db).await, ["a", "a", "a", "", "a"]);
        // Every key that is made from `at`, or depends on what is tested beside it.
        let all = || (fields().at, fields().unread, fields().folder, fields().starred);
        db.update(key()).set(all(), (7, false, Folder::Inbox, true)).await.unwrap();
        assert_eq!(places(&db).await, ["", "a", "a", "a", ""]);
        let found = db.query(Message::query_all().at(&7)).all().await.unwrap();
        assert_eq!(found.len(), 1);
        db.update(key()).set(all(), (&7, &true, &Folder::Archive, false)).await.unwrap();
        assert_eq!(places(&db).await, ["a", "a", "", "", "a"]);
        db.update(key()).set(fields().text, "y").await.unwrap();
        assert_eq!(places(&db).await, ["a", "a", "", "", "a"]);
        db.transact().update(key(), |update| update.set(fields().status, Status::Spam)).await.unwrap();
        assert_eq!(places(&db).await, ["a", "", "", "", "a"]);
        // Item and struct agree on every key.
        let stored = db.get(key()).await.unwrap().unwrap();
        let raw = db.client().get_item().table_name(db.table_name::<Mail>().unwrap());
        let raw = raw.set_key(Some(key().unwrap().to_item())).send().await.unwrap().item.unwrap();
        assert_eq!(raw, stored.to_item().unwrap());
    }
}

#[tokio::test]
async fn the_second_arm_has_keys_of_its_own() {
    for transport in crate::ops::transports() {
        let db = table_of::<Mail>(transport).await;
        for repo in [repo("r", None), repo("f1", Some("r")), repo("f2", Some("r"))] {
            db.create(&repo).await.unwrap();
        }
        let forks = |of: &str| db.query(Repo::query_gsi2(of)).all();
        let names = |found: Vec<Repo>| found.into_iter().map(|repo| repo.repo_id).collect::<Vec<_>>();
        assert_eq!(names(forks("r").await.unwrap()), ["f1", "f2"]);
        assert_eq!(names(db.query(Repo::query_gsi2_else("r")).all().await.unwrap()), ["r"]);
        assert_eq!(db.query(Repo::query_gsi2_else("f1")).all().await.unwrap(), []);
        assert_eq!(db.query(Repo::partition_gsi2("r")).all().await.unwrap().len(), 3);
        // A fork that is cut loose, and one that gets another owner.
        let all = || (Repo::fields().fork_of, Repo::fields().owner, Repo::fields().name);
        db.update(Repo::key("f1")).set(all(), (None, "zoe", "loose")).await.unwrap();
        assert_eq!(names(forks("r").await.unwrap()), ["f2"]);
        assert_eq!(names(db.query(Repo::query_gsi2_else("f1").name("loose")).all().await.unwrap()), ["f1"]);
        db.update(Repo::key("f1")).set(all(), ("r", &"aaa".to_owned(), "again".to_owned())).await.unwrap();
        assert_eq!(names(forks("r").await.unwrap()), ["f1", "f2"]);
        db.update(Repo::key("f1")).add(Repo::fields().stars, 1).await.unwrap();
        let f1 = db.get(Repo::key("f1")).await.unwrap().unwrap();
        assert_eq!((f1.gsi2_key().unwrap().pk(), f1.gsi2_key().unwrap().sk()), ("REPO#r", Some("FORK#aaa")));
        let r = repo("r", None);
        assert_eq!((r.gsi2_key().unwrap().pk(), r.gsi2_key().unwrap().sk()), ("REPO#r", Some("#REPO#r")));
        assert!(Message { unread: false, ..message("a", 1) }.gsi1_key().unwrap().is_none());
    }
}

#[tokio::test]
async fn soft_deletes_and_backfills_know_the_arms() {
    for transport in crate::ops::transports() {
        let db = table_of::<Mail>(transport).await;
        db.create(&message("a", 1)).await.unwrap();
        db.soft_delete(Message::key("ann", "a"), std::time::Duration::from_mins(1)).await.unwrap();
        assert_eq!(places(&db).await, ["", "", "", "", ""]);
        db.restore(Message::key("ann", "a")).await.unwrap();
        assert_eq!(places(&db).await, ["a", "a", "a", "", "a"]);
        // Written by a program that knew no index, and one that is in the wrong arm.
        let mut old = Message { unread: false, starred: true, ..message("b", 2) }.to_item().unwrap();
        old.retain(|name, _| !name.starts_with("GSI") && name != "AllPK");
        old.insert("GSI1PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("MSG#ann".into()));
        old.insert("GSI1SK".into(), aws_sdk_dynamodb::types::AttributeValue::S("AT#0000000000002".into()));
        super::engine::put_raw::<Mail>(&db, old).await;
        assert_eq!(
            places(&db).await,
            ["a,b", "a", "a", "", "a"].map(|ids| if ids == "a,b" { "b,a".to_owned() } else { ids.to_owned() })
        );
        db.backfill::<Mail>().await.unwrap();
        assert_eq!(places(&db).await, ["a", "a,b", "a,b", "b", "a"]);
    }
}

#[test]
fn the_schema_says_so() {
    let rows = dynamo_tools::access_patterns(Mail::SCHEMA);
    let conditions: Vec<_> = rows.iter().map(|row| (row.served_by, row.condition.as_str())).collect();
    assert_eq!(
        conditions,
        [("GSI1", "GSI1PK = \"MSG#<user_id>\" AND begins_with(GSI1SK, \"AT#\")"), ("All", "AllPK = \"PLAIN\""),]
    );
}

/// What is tested stands in the primary key, which tells what the test finds.
#[derive(Table, Debug, PartialEq)]
#[table(name = "desk", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
enum Desk {
    Ticket(Ticket),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Desk,
    pk = "DESK#<status>",
    sk = "TICKET#<urgent>#<id>",
    gsi1 = when(status = Open, ("OPEN", "AT#<at:013>")),
    gsi2 = when(urgent, ("URGENT", "BY#<by>"), ("LATER", "BY#<by>")),
)]
struct Ticket {
    status: Status,
    urgent: bool,
    id: String,
    at: u64,
    by: String,
}

#[tokio::test]
async fn tests_of_the_primary_key_are_known() {
    for transport in crate::ops::transports() {
        let db = table_of::<Desk>(transport).await;
        let fields = Ticket::fields;
        for (status, urgent) in [(Status::Open, true), (Status::Spam, false)] {
            db.create(&Ticket { status, urgent, id: "t".into(), at: 1, by: "ann".into() }).await.unwrap();
            let key = || Ticket::key(status, urgent, "t");
            db.update(key()).set(fields().at, 7).await.unwrap();
            db.update(key()).set(fields().by, "bob").await.unwrap();
            let stored = db.get(key()).await.unwrap().unwrap();
            assert_eq!((stored.at, stored.by.as_str()), (7, "bob"));
            let raw = db.client().get_item().table_name(db.table_name::<Desk>().unwrap());
            let raw = raw.set_key(Some(key().unwrap().to_item())).send().await.unwrap().item.unwrap();
            assert_eq!(raw, stored.to_item().unwrap());
        }
        assert_eq!(db.query(Ticket::query_gsi1().at(7)).count().await.unwrap(), 1);
        assert_eq!(db.query(Ticket::query_gsi2().by("bob")).count().await.unwrap(), 1);
        assert_eq!(db.query(Ticket::query_gsi2_else().by("bob")).count().await.unwrap(), 1);
    }
}
