//! `db.transact().once(..)`

use std::marker::PhantomData;

use super::transact::Transact;
use super::{builders, operation};
use crate::codec::{Item, item_to_json};
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
    /// # use dynamo_core::op::Once;
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
    ///     Once::Done => note.id,
    ///     Once::Repeated(first) => first.note_id,
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

/// The outcome of [`Transact::once`].
#[derive(Debug, Clone, PartialEq)]
pub enum Once<G> {
    /// This call applied the transaction.
    Done,
    /// An earlier call applied the transaction, and this one wrote nothing; holds the item of the earlier request.
    Repeated(G),
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
    fn run(self, metered: bool) -> Running<Option<Item>> {
        start(self.transact, self.guard, self.entity, metered)
    }

    fn finish(first: Option<Item>) -> Result<Once<G>, Error> {
        match first {
            Some(item) => G::read_json(&item_to_json(&item)).map(Once::Repeated),
            None => Ok(Once::Done),
        }
    }
}

/// Executes the transaction; returns the item of the first request if this one is a repetition.
fn start(
    transact: Transact,
    guard: Result<Write, Error>,
    entity: &'static str,
    metered: bool,
) -> Running<Option<Item>> {
    run(About { entity, ..About::new("transact") }, metered, move |meter| async move {
        let db = transact.db.clone();
        let mut writes = transact.checked()?;
        let at = writes.len();
        writes.push(guard?);
        match execute(&db, &writes, Sending::Transaction(None), &meter).await {
            Ok(_) => Ok(None),
            Err(Unsent::Cancelled(mut reasons)) => match reasons.get_mut(at).and_then(Option::take) {
                Some(Error::Exists(failure)) if failure.item.is_some() => Ok(failure.item),
                reason => {
                    reasons[at] = reason;
                    Err(Unsent::Cancelled(reasons).into_error())
                }
            },
            Err(unsent) => Err(unsent.into_error()),
        }
    })
}

operation!([G: Entity + Send] TransactOnce<G> => Once<G>, "db.transact().put(&book()).once(&new_book())");

builders! {
    [G] TransactOnce<G>: "TransactOnce" { transact, guard, entity, request };
}
