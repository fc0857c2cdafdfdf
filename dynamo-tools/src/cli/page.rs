//! `export html`, and `studio`.

use std::path::PathBuf;

use serde_json::json;

#[cfg(feature = "studio")]
use super::args::StudioArgs;
#[cfg(feature = "studio")]
use super::text::Output;
use crate::error::ToolError;
use crate::export::Exported;
use crate::page::{Document, Given, html};
use crate::redact::hidden;
use crate::tables::Tool;
use crate::value::{from_json, to_json};

/// The page of these tables, with the items of files where there are any.
pub(super) fn export(tools: &[Tool], tables: &[Exported], files: &[PathBuf]) -> Result<String, ToolError> {
    let mut given: Vec<Option<Vec<Given>>> = vec![(!files.is_empty()).then(Vec::new); tools.len()];
    for file in files {
        read(tools, file, &mut given)?;
    }
    let tables = tools.iter().zip(tables).zip(given);
    let document = tables.fold(Document::new(None)?, |document, ((tool, table), items)| {
        document.table(tool.schema, table.spec.clone(), &(tool.derivations)(), items)
    });
    html(&document)
}

/// Reads a file of JSON lines: each item goes to the first table that it is one of.
fn read(tools: &[Tool], file: &PathBuf, given: &mut [Option<Vec<Given>>]) -> Result<(), ToolError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| ToolError::usage(format!("{}: {error}", file.display()), "give a file of JSON lines"))?;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("line {} of {}", at + 1, file.display());
        let item = serde_json::from_str(line).ok().as_ref().and_then(from_json).ok_or_else(|| {
            ToolError::usage(format!("{} is not an item in DynamoDB's JSON", place()), "write items with `dump`")
        })?;
        let found = tools.iter().zip(&mut *given).find_map(|(tool, items)| {
            let name = (tool.check)(item.clone()).ok()?;
            Some((tool.schema.all_entities().find(|entity| entity.name == name)?, items))
        });
        let Some((entity, items)) = found else {
            let fact = format!("{} is none of the tables' items", place());
            return Err(ToolError::usage(fact, "correct or remove it, or name its table with `--table`"));
        };
        let mut json = to_json(&item);
        for name in hidden(entity) {
            if let Some(value) = json.get_mut(name) {
                *value = json!({"HIDDEN": true});
            }
        }
        items.get_or_insert_default().push(Given { entity: entity.name, item: json });
    }
    Ok(())
}

/// Serves the studio until the process ends.
#[cfg(feature = "studio")]
pub(super) async fn studio(
    db: dynamo_core::Db,
    tools: Vec<Tool>,
    args: &StudioArgs,
    out: &mut Output<'_>,
) -> Result<(), ToolError> {
    if !args.address.ip().is_loopback() && !args.public {
        let fact = format!("{} can be reached from other machines", args.address);
        return Err(ToolError::usage(fact, "listen on 127.0.0.1, or give `--public` if that is meant"));
    }
    let rules = crate::studio::Rules { write: args.write, hosts: args.host.clone() };
    let served = crate::studio::Server::bind(db, tools, args.address, rules).await?;
    let mode = if args.write { "items can be changed" } else { "read-only" };
    if out.json {
        out.json(&json!({"url": served.url(), "write": args.write}))?;
    } else {
        out.line(format_args!("Studio ({mode}): {}", served.url()))?;
        out.line("The address holds a token: whoever has it sees the tables. Ctrl+C ends it.")?;
    }
    out.out.flush()?;
    served.run().await
}
