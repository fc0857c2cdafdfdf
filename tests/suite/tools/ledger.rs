//! A table in which every kind of write costs something else: indexes of three projections, pointers, locks and counters.

use std::collections::BTreeSet;

use dynamo_core::prelude::*;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "ledger", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires")]
#[index(whole, name = "Whole", pk = "WholePK", sk = "WholeSK")]
#[index(keys, name = "Keys", pk = "KeysPK", sk = "KeysSK", projection = "KEYS_ONLY")]
#[index(some, name = "Some", pk = "SomePK", projection = ["title"])]
pub(crate) enum Ledger {
    Plan(Plan),
    GroupPlan(GroupPlan),
    GuestPlan(GuestPlan),
    HostPlan(HostPlan),
    SlugLock(SlugLock),
    Person(Person),
    MailLock(MailLock),
    Edge(Edge),
    Topic(Topic),
    Note(Note),
    Stamp(Stamp),
}

/// A record with pointers and a lock, in three indexes itself.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "PLAN#<id>",
    sk = "META",
    whole = ("STATE#<state>", "PLAN#<id>"),
    keys = ("DAY#<day>", "PLAN#<id>"),
    some = "PLANS",
    pointers(GroupPlan, GuestPlan, HostPlan),
    unique(slug as SlugLock),
)]
pub(crate) struct Plan {
    pub(crate) id: String,
    pub(crate) slug: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) state: String,
    pub(crate) day: String,
    pub(crate) rank: String,
    pub(crate) text: String,
    pub(crate) host: Option<String>,
    pub(crate) groups: BTreeSet<String>,
    pub(crate) guests: BTreeSet<String>,
}

/// In indexes whose keys have what it copies.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "GROUP#<group>",
    sk = "PLAN#<id>",
    whole = ("GROUP#<group>", "DAY#<day>#<id>"),
    keys = ("GROUP#<group>", "TITLE#<title>"),
    pointer_of(Plan, each(group in groups)),
)]
pub(crate) struct GroupPlan {
    pub(crate) group: String,
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) day: String,
}

/// Its own key has what it copies.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "GUEST#<guest>",
    sk = "RANK#<rank>#<id>",
    keys = ("GUEST#<guest>", "PLAN#<id>"),
    pointer_of(Plan, each(guest in guests)),
)]
pub(crate) struct GuestPlan {
    pub(crate) guest: String,
    pub(crate) id: String,
    pub(crate) rank: String,
}

/// Of the one host.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Ledger, pk = "HOST#<host>", sk = "PLAN#<id>", pointer_of(Plan, each(host in host)))]
pub(crate) struct HostPlan {
    pub(crate) host: String,
    pub(crate) id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Ledger, pk = "SLUG#<slug>", sk = "LOCK")]
pub(crate) struct SlugLock {
    pub(crate) slug: String,
    pub(crate) id: String,
}

/// A record with a lock that copies its name, and that expires with it.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "PERSON#<id>",
    sk = "META",
    whole = ("MAIL#<mail>", "PERSON#<id>"),
    unique(mail as MailLock),
)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) mail: String,
    pub(crate) name: String,
    pub(crate) bio: String,
    pub(crate) edges: u64,
    #[entity(ttl)]
    pub(crate) expires: Option<u64>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "MAIL#<mail>",
    sk = "LOCK",
    whole = ("LOCKS", "MAIL#<mail>"),
    keys = ("NAME#<name>", "MAIL#<mail>"),
)]
pub(crate) struct MailLock {
    pub(crate) mail: String,
    pub(crate) id: String,
    pub(crate) name: String,
}

/// Counted by topic, and in its owner's record.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "PERSON#<owner>",
    sk = "EDGE#<to>",
    counted(count in Topic(topic = topic), edges in Person(id = owner)),
)]
pub(crate) struct Edge {
    pub(crate) owner: String,
    pub(crate) to: String,
    pub(crate) topic: String,
    pub(crate) note: String,
}

/// A counter in indexes of two projections.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "TOPIC#<topic>",
    sk = "COUNT",
    whole = ("TOPICS", "TOPIC#<topic>"),
    keys = ("TOPICS", "TOPIC#<topic>"),
)]
pub(crate) struct Topic {
    pub(crate) topic: String,
    pub(crate) count: u64,
    #[entity(updated_at)]
    pub(crate) updated_at: Timestamp,
}

/// Without companions, in an index on a condition, and with other keys otherwise.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Ledger,
    pk = "NOTE#<id>",
    sk = "META",
    whole = when(done, ("DONE", "NOTE#<id>"), ("OPEN", "NOTE#<id>")),
    keys = when(starred, ("STARRED", "NOTE#<id>")),
    some = "TAG#<tag>",
)]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) tag: String,
    pub(crate) done: bool,
    pub(crate) starred: bool,
    #[entity(version)]
    pub(crate) version: u64,
}

/// Every update moves it in its index.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Ledger, pk = "STAMP#<id>", sk = "META", keys = ("STAMPS", "AT#<updated_at>"))]
pub(crate) struct Stamp {
    pub(crate) id: String,
    pub(crate) text: String,
    #[entity(updated_at)]
    pub(crate) updated_at: Timestamp,
}
