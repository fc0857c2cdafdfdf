//! Declarations of companions: pointers, locks and counters.

use super::Entity;
use super::code::{CompanionKind, CompanionRole, CompanionSink, EntityCode, FieldTexts};
use crate::error::Error;
use crate::key::{KeySource, shard};
use crate::schema::EntitySchema;

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
