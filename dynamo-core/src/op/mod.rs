//! Operations: builders that can be awaited.
//!
//! A builder sends its request when it is awaited. Before that it can be given to a [transaction](crate::Db::transact),
//! turned into the SDK's own request (`into_sdk`), or be [`metered`](Get::metered), so that it also returns what it
//! consumed.
//!
//! Every builder is a thin shell: it holds a plain request, and turns the plain answer into its entity.

#![allow(clippy::unnecessary_wraps)] // `operation!` asks every builder for a `finish` that may fail.

mod all;
mod batch_get;
mod batch_get_any;
mod batch_write;
mod delete;
mod future;
mod get;
mod insert_or_get;
mod once;
mod put;
mod query;
mod returning;
mod scan;
mod scan_index;
mod soft_delete;
mod stream;
mod transact;
mod transact_get;
mod update;
mod upsert;
mod write;

pub use crate::error::Undone;
pub use crate::query::{First, Lenient, Many};
pub use all::AllItems;
pub use batch_get::BatchGet;
pub use batch_get_any::BatchGetAny;
pub use batch_write::BatchWrite;
pub use delete::Delete;
pub use future::{Metered, Operation, OperationFuture};
pub(crate) use future::{finish, finish_metered, operation};
pub use get::Get;
pub use insert_or_get::InsertOrGet;
pub use once::{Once, TransactOnce};
pub use put::Put;
pub use query::{Count, PartQuery, QueryOp};
pub use returning::{ReturnNew, ReturnNothing, ReturnOld, Returning};
pub use scan::{Scan, ScanCount, SegmentedScan};
pub use scan_index::PartScan;
pub use soft_delete::SoftDelete;
pub use transact::{Check, IntoDelete, IntoPut, Transact};
pub use transact_get::{KeyTuple, TransactGet};
pub use update::{Existing, OrCreated, Update};
pub use upsert::Upsert;

/// Implements `Debug` without showing values, since any of them may be sensitive.
macro_rules! opaque {
    ($([$($generics:tt)*] $op:ty: $name:literal;)*) => {$(
        impl<$($generics)*> std::fmt::Debug for $op {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    )*};
}

pub(crate) use opaque;

opaque! {
    [E, R] Get<E, R>: "Get";
    [E, R] Put<E, R>: "Put";
    [E, R, M] Update<E, R, M>: "Update";
    [E] InsertOrGet<E>: "InsertOrGet";
    [E, R] Delete<E, R>: "Delete";
    [E] Check<E>: "Check";
    [] Transact: "Transact";
    [O] TransactGet<O>: "TransactGet";
    [E, R] BatchGet<E, R>: "BatchGet";
    [T] BatchGetAny<T>: "BatchGetAny";
    [] BatchWrite: "BatchWrite";
    [E, R, V, M] QueryOp<E, R, V, M>: "QueryOp";
    [E, R, V] Count<E, R, V>: "Count";
    [E, R, M, V] Scan<E, R, M, V>: "Scan";
    [E, V] ScanCount<E, V>: "ScanCount";
    [E] SoftDelete<E>: "SoftDelete";
    [G] TransactOnce<G>: "TransactOnce";
}
