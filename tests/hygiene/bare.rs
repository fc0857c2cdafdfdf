//! Without the prelude.
#![no_implicit_prelude]

use ::renamed::prelude::{Attribute, Collection, Db, Entity, KeyField, Table};
use ::std::clone::Clone;
use ::std::cmp::PartialEq;
use ::std::fmt::Debug;

use crate::together::{PartOfThing, Thing};

/// Not the one that is meant.
pub struct Result;
/// Not the one that is meant.
pub struct Option;
/// Not the one that is meant.
pub struct Some;
/// Not the one that is meant.
pub struct None;
/// Not the one that is meant.
pub struct Ok;
/// Not the one that is meant.
pub struct Err;
/// Not the one that is meant.
pub struct String;
/// Not the one that is meant.
pub struct Vec;
/// Not the one that is meant.
pub struct Box;
/// Not the one that is meant.
pub trait From {}
/// Not the one that is meant.
pub trait Default {}

pub(crate) type Text = ::std::string::String;

/// A table.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "hostile", pk = "pk", sk = "sk", type_attribute = "itemType", none = "null")]
#[index(gsi1, name = "gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[index(gsi2, name = "gsi2", pk = "size", pk_type = "N")]
pub enum Hostile {
    /// An entity.
    Thing(Thing),
    /// One that nothing outside sees.
    T(T),
    /// One that is spread.
    Spread(Spread),
    /// A record.
    Record(Record),
    /// Its pointer.
    RecordPointer(RecordPointer),
    /// Its lock.
    RecordLock(RecordLock),
    /// Its counter.
    RecordCounter(RecordCounter),
}

/// Some of it.
#[derive(Collection, Debug, Clone, PartialEq)]
pub enum Some1 {
    /// An entity.
    Thing(Thing),
}

/// A record with all that can go with one.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Hostile,
    pk = "RECORD#<r>",
    sk = "META",
    pointers(RecordPointer),
    unique(r#type as RecordLock,),
    counted(count in RecordCounter(r#type, shard = sharded(3)),),
    schema_version = 2,
    upgrade = upgrade,
)]
pub struct Record {
    /// A field.
    pub r: Text,
    /// A field.
    pub r#type: Text,
    __out: ::std::collections::BTreeMap<Text, Text>,
    __c: Text,
}

#[allow(clippy::unnecessary_wraps)] // An upgrade may fail.
fn upgrade(
    _: u32,
    item: ::renamed::prelude::Item,
) -> ::std::result::Result<::renamed::prelude::Item, ::std::convert::Infallible> {
    ::std::result::Result::Ok(item)
}

/// A pointer.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Hostile,
    pk = "POINTER#<key>",
    sk = "RECORD#<r>",
    pointer_of(Record, each((key, value) in __out), when = |record| !record.r.is_empty()),
)]
pub struct RecordPointer {
    /// A field.
    pub key: Text,
    /// A field.
    pub value: Text,
    /// A field.
    pub r: Text,
    /// A field.
    #[entity(from = r#type)]
    pub kind: Text,
    __c: Text,
    /// A field.
    #[entity(with = length)]
    pub len: u64,
}

fn length(record: &Record) -> u64 {
    record.r.len() as u64
}

/// A lock.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Hostile, pk = "LOCK#<type>", sk = "META")]
pub struct RecordLock {
    /// A field.
    pub r#type: Text,
    /// A field.
    pub r: Text,
}

/// A counter.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Hostile, pk = "COUNT#<type>#<shard>", sk = "META")]
pub struct RecordCounter {
    /// A field.
    pub r#type: Text,
    /// A field.
    pub shard: u32,
    /// A field.
    pub count: u64,
}

/// An entity of many partitions.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Hostile, pk = "SPREAD#<w>#<shard>", sk = "S#<at>", sharded(3))]
pub struct Spread {
    /// A field.
    pub w: Text,
    /// A field.
    pub at: Id,
}

/// A model that is called `T`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Hostile, pk = "T#<m>", sk = "T")]
pub struct T {
    #[entity(key_only)]
    pub(crate) m: Id,
}

/// A newtype.
#[derive(KeyField, Debug, Clone, PartialEq)]
pub struct Id(pub Text);

/// A unit enum.
#[derive(KeyField, Debug, Clone, PartialEq)]
pub enum Kind {
    /// A variant.
    Some,
    /// A variant.
    None,
}

/// A nested struct.
#[derive(Attribute, Debug, Clone, PartialEq)]
pub struct Part {
    /// A field.
    pub encoder: u8,
    /// A field.
    pub decoder: ::std::option::Option<u8>,
}

/// A nested enum.
#[derive(Attribute, Debug, Clone, PartialEq)]
#[attribute(tag = "kind", content = "content")]
pub enum Shape {
    /// A variant.
    Err,
    /// A variant.
    Ok(Part),
    /// A variant.
    Tuple(u8, Part),
    /// A variant.
    Struct {
        /// A field.
        list: u8,
    },
}

mod inner {
    //! What is declared here is seen as far as it says.

    use ::renamed::prelude::{Entity, Table};

    #[derive(Table)]
    #[table(name = "inner", pk = "pk")]
    pub(super) enum Inner {
        Seen(Seen),
    }

    // No function that the derive writes for it is called, but one: that is no warning.
    #[derive(Entity)]
    #[entity(table = Inner, pk = "SEEN#<id>")]
    pub(super) struct Seen {
        pub(super) id: u64,
    }
}

/// Uses what is generated for operations.
///
/// # Errors
///
/// As the database says.
pub async fn operations(db: Db) -> ::std::result::Result<(), ::renamed::Error> {
    let fields = Thing::fields();
    let key = Thing::key(Id(Text::new()), "p", "r");
    db.update(key)
        .set(fields.size, 3)
        .set(fields.map.at(0).fields().encoder, 4)
        .when(fields.r#type.eq(Kind::None))
        .await?;
    db.query(Thing::query(Id(Text::new())).path("p").r("r")).page().await?;
    db.query(Thing::query_gsi1("i").r#type(&Kind::Some)).project::<PartOfThing>().page().await?;
    db.query(Thing::of_type("i", &Kind::Some)).page().await?;
    db.query(Thing::partition(Id(Text::new())).of::<Some1>()).page().await?;
    db.query(Spread::query("w").at(&Id(Text::new()))).page().await?;
    ::std::result::Result::Ok(())
}

/// Uses what is seen.
///
/// # Errors
///
/// Never.
pub fn seen() -> ::std::result::Result<::std::string::String, ::renamed::Error> {
    let table = inner::Inner::Seen(inner::Seen { id: 7 });
    let ::std::result::Result::Ok(_) = table.to_item() else { return ::std::result::Result::Ok(Text::new()) };
    inner::Seen::key(7).map(|key| ::std::string::ToString::to_string(&key))
}
