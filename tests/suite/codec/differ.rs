//! Both codecs, on items that nobody wrote through them: they read the same, or both refuse.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{Debug, Write};

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use dynamo_core::codec::{CodecError, from_json};
use dynamo_core::prelude::*;
use dynamo_core::{Item, Transport};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use crate::fuzz;
use crate::long::in_long;

#[derive(Table, Debug, PartialEq)]
#[table(name = "differ", pk = "pk", sk = "sk", type_attribute = "type")]
enum Differ {
    Versioned(Versioned),
    Plain(Plain),
    Numbered(Numbered),
    Kept(Kept),
}

/// An item of an earlier version has `old` in place of `text`, which the upgrade shows.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Differ, pk = "V#<id>", sk = "V", schema_version = 3, upgrade = upgrade)]
struct Versioned {
    id: String,
    text: Option<String>,
    more: Option<AttributeValue>,
}

#[allow(clippy::unnecessary_wraps)] // As upgrades are written.
fn upgrade(from: u32, mut item: Item) -> Result<Item, CodecError> {
    let text = item.remove("old").and_then(|old| old.as_s().ok().cloned()).unwrap_or_default();
    item.insert("text".into(), AttributeValue::S(format!("{text} of {from}")));
    Ok(item)
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Differ, pk = "P#<id:escaped>", sk = "P")]
struct Plain {
    #[entity(key_only)]
    id: String,
    #[serde(alias = "pk ", alias = "")]
    name: Option<String>,
    flag: Option<bool>,
    count: Option<i64>,
    #[entity(bytes)]
    bytes: Option<Vec<u8>>,
    #[entity(set)]
    set: BTreeSet<String>,
    list: Option<Vec<Option<String>>>,
    map: Option<BTreeMap<String, Inner>>,
    any: Option<HashMap<String, AttributeValue>>,
}

#[derive(Attribute, Debug, Clone, PartialEq)]
struct Inner {
    #[attribute(rename = "schemaVersion")]
    version: Option<u32>,
    pk: Option<String>,
    #[attribute(rename = "type")]
    kind: Option<Kind>,
}

#[derive(Attribute, Debug, Clone, PartialEq)]
#[attribute(tag = "type")]
enum Kind {
    Plain { sk: Option<String> },
    Empty,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Differ, pk = "N#<n:05>", sk = "N#<n:05>")]
struct Numbered {
    n: u16,
    ratio: Option<f64>,
}

/// What no field has is kept, and `n` tells its items from others.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Differ, pk = "K#<id>", sk = "K", constants("n" = 7))]
struct Kept {
    id: String,
    #[serde(alias = "old")]
    text: Option<String>,
    #[entity(rest)]
    kept: Item,
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Plain)]
struct Part {
    flag: Option<bool>,
    any: Option<HashMap<String, AttributeValue>>,
}

/// Names that mean something at the top of an item, names that look like them, and names that need escapes.
const NAMES: &[&str] = &[
    "pk",
    "sk",
    "type",
    "schemaVersion",
    "id",
    "n",
    "text",
    "old",
    "more",
    "name",
    "flag",
    "count",
    "bytes",
    "set",
    "list",
    "map",
    "any",
    "ratio",
    "pk ",
    "",
    "S",
    "N",
    "M",
    "NULL",
    "\"",
    "\\",
    "\\\\",
    "\\\"",
    "\\u0070k",
    "schemaVersion\":{\"N\":\"3\"},\"x",
    "schemaVersion\0",
    "SchemaVersion",
    "\u{feff}pk",
    "é",
    "\u{1F600}",
    "\u{7f}",
    "\n",
    "/",
    "\u{2028}",
    "{\"S\":\"x\"}",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![8 => prop::sample::select(NAMES).prop_map(str::to_owned), 1 => any::<String>()]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(
            &["Versioned", "Plain", "Numbered", "Empty", "V", "P", "V#a", "P#a", "P#$cd", "N#00007", "1", "x"][..]
        )
        .prop_map(str::to_owned),
        name(),
    ]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(
            &["1", "2", "3", "4", "3.0", "3e0", "0.3E1", "-1", "0", "1.5", "7", "65536", "1e30", "9007199254740993"][..]
        )
        .prop_map(str::to_owned),
        any::<i32>().prop_map(|n| n.to_string()),
    ]
}

fn value() -> impl Strategy<Value = AttributeValue> {
    let set = |element: BoxedStrategy<String>| {
        prop::collection::btree_set(element, 1..3).prop_map(|set| set.into_iter().collect())
    };
    let leaf = prop_oneof![
        4 => text().prop_map(AttributeValue::S),
        4 => number().prop_map(AttributeValue::N),
        1 => prop::collection::vec(any::<u8>(), 0..5).prop_map(|bytes| AttributeValue::B(Blob::new(bytes))),
        2 => any::<bool>().prop_map(AttributeValue::Bool),
        1 => Just(AttributeValue::Null(true)),
        1 => set(text().boxed()).prop_map(AttributeValue::Ss),
        1 => prop::collection::btree_set(0..9_u8, 1..3).prop_map(|set| AttributeValue::Ns(set.into_iter().map(|n| n.to_string()).collect())),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            prop::collection::hash_map(name(), inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

/// Items that are nearly one of the entities.
pub(crate) fn item() -> impl Strategy<Value = Item> {
    let keys = prop::sample::select(
        &[
            ("V#a", "V", "Versioned"),
            ("P#a", "P", "Plain"),
            ("P#$cd", "P", "Plain"),
            ("P#$", "P", "Plain"),
            ("N#00007", "N#00007", "Numbered"),
            ("K#a", "K", "Kept"),
        ][..],
    );
    let fields = prop::collection::hash_map(name(), value(), 0..6);
    (keys, any::<[bool; 6]>(), fields, number()).prop_map(|((pk, sk, tag), with, fields, version)| {
        let s = |text: &str| AttributeValue::S(text.to_owned());
        let mut item: Item = fields;
        // Mostly what belongs there.
        let own =
            [("pk", s(pk)), ("sk", s(sk)), ("type", s(tag)), ("id", s("a")), ("n", AttributeValue::N("7".into()))];
        item.extend(
            own.into_iter()
                .zip(with)
                .filter(|((name, _), with)| *with || matches!(*name, "pk" | "sk"))
                .map(|((name, value), _)| (name.to_owned(), value)),
        );
        if with[5] {
            item.insert("schemaVersion".into(), AttributeValue::N(version));
        }
        item
    })
}

/// How JSON is spelled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spelling {
    blank: &'static str,
    /// Every character as an escape.
    escaped: bool,
    backwards: bool,
}

pub(crate) fn spelling() -> impl Strategy<Value = Spelling> {
    (prop::sample::select(&["", " ", "\n\t "][..]), any::<bool>(), any::<bool>())
        .prop_map(|(blank, escaped, backwards)| Spelling { blank, escaped, backwards })
}

impl Spelling {
    fn text(self, text: &str) -> String {
        if !self.escaped {
            return serde_json::to_string(text).unwrap();
        }
        let mut out = String::from('"');
        for unit in text.encode_utf16() {
            write!(out, "\\u{unit:04x}").unwrap();
        }
        out + "\""
    }

    #[allow(clippy::needless_pass_by_value)] // Made for it.
    fn list(self, parts: Vec<String>, brackets: [char; 2]) -> String {
        let blank = self.blank;
        format!("{blank}{}{blank}{}{blank}{}{blank}", brackets[0], parts.join(&format!("{blank},{blank}")), brackets[1])
    }

    pub(crate) fn map(self, entries: &HashMap<String, AttributeValue>) -> String {
        let mut sorted: Vec<_> = entries.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        if self.backwards {
            sorted.reverse();
        }
        let entry = |(name, value): (&String, &AttributeValue)| {
            format!("{}{}:{}", self.text(name), self.blank, self.value(value))
        };
        self.list(sorted.into_iter().map(entry).collect(), ['{', '}'])
    }

    pub(crate) fn value(self, value: &AttributeValue) -> String {
        let texts = |texts: &[String]| self.list(texts.iter().map(|text| self.text(text)).collect(), ['[', ']']);
        let (tag, content) = match value {
            AttributeValue::S(text) => ("S", self.text(text)),
            AttributeValue::N(digits) => ("N", self.text(digits)),
            AttributeValue::B(blob) => ("B", self.text(&aws_smithy_types::base64::encode(blob.as_ref()))),
            AttributeValue::Bool(value) => ("BOOL", value.to_string()),
            AttributeValue::Null(value) => ("NULL", value.to_string()),
            AttributeValue::Ss(set) => ("SS", texts(set)),
            AttributeValue::Ns(set) => ("NS", texts(set)),
            AttributeValue::L(values) => {
                ("L", self.list(values.iter().map(|value| self.value(value)).collect(), ['[', ']']))
            }
            AttributeValue::M(entries) => ("M", self.map(entries)),
            other => panic!("not generated: {other:?}"),
        };
        self.list(vec![format!("{}{}:{content}", self.text(tag), self.blank)], ['{', '}'])
    }
}

/// The two results are the same value, or both are errors. Which error is named first depends on the order of the attributes.
fn agree<T: PartialEq + Debug>(sdk: Result<T, Error>, wire: Result<T, Error>) -> Result<bool, TestCaseError> {
    match (sdk, wire) {
        (Ok(sdk), Ok(wire)) => {
            prop_assert_eq!(sdk, wire);
            Ok(true)
        }
        (Err(_), Err(_)) => Ok(false),
        (sdk, wire) => Err(TestCaseError::fail(format!("{sdk:?} by the SDK's form, {wire:?} by JSON"))),
    }
}

#[test]
fn both_codecs_read_the_same() {
    fuzz::run(in_long(2048, 512), (item(), spelling()), |(item, spelling)| {
        let json = spelling.map(&item).into_bytes();
        agree(Versioned::from_item(item.clone()), Versioned::read_json(&json))?;
        agree(Plain::from_item(item.clone()), Plain::read_json(&json))?;
        agree(Numbered::from_item(item.clone()), Numbered::read_json(&json))?;
        agree(Kept::from_item(item.clone()), Kept::read_json(&json))?;
        agree(Differ::from_item(item.clone()), Differ::read_json(&json))?;
        let wrapped = spelling.value(&AttributeValue::M(item.clone()));
        prop_assert_eq!(from_json::<AttributeValue>(wrapped.as_bytes()).unwrap(), AttributeValue::M(item));
        Ok(())
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_long(1024, 256)))]

    #[test]
    fn both_codecs_write_the_same(
        id in text(), name in prop::option::of(text()), any in prop::option::of(prop::collection::hash_map(name(), value(), 0..4)),
        list in prop::option::of(prop::collection::vec(prop::option::of(text()), 0..3)), set in prop::collection::btree_set(text(), 0..3),
        map in prop::option::of(prop::collection::btree_map(name(), (prop::option::of(0..9_u32), prop::option::of(text()), 0..3_u8), 0..3)),
        more in prop::option::of(value()),
    ) {
        let inner = |(version, pk, kind)| Inner {
            version,
            pk,
            kind: match kind { 0 => None, 1 => Some(Kind::Empty), _ => Some(Kind::Plain { sk: Some("sk".into()) }) },
        };
        let map = map.map(|map| map.into_iter().map(|(name, parts)| (name, inner(parts))).collect());
        let plain = Plain { id: id.clone(), name, flag: None, count: Some(-1), bytes: Some(vec![0, 255]), set, list, map, any };
        written(&Kept { id: id.clone(), text: plain.name.clone(), kept: plain.any.clone().unwrap_or_default() })?;
        written(&plain)?;
        // A `Some` of NULL is read as `None`, by both.
        let more = more.filter(|more| !more.is_null());
        written(&Versioned { id, text: Some("now".into()), more })?;
    }
}

/// Both forms of an entity are one item, and it comes back from both.
fn written<E: Entity + PartialEq + Debug + Clone>(entity: &E) -> Result<(), TestCaseError> {
    let (mut json, item) = (Vec::new(), entity.to_item());
    let wire = entity.write_json(&mut json);
    prop_assert_eq!(item.is_ok(), wire.is_ok());
    let Ok(item) = item else { return Ok(()) };
    let wrapped = [b"{\"M\":", &json[..], b"}"].concat();
    prop_assert_eq!(from_json::<AttributeValue>(&wrapped).unwrap(), AttributeValue::M(item.clone()));
    prop_assert_eq!(&E::from_item(item).unwrap(), entity);
    prop_assert_eq!(&E::read_json(&json).unwrap(), entity);
    Ok(())
}

/// A generator that produced nothing but unreadable items would show nothing.
#[test]
fn many_generated_items_are_readable() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut read = [0; 3];
    for _ in 0..1000 {
        let item = item().new_tree(&mut runner).unwrap().current();
        read[0] += usize::from(Versioned::from_item(item.clone()).is_ok());
        read[1] += usize::from(Plain::from_item(item.clone()).is_ok());
        read[2] += usize::from(Numbered::from_item(item).is_ok());
    }
    assert!(read.iter().all(|read| *read > 30), "{read:?}");
}

#[test]
fn a_version_is_a_number_however_it_is_spelled() {
    for (digits, text) in [("3", None), ("3.0", None), ("3e0", None), ("2.0", Some("x of 2")), ("1", Some("x of 1"))] {
        let item: Item = [
            ("pk", AttributeValue::S("V#a".into())),
            ("sk", AttributeValue::S("V".into())),
            ("id", AttributeValue::S("a".into())),
            ("old", AttributeValue::S("x".into())),
            ("schemaVersion", AttributeValue::N(digits.into())),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        let spelling = Spelling { blank: "", escaped: false, backwards: false };
        let expected = Versioned { id: "a".into(), text: text.map(str::to_owned), more: None };
        assert_eq!(Versioned::read_json(spelling.map(&item).as_bytes()).unwrap(), expected, "{digits}");
        assert_eq!(Versioned::from_item(item).unwrap(), expected, "{digits}");
    }
}

/// What DynamoDB stores; the engine in this process takes names and values that AWS would refuse.
fn is_storable(item: &Item) -> bool {
    let s = |name: &str| matches!(item.get(name), Some(AttributeValue::S(text)) if !text.is_empty());
    s("pk") && s("sk") && item.keys().all(|name| !name.is_empty())
}

/// The same on the engine, by both transports, for every kind of read.
#[test]
fn both_transports_read_the_same_from_the_engine() {
    fuzz::run(48, prop::collection::vec(item(), 1..6), |items| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let wire = Db::embedded().await.unwrap();
            wire.create_table::<Differ>().await.unwrap();
            let table = wire.table_name::<Differ>().unwrap();
            for item in items.into_iter().filter(is_storable) {
                let _ = wire.client().put_item().table_name(&table).set_item(Some(item)).send().await;
            }
            let sdk = wire.clone().with_transport(Transport::Sdk);
            macro_rules! same {
                ($db:ident => $read:expr) => {{
                    let one = {
                        let $db = &sdk;
                        $read.await
                    };
                    let other = {
                        let $db = &wire;
                        $read.await
                    };
                    agree(one, other)?
                }};
            }
            same!(db => db.get(Versioned::key("a")));
            same!(db => db.get(Plain::key("a")));
            same!(db => db.get(Plain::key("#")));
            same!(db => db.get(Numbered::key(&7)));
            same!(db => async { db.query(Plain::query("a")).page().await.map(|page| page.items) });
            same!(db => async { db.query(Plain::query("#")).project::<Part>().page().await.map(|page| page.items) });
            same!(db => async { db.query(Versioned::query("a")).page().await.map(|page| page.items) });
            same!(db => async { db.scan_all::<Differ>().page().await.map(|page| page.items) });
            same!(db => db.batch_get([Plain::key("a"), Plain::key("#")]));
            Ok::<(), TestCaseError>(())
        })?;
        Ok(())
    });
}
