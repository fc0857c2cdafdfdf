//! `get` and `query`: the items of an access pattern.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::inspect::{KeyQuery, key_queries};
use dynamo_core::schema::{AccessPattern, EntitySchema, Role};
use dynamo_core::{Db, Error, Item};
use serde_json::{Value, json};

use super::args::{QueryArgs, View};
use super::find;
use super::text::Output;
use crate::error::ToolError;
use crate::tables::Tool;
use crate::value::{from_json, plain, to_json};

/// What stands for the value of a sensitive field.
const REDACTED: &str = "<redacted>";

pub(super) async fn query(
    db: &Db,
    tools: &[Tool],
    args: &QueryArgs,
    get: bool,
    out: &mut Output<'_>,
) -> Result<(), ToolError> {
    let (tool, entity, pattern) = find::pattern(tools, &args.pattern)?;
    if get && !pattern.get {
        let fact = format!("`{}::{}` reads several items", entity.name, pattern.name);
        return Err(ToolError::usage(fact, "use `query`"));
    }
    let requests = key_queries(tool.schema, entity, pattern, &args.arguments)?;
    let mut reader = Reader { db, tool, entity, pattern, args, items: Vec::new(), next: None };
    if pattern.get {
        reader.get(&requests).await?;
    } else {
        reader.query(&requests).await?;
    }
    let Reader { items, next, .. } = reader;
    show(&items, next.as_ref(), args.view, out)
}

struct Reader<'a> {
    db: &'a Db,
    tool: &'a Tool,
    entity: &'static EntitySchema,
    pattern: &'static AccessPattern,
    args: &'a QueryArgs,
    items: Vec<BTreeMap<String, Value>>,
    /// Where the next page begins.
    next: Option<Value>,
}

impl Reader<'_> {
    async fn get(&mut self, requests: &[KeyQuery]) -> Result<(), ToolError> {
        let name = (self.tool.name)(self.db)?;
        for request in requests {
            let got = self.db.client().get_item().table_name(&name).set_key(Some(request.key.clone())).send().await;
            let got = got.map_err(|error| ToolError::request("get_item", &name, &error))?;
            self.take(got.item.into_iter().collect())?;
        }
        Ok(())
    }

    /// Reads until there are enough items, or no more.
    async fn query(&mut self, requests: &[KeyQuery]) -> Result<(), ToolError> {
        let name = (self.tool.name)(self.db)?;
        let limit = if self.pattern.first { Some(1) } else { self.args.limit.or(self.pattern.limit) };
        let start = self.args.after.as_deref().map(start).transpose()?;
        if start.is_some() && requests.len() > 1 {
            let fact =
                format!("`{}` reads {} partitions, which have no common cursor", self.args.pattern, requests.len());
            return Err(ToolError::usage(fact, "leave `--after` out"));
        }
        for request in requests {
            let mut start = start.clone();
            loop {
                let missing = limit.map(|limit| limit.saturating_sub(self.items.len()));
                if missing == Some(0) {
                    return Ok(());
                }
                let sent = self
                    .db
                    .client()
                    .query()
                    .table_name(&name)
                    .set_index_name(request.index.map(str::to_owned))
                    .key_condition_expression(&request.expression)
                    .set_expression_attribute_names(Some(request.names.clone()))
                    .set_expression_attribute_values(Some(request.values.clone()))
                    .scan_index_forward(!self.pattern.descending)
                    .set_limit(missing.map(|missing| i32::try_from(missing).unwrap_or(i32::MAX)))
                    .set_exclusive_start_key(start.take());
                let page = sent.send().await.map_err(|error| ToolError::request("query", &name, &error))?;
                self.take(page.items.unwrap_or_default())?;
                self.next = page.last_evaluated_key.as_ref().map(|key| json!(to_json(key)));
                start = page.last_evaluated_key;
                if start.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Keeps the items that the pattern is of: not those of other entities, nor deleted or expired ones.
    fn take(&mut self, items: Vec<Item>) -> Result<(), ToolError> {
        let now = self.db.now().as_millis() / 1000;
        for item in items {
            let of = match (self.tool.check)(item.clone()) {
                Ok(entity) => Some(entity),
                Err(Error::UnknownItem(_)) => None,
                // An item that cannot be read is named, and not left out.
                Err(error) => return Err(error.into()),
            };
            let entities = self.tool.schema.all_entities();
            let known = entities.filter(|entity| match self.pattern.of {
                Some(of) => of.contains(&entity.id),
                None => entity.id == self.entity.id,
            });
            let known: Vec<_> = known.collect();
            let Some(entity) = known.iter().find(|entity| Some(entity.name) == of) else { continue };
            let deleted =
                entity.fields.iter().find(|field| field.role == Role::DeletedAt).and_then(|field| field.attribute);
            let is_deleted = deleted.and_then(|name| item.get(name)).is_some_and(|value| !value.is_null());
            let ttl = self.tool.schema.layout.ttl.and_then(|ttl| item.get(ttl));
            let is_expired = matches!(ttl, Some(AttributeValue::N(at)) if at.parse::<i64>().is_ok_and(|at| at <= now));
            if is_deleted || self.pattern.unexpired && is_expired {
                continue;
            }
            let mut json = to_json(&item);
            if !self.args.reveal {
                redact(entity, &mut json);
            }
            self.items.push(json);
        }
        Ok(())
    }
}

fn start(text: &str) -> Result<Item, ToolError> {
    let json: Option<Value> = serde_json::from_str(text).ok();
    let key = json.as_ref().and_then(from_json);
    key.ok_or_else(|| ToolError::usage("`--after` is not a cursor", "give the `next` of the page before"))
}

/// Hides sensitive fields, and keys that are made from them.
fn redact(entity: &EntitySchema, item: &mut BTreeMap<String, Value>) {
    for name in crate::redact::hidden(entity) {
        if let Some(value) = item.get_mut(name) {
            *value = json!({"S": REDACTED});
        }
    }
}

fn show(
    items: &[BTreeMap<String, Value>],
    next: Option<&Value>,
    view: View,
    out: &mut Output<'_>,
) -> Result<(), ToolError> {
    let plain_items: Vec<BTreeMap<&String, Value>> =
        items.iter().map(|item| item.iter().map(|(name, value)| (name, plain(value))).collect()).collect();
    if out.json || view == View::Json {
        return Ok(out.json(&json!({"items": plain_items, "next": next.map(ToString::to_string)}))?);
    }
    let columns: Vec<&str> =
        items.iter().flat_map(BTreeMap::keys).map(String::as_str).collect::<BTreeSet<_>>().into_iter().collect();
    let cell = |value: Option<&Value>| match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let rows = plain_items.iter().map(|item| {
        let find = |column: &&str| cell(item.iter().find(|(name, _)| name.as_str() == *column).map(|(_, value)| value));
        columns.iter().map(find).collect::<Vec<_>>()
    });
    let rows: Vec<_> = rows.collect();
    if view == View::Csv {
        let quoted = |cell: &str| {
            if cell.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.to_owned()
            }
        };
        let line = |cells: Vec<&str>| cells.into_iter().map(quoted).collect::<Vec<_>>().join(",");
        out.line(line(columns.clone()))?;
        for row in &rows {
            out.line(line(row.iter().map(String::as_str).collect()))?;
        }
        return Ok(());
    }
    if rows.is_empty() && next.is_none() {
        return Ok(out.line("no items")?);
    }
    // A line is a line, whatever a value holds.
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|row| row.into_iter().map(|cell| cell.replace(char::is_control, " ")).collect()).collect();
    out.rows(&columns, &rows)?;
    if let Some(next) = next {
        out.line(format_args!("next page: --after '{next}'"))?;
    }
    Ok(())
}
