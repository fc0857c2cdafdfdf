//! Whole items: what is written, what is read back, and what is said when it cannot be.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use dynamo_core::codec::{from_json, from_value, to_json};
use dynamo_core::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub(super) struct Held {
    text: String,
}

fn n(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.into())
}

#[allow(clippy::large_enum_variant)] // As a user would write it.
#[derive(Table, Debug, PartialEq)]
#[table(name = "codec", pk = "pk", sk = "sk", type_attribute = "entityType", none = "null")]
#[index(gsi1, name = "gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[index(by_rank, name = "by_rank", pk = "group", sk = "rank", sk_type = "N")]
pub(super) enum Store {
    Full(Full),
    Bare(Bare),
}

#[derive(Entity, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Store,
    pk = "A#<id>",
    sk = "B#<n:010>",
    gsi1 = sparse("C#<email>", "D"),
    by_rank = sparse(group, rank),
)]
#[derive(Serialize, Deserialize)]
pub(super) struct Full {
    #[entity(key_only)]
    n: u64,
    #[serde(alias = "oldId", alias = "olderId")]
    id: String,
    pub(super) email: Option<String>,
    group: String,
    rank: Option<i64>,
    #[entity(set)]
    tags: BTreeSet<String>,
    #[entity(set)]
    scores: Vec<u32>,
    #[entity(bytes)]
    hash: Vec<u8>,
    #[entity(bytes)]
    salt: Option<Vec<u8>>,
    #[entity(serde)]
    address: std::net::IpAddr,
    #[entity(serde)]
    backup: Option<std::net::IpAddr>,
    #[serde(default)]
    visits: u32,
    #[serde(default = "seven")]
    lucky: u32,
    #[serde(skip)]
    cached: u32,
    #[serde(skip_serializing_if = "String::is_empty", default)]
    note: String,
    #[entity(sensitive)]
    pin: u16,
    nested: Option<Held>,
}

fn seven() -> u32 {
    7
}

#[derive(Entity, Debug, Clone, PartialEq, Default)]
#[entity(table = Store, pk = "BARE#<id>", sk = "BARE")]
pub(super) struct Bare {
    id: String,
    extra: Option<BTreeMap<String, AttributeValue>>,
}

pub(super) fn full() -> Full {
    Full {
        n: 42,
        id: "i".into(),
        email: None,
        group: "g".into(),
        rank: None,
        tags: BTreeSet::new(),
        scores: vec![3, 1],
        hash: vec![1, 2],
        salt: None,
        address: [127, 0, 0, 1].into(),
        backup: None,
        visits: 1,
        lucky: 2,
        cached: 0,
        note: String::new(),
        pin: 1234,
        nested: None,
    }
}

#[test]
fn an_item_is_written_as_its_table_says() {
    let item = full().to_item().unwrap();
    let mut names: Vec<_> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    // Keys of a sparse index are left out, never NULL; so is an empty set; a skipped field is not stored. Other absent
    // values are NULL.
    assert_eq!(
        names,
        [
            "address",
            "backup",
            "email",
            "entityType",
            "group",
            "hash",
            "id",
            "lucky",
            "nested",
            "pin",
            "pk",
            "salt",
            "scores",
            "sk",
            "visits",
        ]
    );
    assert_eq!(item["email"], AttributeValue::Null(true));
    assert_eq!(item["nested"], AttributeValue::Null(true));
    assert_eq!(item["hash"], AttributeValue::B(Blob::new([1, 2])));
    assert_eq!(item["scores"], AttributeValue::Ns(vec!["3".into(), "1".into()]));
    assert_eq!(item["address"], AttributeValue::S("127.0.0.1".into()));
    assert_eq!(item["sk"], AttributeValue::S("B#0000000042".into()));
    let there = Full { email: Some("e".into()), rank: Some(-5), tags: ["t".to_owned()].into(), ..full() };
    let item = there.to_item().unwrap();
    assert_eq!(item["gsi1pk"], AttributeValue::S("C#e".into()));
    assert_eq!(item["rank"], n("-5"));
    assert_eq!(item["tags"], AttributeValue::Ss(vec!["t".into()]));
    assert_eq!(there.by_rank_key().unwrap().unwrap().sk(), Some("-5"));
}

#[test]
fn both_forms_of_an_item_are_one() {
    for value in [full(), Full { email: Some("\"é\\".into()), rank: Some(i64::MIN), salt: Some(vec![]), ..full() }] {
        let mut json = Vec::new();
        value.write_json(&mut json).unwrap();
        let as_value =
            from_json::<AttributeValue>(format!("{{\"M\":{}}}", String::from_utf8(json.clone()).unwrap()).as_bytes());
        assert_eq!(as_value.unwrap(), AttributeValue::M(value.to_item().unwrap()));
        assert!(Full::read_json(&json).unwrap() == value);
        assert!(Full::from_item(value.to_item().unwrap()).unwrap() == value);
        assert!(matches!(Store::read_json(&json).unwrap(), Store::Full(read) if read == value));
    }
}

#[test]
fn what_is_absent_is_read_either_way() {
    let mut item = full().to_item().unwrap();
    for name in ["email", "nested", "backup", "visits", "lucky", "note"] {
        item.remove(name);
    }
    let id = item.remove("id").unwrap();
    item.insert("olderId".into(), id);
    item.insert("unknown".into(), AttributeValue::Bool(true));
    let read = Full::from_item(item).unwrap();
    assert_eq!((read.visits, read.lucky, read.id.as_str(), read.n), (0, 7, "i", 42));
    assert_eq!((read.email, read.backup, read.nested), (None, None, None));
}

#[track_caller]
fn unreadable(change: impl Fn(&mut Item), expected: &str) {
    let mut item = full().to_item().unwrap();
    change(&mut item);
    let json = to_json(&AttributeValue::M(item.clone())).unwrap();
    let json = &json[5..json.len() - 1];
    for error in [Full::from_item(item).err().unwrap(), Full::read_json(json).err().unwrap()] {
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_wrong_item_names_entity_key_and_attribute() {
    let put = |name: &'static str, value: AttributeValue| {
        move |item: &mut Item| drop(item.insert(name.into(), value.clone()))
    };
    unreadable(
        put("visits", AttributeValue::S("x".into())),
        "`Full` A#i / B#0000000042 cannot be read: `visits`: expected a Number, found a String",
    );
    unreadable(
        put("visits", n("-1")),
        "`Full` A#i / B#0000000042 cannot be read: `visits`: -1 is not a whole number between 0 and 4294967295",
    );
    unreadable(
        |item| drop(item.remove("group")),
        "`Full` A#i / B#0000000042 cannot be read: `group`: the attribute is missing",
    );
    // No key is made from these, so a default would do.
    let help = "help: write `#[serde(default)]` on the field to read items without it, or make it an `Option`";
    for name in ["hash", "address", "pin"] {
        let expected = format!("`Full` A#i / B#0000000042 cannot be read: `{name}`: the attribute is missing\n{help}");
        unreadable(|item| drop(item.remove(name)), &expected);
    }
    let expected = format!("`Full` A#i / B#0000000042 cannot be read: `nested.text`: the attribute is missing\n{help}");
    unreadable(put("nested", AttributeValue::M([].into())), &expected);
    unreadable(
        put("entityType", AttributeValue::S("Bare".into())),
        "`Full` A#i / B#0000000042 cannot be read: `entityType`: the item is a \"Bare\", not a \"Full\"",
    );
    unreadable(
        put("nested", AttributeValue::M([("text".to_owned(), n("1"))].into())),
        "`Full` A#i / B#0000000042 cannot be read: `nested.text`: expected a String, found a Number",
    );
    unreadable(
        put("scores", AttributeValue::L(vec![n("1"), n("-1")])),
        "`Full` A#i / B#0000000042 cannot be read: `scores[1]`: -1 is not a whole number between 0 and 4294967295",
    );
    unreadable(
        put("sk", AttributeValue::S("B#1".into())),
        "`Full` A#i / B#1 cannot be read: key of `Full`: the sort key does not fit the template \"B#<n:010>\"",
    );
    // A sensitive value is not shown.
    unreadable(
        put("pin", n("123456")),
        "`Full` A#i / B#0000000042 cannot be read: `pin`: the value is not one that the field can hold",
    );
}

#[test]
fn what_dynamodb_cannot_hold_is_refused_before_it_is_sent() {
    let error = Full { scores: vec![1, 1], ..full() }.to_item().unwrap_err();
    assert_eq!(error.to_string(), "`Full` cannot be written: `scores[1]`: the value is in the set twice");
    let extra = Some([("x".to_owned(), n("1e999"))].into());
    let error = Bare { id: "b".into(), extra }.to_item().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Bare` cannot be written: `extra.x`: 1e999 is outside of what DynamoDB keeps as a Number"
    );
}

#[test]
fn sensitive_fields_are_not_printed() {
    let text = format!("{:?}", full());
    assert!(text.contains("pin: [redacted]") && !text.contains("1234"), "{text}");
}

#[test]
fn nothing_of_a_sensitive_value_is_in_an_error() {
    #[derive(Table)]
    #[table(name = "secrets", pk = "pk")]
    enum Secrets {
        Secret(Secret),
    }
    #[derive(Entity)]
    #[entity(table = Secrets, pk = "SECRET#<code>")]
    struct Secret {
        #[entity(sensitive)]
        code: String,
        #[entity(sensitive)]
        amount: f64,
    }
    let error = Secret { code: "c0de".into(), amount: 1e300 }.to_item().unwrap_err().to_string();
    assert_eq!(error, "`Secret` cannot be written: `amount`: the value is not one that the field can hold");
    let mut item = Secret { code: "c0de".into(), amount: 1.5 }.to_item().unwrap();
    item.insert("amount".into(), AttributeValue::S("1e300".into()));
    let error = Secret::from_item(item).err().unwrap().to_string();
    assert_eq!(error, "`Secret` cannot be read: `amount`: the value is not one that the field can hold");
}

#[test]
fn what_is_passed_over_is_json_all_the_same() {
    let read = |rest: &str| Bare::read_json(format!("{{\"id\":{{\"S\":\"b\"}},{rest}}}").as_bytes());
    for fine in
        [r#""x":{"S":"a\"b"}"#, r#""x":{"L":[{"N":"1"},{"BOOL":true}]}"#, r#""x" : { "Z" : [ null , -1.5e3 , {} ] }"#]
    {
        assert!(read(fine).is_ok(), "{fine}");
    }
    for broken in [r#""x":1"#, r#""x":,"#, r#""x":{"y":{]}"#, r#""x":{"S":"a""#, r#""x":{"S":tru}"#, r#""x":{"S" "a"}"#]
    {
        assert!(read(broken).is_err(), "{broken}");
    }
}

#[test]
fn an_attribute_that_is_there_twice_is_refused() {
    let mut item = full().to_item().unwrap();
    item.insert("oldId".into(), AttributeValue::S("other".into()));
    assert!(Full::from_item(item).err().unwrap().to_string().contains("there twice"));
}

#[test]
fn a_wrapper_of_an_option_may_be_absent() {
    #[derive(Attribute, Debug, PartialEq)]
    struct Maybe(Option<u8>);
    #[derive(Attribute, Debug, PartialEq)]
    struct Holder {
        maybe: Maybe,
    }
    assert_eq!(from_value::<Holder>(AttributeValue::M(HashMap::new())).unwrap(), Holder { maybe: Maybe(None) });
}

#[test]
fn an_unknown_item_is_named() {
    let mut item = full().to_item().unwrap();
    item.insert("entityType".into(), AttributeValue::S("Ghost".into()));
    let error = Store::from_item(item).unwrap_err().to_string();
    assert_eq!(error, "item A#i / B#0000000042 has the type tag \"Ghost\", which no entity of `Store` has");
}
