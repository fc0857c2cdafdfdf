//! Finds access patterns by their names.

use dynamo_core::schema::{AccessPattern, EntitySchema};

use crate::error::ToolError;
use crate::tables::Tool;

/// The pattern `Goal::of_user`, with its entity and table.
pub(super) fn pattern<'a>(
    tools: &'a [Tool],
    name: &str,
) -> Result<(&'a Tool, &'static EntitySchema, &'static AccessPattern), ToolError> {
    let all: Vec<_> = tools
        .iter()
        .flat_map(|tool| tool.schema.all_entities().map(move |entity| (tool, entity)))
        .flat_map(|(tool, entity)| entity.patterns.iter().map(move |pattern| (tool, entity, pattern)))
        .collect();
    let full = |entity: &EntitySchema, pattern: &AccessPattern| format!("{}::{}", entity.name, pattern.name);
    let found: Vec<_> =
        all.iter().filter(|(_, entity, pattern)| full(entity, pattern) == name || pattern.name == name).collect();
    match found.as_slice() {
        [one] => Ok(**one),
        [] => {
            let like: Vec<_> = all.iter().map(|(_, entity, pattern)| full(entity, pattern)).collect();
            let part = name.rsplit("::").next().unwrap_or(name).to_lowercase();
            let near: Vec<_> = like.iter().filter(|known| known.to_lowercase().contains(&part)).cloned().collect();
            let near = if near.is_empty() {
                "`patterns` lists them".to_owned()
            } else {
                format!("there are {}", near.join(", "))
            };
            Err(ToolError::usage(format!("there is no access pattern `{name}`"), near))
        }
        several => {
            let names: Vec<_> = several
                .iter()
                .map(|(tool, entity, pattern)| {
                    format!("{} (--table {})", full(entity, pattern), tool.schema.layout.table)
                })
                .collect();
            Err(ToolError::usage(
                format!("`{name}` is several access patterns"),
                format!("name one: {}", names.join(", ")),
            ))
        }
    }
}
