//! Keys: what may stand in one, how it is written, and how it is read back.

mod captures;
mod field;
mod impls;
mod index;
mod shard;
mod timestamp;
mod value;
mod writer;

pub use crate::error::KeyError;
pub(crate) use crate::error::KeyProblem;
#[doc(hidden)]
pub use captures::KeyCaptures;
pub use field::{KeyArg, KeyField, KeySource};
pub use index::IndexKey;
pub(crate) use shard::{SHARD_PART, shard};
pub use timestamp::Timestamp;
pub use value::{IntoKey, Key, KeyValue};
pub(crate) use value::{render, render_parts, render_spec};
#[doc(hidden)]
pub use writer::{KeyBuffer, KeyWriter};
