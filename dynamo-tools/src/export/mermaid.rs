//! A diagram of entities: their attributes, and which of them are written together.

use std::fmt::Write;

use dynamo_core::schema::{EntitySchema, Role};

use super::Exported;
use crate::keys::Sides;

pub(super) fn export(tables: &[Exported]) -> String {
    let mut out = "erDiagram\n".to_owned();
    let several = tables.len() > 1;
    for table in tables {
        let prefix = if several { format!("{}_", table.schema.layout.table) } else { String::new() };
        let name = |entity: &EntitySchema| format!("{prefix}{}", entity.name);
        for entity in table.schema.all_entities() {
            _ = writeln!(out, "    {} {{", name(entity));
            for (attribute, spec) in Sides::of_table(entity).all() {
                let ty = crate::spec::type_name(attribute.key_type);
                _ = writeln!(out, "        {ty} {} PK {}", word(attribute.name.text), quoted(spec.text()));
            }
            let keys: Vec<_> = Sides::of_table(entity).all().map(|(attribute, _)| attribute.name.text).collect();
            for field in entity.fields {
                let Some(attribute) = field.attribute.filter(|attribute| !keys.contains(attribute)) else { continue };
                let mut facts = Vec::new();
                facts.extend((word(attribute) != attribute).then_some(attribute));
                facts.extend(field.optional.then_some("optional"));
                facts.extend(match field.role {
                    Role::Plain => None,
                    Role::CreatedAt => Some("created at"),
                    Role::UpdatedAt => Some("updated at"),
                    Role::Version => Some("version"),
                    Role::Ttl => Some("expires"),
                    Role::DeletedAt => Some("deleted at"),
                });
                let comment = if facts.is_empty() { String::new() } else { format!(" {}", quoted(&facts.join(", "))) };
                _ = writeln!(out, "        {} {}{comment}", field.ty.name(), word(attribute));
            }
            out += "    }\n";
        }
        for entity in table.schema.all_entities() {
            for used in entity.companion_uses {
                let Some(companion) = table.schema.all_entities().find(|other| other.id == used.entity) else {
                    continue;
                };
                let (line, label) = match used.counts {
                    Some(field) => ("}o--||", format!("counted in {field}")),
                    None => ("||--o{", "is written with".to_owned()),
                };
                _ = writeln!(out, "    {} {line} {} : {}", name(entity), name(companion), quoted(&label));
            }
        }
    }
    out
}

/// A name that the diagram's grammar takes: no mark, no digit first, and none of its words for keys.
fn word(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if ["PK", "FK", "UK"].contains(&word.to_ascii_uppercase().as_str()) {
        return word + "_";
    }
    if word.starts_with(|c: char| c.is_ascii_alphabetic()) { word } else { format!("a{word}") }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}
