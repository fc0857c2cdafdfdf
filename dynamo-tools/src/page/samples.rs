//! Items for a page that is given none: a few of each entity, in two partitions.

use std::collections::BTreeMap;

use dynamo_core::schema::{AccessPattern, EntitySchema, TableSchema};
use serde_json::Value;

use super::Given;
use crate::keys::{Sides, fields};
use crate::sample::varied;

/// How many items of one entity share a partition.
const TOGETHER: usize = 3;

/// The entities that a pattern reads.
pub(super) fn read(schema: &TableSchema, entity: &EntitySchema, pattern: &AccessPattern) -> Vec<&'static EntitySchema> {
    let is_read = |other: &&'static EntitySchema| match pattern.of {
        Some(of) => of.contains(&other.id),
        None => other.id == entity.id,
    };
    schema.all_entities().filter(is_read).collect()
}

/// Items of every entity: three in a first partition, and one in a second.
pub(super) fn items(schema: &TableSchema) -> Vec<Given> {
    let mut items = Vec::new();
    for entity in schema.all_entities() {
        let sides = Sides::of_table(entity);
        let in_partition: Vec<_> = sides.partition_fields().iter().map(|part| part.field).collect();
        let sort = sides.sort.iter().flat_map(|(_, spec)| fields(spec));
        let is_many = sort.into_iter().any(|part| !in_partition.contains(&part.field));
        let mut seen: Vec<BTreeMap<String, Value>> = Vec::new();
        for (partition, at) in (1..=TOGETHER).map(|at| (1, at)).chain([(2, TOGETHER + 1)]) {
            if !is_many && (2..=TOGETHER).contains(&at) {
                continue;
            }
            let vary = |field: &str| if in_partition.contains(&field) { partition } else { at };
            let item = varied(entity, &vary);
            let is_same = |known: &BTreeMap<String, Value>| {
                sides.all().all(|(attribute, _)| known.get(attribute.name.text) == item.get(attribute.name.text))
            };
            // Keys without fields, or of an enum with few values, repeat.
            if !seen.iter().any(is_same) {
                seen.push(item);
            }
        }
        items.extend(seen.into_iter().map(|item| Given { entity: entity.name, item }));
    }
    items
}
