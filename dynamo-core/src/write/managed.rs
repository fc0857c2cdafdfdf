//! Managed fields: timestamps and versions that a write sets.

use memchr::memmem;

use crate::codec::{AttributeValue, Item, compare_numbers};
use crate::entity::EntityCode;
use crate::error::{Error, InvalidKind};
use crate::expr::{Changes, Compare, Node};
use crate::key::Timestamp;
use crate::schema::{EntitySchema, FieldSchema, Role, is_in_an_index, is_in_primary_key};

fn fields(schema: &EntitySchema, roles: &[Role]) -> impl Iterator<Item = (&'static FieldSchema, &'static str)> {
    let fields = schema.fields.iter().filter(|field| roles.contains(&field.role));
    fields.filter_map(|field| Some((field, field.attribute?)))
}

/// Returns the attribute of the version.
pub(crate) fn version(schema: &EntitySchema) -> Option<&'static str> {
    fields(schema, &[Role::Version]).next().map(|(_, attribute)| attribute)
}

/// Returns the field that says when an item was softly deleted, and its attribute.
pub(crate) fn deleted_at(schema: &EntitySchema) -> Option<(&'static FieldSchema, &'static str)> {
    fields(schema, &[Role::DeletedAt]).next()
}

const TIMES: [Role; 2] = [Role::CreatedAt, Role::UpdatedAt];

/// Returns whether writes set a timestamp.
pub(crate) fn has_times(schema: &EntitySchema) -> bool {
    fields(schema, &TIMES).next().is_some()
}

/// Returns whether an item in JSON may have a timestamp that the caller left unset.
pub(crate) fn may_be_open(schema: &EntitySchema, json: &[u8]) -> bool {
    fields(schema, &TIMES).any(|(_, attribute)| {
        let name = format!("\"{attribute}\":");
        let open = [format!("{{\"S\":\"{UNSET}"), "{\"N\":\"0\"".to_owned(), "{\"NULL\"".to_owned()];
        let mut values = memmem::find_iter(json, name.as_bytes()).map(|at| &json[at + name.len()..]).peekable();
        // A nested attribute of the same name may match too: a closer look does no harm.
        values.peek().is_none() || values.any(|value| open.iter().any(|open| value.starts_with(open.as_bytes())))
    })
}

/// How the text of an unset time begins: the epoch is the default of every type of time.
const UNSET: &str = "1970-01-01T00:00:00";

/// Returns whether a text is the epoch, in the precision and with the name of UTC of any type of time.
fn is_epoch(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(UNSET) else { return false };
    let rest = rest.strip_prefix('.').map_or(rest, |fraction| fraction.trim_start_matches('0'));
    matches!(rest, "" | "Z" | "z" | "+00:00" | "-00:00")
}

fn is_open(value: Option<&AttributeValue>) -> bool {
    match value {
        None | Some(AttributeValue::Null(_)) => true,
        Some(AttributeValue::S(text)) => is_epoch(text),
        Some(AttributeValue::N(digits)) => digits == "0",
        Some(_) => false,
    }
}

/// Sets timestamps that the caller left unset to the current time; with `touch`, `updated_at` in any case. Adds their
/// attributes to `filled`.
pub(crate) fn fill(
    code: &EntityCode,
    now: Timestamp,
    mut item: Item,
    touch: bool,
    filled: &mut Vec<&'static str>,
) -> Result<Item, Error> {
    let mut changed = false;
    for (field, attribute) in fields(code.schema, &TIMES) {
        let open = is_open(item.get(attribute));
        if open && is_in_primary_key(code.schema, field.field) {
            return Err(Error::invalid(
                InvalidKind::Argument,
                format_args!("`{}` of `{}` is unset, and stands in its primary key", field.field, code.schema.name),
                "give it a value: the caller would not know the key of what was written",
            ));
        }
        if open || touch && field.role == Role::UpdatedAt {
            item.insert(attribute.to_owned(), now.as_attribute(field.ty));
            filled.push(attribute);
            changed = true;
        }
    }
    // Keys may be built from timestamps.
    if changed { code.rewritten(item) } else { Ok(item) }
}

/// Sets the managed fields of a whole item that is written again: the next version, and `updated_at`.
pub(crate) fn touch(schema: &EntitySchema, now: Timestamp, item: &mut Item) {
    advance(schema, item);
    for (field, attribute) in fields(schema, &[Role::UpdatedAt]) {
        if !is_in_an_index(schema, field.field) {
            item.insert(attribute.to_owned(), now.as_attribute(field.ty));
        }
    }
}

/// Sets the next version; returns the condition that the existing item has the version that was given.
pub(crate) fn advance(schema: &EntitySchema, item: &mut Item) -> Option<Node> {
    let attribute = version(schema)?;
    let given = item.get(attribute).and_then(|value| value.as_n().ok()).cloned().unwrap_or_else(|| "0".to_owned());
    let next = given.parse::<u64>().unwrap_or_default().saturating_add(1);
    item.insert(attribute.to_owned(), AttributeValue::N(next.to_string()));
    Some(is_number(attribute, AttributeValue::N(given)))
}

/// Returns the condition that an item has this number; one that lacks it, which may be older than the field, has zero.
pub(crate) fn is_number(attribute: &'static str, number: AttributeValue) -> Node {
    let is_zero = number.as_n().is_ok_and(|digits| compare_numbers(digits, "0").is_eq());
    let same = Node::compare(attribute, Compare::Eq, number);
    if is_zero { same.or(Node::absent(attribute)) } else { same }
}

/// Returns the changes of an update with its managed fields: the next version and `updated_at`.
pub(crate) fn touched(schema: &EntitySchema, changes: &Changes, now: Timestamp) -> Changes {
    let mut touched = changes.clone();
    if let Some(version) = version(schema) {
        touched.add_value(version, AttributeValue::N("1".to_owned()));
    }
    for (field, attribute) in fields(schema, &[Role::UpdatedAt]) {
        if !changes.roots().any(|root| root == attribute) {
            touched.set_managed(attribute, now.as_attribute(field.ty));
        }
    }
    touched
}
