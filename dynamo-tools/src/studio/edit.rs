//! Changes of items: shown with everything that changes with them, then written as the program itself would.

use std::collections::BTreeMap;
use std::time::Instant;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use dynamo_core::inspect::{CompanionChange, Edit};
use dynamo_core::schema::{EntitySchema, Role};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Studio;
use super::item::{View, entity_of, key_of, unknown};
use super::read::index;
use super::related::{key, table_of};
use super::request::Sent;
use crate::error::ToolError;
use crate::tables::Tool;
use crate::value::{from_json, to_json};

/// A change of one item.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    table: String,
    /// The primary key, as DynamoDB's JSON.
    key: Value,
    /// The index that the item was read through.
    #[serde(default)]
    index: Option<String>,
    /// Attributes with their new values, as DynamoDB's JSON; `null` removes one.
    #[serde(default)]
    set: BTreeMap<String, Value>,
    #[serde(default)]
    delete: bool,
    /// What the preview gave.
    #[serde(default)]
    stamp: Option<String>,
    #[serde(default)]
    reveal: bool,
}

/// A change that is ready to be sent.
struct Ready<'a> {
    tool: &'a Tool,
    old: Item,
    edit: Edit,
    stamp: String,
}

async fn ready<'a>(studio: &'a Studio, change: &Change) -> Result<Ready<'a>, ToolError> {
    if !studio.write {
        return Err(ToolError::usage("this studio is read-only", "start it with `--write`"));
    }
    let tool = studio.tool(&change.table)?;
    if let Some(ident) = &change.index {
        let index = index(tool, ident)?;
        if index.projection != dynamo_core::schema::IndexProjection::All {
            let fact = format!("the item was read through index {}, which holds a part of it", index.name);
            return Err(ToolError::usage(fact, "open the whole item in the table, and change it there"));
        }
    }
    let key = key(&change.key)?;
    let old = Sent::default().get(&studio.db, &(tool.name)(&studio.db)?, key).await?;
    let old = old.ok_or_else(|| ToolError::usage("the item is not there any more", "read again"))?;
    let entity = match entity_of(tool, &old) {
        (Some(entity), None) => entity,
        (_, Some(error)) => return Err(error.into()),
        (None, None) => return Err(ToolError::usage("the item is of no entity", "change it with another tool")),
    };
    if old.contains_key("_pending") {
        return Err(ToolError::usage(
            "the record is pending: its companions are not all written",
            "run `repair` first",
        ));
    }
    let stamp = stamp(&old, change)?;
    let new = if change.delete { None } else { Some(changed(tool, entity, &old, &change.set)?) };
    let edit = (tool.edit)(&studio.db, entity.id, old.clone(), new)?;
    Ok(Ready { tool, old, edit, stamp })
}

/// What a preview was of: the item as it was, and the change.
fn stamp(old: &Item, change: &Change) -> Result<String, ToolError> {
    let text = serde_json::to_vec(&json!([to_json(old), change.set, change.delete]))?;
    Ok(base64_simd::URL_SAFE_NO_PAD.encode_to_string(Sha256::digest(text)))
}

/// The item with its new values, as its entity writes it, and with everything that no field has.
fn changed(
    tool: &Tool,
    entity: &'static EntitySchema,
    old: &Item,
    set: &BTreeMap<String, Value>,
) -> Result<Item, ToolError> {
    let mut item = old.clone();
    for (name, value) in set {
        let field = entity.fields.iter().find(|field| field.attribute == Some(name)).ok_or_else(|| {
            ToolError::usage(format!("`{}` has no field that is stored as `{name}`", entity.name), "change its fields")
        })?;
        if field.role != Role::Plain && field.role != Role::Ttl {
            let fact = format!("`{}` is set by every write itself", field.field);
            return Err(ToolError::usage(fact, "leave it as it is"));
        }
        match value {
            Value::Null => drop(item.remove(name)),
            value => {
                let value = attribute(value).ok_or_else(|| {
                    ToolError::usage(format!("the value of `{name}` is not DynamoDB's JSON"), "correct it")
                })?;
                item.insert(name.clone(), value);
            }
        }
    }
    let kept = unknown(entity, old);
    let mut new = (tool.rewrite)(item)?;
    for name in kept {
        if let Some(value) = old.get(&name) {
            new.entry(name).or_insert_with(|| value.clone());
        }
    }
    Ok(new)
}

fn attribute(value: &Value) -> Option<AttributeValue> {
    from_json(&json!({"value": value}))?.remove("value")
}

/// Shows the item before and after, and everything else that changes.
pub(super) async fn preview(studio: &Studio, change: Change) -> Result<Value, ToolError> {
    let ready = ready(studio, &change).await?;
    let (after, companions) = ready.edit.changes()?;
    let mut others = Vec::new();
    for companion in companions {
        others.push(other(studio, companion, change.reveal).await?);
    }
    Ok(json!({
        "before": View::new(ready.tool, &ready.old, change.reveal),
        "after": after.map(|after| View::new(ready.tool, &after, change.reveal)),
        "others": others,
        "stamp": ready.stamp,
    }))
}

/// A companion before and after.
async fn other(studio: &Studio, change: CompanionChange, reveal: bool) -> Result<Value, ToolError> {
    let CompanionChange { companion, change, by, .. } = change;
    let tool = table_of(studio, companion.schema.layout)?;
    let found = Sent::default().get(&studio.db, &(tool.name)(&studio.db)?, companion.key.clone()).await?;
    let after = match change {
        "put" => companion.item.clone(),
        "count" => Some(counted(found.clone().unwrap_or_else(|| companion.key.clone()), &by)),
        _ => None,
    };
    let view = |item: &Item| View::new(tool, item, reveal);
    Ok(json!({
        "entity": companion.schema.name, "role": companion.role, "change": change,
        "before": found.as_ref().map(view), "after": after.as_ref().map(view),
    }))
}

fn counted(mut item: Item, by: &[(&'static str, i64)]) -> Item {
    for (name, by) in by {
        let now: i64 =
            item.get(*name).and_then(|value| value.as_n().ok()).and_then(|text| text.parse().ok()).unwrap_or(0);
        item.insert((*name).to_owned(), AttributeValue::N((now + by).max(0).to_string()));
    }
    item
}

/// Writes what a preview showed, if nothing has changed since.
pub(super) async fn apply(studio: &Studio, change: Change) -> Result<Value, ToolError> {
    let ready = ready(studio, &change).await?;
    if change.stamp.as_deref() != Some(&ready.stamp) {
        return Err(ToolError::usage("the item or the change is not what the preview showed", "look at it again"));
    }
    let (key, since) = (to_json(&key_of(ready.tool.schema.layout, &ready.old)), Instant::now());
    let ((), consumed) = ready.edit.send().await?;
    let millis = (since.elapsed().as_secs_f64() * 10_000.0).round() / 10.0;
    Ok(json!({
        "key": key, "units": consumed.read_units + consumed.write_units, "requests": consumed.requests, "millis": millis,
    }))
}
