//! Implementations of `Attribute` for common types.

mod collection;
pub(crate) mod number;
mod pointer;
mod scalar;
mod value;
