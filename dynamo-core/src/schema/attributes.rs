//! Which attributes of an item mean something, to its entity and to whoever reads it.

use super::layout::meaning_of;
use super::reserved::use_of;
use super::{EntitySchema, KeySpec, Part, Role, TableSchema};

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

/// The attribute that says when an item was deleted; `None` if items of the entity cannot be deleted softly.
pub(crate) const fn deleted_attribute(schema: &EntitySchema) -> Option<&'static str> {
    let mut fields = schema.fields;
    while let [field, after @ ..] = fields {
        if matches!(field.role, Role::DeletedAt) {
            return field.attribute;
        }
        fields = after;
    }
    None
}

impl EntitySchema {
    /// Whether items may be softly deleted, and of an old schema version that has another form of saying so.
    pub(crate) const fn may_hide_old(&self) -> bool {
        self.version > 1 && deleted_attribute(self).is_some()
    }
}

/// Returns whether a key of the entity contains the value of a sensitive field.
pub(crate) fn spec_is_sensitive(schema: &EntitySchema, spec: &KeySpec) -> bool {
    let is_sensitive = |name: &str| schema.fields.iter().any(|field| field.sensitive && field.field == name);
    spec.parts().iter().any(|part| matches!(part, Part::Field(part) if is_sensitive(part.field)))
}

/// Returns whether the primary key of the entity contains the value of a sensitive field.
pub(crate) fn key_is_sensitive(schema: &EntitySchema) -> bool {
    spec_is_sensitive(schema, &schema.pk) || schema.sk.is_some_and(|sk| spec_is_sensitive(schema, &sk))
}

/// Returns whether the primary key of some entity of the table contains the value of a sensitive field, so that the key of
/// an item of which the entity is not known must not show.
pub(crate) fn keys_are_sensitive(table: &TableSchema) -> bool {
    table.all_entities().any(key_is_sensitive)
}
