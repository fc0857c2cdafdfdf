//! The access patterns of a table, as a table.

use std::fmt;

use super::{EntitySchema, IndexUse, KeyAttribute, KeySpec, Part, TableLayout, TableSchema, keys, sides};

/// A named access pattern: `#[access(..)]`.
#[allow(clippy::struct_excessive_bools)] // Each is an option of its own.
#[derive(Debug, Clone, Copy)]
pub struct AccessPattern {
    /// The name of its function.
    pub name: &'static str,
    /// The index that serves it, by what entities call it; `None` for the table.
    pub index: Option<&'static str>,
    /// Whether it reads the keys of the second arm of `when(..)`.
    pub otherwise: bool,
    /// The fields that it takes, each with `=`, `>`, `>=`, `<`, `<=`, `in` or `begins_with`.
    pub fields: &'static [(&'static str, &'static str)],
    /// One item by its primary key.
    pub get: bool,
    /// The entities that are read, by their [ids](EntitySchema::id), where those are several.
    pub of: Option<&'static [&'static str]>,
    /// Whether the first item alone is wanted.
    pub first: bool,
    /// In descending order of the sort keys.
    pub descending: bool,
    /// Without items that have expired.
    pub unexpired: bool,
    /// At most so many items.
    pub limit: Option<usize>,
    /// How often it is asked for in a second.
    pub rate: Option<f64>,
    /// How many items it reads.
    pub items: Option<u32>,
    /// What it is for; empty if nothing is said.
    pub about: &'static str,
}

impl AccessPattern {
    /// A pattern of which nothing is said.
    #[doc(hidden)]
    pub const FALLBACK: Self = Self {
        name: "",
        index: None,
        otherwise: false,
        fields: &[],
        get: false,
        of: None,
        first: false,
        descending: false,
        unexpired: false,
        limit: None,
        rate: None,
        items: None,
        about: "",
    };
}

/// What the sort keys of all these entities begin with, in the table or in an index of it.
pub(crate) fn common_prefix(
    layout: &TableLayout,
    entities: &[&'static EntitySchema],
    index: Option<&str>,
) -> Option<String> {
    let separator = char::from(layout.separator);
    let sorts = |schema: &&'static EntitySchema| -> Vec<Option<KeySpec>> {
        let Some(ident) = index else { return vec![schema.sk] };
        let uses = schema.indexes.iter().filter(|index_use| index_use.index == ident);
        let sort = |index_use: &IndexUse| sides(layout.index(ident)?, keys(&index_use.membership)?).1.first().copied();
        uses.map(sort).collect()
    };
    let lead = |sort: Option<KeySpec>| match sort?.parts().first() {
        Some(Part::Literal(literal)) => Some((*literal).to_owned()),
        _ => None,
    };
    let mut leads = entities.iter().flat_map(sorts).map(lead);
    let first = leads.next()??;
    let common = leads.try_fold(first, |common, lead| {
        let lead = lead?;
        let same = common.chars().zip(lead.chars()).take_while(|(a, b)| a == b).count();
        Some(common.chars().take(same).collect::<String>())
    })?;
    let end = common.rfind(separator)? + separator.len_utf8();
    Some(common[..end].to_owned())
}

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
/// let rows = Chat::SCHEMA.access_patterns();
/// assert_eq!(rows[0].pattern, "Messages after a time");
/// assert_eq!(rows[0].function, "Message::since(channel, at)");
/// assert_eq!(rows[0].condition, "PK = \"CHANNEL#<channel>\" AND SK > \"MSG#<at:013>\" within \"MSG#\"");
/// println!("{}", dynamo_core::schema::AccessRow::markdown(&rows));
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

impl TableSchema {
    /// Returns every access pattern that has a name, in the order of the entities.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// for row in Library::SCHEMA.access_patterns() { println!("{row:?}"); }
    /// ```
    #[must_use]
    pub fn access_patterns(&self) -> Vec<AccessRow> {
        let patterns =
            self.all_entities().flat_map(|entity| entity.patterns.iter().map(move |pattern| (entity, pattern)));
        patterns.map(|(entity, pattern)| self.row(entity, pattern)).collect()
    }

    fn row(&self, entity: &EntitySchema, pattern: &AccessPattern) -> AccessRow {
        let layout = self.layout;
        let index = pattern.index.and_then(|ident| layout.index(ident));
        let index_use = pattern.index.and_then(|ident| {
            let is_asked =
                |index_use: &&IndexUse| index_use.index == ident && index_use.is_otherwise() == pattern.otherwise;
            entity.indexes.iter().find(is_asked)
        });
        let pairs = |attributes: &[KeyAttribute], specs: &[KeySpec]| -> Vec<(&'static str, KeySpec)> {
            attributes.iter().map(|attribute| attribute.name.text).zip(specs.iter().copied()).collect()
        };
        let (partition, sort) = match (index, index_use.and_then(|index_use| keys(&index_use.membership))) {
            (Some(index), Some(keys)) => {
                let (partition, sort) = sides(index, keys);
                (pairs(index.pk, partition), pairs(index.sk, sort))
            }
            _ => (pairs(&[layout.pk], &[entity.pk]), pairs(layout.sk.as_slice(), entity.sk.as_slice())),
        };
        let mut conditions: Vec<_> =
            partition.iter().map(|(name, spec)| format!("{name} = {}", quoted(spec))).collect();
        let prefix = pattern.of.and_then(|of| {
            let entities: Vec<_> = self.all_entities().filter(|entity| of.contains(&entity.id)).collect();
            common_prefix(layout, &entities, pattern.index)
        });
        if let (Some(prefix), Some((name, _))) = (prefix, sort.first()) {
            conditions.push(format!("begins_with({name}, \"{prefix}\")"));
        } else if pattern.of.is_none() {
            conditions.extend(sort.iter().map_while(|(name, spec)| sort_condition(name, spec, pattern, &partition)));
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
        AccessRow {
            pattern: about,
            function: format!("{}::{}({})", entity.name, pattern.name, arguments.join(", ")),
            served_by: index.map_or("table", |index| index.name),
            condition: conditions.join(" AND "),
            options: options.into_iter().flatten().collect::<Vec<_>>().join(", "),
        }
    }
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
    partition: &[(&str, KeySpec)],
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
    /// Formats rows as a Markdown table.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::schema::AccessRow;
    /// println!("{}", AccessRow::markdown(&Library::SCHEMA.access_patterns()));
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
