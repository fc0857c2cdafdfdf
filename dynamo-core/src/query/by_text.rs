//! Access patterns whose arguments are texts, as tools have them.

use std::collections::HashMap;
use std::ops::Bound;

use super::key_condition::{KeyCondition, Narrowed, PartialKey};
use crate::codec::{AttributeValue, Item};
use crate::error::{Error, InvalidKind};
use crate::expr::Placeholders;
use crate::key::{KeyError, KeyProblem};
use crate::schema::{AccessPattern, EntitySchema, KeyKind, KeyPart, Part, TableSchema, common_prefix};

/// A request of an access pattern: one for each partition that it reads.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KeyQuery {
    /// DynamoDB's name of the index; `None` for the table.
    pub index: Option<&'static str>,
    /// The key condition expression.
    pub expression: String,
    /// The names in it.
    pub names: HashMap<String, String>,
    /// The values in it.
    pub values: HashMap<String, AttributeValue>,
    /// The key attributes that are given as a whole.
    pub key: Item,
}

/// Returns the requests of an access pattern for these arguments; a range is `from..to`.
///
/// ```
/// use dynamo_core::inspect::key_queries;
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
/// #[access(since(channel, at >))]
/// pub struct Message {
///     channel: String,
///     at: u64,
/// }
///
/// let pattern = &Message::SCHEMA.patterns[0];
/// let queries = key_queries(Chat::SCHEMA, Message::SCHEMA, pattern, &["general".into(), "7".into()])?;
/// assert!(queries[0].expression.starts_with("#n0 = :v0 AND #n1 "));
/// assert_eq!(queries[0].names["#n1"], "SK");
/// # Ok::<(), Error>(())
/// ```
pub fn key_queries(
    table: &TableSchema,
    entity: &'static EntitySchema,
    pattern: &'static AccessPattern,
    arguments: &[String],
) -> Result<Vec<KeyQuery>, Error> {
    if arguments.len() != pattern.fields.len() {
        let names: Vec<_> = pattern.fields.iter().map(|(field, _)| *field).collect();
        return Err(Error::invalid(
            InvalidKind::Argument,
            format_args!(
                "`{}::{}` takes {} arguments, and there are {}",
                entity.name,
                pattern.name,
                names.len(),
                arguments.len()
            ),
            format_args!("give {}", names.join(", ")),
        ));
    }
    let mut key = match pattern.index {
        Some(index) => PartialKey::new(entity, index, pattern.otherwise),
        None => PartialKey::of_table(entity),
    };
    let parts = key.parts();
    for ((field, operator), text) in pattern.fields.iter().zip(arguments) {
        let check = |text: &str| {
            let part = parts.iter().find(|part| part.field == *field);
            part.map_or(Ok(text.to_owned()), |part| checked(part, text))
                .map_err(|problem| Error::from(KeyError::new(entity.name, Some(field), KeyProblem::Value(problem))))
        };
        let narrowed = match *operator {
            ">" => Narrowed::Range(Bound::Excluded(check(text)?), Bound::Unbounded),
            ">=" => Narrowed::Range(Bound::Included(check(text)?), Bound::Unbounded),
            "<" => Narrowed::Range(Bound::Unbounded, Bound::Excluded(check(text)?)),
            "<=" => Narrowed::Range(Bound::Unbounded, Bound::Included(check(text)?)),
            "in" => {
                let (from, to) = text.split_once("..").ok_or_else(|| {
                    Error::invalid(
                        InvalidKind::Argument,
                        format_args!("\"{text}\" is no range of `{field}`"),
                        "write `from..to`",
                    )
                })?;
                Narrowed::Range(Bound::Included(check(from)?), Bound::Excluded(check(to)?))
            }
            "begins_with" => Narrowed::Prefix(text.clone()),
            _ => Narrowed::Equal(check(text)?),
        };
        key.push(field, Ok(narrowed));
    }
    let mut conditions = key.conditions(pattern.of.is_some())?;
    let prefix = pattern.of.and_then(|of| {
        let entities: Vec<_> = table.all_entities().filter(|entity| of.contains(&entity.id)).collect();
        common_prefix(table.layout, &entities, pattern.index)
    });
    if let Some(prefix) = prefix {
        for condition in &mut conditions {
            condition.begins_with(&prefix);
        }
    }
    Ok(conditions.iter().filter(|condition| !condition.is_empty()).map(KeyQuery::new).collect())
}

impl KeyQuery {
    fn new(condition: &KeyCondition) -> Self {
        let mut placeholders = Placeholders::default();
        let expression = condition.render(&mut placeholders);
        let key = condition.equal.iter().map(|value| (value.attribute().to_owned(), value.to_attribute_value()));
        Self {
            index: condition.index.map(|index| index.name),
            expression,
            names: numbered("#n", placeholders.names()),
            key: key.collect(),
            values: numbered(":v", placeholders.values()),
        }
    }
}

/// Returns placeholders with what they stand for.
fn numbered<T: Clone>(prefix: &str, all: &[T]) -> HashMap<String, T> {
    all.iter().enumerate().map(|(at, one)| (format!("{prefix}{at}"), one.clone())).collect()
}

/// The text of a value, if it is one of its kind.
fn checked(part: &KeyPart, text: &str) -> Result<String, &'static str> {
    let is_one = match part.kind {
        KeyKind::Text | KeyKind::Bytes | KeyKind::Open(_) => true,
        KeyKind::Unsigned => text == "0" || !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()),
        KeyKind::Signed => text.parse::<i128>().is_ok(),
        KeyKind::Float => text.parse::<f64>().is_ok_and(f64::is_finite),
        KeyKind::Fixed { width, punctuation, .. } => {
            text.len() == width && text.chars().all(|c| c.is_ascii_alphanumeric() || punctuation.contains(c))
        }
        KeyKind::Closed(texts) => texts.contains(&text),
    };
    if is_one && !text.is_empty() {
        return Ok(text.to_owned());
    }
    Err(match part.kind {
        KeyKind::Unsigned => "is not a whole number without leading zeros",
        KeyKind::Signed | KeyKind::Float => "is not a number",
        KeyKind::Fixed { .. } => "does not have the fixed form of its type",
        KeyKind::Closed(_) => "is none of its enum's values",
        KeyKind::Text | KeyKind::Bytes | KeyKind::Open(_) => "is empty",
    })
}

impl PartialKey {
    /// Returns the fields of the key.
    fn parts(&self) -> Vec<KeyPart> {
        let (partition, sort) = self.specs();
        let field = |part: &Part| match part {
            Part::Field(part) => Some(*part),
            Part::Literal(_) => None,
        };
        let specs = partition.into_iter().chain(sort).map(|(_, spec)| spec);
        specs.flat_map(|spec| spec.parts().iter().filter_map(field).collect::<Vec<_>>()).collect()
    }
}
