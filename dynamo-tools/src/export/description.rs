//! All that the declarations say, as JSON.

use serde_json::json;

use super::{Exported, pretty};
use crate::describe::TableDescription;
use crate::error::ToolError;

/// The version of the form: a reader compares it.
const FORMAT: &str = "dynamo-tools/1";

pub(super) fn export(tables: &[Exported]) -> Result<String, ToolError> {
    let tables: Vec<_> = tables.iter().map(|table| TableDescription::new(table.schema, table.spec.clone())).collect();
    pretty(&json!({"format": FORMAT, "tables": tables}))
}
