//! Rules about entities that belong together, or do not.

use dynamo_core::schema::{EntitySchema, FieldSchema, Role, TableSchema};

use super::partitions::is_mutable;
use super::{Findings, RULES};
use crate::keys::{fields, places};
use crate::name::snake;

/// Whether one is written with the other.
fn are_companions(a: &EntitySchema, b: &EntitySchema) -> bool {
    let writes = |a: &EntitySchema, b: &EntitySchema| a.companion_uses.iter().any(|used| used.entity == b.id);
    writes(a, b) || writes(b, a)
}

/// What a field is called after: `author` of `author_name`, beside a field `author_id` that says which item it is a copy from.
fn called_after<'a>(copy: &EntitySchema, field: &'a str, of: &str) -> Option<&'a str> {
    let role = field.strip_suffix(of)?.strip_suffix('_').filter(|role| !role.is_empty())?;
    let names =
        |other: &FieldSchema| other.field.strip_prefix(role).is_some_and(|rest| rest == "_id" || rest.is_empty());
    copy.fields.iter().any(names).then_some(role)
}

/// Whether an entity knows the key of another: by the names of its fields, or, for a key of one field, by another name.
fn knows_key(copy: &EntitySchema, field: &str, original: &EntitySchema, of: &str) -> bool {
    let key: Vec<_> = fields(&original.pk).iter().map(|part| part.field).collect();
    let has = |name: &str| copy.fields.iter().any(|field| field.field == name);
    let is_named = field.strip_prefix(&(snake(original.name) + "_")).is_some_and(|rest| rest == of);
    if is_named && !key.is_empty() && key.iter().all(|name| has(name)) {
        return true;
    }
    let by_role = called_after(copy, field, of).is_some();
    by_role && key.len() == 1 && key.iter().all(|name| name.ends_with("_id") || *name == "id")
}

pub(super) fn copied(table: &TableSchema, found: &mut Findings<'_>) {
    for copy in table.all_entities().filter(|copy| !copy.write_once) {
        let own_keys: Vec<_> = [Some(copy.pk), copy.sk].into_iter().flatten().flat_map(|spec| fields(&spec)).collect();
        for field in copy.fields.iter().filter(|field| field.role == Role::Plain) {
            if own_keys.iter().any(|part| part.field == field.field) {
                continue;
            }
            let mut originals =
                table.all_entities().filter(|other| other.id != copy.id && !are_companions(copy, other));
            let original = originals.find_map(|original| {
                let of = original.fields.iter().find(|of| {
                    of.ty == field.ty
                        && field.field.ends_with(of.field)
                        && field.field.len() > of.field.len()
                        && knows_key(copy, field.field, original, of.field)
                })?;
                (of.role == Role::Plain && is_mutable(original, of)).then_some((original, of))
            });
            if let Some((original, of)) = original {
                let reason = format!(
                    "`{}` of `{}` is a copy of `{}` of `{}`, which can change",
                    field.field, copy.name, of.field, original.name
                );
                found.entity(copy, Some(field.field), reason);
            }
        }
    }
}

/// Groups of entities that something brings together: a partition, an access pattern, companions.
fn groups(table: &TableSchema) -> Vec<Vec<&'static EntitySchema>> {
    let entities: Vec<_> = table.all_entities().collect();
    let partitions = |entity: &EntitySchema| -> Vec<(Option<&str>, Vec<&str>)> {
        let places = places(entity).into_iter();
        places
            .map(|(index, sides)| {
                (index.map(|index| index.ident), sides.partition.iter().map(|(_, spec)| spec.text()).collect())
            })
            .collect()
    };
    let read_together = |a: &EntitySchema, b: &EntitySchema| {
        entities
            .iter()
            .flat_map(|entity| entity.patterns)
            .filter_map(|pattern| pattern.of)
            .any(|of| of.contains(&a.id) && of.contains(&b.id))
    };
    let joined = |a: &EntitySchema, b: &EntitySchema| {
        are_companions(a, b)
            || a.overlaps.contains(&b.id)
            || a.shares_key.contains(&b.id)
            || read_together(a, b)
            || partitions(a).iter().any(|partition| partitions(b).contains(partition))
    };
    let mut groups: Vec<Vec<&'static EntitySchema>> = Vec::new();
    for entity in &entities {
        let (mut with, without): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group: &Vec<&EntitySchema>| group.iter().any(|other| joined(entity, other)));
        let mut merged: Vec<_> = with.drain(..).flatten().collect();
        merged.push(*entity);
        groups = without;
        groups.push(merged);
    }
    groups
}

pub(super) fn overloading(table: &TableSchema, found: &mut Findings<'_>) {
    let groups = groups(table);
    let expires =
        |group: &[&EntitySchema]| group.iter().any(|entity| entity.fields.iter().any(|field| field.role == Role::Ttl));
    let (expiring, lasting): (Vec<_>, Vec<_>) = groups.iter().partition(|group| expires(group));
    if expiring.is_empty() || lasting.is_empty() {
        return;
    }
    let names = |groups: &[&Vec<&EntitySchema>]| {
        groups.iter().flat_map(|group| group.iter()).map(|entity| entity.name).collect::<Vec<_>>().join(", ")
    };
    let reason = format!(
        "items of {} expire, those of {} do not, and no partition, access pattern or companion brings them together",
        names(&expiring),
        names(&lasting)
    );
    found.table(None, reason);
}

pub(super) fn stale_allow(table: &TableSchema, found: &mut Findings<'_>) {
    let mut used: Vec<(Option<&str>, &str)> = Vec::new();
    for rule in RULES.iter().filter(|rule| rule.id != "stale-allow") {
        let mut of_rule = Findings { rule, table, found: Vec::new() };
        (rule.check)(table, &mut of_rule);
        for finding in of_rule.found {
            used.push((finding.entity, rule.id));
            used.push((None, rule.id));
        }
    }
    for (id, _) in table.layout.settings.allow {
        if !used.contains(&(None, *id)) {
            found.table(Some(id), format!("`{}` allows `{id}`, which finds nothing in it", table.layout.table));
        }
    }
    for entity in table.all_entities() {
        for (id, _) in entity.allow {
            if !used.contains(&(Some(entity.name), *id)) {
                found.entity(entity, Some(id), format!("`{}` allows `{id}`, which finds nothing in it", entity.name));
            }
        }
    }
}
