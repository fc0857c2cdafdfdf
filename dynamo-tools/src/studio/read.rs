//! Reads: by partition, by access pattern, by key, or from the beginning.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use dynamo_core::inspect::key_queries;
use dynamo_core::schema::{AccessPattern, EntitySchema, IndexSchema, KeyAttribute, Role};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Studio;
use super::item::{View, entity_of, key_value};
use super::request::{Condition, Read, Sent};
use crate::error::ToolError;
use crate::tables::Tool;

/// How many items a page has, and may have.
const PAGE: i32 = 50;
const LARGEST: i32 = 1000;

/// What a page asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Question {
    table: String,
    /// What entities call the index.
    index: Option<String>,
    /// The texts of a partition key.
    partition: Option<Vec<String>>,
    /// `Goal::of_user`, with its arguments.
    pattern: Option<String>,
    arguments: Vec<String>,
    /// The texts of a primary key.
    key: Option<Vec<String>>,
    after: Option<u64>,
    limit: Option<i32>,
    reveal: bool,
}

pub(super) async fn read(studio: &Studio, asked: Question) -> Result<Value, ToolError> {
    let tool = studio.tool(&asked.table)?;
    let mut reader = Reader {
        studio,
        tool,
        name: (tool.name)(&studio.db)?,
        limit: asked.limit.unwrap_or(PAGE).clamp(1, LARGEST),
        start: asked.after.map(|number| start(studio, number)).transpose()?,
        sent: Sent::default(),
    };
    let (items, next) = if let Some(key) = &asked.key {
        (reader.key(key).await?, None)
    } else if let Some(pattern) = &asked.pattern {
        reader.pattern(pattern, &asked.arguments).await?
    } else {
        let index = asked.index.as_deref().map(|ident| index(tool, ident)).transpose()?;
        reader.place(index, asked.partition.as_deref()).await?
    };
    let views: Vec<_> = items.iter().map(|item| View::new(tool, item, asked.reveal)).collect();
    Ok(json!({"items": views, "next": next.map(|key| studio.cursors.keep(key)), "sent": reader.sent.json()}))
}

fn start(studio: &Studio, number: u64) -> Result<Item, ToolError> {
    studio.cursors.find(number).ok_or_else(|| ToolError::usage("the page is not known any more", "begin again"))
}

pub(super) fn index(tool: &Tool, ident: &str) -> Result<&'static IndexSchema, ToolError> {
    let found = tool.schema.layout.index(ident);
    found.ok_or_else(|| ToolError::usage(format!("there is no index `{ident}`"), "reload the page"))
}

struct Reader<'a> {
    studio: &'a Studio,
    tool: &'a Tool,
    /// DynamoDB's name of the table.
    name: String,
    limit: i32,
    start: Option<Item>,
    sent: Sent,
}

type Page = (Vec<Item>, Option<Item>);

impl Reader<'_> {
    async fn key(&mut self, texts: &[String]) -> Result<Vec<Item>, ToolError> {
        let layout = self.tool.schema.layout;
        let attributes: Vec<_> = [Some(layout.pk), layout.sk].into_iter().flatten().collect();
        let key = values(&attributes, texts)?;
        Ok(self.sent.get(&self.studio.db, &self.name, key).await?.into_iter().collect())
    }

    /// A partition of the table or of an index, or either from its beginning.
    async fn place(
        &mut self,
        index: Option<&'static IndexSchema>,
        partition: Option<&[String]>,
    ) -> Result<Page, ToolError> {
        let layout = self.tool.schema.layout;
        let attributes =
            index.map(|index| index.pk).filter(|pk| !pk.is_empty()).unwrap_or(std::slice::from_ref(&layout.pk));
        let condition = partition.map(|texts| condition(attributes, texts)).transpose()?;
        let read = Read {
            table: self.name.clone(),
            index: index.map(|index| index.name.to_owned()),
            condition,
            backward: false,
            limit: self.limit,
            start: self.start.take(),
        };
        self.sent.page(&self.studio.db, read).await
    }

    async fn pattern(&mut self, name: &str, arguments: &[String]) -> Result<Page, ToolError> {
        let schema = self.tool.schema;
        let (entity, pattern) = find(self.tool, name)?;
        let requests = key_queries(schema, entity, pattern, arguments)?;
        let (mut items, mut next) = (Vec::new(), None);
        let single = requests.len() == 1;
        for request in requests {
            if pattern.get {
                items.extend(self.sent.get(&self.studio.db, &self.name, request.key).await?);
                continue;
            }
            let own = pattern.limit.and_then(|limit| i32::try_from(limit).ok()).unwrap_or(self.limit);
            let read = Read {
                table: self.name.clone(),
                index: request.index.map(str::to_owned),
                condition: Some((request.expression, request.names, request.values)),
                backward: pattern.descending,
                limit: if pattern.first { 1 } else { own.min(self.limit) },
                start: self.start.take(),
            };
            let (found, more) = self.sent.page(&self.studio.db, read).await?;
            items.extend(found);
            // Several partitions have no common cursor.
            next = more.filter(|_| single && !pattern.first);
        }
        items.retain(|item| self.is_of(entity, pattern, item));
        Ok((items, next))
    }

    /// Whether the pattern returns the item: not those of other entities, nor deleted or expired ones. What cannot be read is shown.
    fn is_of(&self, entity: &EntitySchema, pattern: &AccessPattern, item: &Item) -> bool {
        let (found, error) = entity_of(self.tool, item);
        let Some(found) = found else { return matches!(error, Some(ref error) if !is_unknown(error)) };
        let is_read = pattern.of.map_or(found.id == entity.id, |of| of.contains(&found.id));
        let deleted = found.fields.iter().find(|field| field.role == Role::DeletedAt).and_then(|field| field.attribute);
        let is_deleted = deleted.and_then(|name| item.get(name)).is_some_and(|value| !value.is_null());
        let now = self.studio.db.now().as_millis() / 1000;
        let ttl = self.tool.schema.layout.ttl.and_then(|ttl| item.get(ttl));
        let is_expired = matches!(ttl, Some(AttributeValue::N(at)) if at.parse::<i64>().is_ok_and(|at| at <= now));
        is_read && !is_deleted && !(pattern.unexpired && is_expired)
    }
}

fn find(tool: &Tool, name: &str) -> Result<(&'static EntitySchema, &'static AccessPattern), ToolError> {
    let mut all =
        tool.schema.all_entities().flat_map(|entity| entity.patterns.iter().map(move |known| (entity, known)));
    let found = all.find(|(entity, pattern)| format!("{}::{}", entity.name, pattern.name) == name);
    found.ok_or_else(|| ToolError::usage(format!("there is no access pattern `{name}`"), "reload the page"))
}

fn is_unknown(error: &dynamo_core::Error) -> bool {
    matches!(error, dynamo_core::Error::UnknownItem(_))
}

/// The values of key attributes with these texts.
fn values(attributes: &[KeyAttribute], texts: &[String]) -> Result<Item, ToolError> {
    if attributes.len() != texts.len() {
        let names: Vec<_> = attributes.iter().map(|key| key.name.text).collect();
        return Err(ToolError::usage(
            format!("the key has {} attributes, and {} are given", names.len(), texts.len()),
            format!("give {}", names.join(", ")),
        ));
    }
    let value = |(key, text): (&KeyAttribute, &String)| {
        let value = key_value(*key, text).ok_or_else(|| {
            ToolError::usage(format!("\"{text}\" is no value of `{}`", key.name.text), "give one of its type")
        })?;
        Ok((key.name.text.to_owned(), value))
    };
    attributes.iter().zip(texts).map(value).collect()
}

fn condition(attributes: &[KeyAttribute], texts: &[String]) -> Result<Condition, ToolError> {
    let values = values(attributes, texts)?;
    let terms: Vec<_> = (0..attributes.len()).map(|at| format!("#p{at} = :p{at}")).collect();
    let names = attributes.iter().enumerate().map(|(at, key)| (format!("#p{at}"), key.name.text.to_owned()));
    let given = attributes.iter().enumerate();
    let given = given.filter_map(|(at, key)| Some((format!(":p{at}"), values.get(key.name.text)?.clone())));
    Ok((terms.join(" AND "), names.collect(), given.collect()))
}
