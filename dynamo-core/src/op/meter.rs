//! What operations cost.

use std::future::IntoFuture;
use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity};

use super::{Operation, Pending, operate};
use crate::Error;
use crate::wire::Hook;

/// What an operation cost.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Consumed {
    /// How many requests were made, without retries of the same one.
    pub requests: u64,
    /// How often a request was sent again.
    pub retries: u64,
    /// Read capacity units.
    pub read_units: f64,
    /// Write capacity units.
    pub write_units: f64,
}

/// Counts while an operation runs.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Meter {
    consumed: Arc<Mutex<Consumed>>,
    asks: bool,
}

impl Meter {
    pub(crate) fn new(asks: bool) -> Self {
        Self { consumed: Arc::default(), asks }
    }

    /// What to ask of DynamoDB.
    pub(crate) fn asks(&self) -> Option<ReturnConsumedCapacity> {
        self.asks.then_some(ReturnConsumedCapacity::Total)
    }

    pub(crate) fn sent(&self, hook: &Hook) {
        self.add(|consumed| {
            consumed.requests += 1;
            consumed.retries += u64::from(hook.attempts().saturating_sub(1));
        });
    }

    /// A request is made again by us.
    pub(crate) fn retried(&self) {
        self.add(|consumed| {
            consumed.requests = consumed.requests.saturating_sub(1);
            consumed.retries += 1;
        });
    }

    pub(crate) fn read(&self, units: f64) {
        self.add(|consumed| consumed.read_units += units);
    }

    pub(crate) fn read_all(&self, capacity: &[ConsumedCapacity]) {
        self.read(sum(capacity));
    }

    pub(crate) fn written(&self, capacity: &[ConsumedCapacity]) {
        let units = sum(capacity);
        self.add(|consumed| consumed.write_units += units);
    }

    fn add(&self, change: impl FnOnce(&mut Consumed)) {
        change(&mut self.consumed.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn consumed(&self) -> Consumed {
        *self.consumed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sum(capacity: &[ConsumedCapacity]) -> f64 {
    capacity.iter().filter_map(ConsumedCapacity::capacity_units).sum()
}

/// An operation that also tells what it cost: awaited, it gives its output and [`Consumed`].
///
/// ```no_run
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity)]
/// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// # pub struct Note { id: String }
/// # async fn run(db: Db) -> Result<(), Error> {
/// let (note, consumed) = db.get(Note::key("n1")).metered().await?;
/// println!("{} units", consumed.read_units);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "an operation does nothing until it is awaited"]
pub struct Metered<O>(O);

impl<O> Metered<O> {
    pub(crate) fn new(operation: O) -> Self {
        Self(operation)
    }
}

impl<O: Operation> IntoFuture for Metered<O> {
    type Output = Result<(O::Output, Consumed), Error>;
    type IntoFuture = Pending<(O::Output, Consumed)>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(operate(self.0, true))
    }
}
