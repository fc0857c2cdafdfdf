//! Which of the items at hand answer an example of an access pattern.

use std::collections::BTreeMap;

use dynamo_core::schema::{AccessPattern, EntitySchema, KeySpec, Part, TableSchema};
use serde_json::Value;

use super::Given;
use super::samples::read;
use crate::keys::Sides;

/// Returns the positions of the items that answer the pattern, for the arguments that its first item gives.
pub(super) fn answers(
    schema: &TableSchema,
    entity: &EntitySchema,
    pattern: &AccessPattern,
    items: &[Given],
) -> Vec<usize> {
    let Some(sides) = Sides::of_target(entity, pattern.index, pattern.otherwise) else { return Vec::new() };
    let example = items.iter().find(|given| {
        given.entity == entity.name
            && sides
                .all()
                .all(|(attribute, spec)| key(&given.item, attribute.name.text).is_some_and(|key| fits(spec, key)))
    });
    let Some(example) = example else { return Vec::new() };
    let names: Vec<_> = read(schema, entity, pattern).iter().map(|entity| entity.name).collect();
    let wanted = Wanted { pattern, sides: &sides, example: &example.item };
    let mut found: Vec<usize> = (0..items.len())
        .filter(|at| names.contains(&items[*at].entity) && wanted.is_answered_by(&items[*at].item))
        .collect();
    let sort = sides.sort.first().map(|(attribute, _)| attribute.name.text);
    found.sort_by_key(|at| sort.and_then(|name| key(&items[*at].item, name)).map(str::to_owned));
    if pattern.descending {
        found.reverse();
    }
    found.truncate(if pattern.get || pattern.first { 1 } else { pattern.limit.unwrap_or(usize::MAX) });
    found
}

struct Wanted<'a> {
    pattern: &'a AccessPattern,
    sides: &'a Sides,
    example: &'a BTreeMap<String, Value>,
}

impl Wanted<'_> {
    fn is_answered_by(&self, item: &BTreeMap<String, Value>) -> bool {
        let same_partition = self.sides.partition.iter().all(|(attribute, _)| {
            let name = attribute.name.text;
            key(item, name).is_some() && key(item, name) == key(self.example, name)
        });
        if !same_partition || self.pattern.of.is_some() {
            return same_partition;
        }
        self.sides.sort.iter().all(|(attribute, spec)| {
            let name = attribute.name.text;
            let (Some(own), Some(example)) = (key(item, name), key(self.example, name)) else { return false };
            match self.known(spec, example) {
                (prefix, true) => own == prefix,
                (prefix, false) => own.starts_with(prefix) && fits(spec, own),
            }
        })
    }

    /// What of a sort key the arguments give, and whether that is all of it.
    fn known<'t>(&self, spec: &KeySpec, text: &'t str) -> (&'t str, bool) {
        let is_given = |field: &str| {
            self.pattern.fields.contains(&(field, "="))
                || self.sides.partition_fields().iter().any(|part| part.field == field)
        };
        let parts = spec.parts();
        let mut end = 0;
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Literal(literal) => end += literal.len(),
                Part::Field(part) if is_given(part.field) || part.is_shard() => {
                    // A value goes on to the literal behind it.
                    let rest = text.get(end..).unwrap_or_default();
                    end += match parts.get(at + 1) {
                        Some(Part::Literal(literal)) => rest.find(literal).unwrap_or(rest.len()),
                        _ => rest.len(),
                    };
                }
                Part::Field(_) => return (text.get(..end).unwrap_or(text), false),
            }
        }
        (text.get(..end).unwrap_or(text), true)
    }
}

/// Whether a key begins as the template does.
fn fits(spec: &KeySpec, text: &str) -> bool {
    match spec.parts().first() {
        Some(Part::Literal(literal)) => text.starts_with(literal),
        _ => true,
    }
}

/// The text of a key attribute.
fn key<'a>(item: &'a BTreeMap<String, Value>, name: &str) -> Option<&'a str> {
    item.get(name)?.as_object()?.values().next()?.as_str()
}
