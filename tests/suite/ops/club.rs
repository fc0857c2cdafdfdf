//! A table whose records go with others: events with pointers, members with locks, edges with counters.

use std::collections::BTreeSet;

use dynamo_core::prelude::*;

pub(crate) use super::club_items::{draft, event, follow, member, page};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "club", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires", stream)]
#[index(by_time, name = "ByTime", pk = "TimePK", sk = "startsAt", sk_type = "N", mandatory)]
pub(crate) enum Club {
    Event(Event),
    GroupEvent(GroupEvent),
    GuestEvent(GuestEvent),
    HostEvent(HostEvent),
    OpenEvent(OpenEvent),
    Member(Member),
    MailLock(MailLock),
    NickLock(NickLock),
    BadgeLock(BadgeLock),
    Follow(Follow),
    Followers(Followers),
    Following(Following),
    Fans(Fans),
    Page(Page),
    Draft(Draft),
    DraftEntry(DraftEntry),
    TitleLock(TitleLock),
    Card(Card),
    CardEntry(CardEntry),
    Memo(Memo),
    MemoPointer(MemoPointer),
    Request(Request),
    Account(Account),
    OldAccount(OldAccount),
}

#[derive(Attribute, Debug, Clone, PartialEq)]
pub(crate) struct Spot {
    pub(crate) city: String,
    pub(crate) street: Option<String>,
}

#[derive(Attribute, Debug, Clone, PartialEq)]
pub(crate) struct Guest {
    pub(crate) user_id: String,
    pub(crate) role: String,
}

/// The canonical record.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "EVENT#<event_id>",
    sk = "META",
    by_time = none,
    pointers(GroupEvent, GuestEvent, HostEvent, OpenEvent),
    rename_all = "camelCase",
)]
pub(crate) struct Event {
    pub(crate) event_id: String,
    pub(crate) title: String,
    pub(crate) notes: Option<String>,
    pub(crate) starts_at: u64,
    pub(crate) spot: Spot,
    pub(crate) group_ids: BTreeSet<String>,
    pub(crate) guests: Vec<Guest>,
    pub(crate) host_id: Option<String>,
    pub(crate) is_open: bool,
    pub(crate) views: u32,
}

/// For a group: the time is in the index alone.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "GROUP#<group_id>",
    sk = "EVENT#<event_id>",
    by_time = ("GROUP#<group_id>", starts_at),
    pointer_of(Event, each(group_id in group_ids)),
    rename_all = "camelCase",
)]
pub(crate) struct GroupEvent {
    pub(crate) group_id: String,
    pub(crate) event_id: String,
    pub(crate) title: String,
    pub(crate) starts_at: u64,
}

/// For a guest: the sort key changes with the time.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "USER#<user_id>",
    sk = "EVENT#<starts_at:013>#<event_id>",
    by_time = none,
    pointer_of(Event, each(guest in guests)),
    rename_all = "camelCase",
)]
pub(crate) struct GuestEvent {
    #[entity(from = guest.user_id)]
    pub(crate) user_id: String,
    pub(crate) event_id: String,
    pub(crate) starts_at: u64,
    #[entity(from = guest.role)]
    pub(crate) role: String,
    #[entity(from = spot.city)]
    pub(crate) city: String,
}

/// For the host, if there is one.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "HOST#<host_id>",
    sk = "EVENT#<event_id>",
    by_time = none,
    pointer_of(Event, each(host_id in host_id)),
    rename_all = "camelCase",
)]
pub(crate) struct HostEvent {
    pub(crate) host_id: String,
    pub(crate) event_id: String,
    pub(crate) title: String,
}

/// For everyone, while the event is open.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "OPEN",
    sk = "EVENT#<event_id>",
    by_time = none,
    pointer_of(Event, when = |event| event.is_open),
    rename_all = "camelCase",
)]
pub(crate) struct OpenEvent {
    pub(crate) event_id: String,
    #[entity(with = headline)]
    pub(crate) headline: String,
}

fn headline(event: &Event) -> String {
    format!("{} in {}", event.title, event.spot.city)
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "MEMBER#<member_id>",
    sk = "PROFILE",
    by_time = none,
    unique(mail as MailLock, nickname as NickLock),
    unique((org, badge) as BadgeLock),
    rename_all = "camelCase",
)]
pub(crate) struct Member {
    pub(crate) member_id: String,
    pub(crate) mail: String,
    pub(crate) nickname: Option<String>,
    pub(crate) org: String,
    pub(crate) badge: u32,
    pub(crate) bio: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "MAIL#<mail:lower>", sk = "UNIQUE", by_time = none, rename_all = "camelCase")]
pub(crate) struct MailLock {
    pub(crate) mail: String,
    pub(crate) member_id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "NICK#<nickname>", sk = "UNIQUE", by_time = none, rename_all = "camelCase")]
pub(crate) struct NickLock {
    #[entity(key_only)]
    pub(crate) nickname: String,
    pub(crate) member_id: String,
}

/// Numbers of one organisation: another may have the same.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "ORG#<org>", sk = "BADGE#<badge:06>", by_time = none, rename_all = "camelCase")]
pub(crate) struct BadgeLock {
    pub(crate) org: String,
    pub(crate) badge: u32,
    pub(crate) member_id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "USER#<follower>",
    sk = "FOLLOWS#<followee>",
    by_time = none,
    counted(count in Followers(user_id = followee), count in Following(user_id = follower)),
    counted(count in Fans(user_id = followee, shard = sharded(4))),
)]
pub(crate) struct Follow {
    pub(crate) follower: String,
    pub(crate) followee: String,
    pub(crate) note: Option<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "USER#<user_id>", sk = "COUNT#FOLLOWERS", by_time = none, rename_all = "camelCase")]
pub(crate) struct Followers {
    #[entity(key_only)]
    pub(crate) user_id: String,
    pub(crate) count: u64,
    #[entity(updated_at)]
    pub(crate) updated_at: Timestamp,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "USER#<user_id>", sk = "COUNT#FOLLOWING", by_time = none, rename_all = "camelCase")]
pub(crate) struct Following {
    pub(crate) user_id: String,
    pub(crate) count: u64,
}

/// Spread over four items, for users whom many follow at once.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "FANS#<user_id>#<shard>", sk = "COUNT", by_time = none, rename_all = "camelCase")]
pub(crate) struct Fans {
    #[entity(key_only)]
    pub(crate) user_id: String,
    #[entity(key_only)]
    pub(crate) shard: u32,
    pub(crate) count: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "PAGE#<page_id>", sk = "META", by_time = none, rename_all = "camelCase")]
pub(crate) struct Page {
    pub(crate) page_id: String,
    pub(crate) text: String,
    #[entity(version)]
    pub(crate) version: u64,
    #[entity(created_at)]
    pub(crate) created_at: Timestamp,
    #[entity(updated_at)]
    pub(crate) updated_at: Option<Timestamp>,
}

/// Can be deleted and restored, and expires by itself.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "DRAFT#<draft_id>",
    sk = "META",
    by_time = ("DRAFTS", starts_at),
    pointers(DraftEntry),
    unique(title as TitleLock),
    rename_all = "camelCase",
)]
pub(crate) struct Draft {
    pub(crate) draft_id: String,
    pub(crate) title: String,
    pub(crate) starts_at: u64,
    #[entity(ttl, rename = "expires")]
    pub(crate) expires: Option<u64>,
    #[entity(deleted_at)]
    pub(crate) deleted_at: Option<Timestamp>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "DRAFTS",
    sk = "DRAFT#<draft_id>",
    by_time = none,
    pointer_of(Draft),
    rename_all = "camelCase",
)]
pub(crate) struct DraftEntry {
    pub(crate) draft_id: String,
    pub(crate) title: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "TITLE#<title>", sk = "UNIQUE", by_time = none, rename_all = "camelCase")]
pub(crate) struct TitleLock {
    pub(crate) title: String,
    pub(crate) draft_id: String,
}

/// In its third form: the first had one name, the second two, the third a list of them.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "CARD#<card_id>",
    sk = "META",
    by_time = ("CARDS", rank),
    pointers(CardEntry),
    schema_version = 3,
    upgrade = upgrade_card,
    rename_all = "camelCase",
)]
pub(crate) struct Card {
    pub(crate) card_id: String,
    pub(crate) names: Vec<String>,
    #[entity(rename = "startsAt")]
    pub(crate) rank: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Club,
    pk = "CARDLIST",
    sk = "CARD#<card_id>",
    by_time = none,
    pointer_of(Card),
    rename_all = "camelCase",
)]
pub(crate) struct CardEntry {
    pub(crate) card_id: String,
    pub(crate) names: Vec<String>,
}

/// Its pointer has what is kept: the time of the last write, and the version.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "MEMO#<id>", sk = "META", by_time = none, pointers(MemoPointer))]
pub(crate) struct Memo {
    pub(crate) id: String,
    #[serde(alias = "words")]
    pub(crate) text: String,
    #[entity(updated_at)]
    pub(crate) updated_at: Timestamp,
    #[entity(version)]
    pub(crate) version: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "MEMOS", sk = "MEMO#<id>", by_time = none, pointer_of(Memo))]
pub(crate) struct MemoPointer {
    pub(crate) id: String,
    pub(crate) updated_at: Timestamp,
    pub(crate) version: u64,
}

fn upgrade_card(from: u32, mut item: Item) -> Result<Item, &'static str> {
    let mut take = |name: &str| item.remove(name).ok_or("a name is missing");
    let names = if from == 1 { vec![take("name")?] } else { vec![take("first")?, take("last")?] };
    item.insert("names".into(), dynamo_core::codec::AttributeValue::L(names));
    Ok(item)
}

/// Stands for a request that is carried out once.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "REQUEST#<request_id>", sk = "META", by_time = none, rename_all = "camelCase")]
pub(crate) struct Request {
    pub(crate) request_id: String,
    pub(crate) result: String,
}

/// Under a new key; its record under the old one is kept in step while programs that know only that are about.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "ACCOUNT#<id>", sk = "META", by_time = none, pointers(OldAccount))]
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Club, pk = "OLD_USER#<id>", sk = "ACCOUNT", by_time = none, pointer_of(Account))]
pub(crate) struct OldAccount {
    pub(crate) id: String,
    pub(crate) name: String,
}
