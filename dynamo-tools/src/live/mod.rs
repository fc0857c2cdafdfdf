//! Reads live tables, compares them with their declarations, and brings them in line.
//!
//! Needed by programs that change tables themselves, such as a deployment; the command line has `diff`, `plan` and `apply`.

mod apply;
mod difference;
mod plan;
mod read;
mod send;
mod step;

pub use apply::{Event, apply};
pub use difference::{Difference, differences};
pub use plan::{Plan, PlanOptions, plan};
pub use read::read;
pub use step::Step;
