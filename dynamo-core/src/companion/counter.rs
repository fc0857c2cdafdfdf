//! Counters: companions that hold the number of records.

use super::kind::{Companion, CompanionForm, Counting, Id, as_written, field_value, id_from_texts, key_item};
use crate::Timestamp;
use crate::codec::{AttributeValue, Item};
use crate::entity::{EntityCode, FieldTexts};
use crate::error::{Error, InvalidKind};
use crate::schema::{EntitySchema, Part, Role};

/// Returns the number of a counter; an absent one counts as 0.
pub(crate) fn number_of(item: Option<&Item>, attribute: &str) -> i64 {
    let value = item.and_then(|item| item.get(attribute));
    value.and_then(|value| value.as_n().ok()).and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// Derives the counter whose `field` is the number; returns `None` while a field of its key is absent.
pub(super) fn counter(
    code: &'static EntityCode,
    field: &'static str,
    texts: FieldTexts<'_>,
) -> Result<Option<Companion>, Error> {
    let schema = code.schema;
    let Some(attribute) = attribute_of(schema, field) else { return Ok(None) };
    if texts.iter().any(|(_, text)| text.is_none()) {
        return Ok(None);
    }
    let feeds = |field: &str| code.feeds_companions(field);
    if feeds(field) {
        let fact = format_args!("`{field}` of `{}` is counted, and pointers or locks are made from it", schema.name);
        return Err(Error::invalid(
            InvalidKind::Undeclared,
            fact,
            "keep the number out of them, or count in an entity of its own",
        ));
    }
    let text_of = |field: &str| texts.iter().find(|(name, _)| *name == field)?.1.clone();
    let id = id_from_texts(schema, &text_of)?;
    let new = if is_a_counter(schema, field, texts) { Some(fixed(code, &id, attribute, &text_of)?) } else { None };
    let (existing, item) = (new.is_none(), new.unwrap_or_default());
    let kind = CompanionForm::Counter(Counting { code, attribute, existing });
    let feeding = schema.fields.iter().map(|known| known.field).filter(|field| feeds(field)).collect();
    Ok(Some(Companion { feeding, ..Companion::new(kind, schema, id, item) }))
}

/// Returns the attributes of a new counter, except its key and those that change: the numbers, managed fields, and index keys that
/// are made from times.
fn fixed(
    code: &EntityCode,
    id: &Id,
    number: &'static str,
    text_of: &dyn Fn(&str) -> Option<String>,
) -> Result<Item, Error> {
    let (schema, layout) = (code.schema, code.schema.layout);
    let mut given = Item::new();
    for known in schema.fields {
        if let (Some(attribute), Some(text)) = (known.attribute, text_of(known.field)) {
            given.insert(attribute.to_owned(), field_value(known.ty, &text));
        }
    }
    let mut item = complete(code, id, number, given, Timestamp::default())?;
    let managed =
        schema.fields.iter().filter(|known| MANAGED.contains(&known.role)).filter_map(|known| known.attribute);
    let mut changing: Vec<_> = managed.chain([number]).collect();
    changing.extend([Some(layout.pk), layout.sk].into_iter().flatten().map(|key| key.name.text));
    changing.extend(keys_of_times(schema).map(|(attribute, _)| attribute));
    item.retain(|name, _| !changing.contains(&name.as_str()));
    Ok(item)
}

const MANAGED: [Role; 3] = [Role::CreatedAt, Role::UpdatedAt, Role::Version];

/// Writes an item of a counter as its entity would, with these times.
fn complete(code: &EntityCode, id: &Id, number: &str, fixed: Item, now: Timestamp) -> Result<Item, Error> {
    let mut item = key_item(code.schema.layout, id);
    item.extend(fixed);
    item.insert(number.to_owned(), AttributeValue::N("0".to_owned()));
    for known in code.schema.fields {
        let Some(attribute) = known.attribute else { continue };
        match known.role {
            Role::Version => drop(item.insert(attribute.to_owned(), AttributeValue::N("0".to_owned()))),
            Role::CreatedAt | Role::UpdatedAt => drop(item.insert(attribute.to_owned(), now.as_attribute(known.ty))),
            _ => {}
        }
    }
    as_written(code, item)
}

/// Returns the attributes of index keys that are made from managed times, and of which.
fn keys_of_times(schema: &EntitySchema) -> impl Iterator<Item = (&'static str, Role)> {
    let role_of = |field: &str| schema.fields.iter().find(|known| known.field == field).map(|known| known.role);
    schema.slots.iter().filter(|slot| !slot.bare).filter_map(move |slot| {
        let parts = slot.spec.parts().into_owned();
        let roles: Vec<_> = parts
            .iter()
            .filter_map(|part| if let Part::Field(part) = part { role_of(part.field) } else { None })
            .collect();
        // Keys that are made from both do not compile.
        let role = [Role::UpdatedAt, Role::CreatedAt].into_iter().find(|role| roles.contains(role))?;
        Some((slot.attribute.name.text, role))
    })
}

/// Returns the index keys of a counter that are made from managed times, as counting now sets them: those made from `created_at` only
/// if the item has none.
pub(crate) fn timed_keys(
    code: &EntityCode,
    id: &Id,
    number: &str,
    fixed: &Item,
    now: Timestamp,
) -> Result<Vec<(&'static str, AttributeValue, Role)>, Error> {
    let keys: Vec<_> = keys_of_times(code.schema).collect();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let mut item = complete(code, id, number, fixed.clone(), now)?;
    Ok(keys.into_iter().filter_map(|(name, role)| Some((name, item.remove(name)?, role))).collect())
}

fn attribute_of(schema: &EntitySchema, field: &str) -> Option<&'static str> {
    schema.fields.iter().find(|known| known.field == field)?.attribute
}

/// Returns whether an item with only the key, the number and managed fields is a valid item of the entity.
fn is_a_counter(schema: &EntitySchema, field: &str, texts: FieldTexts<'_>) -> bool {
    schema.fields.iter().all(|known| {
        known.optional
            || known.attribute.is_none()
            || known.field == field
            || known.role != Role::Plain && known.role != Role::Ttl
            || texts.iter().any(|(name, _)| *name == known.field)
    })
}
