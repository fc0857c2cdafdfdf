//! Operations: builders that are futures.
//!
//! A builder is sent when it is awaited. Before that it can be given to a [transaction](crate::Db::transact), turned into
//! the SDK's own request (`into_sdk`), or be [`metered`](Get::metered), so that it reports what it cost.

mod audit;
mod backfill;
mod batch_error;
mod batch_get;
mod batch_write;
mod carry;
mod delete;
mod expiry;
mod finish;
mod get;
mod intent;
mod kept;
mod mend;
mod meter;
mod once;
mod paging;
mod plan;
mod put;
mod query;
mod retry;
mod returning;
mod scan;
mod send;
mod single_gets;
mod slot;
mod soft_delete;
mod steps;
mod transact;
mod transact_get;
mod update;
mod walk;
mod write;

use std::future::Future;
use std::pin::Pin;

use tracing::Instrument;
use tracing::field::Empty;

use crate::error::Error;

pub use audit::{Audit, AuditRecord, Report};
pub use backfill::Backfill;
pub use batch_error::{BatchError, Undone};
pub use batch_get::BatchGet;
pub use batch_write::BatchWrite;
pub use delete::Delete;
pub use finish::Unfinished;
pub use get::Get;
pub(crate) use kept::now_as;
pub(crate) use mend::mend;
pub(crate) use meter::Meter;
pub use meter::{Consumed, Metered};
pub use once::{Once, OnceOp};
pub use put::Put;
pub(crate) use query::Filter;
pub use query::{Count, First, Many, PartQuery, QueryOp};
pub use returning::{New, Nothing, Old, Returning};
pub use scan::{Scan, SegmentedScan};
pub use soft_delete::SoftDelete;
pub use transact::{Cancelled, CancelledAction, Check, IntoDelete, IntoPut, Transact};
pub use transact_get::{KeyTuple, TransactGet};
pub use update::Update;
pub use walk::Progress;

/// What an awaited operation is.
pub type Pending<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// What a span says of an operation.
#[derive(Debug, Clone, Copy)]
pub struct About {
    pub(crate) operation: &'static str,
    pub(crate) table: &'static str,
    pub(crate) entity: &'static str,
    pub(crate) index: &'static str,
}

/// What can be awaited.
pub trait Operation: Send + Sized + 'static {
    /// What comes of it.
    type Output: Send + 'static;

    #[doc(hidden)]
    fn about(&self) -> About;

    #[doc(hidden)]
    fn run(self, meter: Meter) -> impl Future<Output = Result<Self::Output, Error>> + Send;
}

/// The span of an operation, with what it costs: recorded when this goes.
pub(crate) struct Watch {
    pub(crate) span: tracing::Span,
    pub(crate) meter: Meter,
}

impl Watch {
    pub(crate) fn new(about: About, metered: bool) -> Self {
        let About { operation, table, entity, index } = about;
        let span = tracing::debug_span!(
            "dynamo",
            operation,
            table,
            entity,
            index,
            requests = Empty,
            retries = Empty,
            capacity = Empty,
            error = Empty,
        );
        let meter = Meter::new(metered || !span.is_disabled());
        Self { span, meter }
    }

    pub(crate) fn failed(&self, error: &Error) {
        self.span.record("error", tracing::field::display(error));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.span.is_disabled() {
            let consumed = self.meter.consumed();
            self.span.record("requests", consumed.requests).record("retries", consumed.retries);
            self.span.record("capacity", consumed.read_units + consumed.write_units);
        }
    }
}

/// Runs an operation in a span of its own.
pub(crate) async fn operate<O: Operation>(operation: O, metered: bool) -> Result<(O::Output, Consumed), Error> {
    let watch = Watch::new(operation.about(), metered);
    let result = operation.run(watch.meter.clone()).instrument(watch.span.clone()).await;
    if let Err(error) = &result {
        watch.failed(error);
    }
    result.map(|output| (output, watch.meter.consumed()))
}

/// `Debug` that shows no value: one of them may be sensitive.
macro_rules! opaque {
    ($([$($generics:tt)*] $op:ty: $name:literal;)*) => {$(
        impl<$($generics)*> std::fmt::Debug for $op {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    )*};
}

opaque! {
    [E] Get<E>: "Get";
    [E, R] Put<E, R>: "Put";
    [E, R] Update<E, R>: "Update";
    [E, R] Delete<E, R>: "Delete";
    [E] Check<E>: "Check";
    [] Transact: "Transact";
    [] intent::Action: "Action";
    [O] TransactGet<O>: "TransactGet";
    [E] BatchGet<E>: "BatchGet";
    [] BatchWrite: "BatchWrite";
    [E, R, V, M] QueryOp<E, R, V, M>: "QueryOp";
    [E, R] Scan<E, R>: "Scan";
    [T] Audit<T>: "Audit";
    [T] Backfill<T>: "Backfill";
    [E] SoftDelete<E>: "SoftDelete";
    [G] OnceOp<G>: "OnceOp";
    [E] AuditRecord<E>: "AuditRecord";
}

/// `IntoFuture` and `metered` for an operation.
macro_rules! awaitable {
    ([$($generics:tt)*] $op:ty $(where $($bounds:tt)*)?) => {
        impl<$($generics)*> std::future::IntoFuture for $op $(where $($bounds)*)? {
            type Output = Result<<Self as crate::op::Operation>::Output, crate::Error>;
            type IntoFuture = crate::op::Pending<<Self as crate::op::Operation>::Output>;

            fn into_future(self) -> Self::IntoFuture {
                Box::pin(async { crate::op::operate(self, false).await.map(|(output, _)| output) })
            }
        }

        impl<$($generics)*> $op $(where $($bounds)*)? {
            /// The same operation, which also tells what it cost.
            pub fn metered(self) -> crate::op::Metered<Self> {
                crate::op::Metered::new(self)
            }
        }
    };
}

pub(crate) use awaitable;
