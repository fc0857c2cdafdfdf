//! Implementations of `Attribute` for common types.

mod bytes;
mod collection;
pub(crate) mod number;
mod pointer;
mod scalar;
mod tuple;
mod value;
