//! What generated code names. Not part of the API: it changes with the derive, which is pinned to the same version.

pub use core::clone::Clone;
pub use core::convert::{AsRef, From};
pub use core::default::Default;
pub use core::fmt;
pub use core::marker::{Copy, PhantomData};
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use std::string::String;
pub use std::vec::Vec;

pub use crate::codec::{
    Adapter, AsBytes, AsSet, Attribute, CodecError, Decoder, Encoder, Item, ItemDecoder, ListDecoder, ListEncoder,
    MapDecoder, MapEncoder, Missing, enums, finish_serde, kind, read_serde, write_serde,
};
pub use crate::entity::{
    AnyOf, Collection, CompanionKind, CompanionRole, CompanionSink, DecodeKeys, Entity, EntityCode, EntitySink,
    EntitySource, Key, PointerOf, Projection, Rest, SoftDeletable, Table, TableCode, WrittenAlone, companion_shard,
    companion_text, current_name, push_counter, push_lock, push_pointer, same,
};
pub use crate::error::Error;
pub use crate::expr::{
    At, BareKey, BytesOf, DeletedAtField, Field, Free, GivenAgain, Immutable, InKey, InTest, Indexed, Managed, Nested,
    NestedBase, Partly, SerdeOf, SetOf, SetTogether, StoredAs, TestsOf, VersionField, Within, handle,
};
pub use crate::key::{
    IndexKey, KeyArgument, KeyBuffer, KeyField, KeySource, KeyTests, KeyText, Tested, TextSink, key_test, known_tests,
    tested,
};
pub use crate::query::{
    AreFacts, Bucketed, CollectedIn, Complete, EntityIndex, Facts, Folded, Given, HeldBy, IndexName, IsOrder, KeyOrder,
    KnowsPartition, Mixed, NarrowState, Narrowing, Narrows, NextIs, Ordered, PartialKey, PrimaryKey, Query, QueryState,
    SortField, Source, Unpadded, begins_with, gt, partition_by, partition_by_one, query_by, query_by_one,
};
pub use crate::schema::construct::{
    entity, entity_count, field, immutable, joined, keys, part, plain, skippable, stored, unstored,
};
pub use crate::schema::{
    ALONE, AccessPattern, AttributeType, Billing, Bucket, Case, CompanionUse, Constant, ConstantValue, EntitySchema,
    FieldSchema, Format, In, IndexProjection, IndexSchema, Indexes, KeyAttribute, KeyKind, KeyPart, KeySpec, KeyType,
    Load, Name, NoneAs, Part, Place, PointerSource, Role, TableLayout, TableSchema, TableSettings, Test, check,
    in_order, index_class, indexes, is_written_alone,
};

/// The names that a derive brings into the scope of what it generates: this module, and what is named so often that a longer path
/// would show in the time that the compiler takes.
pub mod named {
    pub use super::{
        Attribute as __Attribute, Err as __Err, KeyArgument as __KeyArgument, KeySource as __KeySource, None as __None,
        Ok as __Ok, Option as __Option, Part as __Part, PartialKey as __PartialKey, PrimaryKey as __PrimaryKey,
        Query as __Query, Result as __Result, Some as __Some, check::tell as __tell, handle as __handle,
        name as __name_of, plain as __plain, stored as __stored,
    };
    pub use crate::private as __p;
}

/// The name of an attribute, and the bytes that open it in JSON.
#[must_use]
#[inline(always)]
pub const fn name(text: &'static str, json: &'static str) -> Name {
    Name::new(text, json)
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
    const SCHEMA: &'static TableSchema = &TableSchema::new(Self::LAYOUT, None, &[]);
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
    entity.key_texts(TextSink::new(&mut |texts| key = IndexKey::of(E::SCHEMA, at, texts)));
    key
}

/// The keys of an item in an index whose two arms stand at `at` and behind it.
pub fn either_index_key<E: Entity>(entity: &E, at: usize) -> Result<IndexKey, Error> {
    match sparse_index_key(entity, at) {
        Ok(None) => index_key(entity, at + 1),
        first => first.map(std::option::Option::unwrap_or_default),
    }
}

/// `<shard>` in a key.
pub const SHARD_PART: KeyPart = crate::key::SHARD_PART;

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
    let mut missing = Missing::NONE;
    H::finish_stored(slot, name, &mut missing).ok_or_else(|| missing.error())
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
