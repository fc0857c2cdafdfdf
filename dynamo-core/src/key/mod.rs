//! Keys: what may stand in one, how it is written, and how it is read back.

mod captures;
mod error;
mod field;
mod impls;
mod index;
mod shard;
mod value;
mod writer;

#[doc(hidden)]
pub use captures::KeyCaptures;
pub use error::KeyError;
pub(crate) use error::KeyProblem;
pub use field::{KeyArg, KeyField, KeySource};
pub use index::IndexKey;
pub(crate) use shard::{SHARD_PART, shard};
pub use value::{IntoKey, Key, KeyValue};
pub(crate) use value::{render, render_parts, render_spec};
#[doc(hidden)]
pub use writer::{KeyBuffer, KeyWriter};
