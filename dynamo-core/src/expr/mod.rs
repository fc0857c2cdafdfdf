//! Typed attributes, conditions and updates.
//!
//! `Goal::fields()` returns a handle for every attribute of `Goal`. The methods of a handle depend on the field's type,
//! so that only operations that DynamoDB supports on such an attribute compile. Names and values are always sent as
//! placeholders.
//!
//! ```
//! use dynamo_core::prelude::*;
//!
//! #[derive(Table)]
//! #[table(name = "app", pk = "PK", sk = "SK")]
//! pub enum App {
//!     Note(Note),
//! }
//!
//! #[derive(Entity)]
//! #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
//! pub struct Note {
//!     id: String,
//!     text: Option<String>,
//!     likes: u32,
//! }
//!
//! let note = Note::fields();
//! let condition = (note.likes.gt(10) & note.text.exists()) | !note.text.contains("draft");
//! assert_eq!(condition.to_string(), "(likes > 10 AND exists(text)) OR NOT contains(text, \"draft\")");
//! ```

mod aliases;
mod assignments;
mod condition;
mod evaluate;
mod field;
mod holds;
mod index_keys;
mod limits;
mod path;
mod placeholders;
mod rules;
mod size;
mod update;
mod upsert;
mod value;
mod whose;

pub(crate) use assignments::Assignment;
pub use assignments::{Each, Settable, ValuesFor};
pub use condition::Condition;
pub(crate) use condition::{Compare, Node};
pub use field::Field;
#[doc(hidden)] // Of generated code.
pub use field::handle;
pub(crate) use index_keys::with_index_keys;
pub(crate) use limits::{check_condition, check_update};
pub(crate) use placeholders::Placeholders;
pub use size::Size;
pub(crate) use update::{Changes, Term};
pub use value::{Operand, ValueFor};
pub(crate) use whose::{no_own, own};

// The rules of fields, as types: they stand in signatures, bounds and messages, and nobody has to write them.
#[doc(hidden)]
pub use {
    assignments::{Encoded, FieldPlace},
    field::{FieldPath, ListField, MapField, Nested, NestedBase, Removable, Searchable, Whole, Within},
    path::Path,
    rules::{
        Addable, Alone, At, BareKey, Countable, DeletedAtField, Element, Free, GivenAgain, Immutable, InKey, InTest,
        Indexed, Managed, Member, NoGroup, NotInKey, Orderable, Partly, Prefixable, SetAgain, SetRule, SetTogether,
        TestsOf, Untouched, VersionField, WithinRule,
    },
    value::{BytesOf, SerdeOf, SetOf, StoredAs},
};
