//! One item, with what is derived from it and what it is derived from.

use dynamo_core::Item;
use dynamo_core::inspect::CompanionItem;
use dynamo_core::schema::TableLayout;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Studio;
use super::item::{View, entity_of};
use super::request::Sent;
use crate::error::ToolError;
use crate::tables::Tool;
use crate::value::{from_json, to_json};

/// How many companions are looked up.
const LOOKED_UP: usize = 50;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    table: String,
    /// The primary key, as DynamoDB's JSON.
    key: Value,
    #[serde(default)]
    reveal: bool,
}

pub(super) fn key(key: &Value) -> Result<Item, ToolError> {
    from_json(key).ok_or_else(|| ToolError::usage("the key is not DynamoDB's JSON", "reload the page"))
}

pub(super) async fn item(studio: &Studio, asked: Asked) -> Result<Value, ToolError> {
    let tool = studio.tool(&asked.table)?;
    let mut sent = Sent::default();
    let found = sent.get(&studio.db, &(tool.name)(&studio.db)?, key(&asked.key)?).await?;
    let Some(found) = found else { return Ok(json!({"item": null, "sent": sent.json()})) };
    let own = sent.json();
    let view = View::new(tool, &found, asked.reveal);
    let (Some(entity), None) = entity_of(tool, &found) else {
        return Ok(json!({"item": view, "companions": [], "records": [], "sent": own}));
    };
    let derived = (tool.companions)(entity.id, &found)?;
    let left_out = derived.len().saturating_sub(LOOKED_UP);
    let mut companions = Vec::new();
    for companion in derived.into_iter().take(LOOKED_UP) {
        companions.push(state(studio, &companion, &mut sent, asked.reveal).await?);
    }
    let mut records = Vec::new();
    for (record, key) in (tool.records)(entity.id, &found) {
        let table = table_of(studio, record.layout)?;
        let found = sent.get(&studio.db, &(table.name)(&studio.db)?, key.clone()).await?;
        let view = found.as_ref().map(|found| View::new(table, found, asked.reveal));
        records.push(json!({
            "entity": record.name, "table": record.layout.table, "key": to_json(&key), "found": view.is_some(),
        }));
    }
    Ok(json!({
        "item": view, "companions": companions, "left_out": left_out, "records": records, "sent": own,
        "with_related": sent.json(),
    }))
}

/// The table that has this layout.
pub(super) fn table_of<'a>(studio: &'a Studio, layout: &TableLayout) -> Result<&'a Tool, ToolError> {
    let found = studio.tools.iter().find(|tool| tool.schema.layout.id == layout.id);
    // A table that extends another has its entities.
    let found = found
        .or_else(|| studio.tools.iter().find(|tool| tool.schema.base.is_some_and(|base| base.layout.id == layout.id)));
    found.ok_or_else(|| ToolError::usage(format!("`{}` is not shown", layout.table), "leave `--table` out"))
}

/// Whether a companion is there, and as it should be.
async fn state(studio: &Studio, companion: &CompanionItem, sent: &mut Sent, reveal: bool) -> Result<Value, ToolError> {
    let table = table_of(studio, companion.schema.layout)?;
    let found = sent.get(&studio.db, &(table.name)(&studio.db)?, companion.key.clone()).await?;
    let state = match (&found, &companion.item) {
        (None, _) => "missing",
        (Some(found), Some(item)) if item.iter().any(|(name, value)| found.get(name) != Some(value)) => "stale",
        _ => "there",
    };
    let hides = !reveal && !crate::redact::hidden(companion.schema).is_disjoint(&key_names(companion.schema.layout));
    Ok(json!({
        "entity": companion.schema.name,
        "table": companion.schema.layout.table,
        "role": companion.role,
        "key": (!hides).then(|| to_json(&companion.key)),
        "state": state,
    }))
}

pub(super) fn key_names(layout: &TableLayout) -> std::collections::BTreeSet<&'static str> {
    [Some(layout.pk), layout.sk].into_iter().flatten().map(|key| key.name.text).collect()
}
