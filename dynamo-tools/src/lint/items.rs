//! Rules about items: their size, their growth, their end.

use dynamo_core::schema::{AttributeType, EntitySchema, Role, TableSchema};

use super::Findings;
use super::partitions::is_mutable;
use crate::cost::Sizes;

pub(super) fn expiring(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities().filter(|entity| entity.fields.iter().any(|field| field.role == Role::Ttl)) {
        for pattern in entity.patterns.iter().filter(|pattern| !pattern.get && !pattern.unexpired) {
            let reason = format!("items of `{}` expire, and `{}` returns those that have", entity.name, pattern.name);
            found.entity(entity, Some(pattern.name), reason);
        }
    }
}

pub(super) fn milliseconds(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities() {
        for field in entity.fields.iter().filter(|field| field.role == Role::Ttl) {
            let names = [Some(field.field), field.attribute];
            let is_milli = |name: &str| {
                let name = name.to_ascii_lowercase();
                name.ends_with("_ms")
                    || name.ends_with("millis")
                    || name.contains("milliseconds")
                    || name.ends_with("atms")
            };
            if names.into_iter().flatten().any(is_milli) {
                let reason = format!("items of `{}` expire by `{}`", entity.name, field.field);
                found.entity(entity, Some(field.field), reason);
            }
        }
    }
}

fn is_collection(ty: AttributeType) -> bool {
    matches!(ty, AttributeType::L | AttributeType::Set)
}

pub(super) fn unbounded(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities() {
        for field in entity.fields.iter().filter(|field| is_collection(field.ty) && is_mutable(entity, field)) {
            let reason = format!("nothing bounds `{}` of `{}`", field.field, entity.name);
            found.entity(entity, Some(field.field), reason);
        }
    }
}

/// From where on an item is near its limit.
const LARGE: u32 = 300 * 1024;

pub(super) fn large(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities() {
        if let Some(size) = entity.load.size.filter(|size| *size >= LARGE) {
            let reason = format!("an item of `{}` has {} KB", entity.name, size / 1024);
            found.entity(entity, None, reason);
        }
    }
}

/// The limits of a transaction.
const ACTIONS: u64 = 100;
const BYTES: u64 = 4 * 1024 * 1024;

/// What of its record there is a pointer for each of.
fn each(companion: &EntitySchema) -> Option<&'static str> {
    companion.pointer.and_then(|pointer| pointer.each)
}

pub(super) fn transaction(table: &TableSchema, found: &mut Findings<'_>) {
    let sizes = Sizes::default();
    for entity in table.all_entities() {
        let uses = entity.companion_uses.iter().filter(|used| used.counts.is_none());
        let companions = uses.filter_map(|used| table.all_entities().find(|other| other.id == used.entity));
        let companions: Vec<_> = companions.collect();
        for companion in &companions {
            let Some(source) = each(companion) else { continue };
            let field = entity.fields.iter().find(|field| source == field.field);
            let reason = format!(
                "writes of `{}` write a `{}` for each of `{source}`, of which there may be more than {ACTIONS}",
                entity.name, companion.name
            );
            found.entity(entity, field.map(|field| field.field).or(Some(companion.name)), reason);
        }
        // As many as one transaction has, of those that there is one for each of.
        let many = companions.iter().filter(|companion| each(companion).is_some()).count() as u64;
        let ones = 1 + companions.len() as u64 - many;
        let of_each = ACTIONS.saturating_sub(ones).checked_div(many).unwrap_or(0);
        let bytes = |companion: &&EntitySchema| sizes.item(companion) * each(companion).map_or(1, |_| of_each);
        let bytes = sizes.item(entity) + companions.iter().copied().map(|companion| bytes(&companion)).sum::<u64>();
        if !companions.is_empty() && bytes > BYTES {
            let reason = format!(
                "a write of `{}` with {} companions has {} MB",
                entity.name,
                ones - 1 + many * of_each,
                bytes.div_ceil(1024 * 1024)
            );
            found.entity(entity, None, reason);
        }
    }
}
