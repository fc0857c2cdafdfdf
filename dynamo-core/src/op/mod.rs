//! Operations: builders that can be awaited.
//!
//! These types are returned by the methods of [`Db`](crate::Db), and have to be written only where a function of your own
//! returns one.
//!
//! A builder sends its request when it is awaited. Before that it can be given to a [transaction](crate::Db::transact),
//! turned into the SDK's own request (`into_sdk`), or be [`metered`](Get::metered), so that it also returns what it
//! consumed.
//!
//! Every builder is a thin shell: it holds a plain request, and turns the plain answer into its entity.
//!
//! # The table of the examples
//!
//! Examples of methods, here and in other modules, are about the books `b1` and `b2` on the shelf `fiction`. They run inside
//! of this `example`, which gives them an embedded database with those books:
//!
//! ```
#![doc = include_str!("../../doc/library.rs")]
//! ```

#![allow(clippy::unnecessary_wraps)] // `operation!` asks every builder for a `finish` that may fail.

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
mod read;
mod returning;
mod scan;
mod soft_delete;
mod transact;
mod transact_get;
mod update;
mod upsert;
mod write;

#[doc(inline)]
pub use crate::error::Undone;
pub use batch_get::BatchGet;
pub use batch_get_any::BatchGetAny;
pub use batch_write::BatchWrite;
pub use delete::Delete;
#[doc(hidden)]
pub use future::Metered;
pub(crate) use future::{finish, finish_metered, operation};
pub use get::Get;
pub use insert_or_get::{InsertOrGet, Inserted};
pub use once::TransactOnce;
pub use put::Put;
pub use query::UnfinishedQuery;
pub use read::Read;
pub use scan::{SegmentedScan, UnfinishedScan};
pub use soft_delete::SoftDelete;
pub use transact::{Check, Transact};
pub use transact_get::TransactGet;
pub use update::Update;
pub use upsert::Upsert;

// They stand in signatures and bounds of the builders: nobody has to write them.
#[doc(hidden)]
pub use crate::query::{Lenient, Many};
#[doc(hidden)]
pub use {
    future::{Awaitable, OperationFuture},
    read::{End, NoEnd},
    returning::{ReturnNew, ReturnNothing, ReturnOld, Returning},
    transact_get::KeysToGet,
    update::{Existing, OrCreated},
};

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

/// Implements `Debug`, and `Clone` whatever the entity is.
macro_rules! builders {
    ($([$($generics:tt)*] $op:ty: $name:literal { $($field:tt),* };)*) => {$(
        impl<$($generics)*> Clone for $op {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),* }
            }
        }

        crate::op::opaque! { [$($generics)*] $op: $name; }
    )*};
}

pub(crate) use {builders, opaque};
