//! Counters: companions that hold the number of records.

use super::kind::{Companion, Counting, Id, Kind, as_written, field_value, id_from_texts, key_item};
use crate::Timestamp;
use crate::codec::{AttributeValue, Item};
use crate::entity::{EntityCode, FieldTexts};
use crate::error::Error;
use crate::schema::{EntitySchema, Role};

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
        return Err(Error::refused(fact, "keep the number out of them, or count in an entity of its own"));
    }
    let text_of = |field: &str| texts.iter().find(|(name, _)| *name == field)?.1.clone();
    let id = id_from_texts(schema, &text_of)?;
    let new = if is_a_counter(schema, field, texts) { Some(fresh(code, &id, attribute, &text_of)?) } else { None };
    let (existing, item) = (new.is_none(), new.unwrap_or_default());
    let kind = Kind::Counter(Counting { code, attribute, existing });
    let feeding = schema.fields.iter().map(|known| known.field).filter(|field| feeds(field)).collect();
    Ok(Some(Companion { feeding, ..Companion::new(kind, schema, id, item) }))
}

/// Returns the attributes of a new counter, except its key and the numbers and managed fields that change.
fn fresh(
    code: &EntityCode,
    id: &Id,
    number: &'static str,
    text_of: &dyn Fn(&str) -> Option<String>,
) -> Result<Item, Error> {
    let (schema, layout) = (code.schema, code.schema.layout);
    let mut item = key_item(layout, id);
    item.insert(number.to_owned(), AttributeValue::N("0".to_owned()));
    let mut changing = vec![number];
    for known in schema.fields {
        match (known.attribute, text_of(known.field)) {
            (Some(attribute), Some(text)) => drop(item.insert(attribute.to_owned(), field_value(known.ty, &text))),
            (Some(attribute), None) if known.role == Role::Version => {
                item.insert(attribute.to_owned(), AttributeValue::N("0".to_owned()));
                changing.push(attribute);
            }
            (Some(attribute), None) if known.role != Role::Plain && !known.optional => {
                item.insert(attribute.to_owned(), Timestamp::default().as_attribute(known.ty));
                changing.push(attribute);
            }
            _ => {}
        }
    }
    let mut item = as_written(code, item)?;
    changing.extend([Some(layout.pk), layout.sk].into_iter().flatten().map(|key| key.name.text));
    item.retain(|name, _| !changing.contains(&name.as_str()));
    Ok(item)
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
