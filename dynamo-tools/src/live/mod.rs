//! Live tables: read, compared with their declarations, and brought in line with them.

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
