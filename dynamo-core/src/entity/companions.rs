//! What an entity says about its companions: pointers, locks and counters.

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
    /// What it is for.
    pub role: CompanionRole,
}

/// What a companion is for.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum CompanionRole {
    /// A copy of the record.
    Pointer {
        /// The fields of the record's key, each with the pointer's own field that has its value.
        owner: &'static [(&'static str, &'static str)],
        /// The record's fields that it is made from; `None` when a function looks at all of them.
        fed_by: Option<&'static [&'static str]>,
    },
    /// A value that only one record may have: made from the record's fields that have the lock's own names.
    Lock,
    /// A number of records: its key is made from these fields.
    Counter(&'static [&'static str]),
}

impl CompanionKind {
    /// Whether a companion of this kind is made from a field of the record.
    pub(crate) fn is_fed_by(&self, field: &str) -> bool {
        match self.role {
            CompanionRole::Pointer { fed_by, .. } => fed_by.is_none_or(|fields| fields.contains(&field)),
            CompanionRole::Lock => self.schema.fields.iter().any(|own| own.field == field),
            CompanionRole::Counter(fields) => fields.contains(&field),
        }
    }

    pub(crate) fn is_counter(&self) -> bool {
        matches!(self.role, CompanionRole::Counter(_))
    }
}

/// The texts that fields have in keys, by their names; `None` for one that is absent.
pub(crate) type FieldTexts<'a> = &'a [(&'static str, Option<String>)];

/// Takes the companions of a record.
#[doc(hidden)]
pub trait CompanionSink {
    /// Takes a pointer, as DynamoDB's JSON.
    fn pointer(&mut self, schema: &'static EntitySchema, json: &[u8]) -> Result<(), Error>;
    /// Takes a lock of `fields`, whose key has these texts.
    fn lock(&mut self, code: &'static EntityCode, fields: &'static str, texts: FieldTexts<'_>) -> Result<(), Error>;
    /// Takes a counter of which `field` is counted, whose key has these texts.
    fn counter(&mut self, code: &'static EntityCode, field: &'static str, texts: FieldTexts<'_>) -> Result<(), Error>;
}

/// Written by the derive.
#[doc(hidden)]
pub fn push_pointer<P: Entity>(out: &mut dyn CompanionSink, pointer: &P) -> Result<(), Error> {
    let mut json = Vec::new();
    pointer.write_json(&mut json)?;
    out.pointer(P::SCHEMA, &json)
}

/// Written by the derive.
#[doc(hidden)]
pub fn push_lock<L: Entity>(
    out: &mut dyn CompanionSink,
    fields: &'static str,
    texts: FieldTexts<'_>,
) -> Result<(), Error> {
    out.lock(const { &EntityCode::complete::<L>() }, fields, texts)
}

/// Written by the derive.
#[doc(hidden)]
pub fn push_counter<C: Entity>(
    out: &mut dyn CompanionSink,
    field: &'static str,
    texts: FieldTexts<'_>,
) -> Result<(), Error> {
    out.counter(const { &EntityCode::complete::<C>() }, field, texts)
}

/// The text of a field in keys: written by the derive.
#[doc(hidden)]
pub fn companion_text<T: KeySource>(
    schema: &'static EntitySchema,
    value: &T,
    field: &'static str,
) -> Result<Option<String>, Error> {
    value.own_text().map_err(|problem| Error::encode(schema, crate::codec::CodecError::in_key(problem).within(field)))
}

/// The shard of an item in a counter: written by the derive.
#[doc(hidden)]
pub fn companion_shard<E: Entity>(entity: &E, shards: u32) -> Result<Option<String>, Error> {
    let key = entity.key()?;
    Ok(Some(shard(&[key.pk(), key.sk().unwrap_or_default()], shards).to_string()))
}

/// A pointer: an item that is made from a canonical record, declared with `pointer_of(..)`.
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
    /// The canonical record's fields that it is made from; `None` when a function looks at all of them.
    #[doc(hidden)]
    const FED_BY: Option<&'static [&'static str]>;

    /// The fields of the canonical record's key, each with the pointer's own field that has its value.
    #[doc(hidden)]
    const OWNER: &'static [(&'static str, &'static str)];

    /// Derives all pointers of a record.
    #[doc(hidden)]
    fn derive(canonical: &C, out: &mut dyn CompanionSink) -> Result<(), Error>;

    // The derive calls all of these as `<Pointer as PointerOf<Canonical>>::..`, so that rustc shows one message.

    /// The same as data.
    #[doc(hidden)]
    const KIND: CompanionKind = CompanionKind {
        schema: Self::SCHEMA,
        role: CompanionRole::Pointer { owner: Self::OWNER, fed_by: Self::FED_BY },
    };
}

/// A field of a canonical record that a pointer can have: of the same type.
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

/// Written by the derive.
#[doc(hidden)]
pub fn same<S: SameAs<T>, T>(source: &S) -> T {
    source.same()
}
