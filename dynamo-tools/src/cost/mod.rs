//! The cost of access patterns and writes: requests, capacity and money.
//!
//! Needed by programs that print or check costs themselves; the command line has `cost` and `explain`.

mod change;
mod companions;
mod explain;
mod prices;
mod size;
mod table;
mod write;

pub use explain::{Explained, Question, explain};
pub use prices::Prices;
pub use size::Sizes;
pub use table::{PatternCost, TableCost, table_cost};
pub use write::{EntityCost, WriteCost, WriteKind, write_costs};
