//! Which attributes of an item mean something to its entity, besides those of its fields.

use super::EntitySchema;
use super::layout::meaning_of;
use super::reserved::use_of;

/// Returns what an attribute is besides one of a field: `None` if the entity does not know it.
pub(crate) fn other_meaning(schema: &EntitySchema, name: &str) -> Option<&'static str> {
    if let Some(meaning) = meaning_of(schema.layout, name) {
        return Some(meaning);
    }
    if schema.constants.iter().any(|constant| constant.name.text == name) {
        return Some("a constant of the entity");
    }
    use_of(name, schema.version > 0).map(|_| "an attribute that the library writes itself")
}

/// Returns whether an attribute is one of a field, or was.
pub(crate) fn is_of_a_field(schema: &EntitySchema, name: &str) -> bool {
    schema.fields.iter().any(|field| field.attribute == Some(name) || field.aliases.contains(&name))
}
