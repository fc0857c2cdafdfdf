//! Keys: what may stand in one, how it is written, and how it is read back.

mod captures;
mod field;
mod impls;
mod index;
mod maps;
mod render;
mod shard;
mod text;
mod timestamp;
mod tuple;
mod value;
mod writer;

pub use crate::error::KeyError;
pub(crate) use crate::error::KeyProblem;
#[doc(hidden)]
pub use captures::KeyCaptures;
pub use field::{KeyArg, KeyField, KeySource};
pub use index::IndexKey;
pub(crate) use render::{Texts, is_in_index, primary_key, render, render_parts, render_spec, write_key};
pub(crate) use shard::{SHARD_PART, shard};
#[doc(hidden)]
pub use text::KeyText;
pub use timestamp::Timestamp;
#[doc(hidden)]
pub use tuple::KeyTuple;
pub(crate) use tuple::parse;
pub use value::KeyValue;
#[doc(hidden)]
pub use writer::KeyBuffer;
pub(crate) use writer::KeyWriter;
