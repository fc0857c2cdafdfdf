//! What access patterns and writes cost: requests, capacity and money.

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
