//! `db.transact().once(..)`

use std::marker::PhantomData;

use super::carry::{Sending, carry};
use super::intent::Intent;
use super::send::Unsent;
use super::transact::Transact;
use super::{About, Meter, Operation, awaitable};
use crate::{Db, Entity, Error};

impl Transact {
    /// Carried out once for a request, however often it comes and however much later: the item that is given here stands
    /// for the request, and is created in the same transaction.
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
    /// [`idempotent`](Self::idempotent) costs no item, and knows a request for ten minutes.
    pub fn once<G: Entity>(self, request: &G) -> OnceOp<G> {
        let guard = self.db.create(request).into_intent();
        OnceOp { db: self.db.clone(), transact: self, guard, request: PhantomData }
    }
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Once<G> {
    /// It was carried out now.
    Done,
    /// It was carried out before, and nothing was written now: what stood for it then.
    Repeated(G),
}

/// A transaction that is carried out once for a request: see [`Transact::once`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct OnceOp<G> {
    db: Db,
    transact: Transact,
    guard: Result<Box<dyn Intent>, Error>,
    request: PhantomData<fn() -> G>,
}

impl<G: Entity + Send> Operation for OnceOp<G> {
    type Output = Once<G>;

    fn about(&self) -> About {
        About { operation: "transact", table: "", entity: G::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Once<G>, Error> {
        let token = self.transact.token.clone();
        let mut intents = self.transact.checked()?;
        let at = intents.len();
        intents.push(self.guard?);
        match carry(&self.db, &intents, Sending::Transaction(token), &meter).await {
            Ok(_) => Ok(Once::Done),
            Err(Unsent::Cancelled(mut reasons)) => match reasons.get_mut(at).and_then(Option::take) {
                Some(Error::Exists(failure)) => {
                    let first = failure.item::<G>()?;
                    first.map(Once::Repeated).ok_or_else(|| Error::Exists(failure))
                }
                reason => {
                    reasons[at] = reason;
                    Err(Unsent::Cancelled(reasons).into_error())
                }
            },
            Err(unsent) => Err(unsent.into_error()),
        }
    }
}

awaitable!([G: Entity + Send] OnceOp<G>);
