//! What a table costs in a month.

use dynamo_core::schema::TableSchema;
use serde::Serialize;

use super::change::indexes;
use super::explain::{Explained, Question, explain};
use super::prices::Prices;
use super::size::Sizes;
use super::write::{EntityCost, write_costs};

/// DynamoDB stores 100 bytes more with each item, and with each entry of an index.
const OVERHEAD: u64 = 100;

/// The cost of an access pattern.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PatternCost {
    /// One call.
    #[serde(flatten)]
    pub call: Explained,
    /// Calls a second, where that is declared.
    pub rate: Option<f64>,
    /// Dollars a month at that rate.
    pub dollars: Option<f64>,
}

/// The cost of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableCost {
    /// The enum's name.
    pub table: &'static str,
    /// Of which day the prices are.
    pub prices: String,
    /// The access patterns.
    pub patterns: Vec<PatternCost>,
    /// The writes of each entity.
    pub entities: Vec<EntityCost>,
    /// Bytes of all items and entries, of entities whose number is declared.
    pub stored: u64,
    /// Dollars a month for those.
    pub storage_dollars: f64,
    /// Dollars a month: requests whose rate is declared, and storage.
    pub dollars: f64,
    /// What has no rate, and is not in the sum.
    pub without_rate: Vec<String>,
}

/// Returns what a table costs in a month.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
/// use dynamo_tools::cost::{Prices, Sizes, table_cost};
///
/// let cost = table_cost(App::SCHEMA, &Sizes::default(), &Prices::included()?);
/// assert!((cost.dollars - 33.0).abs() < 1.0, "{}", cost.dollars); // 10 writes a second
/// # Ok::<(), dynamo_tools::ToolError>(())
/// ```
#[must_use]
pub fn table_cost(table: &TableSchema, sizes: &Sizes, prices: &Prices) -> TableCost {
    let (mut patterns, mut entities, mut without_rate, mut stored) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for entity in table.all_entities() {
        for pattern in entity.patterns {
            let call = explain(table, entity, pattern, sizes, Question::default());
            let dollars = pattern.rate.map(|rate| prices.month(rate * call.read_units, 0.0));
            if pattern.rate.is_none() {
                without_rate.push(call.pattern.clone());
            }
            patterns.push(PatternCost { rate: pattern.rate, dollars, call });
        }
        let writes = write_costs(table, entity, sizes, prices);
        // Companions are paid for with their records.
        if writes.dollars.is_none() && !writes.companion {
            without_rate.push(format!("writes of {}", entity.name));
        }
        entities.push(writes);
        if let Some(items) = entity.load.items {
            let entries = indexes(entity).into_iter().map(|(index, _)| sizes.entry(entity, index) + OVERHEAD);
            let entries: u64 = entries.sum();
            stored += items * (sizes.item(entity) + OVERHEAD + entries);
        }
    }
    #[allow(clippy::cast_precision_loss)] // Bytes of a table.
    let storage = stored as f64 / f64::from(1 << 30) * prices.storage_gb_month;
    let reads: f64 = patterns.iter().filter_map(|pattern: &PatternCost| pattern.dollars).sum();
    let written: f64 = entities.iter().filter_map(|entity: &EntityCost| entity.dollars).sum();
    TableCost {
        table: table.layout.table,
        prices: format!("{}, {}", prices.region, prices.date),
        patterns,
        entities,
        stored,
        storage_dollars: storage,
        dollars: reads + written + storage,
        without_rate,
    }
}
