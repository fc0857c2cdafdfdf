//! The attributes that every item of an entity has: an item without them is none of the entity's.
//!
//! What is stored counts, whatever its schema version, so that every read decides alike.

use crate::codec::{AttributeValue, CodecError, Item, compare_numbers, each_attribute};
use crate::schema::{Constant, ConstantValue, EntitySchema};

/// Returns whether an item has the constants of an entity.
pub(crate) fn has_constants(schema: &EntitySchema, item: &Item) -> bool {
    schema.constants.iter().all(|constant| item.get(constant.name.text).is_some_and(|value| is(constant, value)))
}

/// Returns whether an item in JSON has the constants of an entity.
pub(crate) fn has_constants_json(schema: &EntitySchema, json: &[u8]) -> bool {
    if schema.constants.is_empty() {
        return true;
    }
    let constant = |name: &str| schema.constants.iter().find(|constant| constant.name.text == name);
    let mut found = 0;
    let read = each_attribute(
        json,
        |name| constant(name).is_some(),
        |name, value| {
            found += usize::from(constant(&name).is_some_and(|constant| is(constant, &value)));
            true
        },
    );
    read.is_ok() && found == schema.constants.len()
}

fn is(constant: &Constant, value: &AttributeValue) -> bool {
    match (constant.value, value) {
        (ConstantValue::S(text), AttributeValue::S(found)) => text == found,
        // A number has many spellings.
        (ConstantValue::N(digits), AttributeValue::N(found)) => compare_numbers(digits, found).is_eq(),
        (ConstantValue::Bool(value), AttributeValue::Bool(found)) => value == *found,
        _ => false,
    }
}

impl ConstantValue {
    /// Returns the value as the SDK has it.
    pub(crate) fn to_attribute_value(self) -> AttributeValue {
        match self {
            Self::S(text) => AttributeValue::S(text.to_owned()),
            Self::N(digits) => AttributeValue::N(digits.to_owned()),
            Self::Bool(value) => AttributeValue::Bool(value),
        }
    }
}

/// Returns the error for an item that is read as one of the entity, and lacks a constant.
#[cold]
pub(crate) fn without_constants(schema: &EntitySchema) -> CodecError {
    let names: Vec<_> = schema.constants.iter().map(|constant| format!("`{}`", constant.name.text)).collect();
    let what = names.join(", ");
    CodecError::value(format!("the item does not have the constants of the entity: {what}"))
}
