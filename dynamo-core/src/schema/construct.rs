//! The constructors of schemas that generated code calls.

use super::{
    AttributeType, FieldSchema, Format, IndexKeys, IndexSchema, IndexUse, KeyKind, KeyPart, KeySpec, Lead, Membership,
    Part, Role, TableLayout, TableSchema, Template,
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

/// The indexes of a table that extends another: those of the other, which keep their positions, and its own.
#[must_use]
pub const fn joined<const N: usize>(base: &[IndexSchema], own: &[IndexSchema]) -> [IndexSchema; N] {
    let mut all = [own[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < base.len() { base[i] } else { own[i - base.len()] };
        i += 1;
    }
    all
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
    FieldSchema {
        field,
        attribute: Some(attribute),
        aliases,
        ty: facts.0,
        optional: facts.1,
        role,
        sensitive,
        immutable: false,
        skippable: false,
    }
}

/// `FieldSchema` of a field that is stored as its type says, and nothing else.
#[must_use]
pub const fn stored(name: &'static str, attribute: &'static str, facts: (AttributeType, bool)) -> FieldSchema {
    field(name, attribute, facts, Role::Plain, false, &[])
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
        immutable: false,
        skippable: false,
    }
}

/// The same field, given at creation and never changed.
#[must_use]
pub const fn immutable(field: FieldSchema) -> FieldSchema {
    FieldSchema { immutable: true, ..field }
}

/// A field that is left out for some of its values.
#[doc(hidden)]
#[must_use]
pub const fn skippable(field: FieldSchema) -> FieldSchema {
    FieldSchema { skippable: true, ..field }
}

/// A field in a key.
#[must_use]
pub const fn part(field: &'static str, at: usize, format: Format, facts: (KeyKind, bool)) -> KeyPart {
    KeyPart { field, at, format, kind: facts.0, optional: facts.1 }
}

/// A field in a template that is written as it is.
#[must_use]
pub const fn plain(field: &'static str, at: usize, facts: (KeyKind, bool)) -> Part {
    Part::Field(part(field, at, Format::Plain, facts))
}

/// A key from a template. The derive works out what [`Template::new`] would, which takes the compiler much longer.
#[must_use]
pub const fn template(text: &'static str, parts: &'static [Part], (bits, lead): (u64, u32)) -> KeySpec {
    KeySpec::Template(Template { text, parts, lead: Lead { bits, len: lead } })
}

/// An index that an entity mentions.
#[must_use]
pub const fn index_use(layout: &TableLayout, index: &'static str, membership: Membership) -> IndexUse {
    let lead = match super::keys(&membership) {
        Some(IndexKeys::Two([KeySpec::Template(template), ..], _)) => template.lead,
        // The one key of a local index is its sort key.
        _ => Lead::UNKNOWN,
    };
    IndexUse { index, at: layout.position(index), membership, lead }
}
