//! Digests of items.

use std::hash::Hasher;

use super::{AttributeValue, Item};

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
    map(item, &mut hasher);
    format!("{:016x}", hasher.finish())
}

fn map(item: &Item, hasher: &mut impl Hasher) {
    let mut names: Vec<_> = item.keys().collect();
    names.sort();
    part("M", &names.len().to_string(), hasher);
    for name in names {
        part("", name, hasher);
        if let Some(attribute) = item.get(name) {
            value(attribute, hasher);
        }
    }
}

fn value(attribute: &AttributeValue, hasher: &mut impl Hasher) {
    let mut set = |kind: &str, mut texts: Vec<&[u8]>| {
        texts.sort_unstable();
        part(kind, &texts.len().to_string(), hasher);
        for text in texts {
            bytes(text, hasher);
        }
    };
    match attribute {
        AttributeValue::Ss(texts) => set("SS", texts.iter().map(String::as_bytes).collect()),
        AttributeValue::Ns(texts) => set("NS", texts.iter().map(String::as_bytes).collect()),
        AttributeValue::Bs(blobs) => set("BS", blobs.iter().map(AsRef::as_ref).collect()),
        AttributeValue::S(text) => part("S", text, hasher),
        AttributeValue::N(text) => part("N", text, hasher),
        AttributeValue::Bool(true) => part("T", "", hasher),
        AttributeValue::Bool(false) => part("F", "", hasher),
        AttributeValue::B(blob) => {
            part("B", "", hasher);
            bytes(blob.as_ref(), hasher);
        }
        AttributeValue::L(values) => {
            part("L", &values.len().to_string(), hasher);
            for item in values {
                value(item, hasher);
            }
        }
        AttributeValue::M(entries) => map(entries, hasher),
        _ => part("0", "", hasher),
    }
}

fn part(kind: &str, text: &str, hasher: &mut impl Hasher) {
    hasher.write(kind.as_bytes());
    bytes(text.as_bytes(), hasher);
}

/// Hashes a text with its length before it, so that different lists of texts cannot be confused.
fn bytes(text: &[u8], hasher: &mut impl Hasher) {
    hasher.write(text.len().to_string().as_bytes());
    hasher.write(b":");
    hasher.write(text);
}
