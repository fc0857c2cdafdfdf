//! Keys: what may stand in one, how it is written, and how it is read back.

mod error;
mod field;
mod impls;
mod shard;
mod value;
mod writer;

pub use error::KeyError;
pub(crate) use error::KeyProblem;
pub use field::{KeyArg, KeyField, KeySource};
pub(crate) use shard::{SHARD_PART, shard};
#[doc(hidden)]
pub use value::KeyCaptures;
pub use value::{IndexKey, IntoKey, Key, KeyValue};
pub(crate) use value::{render, render_spec};
#[doc(hidden)]
pub use writer::{KeyBuffer, KeyWriter};
