//! Which attributes of an item mean something to its entity, besides those of its fields.

use super::reserved::use_of;
use super::{EntitySchema, is_of_the_table};

/// Returns what an attribute is besides one of a field: `None` if the entity does not know it.
pub(crate) fn meaning_of(schema: &EntitySchema, name: &str) -> Option<&'static str> {
    let layout = schema.layout;
    if layout.type_attribute.is_some_and(|tag| tag.text == name) {
        return Some("the type tag");
    }
    if is_of_the_table(layout, name) {
        return Some("a key of the table");
    }
    let mut keys = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk));
    if keys.any(|key| key.name.text == name) {
        return Some("a key of an index");
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
