//! Items made up from the declarations, for models that show data.

use std::collections::BTreeMap;

use dynamo_core::schema::{
    AttributeType, Case, ConstantValue, EntitySchema, FieldSchema, Format, KeyKind, KeyPart, KeySpec, KeyType,
    Membership, Part, Role,
};
use serde_json::{Value, json};

use crate::keys::{Sides, is_shard, places};

/// A value of a field: the same wherever the field stands.
pub(crate) fn text(part: &KeyPart) -> String {
    match part.kind {
        KeyKind::Text => part.field.replace('_', "-") + "-1",
        KeyKind::Unsigned | KeyKind::Signed | KeyKind::Float => "1".to_owned(),
        KeyKind::Bytes => "AQ==".to_owned(),
        KeyKind::Closed(texts) => texts.first().copied().unwrap_or("a").to_owned(),
        KeyKind::Fixed { width, .. } => fixed(width),
    }
}

/// Dates, instants, ULIDs and UUIDs have their own widths.
fn fixed(width: usize) -> String {
    match width {
        10 => "2026-01-31".to_owned(),
        20 => "2026-01-31T12:00:00Z".to_owned(),
        23 => "2026-01-31T12:00:00.000".to_owned(),
        24 => "2026-01-31T12:00:00.000Z".to_owned(),
        26 => "01KGANE7WZ8W1XS2YJ1AH9B4YJ".to_owned(),
        36 => "019b76da-a800-7000-8000-000000000001".to_owned(),
        _ => "0".repeat(width),
    }
}

/// A key made of such values.
pub(crate) fn key(spec: &KeySpec) -> String {
    let part = |part: &Part| match part {
        Part::Literal(text) => (*text).to_owned(),
        Part::Field(part) if is_shard(part) => "0".to_owned(),
        Part::Field(part) => formatted(part),
    };
    spec.parts().iter().map(part).collect()
}

fn formatted(part: &KeyPart) -> String {
    let text = text(part);
    match part.format {
        Format::Plain | Format::Unordered | Format::Escaped | Format::Bare => text,
        Format::Padded(width) => format!("{text:0>width$}"),
        Format::Folded(Case::Lower) | Format::FoldedEscaped(Case::Lower) => text.to_lowercase(),
        Format::Folded(Case::Upper) | Format::FoldedEscaped(Case::Upper) => text.to_uppercase(),
        Format::Bucket(bucket) => text.get(..bucket.width()).unwrap_or(&text).to_owned(),
    }
}

/// Returns a value of a field that stands in a key, as its text.
#[must_use]
pub fn argument(entity: &EntitySchema, field: &str) -> Option<String> {
    let parts: Vec<KeyPart> = places(entity).iter().flat_map(|(_, sides)| sides_parts(sides)).collect();
    parts.iter().find(|part| part.field == field).map(text)
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
    of_arm(entity, false)
}

/// Returns an item that has the keys of the second arm of `when(..)`, in indexes that have one.
#[must_use]
pub fn otherwise(entity: &EntitySchema) -> BTreeMap<String, Value> {
    of_arm(entity, true)
}

fn of_arm(entity: &EntitySchema, otherwise: bool) -> BTreeMap<String, Value> {
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
            item.insert(attribute.to_owned(), value(field, part));
        }
    }
    let stored_sides = std::iter::once(Sides::of_table(entity)).chain(entity.indexes.iter().filter_map(|used| {
        // An item is in one of the arms.
        let has_two = entity.indexes.iter().any(|other| other.index == used.index && other.is_otherwise());
        let index = layout.index(used.index).filter(|_| !has_two || used.is_otherwise() == otherwise)?;
        Sides::of_index(entity, index, used)
    }));
    for (attribute, spec) in stored_sides.flat_map(|sides| sides.all().copied().collect::<Vec<_>>()) {
        let text = key(&spec);
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

fn value(field: &FieldSchema, part: Option<&KeyPart>) -> Value {
    let text = part.map_or_else(|| field.field.replace('_', " "), text);
    match (field.ty, field.role) {
        (AttributeType::S, Role::CreatedAt | Role::UpdatedAt | Role::DeletedAt) => json!({"S": fixed(24)}),
        (AttributeType::S | AttributeType::Any, _) => json!({"S": text}),
        (AttributeType::N, Role::Ttl | Role::CreatedAt | Role::UpdatedAt | Role::DeletedAt) => {
            json!({"N": "1769860800"})
        }
        (AttributeType::N, _) => json!({"N": if part.is_some() { text } else { "1".to_owned() }}),
        (AttributeType::B, _) => json!({"B": "AQ=="}),
        (AttributeType::Bool, _) => json!({"BOOL": true}),
        (AttributeType::Null, _) => json!({"NULL": true}),
        (AttributeType::M, _) => json!({"M": {}}),
        (AttributeType::L, _) => json!({"L": []}),
        (AttributeType::Set, _) => json!({"SS": [text]}),
    }
}
