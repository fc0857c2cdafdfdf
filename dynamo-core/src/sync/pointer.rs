//! Pointers: copies of a canonical record, for lists.

use super::{Companions, Held};
use crate::{Entity, Error};

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

    /// All pointers of a record.
    #[doc(hidden)]
    fn derive(canonical: &C, out: &mut Companions<'_>) -> Result<(), Error>;

    // The derive calls all of these as `<Pointer as PointerOf<Canonical>>::..`, so that rustc shows one message.

    /// Notes that these pointers go with the record.
    #[doc(hidden)]
    fn hold(held: &mut Held) {
        held.pointer::<C, Self>();
    }

    /// Whether they are made from this field.
    #[doc(hidden)]
    #[must_use]
    fn is_fed_by(field: &str) -> bool {
        Self::FED_BY.is_none_or(|fields| fields.contains(&field))
    }
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
