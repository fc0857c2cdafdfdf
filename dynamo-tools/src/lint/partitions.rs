//! Rules about keys.

use dynamo_core::schema::{EntitySchema, FieldSchema, KeyKind, KeyPart, Membership, Role, TableSchema};

use super::Findings;
use crate::keys::{Sides, fields, places};

/// Where a key stands, in words.
fn place(index: Option<&dynamo_core::schema::IndexSchema>) -> String {
    index.map_or_else(|| "the table".to_owned(), |index| format!("index {}", index.name))
}

fn partition_text(sides: &Sides) -> String {
    sides.partition.iter().map(|(_, spec)| format!("\"{}\"", spec.text())).collect::<Vec<_>>().join(", ")
}

pub(super) fn constant(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities() {
        for (index, sides) in places(entity) {
            // A key that has one value altogether is one item.
            let is_one = index.is_none() && sides.sort.iter().all(|(_, spec)| fields(spec).is_empty());
            if sides.partition_fields().is_empty() && !is_one && !index.is_some_and(|index| index.local) {
                let reason = format!("all items have the partition key {} in {}", partition_text(&sides), place(index));
                found.entity(entity, index.map(|index| index.ident), reason);
            }
        }
    }
}

pub(super) fn low_cardinality(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities() {
        for (index, sides) in places(entity) {
            let parts = sides.partition_fields();
            let values = |part: &KeyPart| match part.kind {
                KeyKind::Closed(texts) if !part.is_shard() => Some(texts.len()),
                _ => None,
            };
            let values: Option<Vec<_>> = parts.iter().map(values).collect();
            let is_local = index.is_some_and(|index| index.local);
            if let Some(values) = values.filter(|values| !values.is_empty() && !is_local) {
                let partitions: usize = values.iter().product();
                let reason = format!(
                    "{} in {} has {partitions} values, and all items share them",
                    partition_text(&sides),
                    place(index)
                );
                found.entity(entity, index.map(|index| index.ident), reason);
            }
        }
    }
}

/// Whether a field of an item may have another value later.
pub(super) fn is_mutable(entity: &EntitySchema, field: &FieldSchema) -> bool {
    let keys = [Some(entity.pk), entity.sk];
    let in_key = keys.into_iter().flatten().any(|spec| fields(&spec).iter().any(|part| part.field == field.field));
    !in_key && !field.immutable && !entity.write_once && field.role != Role::CreatedAt
}

pub(super) fn mutable_key(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities().filter(|entity| !is_companion(table, entity)) {
        for used in entity.indexes {
            let Some(index) = entity.layout.index(used.index) else { continue };
            let Some(sides) = Sides::of_index(entity, index, used) else { continue };
            // Entering and leaving an index is what a condition is for.
            let is_conditional =
                matches!(used.membership, Membership::Sparse(_) | Membership::When(..) | Membership::Unless(..));
            let mut names: Vec<&str> = Vec::new();
            for part in sides.all().flat_map(|(_, spec)| fields(spec)) {
                let field = entity.fields.iter().find(|field| field.field == part.field);
                let changes = field.is_some_and(|field| is_mutable(entity, field));
                if changes && !(is_conditional && part.optional) && !names.contains(&part.field) {
                    names.push(part.field);
                }
            }
            if !names.is_empty() {
                let fields = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let reason = format!("the key in index {} is made from {fields}, which can change", index.name);
                found.entity(entity, Some(index.ident), reason);
            }
        }
    }
}

/// Whether the items are written with those of another entity.
pub(super) fn is_companion(table: &TableSchema, entity: &EntitySchema) -> bool {
    table.all_entities().any(|other| other.companion_uses.iter().any(|used| used.entity == entity.id))
}

pub(super) fn read_before_update(table: &TableSchema, found: &mut Findings<'_>) {
    for entity in table.all_entities().filter(|entity| entity.updates_read) {
        let reason = format!(
            "every update of `{}` reads the item, since an index key is made from `updated_at` and other fields",
            entity.name
        );
        found.entity(entity, None, reason);
    }
}

pub(super) fn local(table: &TableSchema, found: &mut Findings<'_>) {
    for index in table.layout.indexes.iter().filter(|index| index.local) {
        found.table(Some(index.ident), format!("index {} is local", index.name));
    }
}

/// Names by which designs separate tenants, where the table does not say `boundary = ".."`.
const TENANTS: [&str; 6] = ["tenant", "org", "organisation", "organization", "account", "workspace"];

pub(super) fn authorisation(table: &TableSchema, found: &mut Findings<'_>) {
    match table.layout.settings.boundary {
        Some(boundary) => declared_boundary(table, boundary, found),
        None => guessed_boundary(table, found),
    }
}

/// The table says which field it is: it is in every partition key, of the table and of each index.
fn declared_boundary(table: &TableSchema, boundary: &str, found: &mut Findings<'_>) {
    for entity in table.all_entities() {
        for (index, sides) in places(entity) {
            if sides.partition_fields().iter().any(|part| part.field == boundary) {
                continue;
            }
            let has_it = entity.fields.iter().any(|field| field.field == boundary);
            let reason = format!(
                "the partition key {} in {} is without `{boundary}`, {}",
                partition_text(&sides),
                place(index),
                if has_it { "which items have" } else { "and so are the items" }
            );
            found.entity(entity, index.map(|index| index.ident), reason);
        }
    }
}

fn guessed_boundary(table: &TableSchema, found: &mut Findings<'_>) {
    let is_tenant = |field: &str| {
        let name = field.strip_suffix("_id").unwrap_or(field);
        TENANTS.contains(&name)
    };
    let in_partition = |entity: &EntitySchema, field: &str| fields(&entity.pk).iter().any(|part| part.field == field);
    let separates = |field: &str| table.all_entities().any(|entity| in_partition(entity, field));
    for entity in table.all_entities() {
        for field in entity.fields.iter().filter(|field| is_tenant(field.field) && separates(field.field)) {
            if !in_partition(entity, field.field) {
                let reason = format!(
                    "items have `{}`, which begins the partition keys of others, and theirs is \"{}\"",
                    field.field,
                    entity.pk.text()
                );
                found.entity(entity, Some(field.field), reason);
            }
        }
    }
}
