//! The constructors of schemas that generated code calls.

use std::slice::from_ref;

use super::{
    AttributeType, EntitySchema, FieldSchema, Format, IndexSchema, Indexes, KeyKind, KeyPart, KeySpec, Lead, Part,
    Place, Role, TableLayout, TableSchema, Template,
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

/// `EntitySchema` of an entity that has nothing special; most of them have not. The first of its keys are those of the table.
#[allow(clippy::too_many_arguments)] // Generated code gives them, and checking a struct of as many fields takes the compiler longer.
#[must_use]
pub const fn entity<const FIELDS: usize, const KEYS: usize, const USES: usize, const SLOTS: usize>(
    id: &'static str,
    name: &'static str,
    tag: &'static str,
    layout: &'static TableLayout,
    place: Place,
    fields: &'static [FieldSchema; FIELDS],
    keys: &'static [KeySpec; KEYS],
    indexes: &'static Indexes<USES, SLOTS>,
    names: u128,
) -> EntitySchema {
    EntitySchema {
        id,
        name,
        tag,
        layout,
        place,
        fields,
        pk: keys[0],
        sk: if KEYS > SLOTS + 1 { Some(keys[1]) } else { None },
        indexes: &indexes.uses,
        slots: &indexes.slots,
        names,
        complete: true,
        ..EntitySchema::FALLBACK
    }
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
    FieldSchema { aliases, role, sensitive, ..stored(field, attribute, facts) }
}

/// `FieldSchema` of a field that is stored as its type says, and nothing else: without a further call, since most fields are.
#[must_use]
pub const fn stored(field: &'static str, attribute: &'static str, facts: (AttributeType, bool)) -> FieldSchema {
    FieldSchema {
        field,
        attribute: Some(attribute),
        aliases: &[],
        ty: facts.0,
        optional: facts.1,
        role: Role::Plain,
        sensitive: false,
        immutable: false,
        skippable: false,
    }
}

/// `FieldSchema` of a field that is stored in the key alone, or nowhere.
#[must_use]
pub const fn unstored(field: &'static str, sensitive: bool) -> FieldSchema {
    FieldSchema { attribute: None, sensitive, ..stored(field, "", (AttributeType::Any, false)) }
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
    Part::Field(KeyPart { field, at, format: Format::Plain, kind: facts.0, optional: facts.1 })
}

/// A key as the derive gives it: its template, how many of the parts are its own, and the first bytes of all of its keys, with their
/// number.
pub type GivenKey = (&'static str, usize, u64, u32);

/// The keys that are put together from `parts`, one after the other: all parts stand in one array, since the compiler evaluates each
/// array that is borrowed by itself. The derive works out what [`Template::new`] would, which takes the compiler much longer.
#[must_use]
pub const fn keys<const N: usize>(parts: &'static [Part], given: [GivenKey; N]) -> [KeySpec; N] {
    let (mut keys, mut rest, mut i) = ([KeySpec::NONE; N], parts, 0);
    while i < N {
        let (text, count, bits, len) = given[i];
        // `split_at` is many calls deep, and the compiler's evaluator spends most of its time on calls.
        let (parts, after): (&[Part], _) = match (count, rest, rest.first_chunk::<2>()) {
            (1, [part, after @ ..], _) => (from_ref(part), after),
            (2, [_, _, after @ ..], Some(parts)) => (parts, after),
            _ => rest.split_at(count),
        };
        keys[i] = match parts {
            [Part::Field(part @ KeyPart { format: Format::Bare, .. })] => KeySpec::Field(*part),
            _ => KeySpec::Template(Template { text, parts, lead: Lead { bits, len } }),
        };
        (rest, i) = (after, i + 1);
    }
    keys
}
