//! Whatever comes in, nothing panics, and what is accepted is what was written: JSON, cursors and keys.
//!
//! Brief in the suite; with `DYNAMO_FUZZ_SECONDS` set, each target goes on with new cases for so long.

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::Blob;
use dynamo_core::codec::{from_json, to_json};
use dynamo_core::prelude::*;
use dynamo_core::{Cursor, Item};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};
use serde_json::Value;

use crate::codec::differ::{item, spelling};
use crate::codec::hostile::read_everything;

/// Tries a property with so many cases, and again for as long as `DYNAMO_FUZZ_SECONDS` says.
#[track_caller]
pub(crate) fn run<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value) -> TestCaseResult) {
    let seconds = std::env::var("DYNAMO_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(0));
    let (mut tried, config) =
        (0_u64, ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) });
    loop {
        if let Err(error) = TestRunner::new(config.clone()).run(&strategy, &test) {
            panic!("after {tried} cases: {error}");
        }
        tried += u64::from(cases);
        if Instant::now() >= end {
            println!("{tried} cases");
            return;
        }
    }
}

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Damage {
    Put(prop::sample::Index, Vec<u8>),
    Cut(prop::sample::Index, usize),
    Copy(prop::sample::Index, prop::sample::Index, usize),
}

fn damage(tokens: &'static [&'static str]) -> impl Strategy<Value = Vec<Damage>> {
    let index = any::<prop::sample::Index>;
    let bytes = prop_oneof![
        prop::sample::select(tokens).prop_map(|token| token.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..4),
    ];
    let one = prop_oneof![
        (index(), bytes).prop_map(|(at, bytes)| Damage::Put(at, bytes)),
        (index(), 1..9_usize).prop_map(|(at, len)| Damage::Cut(at, len)),
        (index(), index(), 1..20_usize).prop_map(|(from, to, len)| Damage::Copy(from, to, len)),
    ];
    prop::collection::vec(one, 0..4)
}

fn damaged(mut bytes: Vec<u8>, damage: &[Damage]) -> Vec<u8> {
    for one in damage {
        if bytes.is_empty() {
            return bytes;
        }
        let end = |at: usize, len: usize| (at + len).min(bytes.len());
        match one {
            Damage::Put(at, more) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, more.iter().copied());
            }
            Damage::Cut(at, len) => {
                let at = at.index(bytes.len());
                bytes.drain(at..end(at, *len));
            }
            Damage::Copy(from, to, len) => {
                let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
                let copy = bytes[from..end(from, *len)].to_vec();
                bytes.splice(to..to, copy);
            }
        }
    }
    bytes
}

const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "\\udc00",
    "{\"S\":",
    "{\"N\":\"",
    "{\"M\":{",
    "{\"L\":[",
    "{\"SS\":[",
    "{\"BOOL\":true}",
    "{\"NULL\":true}",
    "null",
    "true",
    "1e999",
    "é",
    "\u{0}",
    " ",
    "\"schemaVersion\":{\"N\":\"2\"},",
];

/// The value as another reader understands it; `None` where that reader sees something else than DynamoDB's JSON.
fn understood(json: &Value) -> Option<AttributeValue> {
    let entries = json.as_object().filter(|entries| entries.len() == 1)?;
    let (tag, content) = entries.iter().next()?;
    let texts = || content.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
    let blob = |text: &str| aws_smithy_types::base64::decode(text).ok().map(Blob::new);
    Some(match tag.as_str() {
        "S" => AttributeValue::S(content.as_str()?.to_owned()),
        "N" => AttributeValue::N(content.as_str()?.to_owned()),
        "B" => AttributeValue::B(blob(content.as_str()?)?),
        "BOOL" => AttributeValue::Bool(content.as_bool()?),
        "NULL" => AttributeValue::Null(content.as_bool()?),
        "SS" => AttributeValue::Ss(texts()?),
        "NS" => AttributeValue::Ns(texts()?),
        "BS" => AttributeValue::Bs(texts()?.iter().map(|text| blob(text)).collect::<Option<_>>()?),
        "L" => AttributeValue::L(content.as_array()?.iter().map(understood).collect::<Option<_>>()?),
        "M" => {
            let entries = content.as_object()?.iter().map(|(name, value)| Some((name.clone(), understood(value)?)));
            AttributeValue::M(entries.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn has_number_set(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::Ns(_) => true,
        AttributeValue::L(values) => values.iter().any(has_number_set),
        AttributeValue::M(entries) => entries.values().any(has_number_set),
        _ => false,
    }
}

#[test]
fn json() {
    let bytes = prop_oneof![
        6 => (item(), spelling(), damage(JSON))
            .prop_map(|(item, spelling, damage)| damaged(spelling.value(&AttributeValue::M(item)).into_bytes(), &damage)),
        2 => prop::collection::vec(prop::sample::select(JSON), 0..24).prop_map(|tokens| tokens.concat().into_bytes()),
        1 => any::<Vec<u8>>(),
    ];
    run(4096, bytes, |bytes| {
        read_everything(&bytes);
        // Items are maps without their tag.
        let inside = bytes.strip_prefix(b"{\"M\":").and_then(|rest| rest.strip_suffix(b"}"));
        inside.into_iter().for_each(read_everything);
        let Ok(value) = from_json::<AttributeValue>(&bytes) else { return Ok(()) };
        if let Some(other) = serde_json::from_slice(&bytes).ok().as_ref().and_then(understood) {
            prop_assert_eq!(&value, &other);
        }
        if let Ok(json) = to_json(&value) {
            let again = from_json::<AttributeValue>(&json).unwrap();
            prop_assert_eq!(&from_json::<AttributeValue>(&to_json(&again).unwrap()).unwrap(), &again);
            // Numbers of a set get one spelling, which damage may have changed: `0030`.
            if !has_number_set(&value) {
                prop_assert_eq!(again, value);
            }
        }
        Ok(())
    });
}

#[derive(Table, Debug)]
#[table(name = "fuzz", pk = "pk", sk = "sk")]
#[index(by_size, name = "bySize", pk = "gsi1pk", sk = "size", sk_type = "N")]
enum Fuzz {
    Text(Text),
    Event(Event),
    Sized(Sized),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fuzz, pk = "TEXT#<a>#<b:escaped>", sk = "v<n:05>-x#<b:escaped>")]
struct Text {
    a: String,
    b: String,
    n: u16,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fuzz, pk = "EVENT#<id>", sk = "AT#<at>#<kind>#<folded:lower>")]
struct Event {
    id: ulid::Ulid,
    at: Timestamp,
    kind: Kind,
    folded: String,
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
enum Kind {
    Open,
    Done,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Fuzz, pk = "SIZED#<owner>", sk = "SIZED#<id>", by_size = ("SIZED#<owner>", size))]
struct Sized {
    owner: String,
    id: String,
    size: i64,
}

const KEYS: &[&str] = &[
    "TEXT#",
    "EVENT#",
    "SIZED#",
    "AT#",
    "#",
    "##",
    "v",
    "-x",
    "v00007-x#",
    "$",
    "$cd",
    "$ce",
    "$cf",
    "$zz",
    "a",
    "é",
    "\u{10FFFF}",
    "\0",
    "2026-01-01T00:00:00.000Z",
    "-262143-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    "T",
    "Open",
    "Done",
    "00007",
    "99999",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "ZZZZZZZZZZZZZZZZZZZZZZZZZZ",
    "İ",
    "ß",
    "-1",
    "1e3",
    "340282366920938463463374607431768211456",
];

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::collection::vec(prop::sample::select(KEYS), 0..7).prop_map(|tokens| tokens.concat()),
        2 => (prop::sample::select(&["TEXT#a#b", "v00007-x#b", "EVENT#01ARZ3NDEKTSV4RRFFQ69G5FAV", "AT#2026-01-01T00:00:00.000Z#Open#x"][..]), damage(KEYS))
            .prop_map(|(key, damage)| String::from_utf8_lossy(&damaged(key.as_bytes().to_vec(), &damage)).into_owned()),
        1 => any::<String>(),
    ]
}

fn parses<T: KeyField>(text: &str) -> TestCaseResult {
    let Some(value) = T::parse_text(text) else { return Ok(()) };
    let mut back = String::new();
    if T::write_text(value.borrowed(), &mut back).is_ok() {
        prop_assert_eq!(back, text);
    }
    Ok(())
}

#[test]
fn keys() {
    run(8192, (key(), key()), |(pk, sk)| {
        let texts = |key: Key<Text>| (key.pk().to_owned(), key.sk().unwrap().to_owned());
        if let Ok((a, b, n)) = Text::parse_key(&pk, &sk) {
            prop_assert_eq!(texts(Text::key(&a, &b, &n).unwrap()), (pk.clone(), sk.clone()));
        }
        let _ = Event::parse_key(&pk, &sk);
        if let Ok((owner, id)) = Sized::parse_key(&pk, &sk) {
            let key = Sized::key(&owner, &id).unwrap();
            prop_assert_eq!((key.pk(), key.sk()), (pk.as_str(), Some(sk.as_str())));
        }
        // Which entity an item is, is read from its keys here.
        let s = |text: &String| AttributeValue::S(text.clone());
        let item: Item = [("pk".to_owned(), s(&pk)), ("sk".to_owned(), s(&sk)), ("a".to_owned(), s(&sk))].into();
        let _ = Fuzz::from_item(item);
        for text in [&pk, &sk] {
            parses::<String>(text)?;
            parses::<u8>(text)?;
            parses::<i64>(text)?;
            parses::<u128>(text)?;
            parses::<f64>(text)?;
            parses::<Kind>(text)?;
            parses::<Timestamp>(text)?;
            parses::<ulid::Ulid>(text)?;
            parses::<uuid::Uuid>(text)?;
            parses::<Blob>(text)?;
            parses::<chrono::DateTime<chrono::Utc>>(text)?;
            parses::<jiff::Timestamp>(text)?;
            let _ = text.parse::<Timestamp>();
            // Any text narrows a query, or is refused.
            let _ = Text::key(text, text, &7);
            let _ = Text::query(text, text).n(7..);
        }
        Ok(())
    });
}

const TOKENS: &[&str] =
    &["A", "B", "E", "A\0\0\0\u{2}{}", "A\0\0\0\u{7}{\"M\":}", "{\"M\":{}}", "\"pk\":{\"S\":\"x\"}", "\0"];

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A cursor with any contents, as somebody makes it who knows how: it is not signed.
fn forged(content: &[u8]) -> String {
    let bytes = [&[1], &fnv(content).to_be_bytes()[..], content].concat();
    let text = aws_smithy_types::base64::encode(bytes);
    text.trim_end_matches('=').replace('+', "-").replace('/', "_")
}

fn unpacked(cursor: &Cursor) -> Vec<u8> {
    let text = cursor.as_str().replace('-', "+").replace('_', "/");
    let text = format!("{text}{}", "=".repeat((4 - text.len() % 4) % 4));
    aws_smithy_types::base64::decode(text).unwrap().split_off(9)
}

#[test]
fn cursors() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (db, real) = runtime.block_on(async {
        let db = Db::embedded().await.unwrap();
        db.create_table::<Fuzz>().await.unwrap();
        for n in 0..4 {
            db.create(&Sized { owner: format!("o{}", n % 2), id: n.to_string(), size: n }).await.unwrap();
        }
        let one = db.query(Sized::query_by_size("o0")).limit(1).page().await.unwrap().next.unwrap();
        let both = db.query_merged(["o0", "o1"].map(Sized::query)).limit(1).page().await.unwrap().next.unwrap();
        let scan = db.scan::<Sized>().limit(1).page().await.unwrap().next.unwrap();
        (db, [one, both, scan])
    });
    for cursor in &real {
        assert_eq!(forged(&unpacked(cursor)), cursor.as_str(), "forged as the library makes them");
    }
    let strategy = (0..3_usize, damage(TOKENS), damage(KEYS), any::<bool>());
    run(2048, strategy, |(which, inside, outside, sealed)| {
        let content = damaged(unpacked(&real[which]), &inside);
        let text = if sealed {
            forged(&content)
        } else {
            String::from_utf8_lossy(&damaged(forged(&content).into_bytes(), &outside)).into_owned()
        };
        let parsed = text.parse::<Cursor>();
        let json = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(serde_json::from_str::<Cursor>(&json).ok(), parsed.clone().ok());
        let Ok(cursor) = parsed else { return Ok(()) };
        prop_assert_eq!(cursor.to_string(), text);
        // An error or a page: what it names is DynamoDB's to judge.
        runtime.block_on(async {
            let _ = db.query(Sized::query_by_size("o0")).limit(1).after(&cursor).page().await;
            let _ = db.query_merged(["o0", "o1"].map(Sized::query)).limit(1).after(&cursor).page().await;
            let _ = db.scan::<Sized>().limit(1).after(&cursor).page().await;
        });
        Ok(())
    });
}
