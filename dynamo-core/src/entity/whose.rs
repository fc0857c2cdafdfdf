//! Whose an item is, where the key of an entity alone does not tell.

use super::EntityCode;
use super::constants::has_constants;
use super::texts::texts_of_item;
use crate::codec::{AttributeValue, Item};
use crate::schema::{EntitySchema, TableLayout, identify};

/// Returns the type attribute, if an item at a key of the entity is the entity's only with the entity's tag.
pub(crate) fn deciding_tag(schema: &EntitySchema) -> Option<&'static str> {
    schema.layout.type_attribute.filter(|_| schema.needs_tag()).map(|name| name.text)
}

/// Returns whether every item at a key of the entity is the entity's.
pub(crate) fn owns_keys(schema: &EntitySchema) -> bool {
    deciding_tag(schema).is_none() && schema.constants.is_empty()
}

/// Returns whether an item at a key of the entity is the entity's: it has its tag, where others may have the key or its
/// prefix, and its constants. To the entity, any other item is absent.
pub(crate) fn is_own(schema: &EntitySchema, item: &Item) -> bool {
    let tagged = |name| matches!(item.get(name), Some(AttributeValue::S(tag)) if tag == schema.tag);
    deciding_tag(schema).is_none_or(tagged) && has_constants(schema, item)
}

/// Returns which of `entities` an item is of.
pub(crate) fn entity_of(
    layout: &'static TableLayout,
    entities: &[&'static EntityCode],
    item: &Item,
) -> Option<&'static EntityCode> {
    let texts = texts_of_item(layout, item);
    identify(layout, entities.iter().map(|code| code.schema), &texts)
        .map(|at| entities[at])
        .filter(|code| has_constants(code.schema, item))
}
