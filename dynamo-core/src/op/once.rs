//! `db.transact().once(..)`

use std::marker::PhantomData;

use super::transact::Transact;
use super::{Inserted, builders, operation};
use crate::codec::Item;
use crate::entity::{Creatable, Entity};
use crate::error::Error;
use crate::wire::{About, Running, run};
use crate::write::{Sending, Unsent, Write, execute};

impl Transact {
    /// Applies the transaction once for a request, however often and however much later the request is repeated. The
    /// item `request` identifies the request, and is created in the same transaction.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # use dynamo_core::op::Inserted;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
    /// # pub enum App { Note(Note), Request(Request) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// #[derive(Entity)]
    /// #[entity(table = App, pk = "REQUEST#<request_id>", sk = "META")]
    /// pub struct Request {
    ///     request_id: String,
    ///     note_id: String, // what the request gave
    ///     #[entity(ttl)]
    ///     expires: u64,
    /// }
    ///
    /// # async fn run(db: Db, note: Note, request: Request) -> Result<(), Error> {
    /// let note_id = match db.transact().create(&note).once(&request).await? {
    ///     Inserted::Created(_) => note.id, // this call applied the transaction
    ///     Inserted::Existing(first) => first.note_id, // an earlier one did, and this one wrote nothing
    /// };
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// [`idempotent`](Self::idempotent) needs no item, but recognizes a repeated request for ten minutes only. Given as well, it
    /// changes nothing: the item says whether the request is a repetition.
    pub fn once<G: Creatable>(self, request: &G) -> TransactOnce<G> {
        let guard = self.db.create(request).into_write();
        TransactOnce { transact: self, guard, entity: G::SCHEMA.name, request: PhantomData }
    }
}

/// A transaction that is applied once for a request: see [`Transact::once`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct TransactOnce<G> {
    transact: Transact,
    guard: Result<Write, Error>,
    entity: &'static str,
    request: PhantomData<fn() -> G>,
}

impl<G: Entity + Send> TransactOnce<G> {
    fn run(self, metered: bool) -> Running<(Item, bool)> {
        start(self.transact, self.guard, self.entity, metered)
    }

    fn finish(answer: (Item, bool)) -> Result<Inserted<G>, Error> {
        Inserted::read(answer)
    }
}

/// Executes the transaction; returns the request's item, and whether this call created it.
fn start(
    transact: Transact,
    guard: Result<Write, Error>,
    entity: &'static str,
    metered: bool,
) -> Running<(Item, bool)> {
    run(About { entity, ..About::new("transact") }, metered, move |meter| async move {
        let db = transact.db.clone();
        let mut writes = transact.checked()?;
        let at = writes.len();
        writes.push(guard?);
        match execute(&db, &writes, Sending::Transaction(None), &meter).await {
            Ok(mut written) => Ok((written.swap_remove(at).new.unwrap_or_default(), true)),
            Err(Unsent::Cancelled(mut reasons)) => match reasons.get_mut(at).and_then(Option::take) {
                Some(Error::Exists(failure)) if failure.item.is_some() => Ok((failure.item.unwrap_or_default(), false)),
                reason => {
                    reasons[at] = reason;
                    Err(Unsent::Cancelled(reasons).into_error())
                }
            },
            Err(unsent) => Err(unsent.into_error()),
        }
    })
}

operation!([G: Entity + Send] TransactOnce<G> => Inserted<G>, "db.transact().put(&book()).once(&new_book())");

builders! {
    [G] TransactOnce<G>: "TransactOnce" { transact, guard, entity, request };
}
