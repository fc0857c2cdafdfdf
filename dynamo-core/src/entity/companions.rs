//! Declarations of companions: pointers, locks and counters.

use super::{Entity, EntityCode};
use crate::error::Error;
use crate::key::{KeySource, shard};
use crate::schema::EntitySchema;

/// A kind of companion that an entity declares.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct CompanionKind {
    /// The companion's entity.
    pub schema: &'static EntitySchema,
    /// The role of the companion.
    pub role: CompanionRole,
}

/// The role of a companion.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum CompanionRole {
    /// A pointer: a copy of the record.
    Pointer {
        /// The fields of the record's key, each with the pointer's field of the same value.
        owner: &'static [(&'static str, &'static str)],
    },
    /// A lock of a unique value, derived from the fields of the record that have the names of the lock's fields.
    Lock,
    /// A counter of records.
    Counter {
        /// The counter's field that holds the number.
        number: &'static str,
        /// The fields of the record that the counter's key is derived from.
        key: &'static [&'static str],
    },
}

impl CompanionKind {
    /// Returns whether a companion of this kind is derived from `field` of the record.
    pub(crate) fn is_fed_by(&self, field: &str) -> bool {
        match self.role {
            CompanionRole::Pointer { .. } => self.fed_by().is_none_or(|fields| fields.contains(&field)),
            CompanionRole::Lock => self.schema.fields.iter().any(|own| own.field == field),
            CompanionRole::Counter { key, .. } => key.contains(&field),
        }
    }

    /// Returns the fields of the record that a pointer is derived from; `None` if it may be all of them.
    pub(crate) fn fed_by(&self) -> Option<&'static [&'static str]> {
        self.schema.pointer.and_then(|pointer| pointer.fed_by)
    }

    pub(crate) fn is_counter(&self) -> bool {
        matches!(self.role, CompanionRole::Counter { .. })
    }
}

/// The names of fields with their texts in keys; `None` for a field that is absent.
pub(crate) type FieldTexts<'a> = &'a [(&'static str, Option<String>)];

/// Receives the companions of a record.
#[doc(hidden)]
pub trait CompanionSink {
    /// Receives a pointer as DynamoDB's JSON.
    fn pointer(&mut self, schema: &'static EntitySchema, json: &[u8]) -> Result<(), Error>;
    /// Receives a lock of `fields`, with the texts of its key.
    fn lock(&mut self, code: &'static EntityCode, fields: &'static str, texts: FieldTexts<'_>) -> Result<(), Error>;
    /// Receives a counter whose number is `field`, with the texts of its key.
    fn counter(&mut self, code: &'static EntityCode, field: &'static str, texts: FieldTexts<'_>) -> Result<(), Error>;
}

/// Passes a pointer to `out`. Called by generated code.
#[doc(hidden)]
pub fn push_pointer<P: Entity>(out: &mut dyn CompanionSink, pointer: &P) -> Result<(), Error> {
    let mut json = Vec::new();
    pointer.write_json(&mut json)?;
    out.pointer(P::SCHEMA, &json)
}

/// Passes a lock to `out`. Called by generated code.
#[doc(hidden)]
pub fn push_lock<L: Entity>(
    out: &mut dyn CompanionSink,
    fields: &'static str,
    texts: FieldTexts<'_>,
) -> Result<(), Error> {
    out.lock(const { &EntityCode::complete::<L>() }, fields, texts)
}

/// Passes a counter to `out`. Called by generated code.
#[doc(hidden)]
pub fn push_counter<C: Entity>(
    out: &mut dyn CompanionSink,
    field: &'static str,
    texts: FieldTexts<'_>,
) -> Result<(), Error> {
    out.counter(const { &EntityCode::complete::<C>() }, field, texts)
}

/// Returns the text of a field in keys. Called by generated code.
#[doc(hidden)]
pub fn companion_text<T: KeySource>(
    schema: &'static EntitySchema,
    value: &T,
    field: &'static str,
) -> Result<Option<String>, Error> {
    value.own_text().map_err(|problem| Error::encode(schema, crate::codec::CodecError::in_key(problem).within(field)))
}

/// Returns the shard of a counter that an item is counted in. Called by generated code.
#[doc(hidden)]
pub fn companion_shard<E: Entity>(entity: &E, shards: u32) -> Result<Option<String>, Error> {
    let key = entity.key()?;
    Ok(Some(shard(&[key.pk(), key.sk().unwrap_or_default()], shards).to_string()))
}

/// A pointer: a companion that copies fields of a canonical record, declared with `pointer_of(..)`.
///
/// ```
/// use std::collections::BTreeSet;
///
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
/// pub enum App {
///     Event(Event),
///     EventPointer(EventPointer),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "EVENT#<event_id>", sk = "META", pointers(EventPointer))]
/// pub struct Event {
///     event_id: String,
///     title: String,
///     text: String,
///     groups: BTreeSet<String>,
/// }
///
/// #[derive(Entity)]
/// #[entity(
///     table = App,
///     pk = "GROUP#<group>",
///     sk = "EVENT#<event_id>",
///     pointer_of(Event, each(group in groups)),
/// )]
/// pub struct EventPointer {
///     group: String,
///     event_id: String,
///     title: String,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pointer of `{C}`",
    label = "does not say `pointer_of({C}, ..)`",
    note = "help: add `pointer_of({C}, ..)` to the `#[entity(..)]` of `{Self}`, or leave it out here"
)]
pub trait PointerOf<C: Entity>: Entity {
    /// The fields of the canonical record's key, each with the pointer's field of the same value.
    #[doc(hidden)]
    const OWNER: &'static [(&'static str, &'static str)];

    /// Derives all pointers of a record.
    #[doc(hidden)]
    fn derive(canonical: &C, out: &mut dyn CompanionSink) -> Result<(), Error>;

    // Generated code calls all of these as `<Pointer as PointerOf<Canonical>>::..`, so that rustc shows one message.

    /// The pointer's kind, as data.
    #[doc(hidden)]
    const KIND: CompanionKind =
        CompanionKind { schema: Self::SCHEMA, role: CompanionRole::Pointer { owner: Self::OWNER } };
}

/// A field of a canonical record that can be copied to a pointer's field of type `T`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the pointer's field is of type `{T}`, and what it is made from is of type `{Self}`",
    label = "of another type in the canonical record",
    note = "help: give it the type that it has there; `each(.. in ..)` takes the elements of a collection or an `Option`, and `#[entity(with = function)]` makes another value"
)]
pub trait SameAs<T> {
    fn same(&self) -> T;
}

impl<T: Clone> SameAs<T> for T {
    fn same(&self) -> T {
        self.clone()
    }
}

/// Copies a field of a canonical record. Called by generated code.
#[doc(hidden)]
pub fn same<S: SameAs<T>, T>(source: &S) -> T {
    source.same()
}
