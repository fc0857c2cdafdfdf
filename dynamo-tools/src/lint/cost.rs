//! Rules about what is paid for and not used.

use dynamo_core::schema::{AccessPattern, EntitySchema, IndexProjection, IndexSchema, KeySpec, TableSchema};

use super::Findings;
use crate::keys::{Sides, is_in};

/// The patterns of a table, each with its entity.
fn patterns(table: &TableSchema) -> impl Iterator<Item = (&'static EntitySchema, &'static AccessPattern)> {
    table.all_entities().flat_map(|entity| entity.patterns.iter().map(move |pattern| (entity, pattern)))
}

/// Whether a pattern reads items of an entity through an index.
fn reads(table: &TableSchema, index: &IndexSchema, entity: &EntitySchema) -> bool {
    patterns(table).any(|(owner, pattern)| {
        pattern.index == Some(index.ident)
            && (owner.id == entity.id || pattern.of.is_some_and(|of| of.contains(&entity.id)))
    })
}

pub(super) fn unused_index(table: &TableSchema, found: &mut Findings<'_>) {
    for index in table.layout.indexes {
        if !patterns(table).any(|(_, pattern)| pattern.index == Some(index.ident)) {
            let entities = table.all_entities().filter(|entity| is_in(entity, index)).count();
            let reason = format!("no access pattern reads index {}, which {entities} entities are in", index.name);
            found.table(Some(index.ident), reason);
        }
    }
}

pub(super) fn all_projection(table: &TableSchema, found: &mut Findings<'_>) {
    for index in table.layout.indexes.iter().filter(|index| index.projection == IndexProjection::All) {
        // Of an index that nobody reads at all, another rule speaks.
        if !patterns(table).any(|(_, pattern)| pattern.index == Some(index.ident)) {
            continue;
        }
        for entity in table.all_entities().filter(|entity| is_in(entity, index)) {
            if !reads(table, index, entity) {
                let reason = format!(
                    "index {} holds whole items of `{}`, and no access pattern reads them",
                    index.name, entity.name
                );
                found.entity(entity, Some(index.ident), reason);
            }
        }
    }
}

pub(super) fn filtered(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities().filter(|entity| !entity.overlaps.is_empty()) {
        let names: Vec<_> =
            table.all_entities().filter(|other| entity.overlaps.contains(&other.id)).map(|other| other.name).collect();
        let reason =
            format!("queries of `{}` also read items of {}, and leave them out", entity.name, names.join(", "));
        found.entity(entity, None, reason);
    }
}

pub(super) fn mergeable(table: &TableSchema, found: &mut Findings<'_>) {
    let global: Vec<_> = table.layout.indexes.iter().filter(|index| !index.local).collect();
    let shape = |index: &IndexSchema| {
        let types =
            |keys: &[dynamo_core::schema::KeyAttribute]| keys.iter().map(|key| key.key_type).collect::<Vec<_>>();
        (types(index.pk), types(index.sk), index.projection, index.mandatory)
    };
    // Bare fields are natural keys, which a shared index would take away.
    let is_templated = |index: &IndexSchema| {
        table.all_entities().all(|entity| {
            let used = entity.indexes.iter().filter(|used| used.index == index.ident);
            let mut keys = used.filter_map(|used| Sides::of_index(entity, index, used));
            keys.all(|sides| sides.all().all(|(_, spec)| matches!(spec, KeySpec::Template(_))))
        })
    };
    let apart = |a: &IndexSchema, b: &IndexSchema| {
        let is_in_both = |entity: &EntitySchema| is_in(entity, a) && is_in(entity, b);
        !table.all_entities().any(is_in_both)
            && [a, b].iter().all(|index| table.all_entities().any(|entity| is_in(entity, index)))
    };
    let shares_attributes = |a: &IndexSchema, b: &IndexSchema| {
        a.pk.iter().chain(a.sk).any(|key| b.pk.iter().chain(b.sk).any(|other| other.name == key.name))
    };
    for (at, a) in global.iter().enumerate() {
        for b in &global[at + 1..] {
            if shape(a) == shape(b) && is_templated(a) && is_templated(b) && apart(a, b) && !shares_attributes(a, b) {
                let reason =
                    format!("no entity is in both {} and {}, and they have keys of the same types", a.name, b.name);
                found.table(Some(b.ident), reason);
            }
        }
    }
}
