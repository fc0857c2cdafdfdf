//! A page for people: layout, access patterns, entities, diagram and findings in one file.

use super::Exported;
use crate::error::ToolError;
use crate::page::{Document, html};

pub(super) fn export(tables: &[Exported]) -> Result<String, ToolError> {
    let document = tables
        .iter()
        .fold(Document::new(None)?, |document, table| document.table(table.schema, table.spec.clone(), &[], None));
    html(&document)
}
