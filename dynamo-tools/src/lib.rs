//! The tables of `dynamo-core` as data: exports, plans against live tables, a linter, a cost model, and a command line.
//!
//! A program gets all of it by handing its tables to one function:
//!
//! ```no_run
//! # use dynamo_core::prelude::*;
//! # #[derive(Table)]
//! # #[table(name = "app", pk = "PK")]
//! # pub enum App { Note(Note) }
//! # #[derive(Entity)]
//! # #[entity(table = App, pk = "NOTE#<id>")]
//! # pub struct Note { id: String }
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     dynamo_tools::run::<(App,)>()
//! }
//! ```
//!
//! Everything works on plain data: a [`Tool`] is the schema of a table and the few functions that need its types.

mod cli;
mod compile_error;
pub mod cost;
mod describe;
mod error;
mod export;
mod keys;
pub mod lint;
pub mod live;
mod name;
mod page;
mod patterns;
mod redact;
pub mod sample;
mod spec;
#[cfg(feature = "studio")]
mod studio;
mod tables;
mod value;

pub use cli::{Program, run};
pub use compile_error::{CompileError, compile_errors, find_compile_errors};
pub use describe::{
    CompanionDescription, EntityDescription, FieldDescription, IndexDescription, KeysDescription, PatternDescription,
    TableDescription,
};
pub use error::ToolError;
pub use export::{Exported, Format};
pub use patterns::{AccessRow, access_patterns};
pub use spec::{BillingSpec, IndexSpec, KeyPart, TableSpec};
pub use tables::{Tables, Tool};
