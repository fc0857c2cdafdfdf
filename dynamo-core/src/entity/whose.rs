//! Whose an item is, where the key of an entity alone does not tell.

use super::EntityCode;
use super::constants::has_constants;
use super::item::foreign;
use super::texts::texts_of_item;
use crate::codec::{AttributeValue, Item};
use crate::error::Error;
use crate::schema::{EntitySchema, TableLayout, identify};

/// Returns the type attribute, if an item at a key of the entity is the entity's only with the entity's tag.
pub(crate) fn deciding_tag(schema: &EntitySchema) -> Option<&'static str> {
    schema.layout.type_attribute.filter(|_| schema.needs_tag()).map(|name| name.text)
}

/// Returns the type attribute, if an item at a key of the entity is expected to have the entity's tag or none: with another's,
/// it cannot be read, and so it is not written either.
pub(crate) fn expected_tag(schema: &EntitySchema) -> Option<&'static str> {
    schema.layout.type_attribute.filter(|_| !schema.needs_tag()).map(|name| name.text)
}

/// Returns an error for an item at a key of the entity that has another entity's tag, where the key is the entity's alone.
pub(crate) fn refuse_foreign(schema: &'static EntitySchema, item: &Item) -> Result<(), Error> {
    let has_another = |tag: &AttributeValue| !matches!(tag, AttributeValue::S(tag) if tag == schema.tag);
    if expected_tag(schema).and_then(|name| item.get(name)).is_some_and(has_another) && has_constants(schema, item) {
        return Err(foreign(schema, &texts_of_item(schema.layout, item)));
    }
    Ok(())
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
