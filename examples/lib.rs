//! What the example programs have in common: `cargo run --example goals_guild`, and so on.
//!
//! A [`Story`] opens a database, shows what each step asks of it, and clears up. The programs run on an engine in the same
//! process, or on the one that `DYNAMODB_ENDPOINT` names.

mod journal;
mod story;

pub use journal::{Journal, Step};
pub use story::{Outcome, Story, Tables, run, say, unique};
