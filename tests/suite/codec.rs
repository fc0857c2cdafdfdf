//! The codec: both forms agree with each other and with `serde_dynamo`, and nothing that comes in makes it panic.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use dynamo_core::codec::{Number, from_json, from_value, to_json, to_value};
use dynamo_core::prelude::*;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use ulid::Ulid;
use uuid::Uuid;

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Numbers {
    a: (u8, u16, u32, u64),
    b: (i8, i16, i32, i64, isize),
    c: usize,
    d: f32,
    e: f64,
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Texts {
    plain_text: String,
    boxed: Box<str>,
    shared: Arc<str>,
    cow: Cow<'static, str>,
    letter: char,
    flag: bool,
    nothing: (),
    ulid: Ulid,
    uuid: Uuid,
    at: Timestamp,
    chrono: chrono::DateTime<chrono::Utc>,
    jiff: jiff::Timestamp,
    #[serde(rename = "raw bytes \"quoted\"")]
    bytes: ByteBuf,
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Collections {
    list: Vec<Option<String>>,
    pair: [u8; 2],
    sorted: BTreeSet<i32>,
    hashed: HashSet<String>,
    by_name: BTreeMap<String, Numbers>,
    by_number: HashMap<u32, Vec<bool>>,
    deep: Option<Box<Collections>>,
    unit: Unit,
    wrapped: Wrapper,
    tuple: Tuple,
    shapes: Vec<Shape>,
    inner: Vec<Inner>,
    beside: Vec<Beside>,
    loose: Vec<Loose>,
    colour: Colour,
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Unit;

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Wrapper(String);

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Tuple(u8, String);

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Colour {
    Red,
    DarkBlue,
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Point,
    Circle(f64),
    Line(u8, u8),
    #[serde(rename_all = "camelCase")]
    Box {
        side_length: u8,
        label: Option<String>,
    },
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "type")]
enum Inner {
    Empty,
    Holds(Held),
    Fields { n: u8 },
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Held {
    text: String,
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "t", content = "c")]
enum Beside {
    Empty,
    One(String),
    Two(u8, u8),
    Fields { n: u8 },
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(untagged)]
enum Loose {
    Number(u8),
    Text(String),
    Fields { n: Vec<u8> },
    Nothing,
}

fn numbers() -> impl Strategy<Value = Numbers> {
    // DynamoDB's range; what lies outside is refused, below.
    let float =
        any::<f64>().prop_map(|float| if float == 0.0 || (1e-120..1e120).contains(&float.abs()) { float } else { 0.5 });
    (any::<(u8, u16, u32, u64)>(), any::<(i8, i16, i32, i64, isize)>(), any::<usize>(), any::<i16>(), float)
        .prop_map(|(a, b, c, d, e)| Numbers { a, b, c, d: f32::from(d) / 8.0, e })
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z\"\\\\\n\u{1}é]{0,6}", any::<String>()]
}

fn texts() -> impl Strategy<Value = Texts> {
    let millis = -62_000_000_000_000..250_000_000_000_000_i64;
    (text(), text(), any::<char>(), any::<(bool, u128, u128)>(), millis, any::<Vec<u8>>(), 0..1000_u32).prop_map(
        |(plain_text, other, letter, (flag, ulid, uuid), millis, bytes, nanos)| Texts {
            boxed: other.clone().into(),
            shared: plain_text.as_str().into(),
            cow: Cow::Owned(other),
            plain_text,
            letter,
            flag,
            nothing: (),
            ulid: Ulid(ulid),
            uuid: Uuid::from_u128(uuid),
            at: Timestamp::from_millis(millis).unwrap(),
            chrono: chrono::DateTime::from_timestamp_nanos(millis * 1000 + i64::from(nanos)),
            jiff: jiff::Timestamp::from_nanosecond(i128::from(millis) * 1000 + i128::from(nanos)).unwrap(),
            bytes: ByteBuf::from(bytes),
        },
    )
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Point),
        any::<i32>().prop_map(|n| Shape::Circle(f64::from(n) / 4.0)),
        any::<(u8, u8)>().prop_map(|(a, b)| Shape::Line(a, b)),
        (any::<u8>(), any::<Option<String>>()).prop_map(|(side_length, label)| Shape::Box { side_length, label }),
    ]
}

fn inner() -> impl Strategy<Value = Inner> {
    prop_oneof![
        Just(Inner::Empty),
        text().prop_map(|text| Inner::Holds(Held { text })),
        any::<u8>().prop_map(|n| Inner::Fields { n }),
    ]
}

fn beside() -> impl Strategy<Value = Beside> {
    prop_oneof![
        Just(Beside::Empty),
        text().prop_map(Beside::One),
        any::<(u8, u8)>().prop_map(|(a, b)| Beside::Two(a, b)),
        any::<u8>().prop_map(|n| Beside::Fields { n }),
    ]
}

fn loose() -> impl Strategy<Value = Loose> {
    prop_oneof![
        any::<u8>().prop_map(Loose::Number),
        text().prop_map(Loose::Text),
        any::<Vec<u8>>().prop_map(|n| Loose::Fields { n }),
        Just(Loose::Nothing),
    ]
}

fn collections() -> impl Strategy<Value = Collections> {
    let level = || {
        let plain = (any::<Vec<Option<String>>>(), any::<[u8; 2]>(), any::<BTreeSet<i32>>(), any::<HashSet<String>>());
        let maps = (prop::collection::btree_map(text(), numbers(), 0..3), any::<HashMap<u32, Vec<bool>>>());
        let enums = (
            prop::collection::vec(shape(), 0..3),
            prop::collection::vec(inner(), 0..3),
            prop::collection::vec(beside(), 0..3),
            prop::collection::vec(loose(), 0..3),
            any::<bool>(),
        );
        (plain, maps, enums, text(), any::<u8>()).prop_map(|(plain, maps, enums, text, n)| Collections {
            list: plain.0,
            pair: plain.1,
            sorted: plain.2,
            hashed: plain.3,
            by_name: maps.0,
            by_number: maps.1,
            deep: None,
            unit: Unit,
            wrapped: Wrapper(text.clone()),
            tuple: Tuple(n, text),
            shapes: enums.0,
            inner: enums.1,
            beside: enums.2,
            loose: enums.3,
            colour: if enums.4 { Colour::Red } else { Colour::DarkBlue },
        })
    };
    (level(), prop::option::of(level())).prop_map(|(mut outer, deep)| {
        outer.deep = deep.map(Box::new);
        outer
    })
}

/// Our two forms, and `serde_dynamo`'s, are one.
#[track_caller]
fn agrees<T: Attribute + Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let ours = to_value(value).unwrap();
    let theirs: AttributeValue = serde_dynamo::to_attribute_value(value).unwrap();
    assert_eq!(ours, theirs);
    assert_eq!(&from_value::<T>(theirs.clone()).unwrap(), value);
    assert_eq!(&serde_dynamo::from_attribute_value::<_, T>(ours.clone()).unwrap(), value);
    let json = to_json(value).unwrap();
    assert_eq!(&from_json::<T>(&json).unwrap(), value);
    // The wire form, read by someone else and read as a raw value.
    let foreign: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(&from_json::<T>(&serde_json::to_vec_pretty(&foreign).unwrap()).unwrap(), value);
    assert_eq!(from_json::<AttributeValue>(&json).unwrap(), ours);
    assert_eq!(from_json::<AttributeValue>(&to_json(&ours).unwrap()).unwrap(), ours);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn numbers_agree(value in numbers()) {
        agrees(&value);
    }

    #[test]
    fn texts_agree(value in texts()) {
        agrees(&value);
    }

    #[test]
    fn collections_agree(value in collections()) {
        agrees(&value);
    }

    #[test]
    fn wide_integers_come_back_or_are_refused(unsigned in any::<u128>(), signed in any::<i128>()) {
        wide(&unsigned, &unsigned.to_string());
        wide(&(unsigned >> 3), &(unsigned >> 3).to_string());
        wide(&signed, &signed.to_string());
        wide(&(signed >> 3), &(signed >> 3).to_string());
    }

    #[test]
    fn a_float_is_never_rounded(digits in "-?[0-9]{1,20}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?") {
        if let Ok(float) = from_value::<f64>(AttributeValue::N(digits.clone())) {
            // What was accepted is the same number, exactly.
            let back: Number = float.to_string().parse().unwrap();
            prop_assert_eq!(back, digits.parse::<Number>().unwrap());
        }
        if let Ok(float) = from_value::<f32>(AttributeValue::N(digits.clone())) {
            prop_assert_eq!(float.to_string().parse::<Number>().unwrap(), digits.parse::<Number>().unwrap());
        }
    }
}

#[track_caller]
fn wide<T: Attribute + PartialEq + Debug>(value: &T, text: &str) {
    let significant = text.trim_start_matches('-').trim_end_matches('0').len();
    match to_value(value) {
        Ok(encoded) => {
            assert_eq!(encoded, AttributeValue::N(text.into()));
            assert_eq!(&from_value::<T>(encoded).unwrap(), value);
            assert!(significant <= 38);
        }
        Err(error) => assert!(significant > 38, "{error}"),
    }
}

fn n(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.into())
}

#[test]
fn a_number_that_does_not_fit_is_refused_not_rounded() {
    for (digits, expected) in [("3.0", 3), ("1e2", 100), ("-0", 0), ("255", 255), ("2.55E2", 255)] {
        assert_eq!(from_value::<u8>(n(digits)).unwrap(), expected, "{digits}");
    }
    for digits in ["256", "-1", "1.5", "1e3", "", "abc", "1e-1", "99999999999999999999999999999999999999"] {
        let error = from_value::<u8>(n(digits)).unwrap_err().to_string();
        assert!(error.contains("is not a whole number between 0 and 255"), "{error}");
    }
    let all = "12345678901234567890123456789012345678";
    assert_eq!(from_value::<u128>(n(all)).unwrap().to_string(), all);
    assert_eq!(from_value::<Number>(n(all)).unwrap().as_str(), all);
    assert_eq!(from_value::<f64>(n("0.1")).unwrap().to_bits(), 0.1_f64.to_bits());
    for digits in [all, "0.1000000000000000055511151231257827", "1e-400", "1e400", "nan", "inf"] {
        assert!(from_value::<f64>(n(digits)).is_err(), "{digits}");
    }
    for float in [f64::NAN, f64::INFINITY, 1e126, 1e-131, f64::MIN_POSITIVE] {
        assert!(to_value(&float).is_err(), "{float}");
        assert!(to_json(&float).is_err(), "{float}");
    }
    assert!(to_value(&f32::NAN).is_err());
    assert!(to_value(&n("not a number")).is_err());
}

// Whole items.

#[allow(clippy::large_enum_variant)] // As a user would write it.
#[derive(Table, Debug, PartialEq)]
#[table(name = "codec", pk = "pk", sk = "sk", type_attribute = "entityType", none = "null")]
#[index(gsi1, name = "gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[index(by_rank, name = "by_rank", pk = "group", sk = "rank", sk_type = "N")]
enum Store {
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
struct Full {
    #[entity(key_only)]
    n: u64,
    #[serde(alias = "oldId", alias = "olderId")]
    id: String,
    email: Option<String>,
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
struct Bare {
    id: String,
    extra: Option<BTreeMap<String, AttributeValue>>,
}

fn full() -> Full {
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

// Hostile input.

fn short() -> impl Strategy<Value = String> {
    "[a-z0-9#.\"\\\\é-]{0,6}"
}

fn value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        short().prop_map(AttributeValue::S),
        prop_oneof![short(), any::<f64>().prop_map(|float| float.to_string())].prop_map(AttributeValue::N),
        prop::collection::vec(any::<u8>(), 0..6).prop_map(|bytes| AttributeValue::B(Blob::new(bytes))),
        any::<bool>().prop_map(AttributeValue::Bool),
        any::<bool>().prop_map(AttributeValue::Null),
        prop::collection::vec(short(), 0..3).prop_map(AttributeValue::Ss),
        prop::collection::vec(short(), 0..3).prop_map(AttributeValue::Ns),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            prop::collection::hash_map(name(), inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

/// The names that the entities know, and others.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "pk",
            "sk",
            "entityType",
            "id",
            "n",
            "group",
            "rank",
            "tags",
            "hash",
            "address",
            "nested",
            "text",
            "extra"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
}

fn read_everything(json: &[u8]) {
    let _ = Full::read_json(json);
    let _ = Bare::read_json(json);
    let _ = Store::read_json(json);
    let _ = from_json::<AttributeValue>(json);
    let _ = from_json::<Collections>(json);
    let _ = from_json::<Texts>(json);
    let _ = from_json::<Numbers>(json);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in any::<Vec<u8>>(), text in "[{}\\[\\]\":,SNBLMOU0-9a-z\\\\ ]{0,64}") {
        read_everything(&bytes);
        read_everything(text.as_bytes());
    }

    #[test]
    fn damaged_items_never_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let mut json = Vec::new();
        Full { email: Some("\"é\\".into()), ..full() }.write_json(&mut json).unwrap();
        read_everything(&json[..cut.index(json.len())]);
        let at = at.index(json.len());
        json[at] = byte;
        read_everything(&json);
    }

    #[test]
    fn arbitrary_attribute_maps_never_panic(item in prop::collection::hash_map(name(), value(), 0..12)) {
        let _ = Full::from_item(item.clone());
        let _ = Bare::from_item(item.clone());
        let _ = Store::from_item(item.clone());
        for value in item.into_values() {
            let _ = to_json(&value);
            let _ = from_value::<Collections>(value);
        }
    }
}

#[test]
fn nesting_has_an_end() {
    let deep = |levels: usize| format!("{}{{\"S\":\"x\"}}{}", "{\"L\":[".repeat(levels), "]}".repeat(levels));
    assert!(from_json::<AttributeValue>(deep(60).as_bytes()).is_ok());
    assert!(from_json::<AttributeValue>(deep(65).as_bytes()).is_err());
    read_everything(deep(100_000).as_bytes());
    read_everything("{\"L\":[".repeat(100_000).as_bytes());
}
