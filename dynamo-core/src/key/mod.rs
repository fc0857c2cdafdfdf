//! Keys: what may stand in one, how it is written, and how it is read back.
//!
//! Most programs need nothing from here: key functions are generated, and `#[derive(KeyField)]` makes a newtype or an enum fit
//! to stand in a key. [`KeyArgument`] is what a function of your own takes that passes a part of a key on.

mod captures;
mod field;
mod impls;
mod index;
mod maps;
mod quick;
mod render;
mod shard;
mod tested;
mod text;
mod timestamp;
mod tuple;
mod value;
mod writer;

pub use crate::codec::KeyError;
pub(crate) use crate::codec::KeyProblem;
#[doc(hidden)]
pub use captures::KeyCaptures;
#[doc(hidden)] // A bound of generated code: a `KeyField`, or an `Option` of one.
pub use field::KeySource;
pub(crate) use field::key_arguments;
pub use field::{KeyArgument, KeyField};
pub use index::IndexKey;
pub(crate) use render::{is_in_index, primary_key, render, render_parts, render_spec, write_json_key};
pub(crate) use shard::{SHARD_PART, shard};
#[doc(hidden)] // Of generated code: what `when(..)` can test.
pub use tested::{KeyTests, Tested, key_test, known_tests, tested};
pub(crate) use text::Texts;
#[doc(hidden)]
pub use text::{KeyBuffer, KeyText, TextSink};
pub use timestamp::Timestamp;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
pub(crate) use timestamp::is_below_nanoseconds;
#[doc(hidden)]
pub use tuple::KeyTuple;
pub(crate) use tuple::parse;
pub use value::KeyValue;
pub(crate) use writer::BELOW_MILLISECOND;
pub(crate) use writer::KeyWriter;
