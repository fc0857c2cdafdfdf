//! What one call of an access pattern costs.

use dynamo_core::schema::{AccessPattern, EntitySchema, KeyPart, TableSchema};
use serde::Serialize;

use super::size::Sizes;
use crate::patterns::AccessRow;

/// How many bytes one request reads at most.
const PAGE: u64 = 1024 * 1024;

/// How many items are assumed where nothing is said.
const ITEMS: u64 = 20;

/// The assumptions under which a call is explained.
#[derive(Debug, Clone, Copy, Default)]
pub struct Question {
    /// How many items match, in place of what the pattern says.
    pub items: Option<u64>,
    /// Whether the read is consistent, which costs twice as much.
    pub consistent: bool,
}

/// The cost of one call of an access pattern.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explained {
    /// `Goal::of_user`
    pub pattern: String,
    /// `get` or `query`.
    pub operation: &'static str,
    /// The index that serves it, or `table`.
    pub served_by: &'static str,
    /// The key condition.
    pub condition: String,
    /// How many items it reads.
    pub items: u64,
    /// The bytes of each.
    pub item_size: u64,
    /// How many requests it takes.
    pub requests: u64,
    /// The read units that it consumes.
    pub read_units: f64,
    /// What the figures rest on, where it is not declared.
    pub assumed: Vec<String>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// Explains what one call of an access pattern costs.
///
/// ```
/// use dynamo_core::prelude::*;
/// use dynamo_tools::cost::{Question, Sizes, explain};
///
/// #[derive(Table)]
/// #[table(name = "chat", pk = "PK", sk = "SK")]
/// pub enum Chat {
///     Message(Message),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = Chat, pk = "CHANNEL#<channel>", sk = "MSG#<at:013>", load(size = 400))]
/// #[access(latest(channel), descending, limit = 50)]
/// pub struct Message {
///     channel: String,
///     at: u64,
/// }
///
/// let entity = Chat::SCHEMA.entities[0];
/// let explained = explain(Chat::SCHEMA, entity, &entity.patterns[0], &Sizes::default(), Question::default());
/// assert_eq!((explained.items, explained.requests, explained.read_units), (50, 1, 2.5));
/// ```
#[must_use]
pub fn explain(
    table: &TableSchema,
    entity: &EntitySchema,
    pattern: &AccessPattern,
    sizes: &Sizes,
    question: Question,
) -> Explained {
    let index = pattern.index.and_then(|ident| table.layout.index(ident));
    let read: Vec<_> = match pattern.of {
        Some(of) => table.all_entities().filter(|entity| of.contains(&entity.id)).collect(),
        None => table.all_entities().filter(|other| other.id == entity.id).collect(),
    };
    let size = |entity: &EntitySchema| index.map_or_else(|| sizes.item(entity), |index| sizes.entry(entity, index));
    let item_size = read.iter().map(|entity| size(entity)).sum::<u64>().div_ceil((read.len() as u64).max(1));
    let mut assumed: Vec<_> = read
        .iter()
        .filter(|entity| sizes.is_assumed(entity))
        .map(|entity| format!("an item of `{}` has {} bytes", entity.name, sizes.item(entity)))
        .collect();
    let is_single = pattern.get || pattern.first;
    let declared = pattern.items.map(u64::from).or(pattern.limit.map(|limit| limit as u64));
    let items = match question.items.or(declared) {
        _ if is_single => 1,
        Some(items) => pattern.limit.map_or(items, |limit| items.min(limit as u64)),
        None => {
            assumed.push(format!("{ITEMS} items match"));
            ITEMS
        }
    };
    let is_sharded = |entity: &&&EntitySchema| reads_shards(entity, pattern);
    let shards = read.iter().find(is_sharded).map_or(1, |entity| u64::from(entity.shards_read));
    // A limit is asked of every shard; without one, the items are spread over them.
    let of_shard = if pattern.limit.is_some() || pattern.first { items } else { items.div_ceil(shards) };
    let (pages, units) = pages(of_shard, item_size, question.consistent);
    let row = AccessRow::new(table, entity, pattern);
    let mut notes = Vec::new();
    if shards > 1 {
        notes.push(format!("{shards} partitions are read at the same time, and merged"));
    }
    if !entity.overlaps.is_empty() && !pattern.get {
        notes.push("items of other entities under the same prefix are read too, and charged".to_owned());
    }
    if pattern.unexpired {
        notes.push("items that have expired and are not deleted yet are read too, and charged".to_owned());
    }
    Explained {
        pattern: format!("{}::{}", entity.name, pattern.name),
        operation: if pattern.get { "get" } else { "query" },
        served_by: index.map_or("table", |index| index.name),
        condition: row.condition,
        items,
        item_size,
        requests: pages.saturating_mul(shards),
        #[allow(clippy::cast_precision_loss)] // Few shards.
        read_units: units * shards as f64,
        assumed,
        notes,
    }
}

/// Whether the key that a pattern reads has `<shard>` in it.
fn reads_shards(entity: &EntitySchema, pattern: &AccessPattern) -> bool {
    let sides = crate::keys::Sides::of_target(entity, pattern.index, pattern.otherwise);
    entity.shards > 0
        && !pattern.get
        && sides.is_some_and(|sides| sides.partition_fields().iter().any(KeyPart::is_shard))
}

/// The requests that read so many items of one size, and their units: a request ends at a megabyte.
fn pages(items: u64, size: u64, consistent: bool) -> (u64, f64) {
    // A page ends with the item that reaches the limit.
    let of_page = PAGE.div_ceil(size.max(1)).max(1);
    let (full, rest) = (items / of_page, items % of_page);
    #[allow(clippy::cast_precision_loss)] // Far below 2^52.
    let units = |items: u64| (items * size).div_ceil(4096).max(1) as f64 * if consistent { 1.0 } else { 0.5 };
    let has_rest = rest > 0 || full == 0;
    #[allow(clippy::cast_precision_loss)] // Who asks for so many gets about so many.
    let sum = full as f64 * units(of_page) + if has_rest { units(rest) } else { 0.0 };
    (full + u64::from(has_rest), sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_at_a_megabyte() {
        assert_eq!(pages(0, 400, false), (1, 0.5));
        assert_eq!(pages(10, 400, true), (1, 1.0));
        // 2,622 items of 400 bytes reach a megabyte: 1,048,800 bytes, 257 blocks of 4 KB.
        assert_eq!(pages(2_622, 400, true), (1, 257.0));
        assert_eq!(pages(2_623, 400, true), (2, 258.0));
        let (requests, units) = pages(u64::MAX, 400, false);
        assert!(requests > 7_000_000_000_000_000 && units > 1e17);
    }
}
