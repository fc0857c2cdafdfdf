//! The constructors of schemas that generated code calls.

use super::{
    AttributeType, FieldSchema, Format, IndexKeys, IndexUse, KeyKind, KeyPart, KeySpec, Lead, Membership, Part, Role,
    TableLayout, TableSchema, Template,
};

/// How many entities a table has, with those of the table that it extends.
#[must_use]
pub const fn entity_count(schema: &TableSchema) -> usize {
    let mut count = schema.entities.len();
    let mut base = schema.base;
    while let Some(schema) = base {
        count += schema.entities.len();
        base = schema.base;
    }
    count
}

/// `FieldSchema` of a field that is stored as its type says.
#[must_use]
pub const fn field(
    field: &'static str,
    attribute: &'static str,
    facts: (AttributeType, bool),
    role: Role,
    sensitive: bool,
    aliases: &'static [&'static str],
) -> FieldSchema {
    FieldSchema { field, attribute: Some(attribute), aliases, ty: facts.0, optional: facts.1, role, sensitive }
}

/// `FieldSchema` of a field that is stored in the key alone, or nowhere.
#[must_use]
pub const fn unstored(field: &'static str, sensitive: bool) -> FieldSchema {
    FieldSchema {
        field,
        attribute: None,
        aliases: &[],
        ty: AttributeType::Any,
        optional: false,
        role: Role::Plain,
        sensitive,
    }
}

/// A field in a key.
#[must_use]
pub const fn part(field: &'static str, at: usize, format: Format, facts: (KeyKind, bool)) -> KeyPart {
    KeyPart { field, at, format, kind: facts.0, optional: facts.1 }
}

/// A key from a template.
#[must_use]
pub const fn template(text: &'static str, parts: &'static [Part]) -> KeySpec {
    KeySpec::Template(Template { text, parts, lead: Lead::of(parts) })
}

/// An index that an entity mentions.
#[must_use]
pub const fn index_use(layout: &TableLayout, index: &'static str, membership: Membership) -> IndexUse {
    let lead = match &membership {
        Membership::Always(IndexKeys::Two([first, ..], _)) | Membership::Sparse(IndexKeys::Two([first, ..], _)) => {
            match first {
                KeySpec::Template(template) => template.lead,
                KeySpec::Field(_) => Lead::UNKNOWN,
            }
        }
        // The one key of a local index is its sort key.
        _ => Lead::UNKNOWN,
    };
    IndexUse { index, at: layout.position(index), membership, lead }
}
