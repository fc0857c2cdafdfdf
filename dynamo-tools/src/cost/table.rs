//! What a table costs in a month.

use dynamo_core::schema::{CompanionUse, EntitySchema, Projection, TableSchema};
use serde::Serialize;

use super::explain::{Explained, Question, explain};
use super::prices::Prices;
use super::size::Sizes;
use crate::keys::places;

/// DynamoDB stores 100 bytes more with each item, and with each entry of an index.
const OVERHEAD: u64 = 100;

/// The cost of writing one item of an entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WriteCost {
    /// The entity.
    pub entity: &'static str,
    /// The bytes of an item.
    pub item_size: u64,
    /// How many indexes get an entry.
    pub index_entries: u64,
    /// How many companions are written with it: as many of a kind as its `load(items = ..)` and that of the record say, and
    /// otherwise one.
    pub companions: f64,
    /// The requests: one, or one transaction for every hundred items.
    pub requests: u64,
    /// The write units of a create, with all of them. A delete of all of them takes as many.
    pub write_units: f64,
    /// The write units of an update of a field that is in no key, in no list of a projection, and in no companion: the item, and
    /// its entry in every index that holds whole items.
    pub update_units: f64,
    /// The write units of an update that changes its keys in all indexes, and no companion: each old entry is deleted and a new
    /// one is put.
    pub rekey_units: f64,
    /// Whether it is written with the records of other entities, and paid for with them.
    pub companion: bool,
    /// Writes a second, where that is declared.
    pub rate: Option<f64>,
    /// Dollars a month at that rate.
    pub dollars: Option<f64>,
}

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
    pub writes: Vec<WriteCost>,
    /// Bytes of all items and entries, of entities whose number is declared.
    pub stored: u64,
    /// Dollars a month for those.
    pub storage_dollars: f64,
    /// Dollars a month: requests whose rate is declared, and storage.
    pub dollars: f64,
    /// What has no rate, and is not in the sum.
    pub without_rate: Vec<String>,
}

/// Whether the items are written with those of another entity, whose writes they are part of.
fn is_companion(table: &TableSchema, entity: &EntitySchema) -> bool {
    table.all_entities().any(|other| other.companion_uses.iter().any(|used| used.entity == entity.id))
}

/// How many companions of this kind a record has. A counter is one of many records.
#[allow(clippy::cast_precision_loss)] // Numbers of items.
fn multiplicity(record: &EntitySchema, companion: &EntitySchema, used: &CompanionUse) -> f64 {
    match (record.load.items, companion.load.items, used.counts) {
        (Some(records), Some(companions), None) if records > 0 => companions as f64 / records as f64,
        _ => 1.0,
    }
}

/// The actions of a transaction.
const ACTIONS: f64 = 100.0;

#[allow(clippy::cast_precision_loss)] // Sizes of items.
fn units(bytes: u64) -> f64 {
    bytes.div_ceil(1024).max(1) as f64
}

/// Returns what it costs to create an item of an entity, with its index entries and companions.
///
/// A write with companions is a transaction, which is charged twice for items, and once for entries of indexes. Where it has
/// more than a hundred actions, it is several, and each of the later ones checks the record, for two units more; the last one
/// writes it a second time.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
/// use dynamo_tools::cost::{Prices, Sizes, write_cost};
///
/// let cost = write_cost(App::SCHEMA, Note::SCHEMA, &Sizes::default(), &Prices::included()?);
/// assert_eq!((cost.index_entries, cost.write_units), (1, 2.0)); // the item, and its entry
/// # Ok::<(), dynamo_tools::ToolError>(())
/// ```
#[must_use]
pub fn write_cost(table: &TableSchema, entity: &EntitySchema, sizes: &Sizes, prices: &Prices) -> WriteCost {
    let own = |entity: &EntitySchema| units(sizes.item(entity));
    let entries = |entity: &EntitySchema| -> Vec<(f64, bool)> {
        // The second arm of a condition is of other items.
        let first = places(entity).into_iter().filter_map(|(index, _)| index);
        let mut seen = Vec::new();
        for index in first {
            if !seen.contains(&index.ident) {
                seen.push(index.ident);
            }
        }
        let indexes = seen.into_iter().filter_map(|ident| entity.layout.index(ident));
        indexes.map(|index| (units(sizes.entry(entity, index)), index.projection == Projection::All)).collect()
    };
    let companions: Vec<_> = entity
        .companion_uses
        .iter()
        .filter_map(|used| {
            let companion = table.all_entities().find(|other| other.id == used.entity)?;
            Some((companion, multiplicity(entity, companion, used)))
        })
        .collect();
    // The sum of nothing is -0.
    let count = companions.iter().map(|(_, count)| count).sum::<f64>() + 0.0;
    let factor = if companions.is_empty() { 1.0 } else { 2.0 };
    let own_entries = entries(entity);
    let sum = |entries: &[(f64, bool)]| entries.iter().map(|(units, _)| units).sum::<f64>();
    let of_companion =
        |(companion, count): &(&EntitySchema, f64)| count * (factor * own(companion) + sum(&entries(companion)));
    // Each transaction has one action for the record.
    let requests = (count / (ACTIONS - 1.0)).ceil().max(1.0);
    let write_units = factor * own(entity) * requests
        + sum(&own_entries) * requests.min(2.0)
        + companions.iter().map(of_companion).sum::<f64>();
    let rate = entity.load.writes;
    WriteCost {
        entity: entity.name,
        item_size: sizes.item(entity),
        index_entries: own_entries.len() as u64,
        companions: count,
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A whole number from 1 on.
        requests: requests as u64,
        write_units,
        update_units: own(entity) + own_entries.iter().filter(|(_, whole)| *whole).map(|(units, _)| units).sum::<f64>(),
        rekey_units: own(entity) + 2.0 * sum(&own_entries),
        companion: is_companion(table, entity),
        rate,
        dollars: rate.map(|rate| prices.month(0.0, rate * write_units)),
    }
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
    let (mut patterns, mut writes, mut without_rate, mut stored) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for entity in table.all_entities() {
        for pattern in entity.patterns {
            let call = explain(table, entity, pattern, sizes, Question::default());
            let dollars = pattern.rate.map(|rate| prices.month(rate * call.read_units, 0.0));
            if pattern.rate.is_none() {
                without_rate.push(call.pattern.clone());
            }
            patterns.push(PatternCost { rate: pattern.rate, dollars, call });
        }
        let write = write_cost(table, entity, sizes, prices);
        // Companions are paid for with their records.
        if write.rate.is_none() && !write.companion {
            without_rate.push(format!("writes of {}", entity.name));
        }
        writes.push(write);
        if let Some(items) = entity.load.items {
            let entries = places(entity).into_iter().filter_map(|(index, _)| index);
            let entries: u64 = entries.map(|index| sizes.entry(entity, index) + OVERHEAD).sum();
            stored += items * (sizes.item(entity) + OVERHEAD + entries);
        }
    }
    #[allow(clippy::cast_precision_loss)] // Bytes of a table.
    let storage = stored as f64 / f64::from(1 << 30) * prices.storage_gb_month;
    let reads: f64 = patterns.iter().filter_map(|pattern: &PatternCost| pattern.dollars).sum();
    let written: f64 = writes.iter().filter_map(|write: &WriteCost| write.dollars).sum();
    TableCost {
        table: table.layout.table,
        prices: format!("{}, {}", prices.region, prices.date),
        patterns,
        writes,
        stored,
        storage_dollars: storage,
        dollars: reads + written + storage,
        without_rate,
    }
}
