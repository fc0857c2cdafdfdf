//! Locks: companions that reserve a unique value for one record.

use super::kind::{Companion, CompanionForm, as_written, id_from_texts, is_in_key, key_item};
use crate::codec::AttributeValue;
use crate::entity::{EntityCode, FieldTexts};
use crate::error::Error;
use crate::schema::{AttributeType, EntitySchema};

/// Derives the lock of `fields` from their texts in keys; returns `None` while one of them is absent. `value` returns
/// the record's value of a field.
pub(super) fn lock(
    owner: &'static EntitySchema,
    code: &'static EntityCode,
    fields: &'static str,
    texts: FieldTexts<'_>,
    value: &dyn Fn(&str, AttributeType) -> Option<AttributeValue>,
) -> Result<Option<Companion>, Error> {
    let schema = code.schema;
    if texts.iter().any(|(_, text)| text.is_none()) {
        return Ok(None);
    }
    let text_of = |field: &str| texts.iter().find(|(name, _)| *name == field)?.1.clone();
    let id = id_from_texts(schema, &text_of)?;
    let mut item = key_item(schema.layout, &id);
    for field in schema.fields {
        if let (Some(attribute), Some(value)) = (field.attribute, value(field.field, field.ty)) {
            item.insert(attribute.to_owned(), value);
        }
    }
    let item = as_written(code, item)?;
    let of_owner = schema.fields.iter().filter(|field| is_in_key(owner, field.field));
    let owner = of_owner.filter_map(|field| Some((field.attribute?, item.get(field.attribute?)?.clone())));
    let kind = CompanionForm::Lock { fields, owner: owner.collect() };
    Ok(Some(Companion::new(kind, schema, id, item)))
}
