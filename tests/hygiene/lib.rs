//! Declarations in a hostile crate: `dynamo-core` under another name, everything documented, no warning, its own `Result`,
//! `Option`, `Some`, `Ok`, `String` and `Vec`, fields with the names that generated code would use, and no prelude where
//! that is possible.
#![deny(missing_docs, warnings)]
#![forbid(unsafe_code)]

pub mod bare;
pub mod together;

pub use bare::{Hostile, Id, Kind, Part, Shape, operations, seen};
pub use together::Thing;
