//! Which entities may be written by themselves, and how often.

use super::Entity;

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
