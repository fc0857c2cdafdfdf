//! Tables, entities and access patterns for people.

use std::fmt::Write;

use dynamo_core::schema::{EntitySchema, KeySpec, Membership, TableSchema};

use super::Exported;
use crate::keys::{Keys, Sides, membership_keys};
use crate::patterns::{AccessRow, access_patterns};
use crate::spec::{TableSpec, key_text};

pub(super) fn export(tables: &[Exported]) -> String {
    tables.iter().map(|table| section(table.schema, &table.spec)).collect::<Vec<_>>().join("\n")
}

fn section(schema: &TableSchema, spec: &TableSpec) -> String {
    let mut out = format!("# {}\n\n", schema.layout.table);
    _ = writeln!(out, "Table `{}`, key {}, {}.\n", spec.name, code(&key_text(&spec.key)), settings(spec));
    if !spec.indexes.is_empty() {
        out += "| index | kind | key | holds |\n|---|---|---|---|\n";
        for index in &spec.indexes {
            let kind = if index.local { "local" } else { "global" };
            let holds = match index.projection.as_str() {
                "ALL" => "everything".to_owned(),
                "KEYS_ONLY" => "keys".to_owned(),
                _ => format!("keys, {}", index.include.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ")),
            };
            _ = writeln!(out, "| {} | {kind} | {} | {holds} |", index.name, code(&key_text(&index.key)));
        }
        out.push('\n');
    }
    out += "## Entities\n\n| entity | key | in indexes | companions |\n|---|---|---|---|\n";
    for entity in schema.all_entities() {
        let companions = companions(schema, entity);
        _ = writeln!(
            out,
            "| {} | {} | {} | {companions} |",
            entity.name,
            keys(&Sides::of_table(entity)),
            indexes(entity).join("<br>")
        );
    }
    let rows = access_patterns(schema);
    if !rows.is_empty() {
        out += "\n## Access patterns\n\n";
        out += &AccessRow::markdown(&rows);
    }
    out
}

fn settings(spec: &TableSpec) -> String {
    let mut facts = vec![spec.billing.to_string()];
    facts.extend(spec.ttl.as_ref().map(|ttl| format!("items expire by `{ttl}`")));
    facts.extend(spec.stream.as_ref().map(|view| format!("stream of {}", view.to_lowercase().replace('_', " "))));
    facts.extend((spec.point_in_time_recovery == Some(true)).then(|| "point-in-time recovery".to_owned()));
    facts.extend(spec.deletion_protection.then(|| "protected from deletion".to_owned()));
    let tags = spec.tags.iter().flatten().map(|(key, value)| format!("tag `{key}` = `{value}`"));
    facts.extend(tags);
    facts.join(", ")
}

fn keys(sides: &Sides) -> String {
    let side = |keys: &Keys| keys.iter().map(|(_, spec)| shown(spec)).collect::<Vec<_>>().join(", ");
    let sort = side(&sides.sort);
    if sort.is_empty() { side(&sides.partition) } else { format!("{} / {sort}", side(&sides.partition)) }
}

fn shown(spec: &KeySpec) -> String {
    match spec {
        KeySpec::Template(template) => code(template.text),
        KeySpec::Field(part) => format!("field {}", code(part.field)),
    }
}

fn indexes(entity: &EntitySchema) -> Vec<String> {
    let shown = entity.indexes.iter().filter_map(|used| {
        membership_keys(&used.membership)?;
        let index = entity.layout.index(used.index)?;
        let keys = keys(&Sides::of_index(entity, index, used)?);
        let of = |test: &dynamo_core::schema::Test| match test.value {
            Some(value) => format!("{} is {value}", code(test.field)),
            None => format!("{} is set", code(test.field)),
        };
        let while_text = match &used.membership {
            Membership::Sparse(_) => " while its fields are set".to_owned(),
            Membership::When(test, _) => format!(" while {}", of(test)),
            Membership::Unless(test, _) => format!(" unless {}", of(test)),
            Membership::Always(_) | Membership::None => String::new(),
        };
        Some(format!("{}: {keys}{while_text}", index.name))
    });
    shown.collect()
}

fn companions(schema: &TableSchema, entity: &EntitySchema) -> String {
    let name = |id: &str| schema.all_entities().find(|other| other.id == id).map_or("", |other| other.name).to_owned();
    let uses = entity.companion_uses.iter().map(|used| match used.counts {
        Some(field) => format!("counted in {} ({})", name(used.entity), code(field)),
        None => name(used.entity),
    });
    uses.collect::<Vec<_>>().join(", ")
}

/// Code in a cell of a table, where a bar would end it.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}
