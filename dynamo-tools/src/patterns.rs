//! The access patterns of a table, as a table.

use std::fmt;

use dynamo_core::inspect::common_prefix;
use dynamo_core::schema::{AccessPattern, EntitySchema, KeyAttribute, KeySpec, Part, TableSchema};

use crate::keys::Sides;

/// A row of the access-pattern table.
///
/// ```
/// use dynamo_core::prelude::*;
///
/// #[derive(Table)]
/// #[table(name = "chat", pk = "PK", sk = "SK")]
/// pub enum Chat {
///     Message(Message),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = Chat, pk = "CHANNEL#<channel>", sk = "MSG#<at:013>")]
/// #[access(since(channel, at >), descending, about = "Messages after a time")]
/// pub struct Message {
///     channel: String,
///     at: u64,
/// }
///
/// let rows = dynamo_tools::access_patterns(Chat::SCHEMA);
/// assert_eq!(rows[0].pattern, "Messages after a time");
/// assert_eq!(rows[0].function, "Message::since(channel, at)");
/// assert_eq!(rows[0].condition, "PK = \"CHANNEL#<channel>\" AND SK > \"MSG#<at:013>\" within \"MSG#\"");
/// println!("{}", dynamo_tools::AccessRow::markdown(&rows));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessRow {
    /// What it is for, or else the words of its name.
    pub pattern: String,
    /// The function with its arguments.
    pub function: String,
    /// What serves it: the name of an index, or `table`.
    pub served_by: &'static str,
    /// The condition on the keys, in the templates' own words.
    pub condition: String,
    /// `get`, `first`, `descending`, `unexpired`, `limit 20`.
    pub options: String,
}

/// Returns every access pattern of a table that has a name, in the order of the entities.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
/// for row in dynamo_tools::access_patterns(App::SCHEMA) { println!("{row:?}"); }
/// ```
#[must_use]
pub fn access_patterns(table: &TableSchema) -> Vec<AccessRow> {
    let patterns = table.all_entities().flat_map(|entity| entity.patterns.iter().map(move |pattern| (entity, pattern)));
    patterns.map(|(entity, pattern)| AccessRow::new(table, entity, pattern)).collect()
}

fn quoted(spec: &KeySpec) -> String {
    match spec {
        KeySpec::Template(template) => format!("\"{}\"", template.text),
        KeySpec::Field(part) => format!("<{}>", part.field),
    }
}

/// What is asked of one attribute of the sort key; nothing if the pattern does not narrow it.
fn sort_condition(
    name: &str,
    spec: &KeySpec,
    pattern: &AccessPattern,
    partition: &[(KeyAttribute, KeySpec)],
) -> Option<String> {
    let in_partition = |field: &str| {
        partition
            .iter()
            .any(|(_, spec)| spec.parts().iter().any(|part| matches!(part, Part::Field(part) if part.field == field)))
    };
    let operator = |field: &str| pattern.fields.iter().find(|(name, _)| *name == field).map(|(_, operator)| *operator);
    // The template up to where it is narrowed, with the operator of the last field.
    let mut text = String::new();
    for part in spec.parts().iter() {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Field(part) => {
                let shown_at = || match spec {
                    KeySpec::Template(_) => format!("\"{text}{}\"", shown(spec, part.field)),
                    KeySpec::Field(_) => shown(spec, part.field),
                };
                let by = operator(part.field).or(in_partition(part.field).then_some("="));
                match by {
                    Some("=") => text.push_str(&shown(spec, part.field)),
                    Some("in") => return Some(format!("{name} BETWEEN {} AND ..", shown_at())),
                    Some("begins_with") => {
                        return Some(format!("begins_with({name}, \"{text}{}\")", shown(spec, part.field)));
                    }
                    Some(by) => return Some(format!("{name} {by} {}{}", shown_at(), within(&text))),
                    None if text.is_empty() => return None,
                    None => return Some(format!("begins_with({name}, \"{text}\")")),
                }
            }
        }
    }
    Some(format!("{name} = {}", quoted(spec)))
}

/// A range ends where the keys of the entity do.
fn within(prefix: &str) -> String {
    if prefix.is_empty() { String::new() } else { format!(" within \"{prefix}\"") }
}

/// A field as the template has it: `<at:013>`.
fn shown(spec: &KeySpec, field: &str) -> String {
    let text = spec.text();
    let end = |rest: &str| rest.find('>').map(|end| end + 1);
    let found = text
        .match_indices('<')
        .map(|(start, _)| &text[start..])
        .find(|rest| rest[1..].strip_prefix(field).is_some_and(|after| after.starts_with(['>', ':'])));
    found.and_then(|rest| end(rest).map(|end| rest[..end].to_owned())).unwrap_or_else(|| format!("<{field}>"))
}

impl AccessRow {
    pub(crate) fn new(table: &TableSchema, entity: &EntitySchema, pattern: &AccessPattern) -> Self {
        let layout = table.layout;
        let sides = Sides::of_target(entity, pattern.index, pattern.otherwise);
        let Sides { partition, sort } = sides.unwrap_or_else(|| Sides::of_table(entity));
        // The partition of a local index is the table's.
        let mut conditions: Vec<_> =
            partition.iter().map(|(key, spec)| format!("{} = {}", key.name.text, quoted(spec))).collect();
        let prefix = pattern.of.and_then(|of| {
            let entities: Vec<_> = table.all_entities().filter(|entity| of.contains(&entity.id)).collect();
            common_prefix(layout, &entities, pattern.index)
        });
        if let (Some(prefix), Some((key, _))) = (prefix, sort.first()) {
            conditions.push(format!("begins_with({}, \"{prefix}\")", key.name.text));
        } else if pattern.of.is_none() {
            let narrowed =
                |(key, spec): &(KeyAttribute, KeySpec)| sort_condition(key.name.text, spec, pattern, &partition);
            conditions.extend(sort.iter().map_while(narrowed));
        }
        let arguments: Vec<_> = pattern.fields.iter().map(|(field, _)| *field).collect();
        let options = [
            pattern.get.then(|| "get".to_owned()),
            pattern.first.then(|| "first".to_owned()),
            pattern.descending.then(|| "descending".to_owned()),
            pattern.unexpired.then(|| "unexpired".to_owned()),
            pattern.limit.map(|limit| format!("limit {limit}")),
        ];
        let about = if pattern.about.is_empty() { pattern.name.replace('_', " ") } else { pattern.about.to_owned() };
        Self {
            pattern: about,
            function: format!("{}::{}({})", entity.name, pattern.name, arguments.join(", ")),
            served_by: pattern.index.and_then(|ident| layout.index(ident)).map_or("table", |index| index.name),
            condition: conditions.join(" AND "),
            options: options.into_iter().flatten().collect::<Vec<_>>().join(", "),
        }
    }

    /// Formats rows as a Markdown table.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::{AccessRow, access_patterns};
    /// println!("{}", AccessRow::markdown(&access_patterns(App::SCHEMA)));
    /// ```
    #[must_use]
    pub fn markdown(rows: &[Self]) -> String {
        let table = fmt::from_fn(|f| {
            f.write_str("| pattern | function | served by | key condition | options |\n|---|---|---|---|---|\n")?;
            rows.iter().try_for_each(|row| {
                let Self { pattern, function, served_by, condition, options } = row;
                writeln!(f, "| {pattern} | `{function}` | {served_by} | `{condition}` | {options} |")
            })
        });
        table.to_string()
    }
}
