//! The table that the tests work on.

use std::collections::{BTreeSet, HashMap};

use dynamo_core::prelude::*;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "work", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[index(by_size, name = "BySize", pk = "owner", sk = "size", sk_type = "N")]
#[index(names, name = "Names", pk = "NamePK", sk = "NameSK", projection = "KEYS_ONLY")]
#[index(titles, name = "Titles", pk = "TitlePK", sk = "TitleSK", projection = ["title"])]
#[index(recent, name = "Recent", local = true, sk = "touched")]
pub(crate) enum Work {
    User(User),
    Task(Task),
    Message(Message),
    File(File),
    Follower(Follower),
    Photo(Photo),
    Alarm(Alarm),
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Work, pk = "USER#<user_id>", sk = "PROFILE", gsi1 = ("MAIL#<mail>", "USER#<user_id>"))]
pub(crate) struct User {
    pub(crate) user_id: String,
    #[entity(sensitive)]
    pub(crate) mail: String,
    pub(crate) name: String,
    #[entity(sensitive)]
    pub(crate) password: Option<String>,
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
#[key_field(rename_all = "lowercase")]
pub(crate) enum Status {
    Open,
    Active,
    Done,
}

#[derive(Attribute, Debug, Clone, PartialEq, Default)]
pub(crate) struct Place {
    pub(crate) city: String,
    pub(crate) zip: Option<String>,
    pub(crate) doors: Vec<String>,
}

/// `size` is a reserved word of DynamoDB's, and so are `status` and `name`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Work,
    pk = "USER#<user_id>",
    sk = "TASK#<task_id>",
    gsi1 = ("STATUS#<status>", "PRIO#<priority:03>#<task_id>"),
    gsi2 = sparse("USER#<user_id>", "DUE#<due_at>"),
    titles = ("USER#<user_id>", "TITLE#<title:escaped>#<task_id>"),
    rename_all = "camelCase",
)]
#[access(of_user(user_id), descending)]
#[access(urgent(status, priority >=))]
#[access(due_before(user_id, due_at <), index = gsi2)]
#[access(titled(user_id, title begins_with), index = titles, first)]
pub(crate) struct Task {
    pub(crate) user_id: String,
    pub(crate) task_id: String,
    pub(crate) title: String,
    pub(crate) status: Status,
    pub(crate) priority: u8,
    pub(crate) due_at: Option<Timestamp>,
    pub(crate) note: Option<String>,
    pub(crate) tags: Vec<String>,
    #[entity(set)]
    pub(crate) labels: BTreeSet<String>,
    pub(crate) tries: u32,
    pub(crate) score: i64,
    pub(crate) place: Option<Place>,
    pub(crate) extra: HashMap<String, String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Work,
    pk = "CHANNEL#<channel>",
    sk = "MSG#<at:013>#<id>",
    gsi1 = ("AUTHOR#<author>#ROOM#<room>", "AT#<at:013>"),
    gsi2 = sparse("REPLY#<reply_to>", "MOOD#<mood>#<id>"),
)]
#[access(in_channel(channel), descending, limit = 2)]
#[access(since(channel, at >))]
#[access(within(channel, at ..))]
pub(crate) struct Message {
    pub(crate) channel: String,
    pub(crate) at: u64,
    pub(crate) id: String,
    pub(crate) author: String,
    pub(crate) room: String,
    pub(crate) reply_to: Option<String>,
    pub(crate) mood: Option<String>,
    pub(crate) text: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Work,
    pk = "USER#<owner>",
    sk = "FILE#<file_id>",
    by_size = (owner, size),
    names = ("NAME#<name>", "FILE#<file_id>"),
    recent = ("USER#<owner>", touched),
)]
pub(crate) struct File {
    pub(crate) owner: String,
    pub(crate) file_id: String,
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) touched: Timestamp,
    pub(crate) content: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Work,
    pk = "FOLLOWERS#<user>#<shard>",
    sk = "BY#<follower>",
    gsi1 = ("FOLLOWS#<mood>#<shard>", "AT#<at:013>#<follower>"),
    sharded(4),
)]
#[access(since_when(mood, at >=))]
pub(crate) struct Follower {
    pub(crate) user: String,
    pub(crate) follower: String,
    pub(crate) mood: String,
    pub(crate) at: u64,
}

/// In the same index as a file, and told from it by its tag alone.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Work, pk = "USER#<owner>", sk = "PHOTO#<photo_id>", by_size = (owner, size))]
pub(crate) struct Photo {
    pub(crate) owner: String,
    pub(crate) photo_id: String,
    pub(crate) size: u64,
}

/// An instant that a key cannot hold, and a field with an older name.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Work, pk = "USER#<user_id>", sk = "ALARM#<id>", gsi2 = sparse("ALARMS#<user_id>", "AT#<at>"))]
pub(crate) struct Alarm {
    pub(crate) user_id: String,
    pub(crate) id: String,
    pub(crate) at: Option<chrono::DateTime<chrono::Utc>>,
    #[serde(alias = "name")]
    pub(crate) label: Option<String>,
    pub(crate) rings: u32,
}

#[derive(Collection, Debug, Clone, PartialEq)]
pub(crate) enum Owned {
    Task(Task),
    File(File),
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Task)]
pub(crate) struct TaskTitle {
    pub(crate) task_id: String,
    pub(crate) labels: BTreeSet<String>,
    pub(crate) title: String,
    pub(crate) due_at: Option<Timestamp>,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Task, index = titles)]
pub(crate) struct TitleOnly {
    pub(crate) title: String,
}

pub(crate) fn user(id: &str) -> User {
    User {
        user_id: id.into(),
        mail: format!("secret-{id}@example.com"),
        name: format!("User {id}"),
        password: Some("secret".into()),
    }
}

pub(crate) fn task(user: &str, id: &str) -> Task {
    Task {
        user_id: user.into(),
        task_id: id.into(),
        title: format!("Title {id}"),
        status: Status::Open,
        priority: 5,
        due_at: None,
        note: None,
        tags: vec!["a".into(), "b".into()],
        labels: BTreeSet::new(),
        tries: 0,
        score: 0,
        place: Some(Place { city: "Bern".into(), zip: None, doors: vec!["front".into(), "back".into()] }),
        extra: HashMap::from([("k".to_owned(), "v".to_owned())]),
    }
}

pub(crate) fn message(channel: &str, at: u64, id: &str) -> Message {
    Message {
        channel: channel.into(),
        at,
        id: id.into(),
        author: "ann".into(),
        room: "r1".into(),
        reply_to: None,
        mood: None,
        text: format!("Text {id}"),
    }
}

pub(crate) fn file(owner: &str, id: &str, size: u64) -> File {
    File {
        owner: owner.into(),
        file_id: id.into(),
        name: format!("{id}.txt"),
        size,
        touched: at(size),
        content: "…".into(),
    }
}

/// An instant.
pub(crate) fn at(second: u64) -> Timestamp {
    Timestamp::from_millis(i64::try_from(second).unwrap() * 1000).unwrap()
}
