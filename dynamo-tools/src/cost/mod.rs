//! What access patterns and writes cost: requests, capacity and money.

mod explain;
mod prices;
mod size;
mod table;

pub use explain::{Explained, Question, explain};
pub use prices::Prices;
pub use size::Sizes;
pub use table::{PatternCost, TableCost, WriteCost, table_cost, write_cost};
