//! Softly deleted items, which reads leave out.

use super::version::{Upgrade, is_current, upgraded};
use crate::codec::{AttributeValue, CodecError, Item, attribute_from_json, item_from_json};
use crate::schema::{EntitySchema, deleted_attribute};

/// Returns whether an item is softly deleted, so that it can be restored.
pub(crate) fn is_deleted(schema: &EntitySchema, item: &Item) -> bool {
    let value = deleted_attribute(schema).and_then(|attribute| item.get(attribute));
    value.is_some_and(|value| !matches!(value, AttributeValue::Null(_)))
}

/// Returns whether an item is softly deleted, from its JSON.
pub(crate) fn is_deleted_json(schema: &EntitySchema, json: &[u8]) -> Result<bool, CodecError> {
    let Some(attribute) = deleted_attribute(schema) else { return Ok(false) };
    Ok(attribute_from_json(json, attribute)?.is_some_and(|value| !matches!(value, AttributeValue::Null(_))))
}

/// Returns whether an item is softly deleted; one of an old schema version is asked in its current form, since the
/// upgrade may give `deleted_at` its name.
pub(super) fn is_hidden(schema: &'static EntitySchema, upgrade: Upgrade, json: &[u8]) -> Result<bool, CodecError> {
    if !schema.may_hide_old() || is_current(schema, json)? {
        return is_deleted_json(schema, json);
    }
    // One that cannot be upgraded is an error where it is decoded.
    Ok(upgraded(schema, upgrade, item_from_json(json)?).is_ok_and(|item| is_deleted(schema, &item)))
}
