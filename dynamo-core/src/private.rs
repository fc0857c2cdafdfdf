//! What generated code names. Not part of the API: it changes with the derive, which is pinned to the same version.

pub use core::convert::{AsRef, From};
pub use core::default::Default;
pub use core::fmt;
pub use core::ops::FnMut;
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use std::string::String;

pub use crate::codec::{
    Adapter, AsBytes, AsSet, Attribute, CodecError, Decoder, Encoder, ItemDecoder, ListDecoder, ListEncoder,
    MapDecoder, MapEncoder, encode_serde, enums, finish_serde, kind, read_serde,
};
pub use crate::entity::{
    Collection, CompanionKind, CompanionRole, CompanionSink, DecodeKeys, Entity, EntityCode, EntitySink, EntitySource,
    InPartitionsOf, Key, PointerOf, Projection, Table, TableCode, companion_shard, companion_text, push_counter,
    push_lock, push_pointer, same,
};
pub use crate::error::Error;
pub use crate::expr::{
    Assignments, BytesOf, Field, Free, InKey, Indexed, Nested, NestedBase, Partly, SerdeOf, SetOf, StoredAs,
};
pub use crate::key::{IndexKey, KeyArg, KeyBuffer, KeyField, KeySource, KeyText};
pub use crate::query::{
    First, HeldBy, IsVia, Narrow, Narrowing, OpenQuery, Query, QueryState, ReadFrom, Via, ViaTable, after, begins_with,
};
pub use crate::schema::{
    AccessPattern, AttributeType, EntitySchema, FieldSchema, Format, IndexKeys, IndexSchema, IndexUse, Item,
    KeyAttribute, KeyKind, KeyPart, KeySpec, KeyType, Lead, Membership, Name, NoneAs, Part,
    Projection as IndexProjection, Role, Slot, TableLayout, TableSchema, Template, check, holds, holds_everything,
    index_kind, index_position, slots,
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

/// Stands in for the bodies of an entity that was refused: the crate does not compile, so it never runs.
///
/// # Panics
///
/// Always.
#[must_use]
pub fn refused<T>() -> T {
    unreachable!("the derive refused this type")
}

/// Stands in for the table of an entity that names none.
#[derive(Debug)]
pub enum NoTable {}

impl Table for NoTable {
    const LAYOUT: &'static TableLayout = &TableLayout::FALLBACK;
    const SCHEMA: &'static TableSchema = &TableSchema { layout: Self::LAYOUT, base: None, entities: &[] };
    const CODE: &'static TableCode = &TableCode { base: None, entities: &[] };

    fn read_entity<S: EntitySource>(_: usize, _: S) -> Result<Self, Error> {
        refused()
    }

    fn write_entity<S: EntitySink>(&self, _: S) -> Result<S::Out, Error> {
        match *self {}
    }
}

/// The keys of an item in the `at`th index of its schema.
pub fn index_key<E: Entity>(entity: &E, at: usize) -> Result<IndexKey, Error> {
    sparse_index_key(entity, at).map(std::option::Option::unwrap_or_default)
}

/// The keys of an item in the `at`th index of its schema, if it is in it.
pub fn sparse_index_key<E: Entity>(entity: &E, at: usize) -> Result<Option<IndexKey>, Error> {
    let mut key = Ok(None);
    entity.key_texts(&mut |texts| key = IndexKey::of(E::SCHEMA, at, texts));
    key
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

/// `<shard>` in a key.
pub const SHARD_PART: KeyPart = crate::key::SHARD_PART;

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

/// The fields that a primary key was made from.
pub fn parse_key<E: Entity>(pk: &str, sk: Option<&str>) -> Result<E::KeyFields, Error> {
    crate::key::parse(E::SCHEMA, pk, sk)
}

/// Reads a field of a projection in the way in which the entity stores it; `field` only tells its type.
pub fn read_projected<'de, E, H: StoredAs<T>, K, T, D: Decoder<'de>>(
    _: fn() -> Field<E, H, K>,
    slot: &mut Option<T>,
    decoder: D,
    name: &'static str,
) -> Result<(), CodecError> {
    H::read_stored(slot, decoder, name)
}

/// The value of a field of a projection after all attributes were read.
pub fn finish_projected<E, H: StoredAs<T>, K, T>(
    _: fn() -> Field<E, H, K>,
    slot: Option<T>,
    name: &'static str,
) -> Result<T, CodecError> {
    H::finish_stored(slot, name)
}

/// Whether there is a pointer for this record.
pub fn holds_for<C>(canonical: &C, condition: impl FnOnce(&C) -> bool) -> bool {
    condition(canonical)
}

/// What a function makes from a canonical record.
pub fn make<C, T>(canonical: &C, function: impl FnOnce(&C) -> T) -> T {
    function(canonical)
}

/// What the upgrade of an older item gave.
pub fn upgraded<X: fmt::Display>(item: Result<crate::Item, X>, from: u32) -> Result<crate::Item, CodecError> {
    item.map_err(|error| CodecError::value(format!("it is of schema version {from}, and the upgrade failed: {error}")))
}
