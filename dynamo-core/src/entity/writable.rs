//! Which entities may be written by themselves, and how often.

use super::Entity;
use crate::schema::{EntitySchema, FieldSchema, Role, TableSchema, is_in_primary_key};

/// An entity whose items are created and deleted by themselves: all but pointers, locks and counters, which are written
/// with their record alone.
///
/// ```
/// use dynamo_core::Creatable;
/// use dynamo_core::prelude::*;
///
/// async fn record<E: Creatable>(db: &Db, entity: &E) -> Result<(), Error> {
///     db.create(entity).await
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a pointer, a lock or a counter, which is written with its record alone",
    label = "not written by hand",
    note = "help: write the record that it belongs to, and it follows; in generic code, ask for `Writable` instead of `Entity`"
)]
pub trait Creatable: Entity {}

#[diagnostic::do_not_recommend]
impl<E: Entity> Creatable for E where E::Written: ByHand {}

/// An entity whose items may change once they exist: all but those that are `write_once`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is `write_once`: an item is created, read and deleted, and never changes",
    label = "written once",
    note = "help: `create` another item, or remove `write_once` from `#[entity(..)]`; in generic code, ask for `Writable`"
)]
#[doc(hidden)]
pub trait Changeable: Entity {}

#[diagnostic::do_not_recommend]
impl<E: Entity> Changeable for E where E::Written: Again {}

/// An entity whose items are written by themselves, as often as need be: [`Creatable`] and [`Changeable`] in one word. Operations ask
/// for the two by themselves, so that a mistake is answered by the one that it is about.
///
/// ```
/// use dynamo_core::Writable;
/// use dynamo_core::prelude::*;
///
/// async fn save<E: Writable>(db: &Db, entity: &E) -> Result<(), Error> {
///     db.put(entity).await
/// }
/// ```
pub trait Writable: Creatable + Changeable {}

impl<E: Creatable + Changeable> Writable for E {}

/// What an entity's `Written` is: whether its items are written by themselves, and whether they are written once.
#[doc(hidden)]
#[derive(Debug)]
pub enum WrittenAlone<const YES: bool, const ONCE: bool = false> {}

/// That its items are written by themselves.
#[doc(hidden)]
pub trait ByHand {}
impl<const ONCE: bool> ByHand for WrittenAlone<true, ONCE> {}

/// That its items are written again.
#[doc(hidden)]
pub trait Again {}
impl<const YES: bool> Again for WrittenAlone<YES, false> {}

/// An entity whose items can be deleted softly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field that says when an item was deleted",
    label = "cannot be deleted softly",
    note = "help: add `#[entity(deleted_at)] deleted_at: Option<Timestamp>` to it, or use `delete`"
)]
pub trait SoftDeletable: Entity {}

/// Rule 34: whether the items of an entity are written by themselves, as far as its table knows.
///
/// A counter that has other attributes than its numbers is a record of its own, which the numbers are kept on.
#[doc(hidden)]
#[must_use]
pub const fn is_written_alone(table: &TableSchema, entity: &EntitySchema) -> bool {
    let mut counts = 0;
    let mut schema = Some(table);
    while let Some(table) = schema {
        if !table.companions {
            schema = table.base;
            continue;
        }
        // Patterns, since the compiler's evaluator spends most of its time on calls, and each entity looks at all others.
        let mut entities = table.entities;
        while let [EntitySchema { companion_uses, .. }, after @ ..] = entities {
            let mut uses = *companion_uses;
            while let [used, others @ ..] = uses {
                if used.is_of(entity) {
                    if used.counts.is_none() {
                        return false;
                    }
                    counts += 1;
                }
                uses = others;
            }
            entities = after;
        }
        schema = table.base;
    }
    counts == 0 || has_more_than_numbers(table, entity)
}

/// Whether a counter has attributes besides its key and its numbers.
const fn has_more_than_numbers(table: &TableSchema, entity: &EntitySchema) -> bool {
    let mut i = 0;
    while i < entity.fields.len() {
        let FieldSchema { field, attribute, role, .. } = entity.fields[i];
        let is_data = attribute.is_some() && matches!(role, Role::Plain);
        if is_data && !is_in_primary_key(entity, field) && !table.counts(entity, field) {
            return true;
        }
        i += 1;
    }
    false
}
