//! Keys: what may stand in one, how it is written, and how it is read back.

mod error;
mod field;
mod impls;
mod value;
mod writer;

pub use error::KeyError;
pub(crate) use error::KeyProblem;
pub use field::{KeyArg, KeyField, KeySource};
#[doc(hidden)]
pub use value::KeyCaptures;
pub(crate) use value::render_spec;
pub use value::{IndexKey, IntoKey, Key, KeyValue};
#[doc(hidden)]
pub use writer::{KeyBuffer, KeyWriter};
