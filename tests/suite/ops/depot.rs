//! A table with one entity for each thing that a write or a read has to mind.

use std::collections::BTreeSet;

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "depot", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(labels, name = "Labels", pk = "LabelPK", sk = "LabelSK", projection = ["label"])]
#[index(by_rank, name = "ByRank", pk = "rack", sk = "rank", sk_type = "N")]
pub(crate) enum Depot {
    Hits(Hits),
    Doc(Doc),
    Parcel(Parcel),
    Bin(Bin),
    Badge(Badge),
    BadgeName(BadgeName),
    BadgeCount(BadgeCount),
    Purse(Purse),
    Click(Click),
    Memo(Memo),
    Part(Part),
}

/// Numbers and lists of a day.
#[derive(Entity, Debug, Clone, PartialEq, Default)]
#[entity(table = Depot, pk = "HITS#<day>", sk = "COUNT")]
pub(crate) struct Hits {
    pub(crate) day: String,
    pub(crate) count: u64,
    pub(crate) pages: Vec<String>,
    #[entity(set)]
    pub(crate) users: BTreeSet<String>,
    pub(crate) title: String,
}

impl Hits {
    pub(crate) fn new(day: &str) -> Self {
        Self { day: day.into(), title: "Hits".into(), ..Self::default() }
    }
}

/// With managed fields.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Depot, pk = "DOC#<id>", sk = "META", gsi1 = ("DOCS", "AT#<created_at>#<id>"))]
pub(crate) struct Doc {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) reads: u32,
    #[entity(version)]
    pub(crate) version: u64,
    #[entity(created_at)]
    pub(crate) created_at: Timestamp,
    #[entity(updated_at)]
    pub(crate) updated_at: Timestamp,
}

/// In an index while it has a shelf, and with fields that may be absent.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Depot, pk = "USER#<user>", sk = "PARCEL#<id>",
    gsi1 = sparse("SHELF#<shelf>", "PARCEL#<id>"),
    labels = ("USER#<user>", "LABEL#<label>"),
    by_rank = (rack, rank),
)]
pub(crate) struct Parcel {
    pub(crate) user: String,
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) shelf: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) rack: String,
    pub(crate) rank: u32,
    pub(crate) moves: u32,
}

/// Can be deleted softly.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Depot, pk = "USER#<user>", sk = "BIN#<id>", gsi1 = ("BINS", "BIN#<user>#<id>"))]
pub(crate) struct Bin {
    pub(crate) user: String,
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) uses: u32,
    #[entity(deleted_at)]
    pub(crate) deleted_at: Option<Timestamp>,
}

/// With a lock and a counter.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Depot, pk = "BADGE#<id>", sk = "META",
    unique(name as BadgeName), counted(badges in BadgeCount(team = team)),
)]
pub(crate) struct Badge {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) team: String,
    pub(crate) shows: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Depot, pk = "BADGE_NAME#<name>", sk = "UNIQUE")]
pub(crate) struct BadgeName {
    pub(crate) name: String,
    pub(crate) id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Depot, pk = "TEAM#<team>", sk = "BADGES")]
pub(crate) struct BadgeCount {
    pub(crate) team: String,
    pub(crate) badges: u64,
}

/// In its second form: the first counted euros.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Depot, pk = "USER#<user>", sk = "PURSE#<id>", schema_version = 2, upgrade = in_cents)]
pub(crate) struct Purse {
    pub(crate) user: String,
    pub(crate) id: String,
    pub(crate) cents: u64,
    pub(crate) owner: String,
}

#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn in_cents(_: u32, mut item: Item) -> Result<Item, &'static str> {
    if let Some(AttributeValue::N(euros)) = item.remove("euros") {
        item.insert("cents".into(), AttributeValue::N(format!("{euros}00")));
    }
    Ok(item)
}

/// Spread over shards.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Depot, pk = "CLICK#<page>#<user>", sk = "CLICK",
    gsi1 = ("CLICKS#<page>#<shard>", "USER#<user>"), sharded(4),
)]
pub(crate) struct Click {
    pub(crate) page: String,
    pub(crate) user: String,
    pub(crate) times: u32,
}

/// Expires, and has a field under an older name.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Depot, pk = "USER#<user>", sk = "MEMO#<id>")]
pub(crate) struct Memo {
    pub(crate) user: String,
    pub(crate) id: String,
    #[serde(alias = "words")]
    pub(crate) text: String,
    #[entity(ttl)]
    pub(crate) expires: Option<u64>,
}

/// As another library writes it: with a constant, a field that never changes, and attributes that nobody declared.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Depot, pk = "PART#<id>", sk = "PART", constants("__edb_v__" = "1"))]
pub(crate) struct Part {
    pub(crate) id: String,
    #[entity(immutable)]
    pub(crate) maker: String,
    pub(crate) stock: u32,
    #[entity(rest)]
    pub(crate) other: Item,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Part)]
pub(crate) struct PartStock {
    pub(crate) stock: u32,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Parcel)]
pub(crate) struct ParcelCard {
    pub(crate) id: String,
    pub(crate) note: Option<String>,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Parcel, index = labels)]
pub(crate) struct ParcelLabel {
    pub(crate) label: String,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Bin)]
pub(crate) struct BinText {
    pub(crate) text: String,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Purse)]
pub(crate) struct PurseCents {
    pub(crate) cents: u64,
}

#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Memo)]
pub(crate) struct MemoText {
    pub(crate) text: String,
}

pub(crate) fn doc(id: &str) -> Doc {
    Doc {
        id: id.into(),
        text: "Hello".into(),
        reads: 0,
        version: 0,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
    }
}

pub(crate) fn parcel(user: &str, id: &str) -> Parcel {
    Parcel {
        user: user.into(),
        id: id.into(),
        label: format!("Label {id}"),
        shelf: None,
        note: None,
        rack: "r1".into(),
        rank: 1,
        moves: 0,
    }
}

pub(crate) fn bin(user: &str, id: &str) -> Bin {
    Bin { user: user.into(), id: id.into(), text: "Bin".into(), uses: 0, deleted_at: None }
}

pub(crate) fn badge(id: &str, name: &str) -> Badge {
    Badge { id: id.into(), name: name.into(), team: "red".into(), shows: 0 }
}

/// The item of a purse in its first form.
pub(crate) fn old_purse(user: &str, id: &str, euros: u32) -> Item {
    let purse = Purse { user: user.into(), id: id.into(), cents: 0, owner: "ann".into() };
    let mut item = purse.to_item().unwrap();
    item.remove("cents");
    item.remove("schemaVersion");
    item.insert("euros".into(), AttributeValue::N(euros.to_string()));
    item
}
