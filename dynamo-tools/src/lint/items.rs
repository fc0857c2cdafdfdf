//! Rules about items: their size, their growth, their end.

use dynamo_core::schema::{AttributeType, EntitySchema, Role, TableSchema};

use super::Findings;
use super::partitions::is_mutable;

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

pub(super) fn transaction(table: &TableSchema, found: &mut Findings<'_>) {
    // Of each element of a collection there is a pointer, which has a field for it that the record has not.
    let is_of_elements = |entity: &EntitySchema, companion: &EntitySchema| {
        companion.fields.iter().any(|field| !entity.fields.iter().any(|own| own.field == field.field))
    };
    let has_many = |entity: &EntitySchema| {
        let uses = entity.companion_uses.iter().filter(|used| used.counts.is_none());
        let mut companions = uses.filter_map(|used| table.all_entities().find(|other| other.id == used.entity));
        companions.any(|companion| is_of_elements(entity, companion))
    };
    for entity in table.all_entities().filter(|entity| has_many(entity)) {
        for field in entity.fields.iter().filter(|field| is_collection(field.ty)) {
            let reason = format!(
                "writes of `{}` write companions too, and `{}` may name more than a hundred of them",
                entity.name, field.field
            );
            found.entity(entity, Some(field.field), reason);
        }
    }
}
