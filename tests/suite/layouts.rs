//! Every form in which a table or an index can be declared.

#![allow(clippy::duplicated_attributes)] // Two indexes may both be local, or share an attribute.

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use dynamo_core::prelude::*;
use dynamo_core::schema::{IndexProjection, KeyType};

fn s(item: &Item, name: &str) -> String {
    item[name].as_s().unwrap().clone()
}

// Local indexes, projections, another separator, a placeholder in the name.

#[derive(Table, Debug, PartialEq)]
#[table(name = "app-{stage}-{region}", pk = "pk", sk = "sk", separator = "|")]
#[index(by_status, name = "ByStatus", local = true, sk = "lsi1")]
#[index(by_size, name = "BySize", local = true, pk = "pk", sk = "size", sk_type = "N", projection = "KEYS_ONLY")]
#[index(by_owner, name = "ByOwner", pk = "owner_pk", projection = ["title", "size"])]
enum Local {
    Document(Document),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Local,
    pk = "FOLDER|<folder>",
    sk = "DOC|<id>",
    by_status = "STATUS|<status>|<id>",
    by_size = ("FOLDER|<folder>", size),
    by_owner = "OWNER|<owner>",
)]
struct Document {
    folder: String,
    id: String,
    status: String,
    size: u64,
    owner: String,
    title: String,
}

fn document() -> Document {
    Document {
        folder: "f#1".into(),
        id: "d1".into(),
        status: "draft".into(),
        size: 7,
        owner: "ann".into(),
        title: "T".into(),
    }
}

#[test]
fn a_local_index_shares_the_partition_key() {
    let document = document();
    let item = document.to_item().unwrap();
    // Another separator: `#` is an ordinary character here.
    assert_eq!(s(&item, "pk"), "FOLDER|f#1");
    assert_eq!(s(&item, "lsi1"), "STATUS|draft|d1");
    assert_eq!(item["size"], AttributeValue::N("7".into()));
    assert_eq!(item.len(), 10);
    assert_eq!(document.by_status_key().unwrap().sk(), Some("STATUS|draft|d1"));
    let by_size = document.by_size_key().unwrap();
    assert_eq!((by_size.pk(), by_size.sk()), ("FOLDER|f#1", Some("7")));
    assert!(Document::key("a|b", "d").is_err());
    let layout = Local::LAYOUT;
    assert_eq!(layout.name, "app-{stage}-{region}");
    assert_eq!(layout.indexes[1].projection, IndexProjection::KeysOnly);
    assert_eq!(layout.indexes[2].projection, IndexProjection::Include(&["title", "size"]));
    assert_eq!(layout.indexes[1].pk, &[layout.pk]);
    assert!(layout.indexes[2].sk.is_empty());
    assert_eq!(Local::from_item(item).unwrap(), Local::Document(document));
}

// Multi-attribute keys.

#[derive(Table)]
#[table(name = "multi", pk = "pk")]
#[index(
    by_region,
    name = "ByRegion",
    pk = ["tenantId", "region"],
    sk = ["round", "rank"],
    sk_type = ["S", "N"]
)]
#[index(by_tenant, name = "ByTenant", pk = ["tenantId", "kind"])]
enum Multi {
    Player(Player),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Multi,
    pk = "PLAYER#<id>",
    by_region = ([tenant_id, region], ["ROUND#<round_no:03>", rank]),
    by_tenant = [tenant_id, "PLAYER"],
    rename_all = "camelCase",
)]
struct Player {
    id: u64,
    tenant_id: String,
    region: String,
    round_no: u8,
    rank: i32,
}

#[test]
fn a_key_may_have_several_attributes() {
    let player = Player { id: 7, tenant_id: "t".into(), region: "eu".into(), round_no: 4, rank: -2 };
    let item = player.to_item().unwrap();
    assert_eq!(s(&item, "pk"), "PLAYER#7");
    assert_eq!(
        (s(&item, "tenantId"), s(&item, "round"), s(&item, "kind")),
        ("t".into(), "ROUND#004".into(), "PLAYER".into())
    );
    assert_eq!(item["rank"], AttributeValue::N("-2".into()));
    let key = player.by_region_key().unwrap();
    let values: Vec<_> = key.values().map(|value| (value.attribute(), value.as_str())).collect();
    assert_eq!(values, [("tenantId", "t"), ("region", "eu"), ("round", "ROUND#004"), ("rank", "-2")]);
    assert_eq!(Multi::LAYOUT.indexes[0].sk[1].key_type, KeyType::N);
    // Without a sort key and without type tags.
    assert_eq!(Player::parse_key("PLAYER#7").unwrap(), (7,));
    assert_eq!(player.key().unwrap().sk(), None);
    // Whatever else an item has is ignored, whatever its name.
    let mut item = item;
    item.insert("\0".into(), AttributeValue::Bool(true));
    let Multi::Player(read) = Multi::from_item(item).unwrap();
    assert_eq!(read, player);
}

// Keys that are plain attributes, of every type.

#[derive(Table)]
#[table(name = "bare", pk = "device", pk_type = "B", sk = "at", sk_type = "N")]
enum Readings {
    Reading(Reading),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Readings, pk = device, sk = at)]
struct Reading {
    device: Blob,
    at: f64,
    value: f32,
}

#[test]
fn a_field_may_be_the_key() {
    let reading = Reading { device: Blob::new([1, 2, 255]), at: -1.5, value: 0.25 };
    let key = reading.key().unwrap();
    assert_eq!((key.pk(), key.sk()), ("AQL/", Some("-1.5")));
    assert_eq!(key.fields().unwrap(), (reading.device.clone(), reading.at));
    assert_eq!(key.to_item()["device"], AttributeValue::B(Blob::new([1, 2, 255])));
    assert_eq!(key.to_item()["at"], AttributeValue::N("-1.5".into()));
    let item = reading.to_item().unwrap();
    assert_eq!(item.len(), 3);
    assert_eq!(Reading::from_item(item).unwrap(), reading);
    assert!(Reading::key(&[], &1.0).is_err());
    assert!(Reading::key(&[1], &f64::NAN).is_err());
}

// A table that extends another.

#[derive(Table, Debug, PartialEq)]
#[table(extends = Local)]
enum Extended {
    #[base]
    Core(Local),
    Badge(Badge),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Extended, pk = "BADGE|<id>", sk = "META", by_owner = "OWNER|<id>")]
struct Badge {
    id: String,
}

#[test]
fn an_extension_has_the_layout_and_the_entities_of_its_base() {
    assert_eq!(Extended::LAYOUT.name, Local::LAYOUT.name);
    assert_eq!(Extended::LAYOUT.indexes, Local::LAYOUT.indexes);
    let names: Vec<_> = Extended::SCHEMA.all_entities().map(|entity| entity.name).collect();
    assert_eq!(names, ["Document", "Badge"]);
    let badge = Badge { id: "b".into() };
    assert_eq!(Extended::from_item(badge.to_item().unwrap()).unwrap(), Extended::Badge(badge.clone()));
    let read = Extended::from_item(document().to_item().unwrap()).unwrap();
    assert_eq!(read, Extended::from(Local::from(document())));
    assert_eq!(read.to_item().unwrap(), document().to_item().unwrap());
    let mut json = Vec::new();
    read.write_json(&mut json).unwrap();
    assert_eq!(Extended::read_json(&json).unwrap(), read);
    assert!(Local::from_item(badge.to_item().unwrap()).is_err());
}

// Indexes that share an attribute while one of them comes and goes.

#[derive(Table)]
#[table(name = "shared", pk = "pk", sk = "sk")]
#[index(by_group, name = "ByGroup", pk = "gsi1pk", sk = "gsi1sk")]
#[index(by_time, name = "ByTime", pk = "gsi1pk", sk = "start", sk_type = "N")]
enum Shared {
    Event(Event),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shared,
    pk = "EVENT#<id>",
    sk = "META",
    by_group = sparse("GROUP#<group>", "ROOM#<room>"),
    by_time = ("GROUP#<group>", start),
)]
struct Event {
    id: String,
    group: String,
    room: Option<String>,
    start: u64,
}

#[test]
fn a_shared_attribute_is_written_once_and_never_lost() {
    let event = Event { id: "e".into(), group: "g".into(), room: None, start: 5 };
    for event in [event.clone(), Event { room: Some("r".into()), ..event }] {
        let item = event.to_item().unwrap();
        assert_eq!(s(&item, "gsi1pk"), "GROUP#g");
        assert_eq!(item.contains_key("gsi1sk"), event.room.is_some());
        let mut json = Vec::new();
        event.write_json(&mut json).unwrap();
        assert_eq!(String::from_utf8(json).unwrap().matches("gsi1pk").count(), 1);
    }
}

// A key that is a field, beside a field that is in the key alone.

#[derive(Table)]
#[table(name = "mixed", pk = "user", sk = "sk")]
enum Mixed {
    Note(Note),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Mixed, pk = user, sk = "NOTE#<n:05>")]
struct Note {
    user: String,
    #[entity(key_only)]
    n: u32,
}

#[test]
fn a_bare_key_is_checked_and_helps_to_read_the_other() {
    let note = Note { user: "ann".into(), n: 7 };
    let item = note.to_item().unwrap();
    assert_eq!((s(&item, "user"), s(&item, "sk")), ("ann".into(), "NOTE#00007".into()));
    assert_eq!(Note::from_item(item).unwrap(), note);
    let empty = Note { user: String::new(), n: 7 }.to_item().unwrap_err();
    assert!(empty.to_string().contains("`user` is empty"), "{empty}");
    assert!(Note { user: "x".repeat(2049), n: 7 }.to_item().is_err());
}

// Without type tags, keys tell entities apart as the checks do.

#[derive(Table, Debug, PartialEq)]
#[table(name = "untagged", pk = "pk", sk = "sk")]
enum Untagged {
    Person(Person),
    Admin(Admin),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Untagged, pk = "USER#<id>", sk = "META")]
struct Person {
    id: ulid::Ulid,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Untagged, pk = "USER#ADMIN", sk = "META")]
struct Admin {
    name: String,
}

#[test]
fn an_item_is_what_its_keys_say() {
    let admin = Admin { name: "root".into() };
    assert_eq!(Untagged::from_item(admin.to_item().unwrap()).unwrap(), Untagged::Admin(admin));
    let person = Person { id: ulid::Ulid(5) };
    assert_eq!(Untagged::from_item(person.to_item().unwrap()).unwrap(), Untagged::Person(person));
}
