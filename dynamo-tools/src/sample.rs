//! Makes up items from the declarations, for tests and for models that show data.

use std::collections::BTreeMap;

use dynamo_core::schema::{
    AttributeType, Case, ConstantValue, EntitySchema, FieldSchema, Format, KeyKind, KeyPart, KeySpec, KeyType,
    Membership, Part, Role,
};
use serde_json::{Value, json};

use crate::keys::{Sides, places};

/// Which of its values a field has, from 1 on: the same wherever the field stands.
pub(crate) type Vary<'a> = &'a dyn Fn(&str) -> usize;

/// A value of a field.
fn text(part: &KeyPart, vary: Vary<'_>) -> String {
    let n = vary(part.field);
    match part.kind {
        KeyKind::Text => format!("{}-{n}", part.field.replace('_', "-")),
        KeyKind::Unsigned | KeyKind::Signed | KeyKind::Float => n.to_string(),
        KeyKind::Bytes => base64_simd::STANDARD.encode_to_string([u8::try_from(n).unwrap_or(1)]),
        KeyKind::Closed(texts) | KeyKind::Open(texts) => {
            texts.get((n - 1) % texts.len().max(1)).copied().unwrap_or("a").to_owned()
        }
        KeyKind::Fixed { width, .. } => fixed(width, n),
    }
}

/// Dates, instants, ULIDs and UUIDs have their own widths.
fn fixed(width: usize, n: usize) -> String {
    let (day, minute) = (31 - (n - 1) % 31, (n - 1) % 60);
    let last = char::from(b"JKMNPQRSTVWXYZ"[(n - 1) % 14]);
    match width {
        10 => format!("2026-01-{day:02}"),
        20 => format!("2026-01-31T12:{minute:02}:00Z"),
        23 => format!("2026-01-31T12:{minute:02}:00.000"),
        24 => format!("2026-01-31T12:{minute:02}:00.000Z"),
        26 => format!("01KGANE7WZ8W1XS2YJ1AH9B4Y{last}"),
        36 => format!("019b76da-a800-7000-8000-{n:012}"),
        _ => format!("{:0>width$}", n - 1),
    }
}

/// A key made of such values.
fn key(spec: &KeySpec, vary: Vary<'_>) -> String {
    let part = |part: &Part| match part {
        Part::Literal(text) => (*text).to_owned(),
        Part::Field(part) if part.is_shard() => "0".to_owned(),
        Part::Field(part) => formatted(part, vary),
    };
    spec.parts().iter().map(part).collect()
}

fn formatted(part: &KeyPart, vary: Vary<'_>) -> String {
    let text = text(part, vary);
    match part.format {
        Format::Plain | Format::Unordered | Format::Escaped | Format::Bare => text,
        Format::Padded(width) => format!("{text:0>width$}"),
        Format::Folded(Case::Lower) | Format::FoldedEscaped(Case::Lower) => text.to_lowercase(),
        Format::Folded(Case::Upper) | Format::FoldedEscaped(Case::Upper) => text.to_uppercase(),
        Format::Bucket(bucket) => text.get(..bucket.width()).unwrap_or(&text).to_owned(),
    }
}

/// Returns a value of a field that stands in a key, as its text.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
/// use dynamo_tools::sample;
///
/// assert_eq!(sample::argument(Note::SCHEMA, "owner").as_deref(), Some("owner-1"));
/// assert_eq!(sample::argument(Note::SCHEMA, "text"), None); // in no key
/// ```
#[must_use]
pub fn argument(entity: &EntitySchema, field: &str) -> Option<String> {
    let parts: Vec<KeyPart> = places(entity).iter().flat_map(|(_, sides)| sides_parts(sides)).collect();
    parts.iter().find(|part| part.field == field).map(|part| text(part, &|_| 1))
}

/// Returns an item of an entity, as DynamoDB's JSON: with all its keys, its tag, and the fields that are not optional.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK")]
/// pub enum App {
///     Note(Note),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "NOTE#<id>")]
/// pub struct Note {
///     id: String,
/// }
///
/// let item = dynamo_tools::sample::item(App::SCHEMA.entities[0]);
/// assert_eq!(item["PK"]["S"], "NOTE#id-1");
/// ```
#[must_use]
pub fn item(entity: &EntitySchema) -> BTreeMap<String, Value> {
    of_arm(entity, false, &|_| 1)
}

/// Returns an item that has the keys of the second arm of `when(..)`, in indexes that have one.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
/// use dynamo_tools::sample;
///
/// // gsi1 = when(pinned, ("PINNED#<owner>", ..), ("OTHER#<owner>", ..))
/// assert_eq!(sample::item(Note::SCHEMA)["GSI1PK"]["S"], "PINNED#owner-1");
/// assert_eq!(sample::otherwise(Note::SCHEMA)["GSI1PK"]["S"], "OTHER#owner-1");
/// ```
#[must_use]
pub fn otherwise(entity: &EntitySchema) -> BTreeMap<String, Value> {
    of_arm(entity, true, &|_| 1)
}

/// An item whose fields have the values that `vary` chooses.
pub(crate) fn varied(entity: &EntitySchema, vary: Vary<'_>) -> BTreeMap<String, Value> {
    of_arm(entity, false, vary)
}

fn of_arm(entity: &EntitySchema, otherwise: bool, vary: Vary<'_>) -> BTreeMap<String, Value> {
    let mut item = BTreeMap::new();
    let layout = entity.layout;
    let parts: Vec<KeyPart> = places(entity).iter().flat_map(|(_, sides)| sides_parts(sides)).collect();
    for field in entity.fields {
        let Some(attribute) = field.attribute else { continue };
        let part = parts.iter().find(|part| part.field == field.field);
        let is_tested = entity.indexes.iter().any(|used| {
            matches!(used.membership, Membership::When(test, _) | Membership::Unless(test, _) if test.field == field.field)
        });
        if part.is_some() || !field.optional && !field.skippable && !is_tested {
            item.insert(attribute.to_owned(), value(field, part, vary));
        }
    }
    let stored_sides = std::iter::once(Sides::of_table(entity)).chain(entity.indexes.iter().filter_map(|used| {
        // An item is in one of the arms.
        let has_two = entity.indexes.iter().any(|other| other.index == used.index && other.is_otherwise());
        let index = layout.index(used.index).filter(|_| !has_two || used.is_otherwise() == otherwise)?;
        Sides::of_index(entity, index, used)
    }));
    for (attribute, spec) in stored_sides.flat_map(|sides| sides.all().copied().collect::<Vec<_>>()) {
        let text = key(&spec, vary);
        let value = match attribute.key_type {
            KeyType::S => json!({"S": text}),
            KeyType::N => json!({"N": text}),
            KeyType::B => json!({"B": text}),
        };
        item.insert(attribute.name.text.to_owned(), value);
    }
    if let Some(tag) = layout.type_attribute {
        item.insert(tag.text.to_owned(), json!({"S": entity.tag}));
    }
    for constant in entity.constants {
        let value = match constant.value {
            ConstantValue::S(text) => json!({"S": text}),
            ConstantValue::N(digits) => json!({"N": digits}),
            ConstantValue::Bool(value) => json!({"BOOL": value}),
        };
        item.insert(constant.name.text.to_owned(), value);
    }
    item
}

fn sides_parts(sides: &Sides) -> Vec<KeyPart> {
    sides.all().flat_map(|(_, spec)| crate::keys::fields(spec)).collect()
}

fn value(field: &FieldSchema, part: Option<&KeyPart>, vary: Vary<'_>) -> Value {
    let n = vary(field.field);
    let words = || {
        let words = field.field.replace('_', " ");
        if n > 1 { format!("{words} {n}") } else { words }
    };
    let text = part.map_or_else(words, |part| text(part, vary));
    match (field.ty, field.role) {
        (AttributeType::S, Role::CreatedAt | Role::UpdatedAt | Role::DeletedAt) => json!({"S": fixed(24, n)}),
        (AttributeType::S | AttributeType::Any, _) => json!({"S": text}),
        (AttributeType::N, Role::Ttl | Role::CreatedAt | Role::UpdatedAt | Role::DeletedAt) => {
            json!({"N": "1769860800"})
        }
        (AttributeType::N, _) => json!({"N": if part.is_some() { text } else { n.to_string() }}),
        (AttributeType::B, _) => json!({"B": "AQ=="}),
        (AttributeType::Bool, _) => json!({"BOOL": true}),
        (AttributeType::Null, _) => json!({"NULL": true}),
        (AttributeType::M, _) => json!({"M": {}}),
        (AttributeType::L, _) => json!({"L": []}),
        (AttributeType::Set, _) => json!({"SS": [text]}),
    }
}
