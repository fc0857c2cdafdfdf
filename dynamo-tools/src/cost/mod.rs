//! The cost of access patterns and writes: requests, capacity and money.
//!
//! Needed by programs that print or check costs themselves; the command line has `cost` and `explain`.

mod explain;
mod prices;
mod size;
mod table;

pub use explain::{Explained, Question, explain};
pub use prices::Prices;
pub use size::Sizes;
pub use table::{PatternCost, TableCost, WriteCost, table_cost, write_cost};
