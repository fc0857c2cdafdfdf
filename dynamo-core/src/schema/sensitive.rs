//! Which keys hold values that must not show.

use super::{EntitySchema, KeySpec, Part, TableSchema};

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
