//! Items whose entity is not known: converted between DynamoDB's JSON and the SDK's maps, compared, and digested.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::Hasher;

use super::decimal::Decimal;
use super::json::{JsonDecoder, JsonMapDecoder, JsonReader, JsonWriter};
use super::{AttributeValue, CodecError, Decoder, Item, MapDecoder};
use crate::schema::NoneAs;

/// Hands the `wanted` attributes of an item to `each`, until that returns false.
pub(crate) fn each_attribute(
    json: &[u8],
    wanted: impl Fn(&str) -> bool,
    mut each: impl FnMut(Cow<'_, str>, AttributeValue) -> bool,
) -> Result<(), CodecError> {
    let mut reader = JsonReader::new(json)?;
    let mut map = JsonMapDecoder::new(&mut reader, false)?;
    while let Some((name, value)) = map.next()? {
        if !wanted(&name) {
            JsonDecoder::skip(value)?;
        } else if !each(name, value.any()?) {
            break;
        }
    }
    Ok(())
}

/// Reads one attribute of an item.
pub(crate) fn attribute_from_json(json: &[u8], wanted: &str) -> Result<Option<AttributeValue>, CodecError> {
    let mut found = None;
    each_attribute(json, |name| name == wanted, |_, value| found.replace(value).is_some())?;
    Ok(found)
}

/// Reads the `wanted` attributes of an item.
pub(crate) fn attributes_from_json(json: &[u8], wanted: &dyn Fn(&str) -> bool) -> Result<Item, CodecError> {
    let mut item = Item::new();
    each_attribute(json, wanted, |name, value| {
        item.insert(name.into_owned(), value);
        true
    })?;
    Ok(item)
}

/// Reads all attributes of an item.
pub(crate) fn item_from_json(json: &[u8]) -> Result<Item, CodecError> {
    attributes_from_json(json, &|_| true)
}

/// Writes an item as DynamoDB's JSON.
pub(crate) fn item_to_json(item: &Item) -> Vec<u8> {
    let mut out = Vec::with_capacity(64 * item.len());
    write_item(&mut out, item);
    out
}

/// Appends an item as DynamoDB's JSON.
pub(crate) fn write_item(out: &mut Vec<u8>, item: &Item) {
    write_map(&mut JsonWriter::new(out, NoneAs::Omit), item);
}

fn write_map(w: &mut JsonWriter<'_>, entries: &Item) {
    w.raw(b"{");
    for (name, value) in entries {
        w.raw(b"\"");
        w.text(name);
        w.raw(b"\":");
        write_value(w, value);
        w.raw(b",");
    }
    w.close(b'}');
}

pub(crate) fn write_value(w: &mut JsonWriter<'_>, value: &AttributeValue) {
    let mut text = |opening: &[u8], text: &str, closing: &[u8]| {
        w.raw(opening);
        w.text(text);
        w.raw(closing);
    };
    match value {
        AttributeValue::S(string) => text(b"{\"S\":\"", string, b"\"}"),
        AttributeValue::N(digits) => text(b"{\"N\":\"", digits, b"\"}"),
        AttributeValue::B(blob) => text(b"{\"B\":\"", &base64(blob.as_ref()), b"\"}"),
        AttributeValue::Bool(true) => w.raw(b"{\"BOOL\":true}"),
        AttributeValue::Bool(false) => w.raw(b"{\"BOOL\":false}"),
        AttributeValue::M(entries) => {
            w.raw(b"{\"M\":");
            write_map(w, entries);
            w.raw(b"}");
        }
        AttributeValue::L(values) => {
            w.raw(b"{\"L\":[");
            for value in values {
                write_value(w, value);
                w.raw(b",");
            }
            w.close(b']');
            w.raw(b"}");
        }
        AttributeValue::Ss(texts) => write_set(w, b"{\"SS\":[", texts.iter().map(String::as_str)),
        AttributeValue::Ns(numbers) => write_set(w, b"{\"NS\":[", numbers.iter().map(String::as_str)),
        AttributeValue::Bs(blobs) => {
            let texts: Vec<_> = blobs.iter().map(|blob| base64(blob.as_ref())).collect();
            write_set(w, b"{\"BS\":[", texts.iter().map(String::as_str));
        }
        _ => w.raw(b"{\"NULL\":true}"),
    }
}

fn write_set<'a>(w: &mut JsonWriter<'_>, opening: &[u8], texts: impl Iterator<Item = &'a str>) {
    w.raw(opening);
    for text in texts {
        w.raw(b"\"");
        w.text(text);
        w.raw(b"\",");
    }
    w.close(b']');
    w.raw(b"}");
}

fn base64(bytes: &[u8]) -> String {
    base64_simd::STANDARD.encode_to_string(bytes)
}

/// Writes a value as a text that does not depend on the order of a map or a set, and that no other value has. It is the same in
/// every version, since [digests](digest) of it are stored.
pub(crate) fn canonical(value: &AttributeValue) -> String {
    let text = |kind: &str, text: &str| format!("{kind}{}:{text}", text.len());
    let all = |kind: &str, texts: Vec<String>| format!("{kind}{}[{}]", texts.len(), texts.concat());
    let sorted = |kind: &str, mut texts: Vec<String>| {
        texts.sort();
        all(kind, texts)
    };
    match value {
        AttributeValue::S(string) => text("S", string),
        AttributeValue::N(digits) => text("N", &number(digits)),
        AttributeValue::B(blob) => text("B", &base64(blob.as_ref())),
        AttributeValue::Bool(true) => "T".to_owned(),
        AttributeValue::Bool(false) => "F".to_owned(),
        AttributeValue::M(entries) => {
            sorted("M", entries.iter().map(|(name, value)| text("", name) + &canonical(value)).collect())
        }
        AttributeValue::L(values) => all("L", values.iter().map(canonical).collect()),
        AttributeValue::Ss(texts) => sorted("SS", texts.iter().map(|string| text("", string)).collect()),
        AttributeValue::Ns(numbers) => sorted("NS", numbers.iter().map(|digits| text("", &number(digits))).collect()),
        AttributeValue::Bs(blobs) => sorted("BS", blobs.iter().map(|blob| text("", &base64(blob.as_ref()))).collect()),
        _ => "0".to_owned(),
    }
}

/// Returns a short hash of an item, which does not depend on the order of its sets and maps.
///
/// Equal items have equal digests on every machine and in every version of this crate. The hash is meant for telling
/// requests apart; it is not cryptographic.
///
/// ```
/// use dynamo_core::codec::digest;
/// use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String }
///
/// let note = |id: &str| Note { id: id.to_owned() }.to_item();
/// assert_eq!(digest(&note("n1")?), digest(&note("n1")?));
/// assert_ne!(digest(&note("n1")?), digest(&note("n2")?));
/// # Ok::<(), Error>(())
/// ```
#[must_use]
pub fn digest(item: &Item) -> String {
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(canonical(&AttributeValue::M(item.clone())).as_bytes());
    format!("{:016x}", hasher.finish())
}

/// Writes a number so that equal numbers have equal texts.
fn number(text: &str) -> String {
    Decimal::parse(text).map_or_else(|| text.to_owned(), |number| number.canonical())
}

/// Compares two numbers by their values, exactly.
pub(crate) fn compare_numbers(a: &str, b: &str) -> Ordering {
    match (Decimal::parse(a), Decimal::parse(b)) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => a.cmp(b),
    }
}

/// Returns whether two items are equal, with sets and maps in any order and numbers compared by value.
pub(crate) fn same_item(a: &Item, b: &Item) -> bool {
    let text = |item: &Item| canonical(&AttributeValue::M(item.clone()));
    a == b || (a.len() == b.len() && text(a) == text(b))
}

/// Returns whether two items are equal, or both are absent.
pub(crate) fn same_if_any(a: Option<&Item>, b: Option<&Item>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same_item(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_have_equal_texts() {
        for (a, b) in [("1", "1.0"), ("100", "1e2"), ("0", "-0.00"), ("0.5", "5E-1"), ("-12.50", "-12.5"), ("007", "7")]
        {
            assert_eq!(number(a), number(b), "{a} and {b}");
        }
        for (a, b) in [("1", "10"), ("1", "-1"), ("1.5", "15"), ("1e2", "1e3")] {
            assert_ne!(number(a), number(b), "{a} and {b}");
        }
    }

    #[test]
    fn numbers_are_compared_exactly() {
        let ascending = [
            "-1e3",
            "-100",
            "-99.5",
            "-2",
            "-1.25",
            "-1.2",
            "-1e-9",
            "0",
            "1e-130",
            "0.001",
            "0.0011",
            "1",
            "1.2",
            "1.25",
            "2",
            "9",
            "10",
            "99999999999999999999999999999999999999",
            "1e38",
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(compare_numbers(a, b), i.cmp(&j), "{a} and {b}");
            }
        }
        assert!(compare_numbers("-0.0", "0").is_eq());
    }

    #[test]
    fn items_survive_json() {
        let item = Item::from([
            ("s\"".to_owned(), AttributeValue::S("a\n\"b\"".to_owned())),
            ("n".to_owned(), AttributeValue::N("1.5".to_owned())),
            ("b".to_owned(), AttributeValue::B(aws_smithy_types::Blob::new([1, 2]))),
            ("ns".to_owned(), AttributeValue::Ns(vec!["1".to_owned(), "2".to_owned()])),
            ("l".to_owned(), AttributeValue::L(vec![AttributeValue::Bool(true), AttributeValue::Null(true)])),
            ("m".to_owned(), AttributeValue::M(Item::from([("e".to_owned(), AttributeValue::L(Vec::new()))]))),
        ]);
        assert_eq!(item_from_json(&item_to_json(&item)), Ok(item));
    }
}
