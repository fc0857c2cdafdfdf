//! `Attribute` for the usual types.

mod bytes;
mod collection;
mod decimal;
pub(crate) mod number;
mod pointer;
mod scalar;
mod tuple;
mod value;
