//! Both forms of every type agree with each other and with `serde_dynamo`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::codec::{Number, from_json, from_value, to_json, to_value};
use dynamo_core::prelude::*;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use ulid::Ulid;
use uuid::Uuid;

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub(super) struct Numbers {
    a: (u8, u16, u32, u64),
    b: (i8, i16, i32, i64, isize),
    c: usize,
    d: f32,
    e: f64,
}

#[derive(Attribute, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Texts {
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
pub(super) struct Collections {
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
pub(super) struct Held {
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
    #![proptest_config(ProptestConfig::with_cases(crate::long::in_long(96, 32)))]

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

#[test]
fn an_offset_date_time_is_rfc_3339() {
    #[derive(Serialize)]
    struct Rfc3339(#[serde(with = "time::serde::rfc3339")] time::OffsetDateTime);
    for nanos in [0, 1_735_257_600_000_000_000, 1_735_257_600_123_456_789, -1] {
        let at = time::OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap();
        let theirs: AttributeValue = serde_dynamo::to_attribute_value(Rfc3339(at)).unwrap();
        assert_eq!(to_value(&at).unwrap(), theirs);
        assert_eq!(from_value::<time::OffsetDateTime>(theirs).unwrap(), at);
        assert_eq!(from_json::<time::OffsetDateTime>(&to_json(&at).unwrap()).unwrap(), at);
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
