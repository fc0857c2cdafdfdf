//! `cost` and `explain`.

use std::path::Path;

use super::args::{CostArgs, ExplainArgs};
use super::file;
use super::text::Output;
use crate::cost::{Prices, Question, Sizes, WriteKind, explain as explain_pattern, table_cost};
use crate::error::ToolError;
use crate::tables::Tool;
use crate::value::{from_json, to_json};

fn prices(path: Option<&Path>) -> Result<Prices, ToolError> {
    match path {
        Some(path) => {
            let text = file::wanted(path, "give a file of prices, in the form of the included one")?;
            Prices::from_json(&text).map_err(|error| {
                let included = "`prices/us-east-1.json` of dynamo-tools shows the form";
                ToolError::usage(format!("{} has no prices: {error}", path.display()), included)
            })
        }
        None => Prices::included(),
    }
}

/// The sizes of the items in a file of JSON lines, as `dump` writes them.
fn sizes(tools: &[Tool], path: Option<&Path>) -> Result<Sizes, ToolError> {
    let mut sizes = Sizes::default();
    let Some(path) = path else { return Ok(sizes) };
    for (at, line) in file::wanted(path, "write samples with `dump`")?.lines().enumerate() {
        let item = serde_json::from_str(line).ok().as_ref().and_then(from_json).ok_or_else(|| {
            let fact = format!("line {} of {} is not an item in DynamoDB's JSON", at + 1, path.display());
            ToolError::usage(fact, "write samples with `dump`")
        })?;
        let entity = tools.iter().find_map(|tool| (tool.check)(item.clone()).ok());
        if let Some(entity) = entity {
            sizes.measure(entity, to_json(&item));
        }
    }
    Ok(sizes)
}

/// A number with at most one digit behind the point.
fn rounded(number: f64) -> String {
    format!("{number:.1}").trim_end_matches(".0").to_owned()
}

fn name(write: WriteKind) -> &'static str {
    match write {
        WriteKind::Create => "create",
        WriteKind::Update => "update",
        WriteKind::Delete => "delete",
    }
}

/// The first of the fields that cost the same.
fn fields(fields: &[&str]) -> String {
    let first = fields.iter().take(3).copied().collect::<Vec<_>>().join(", ");
    if fields.len() > 3 { format!("{first} and {} more", fields.len() - 3) } else { first }
}

pub(super) fn cost(tools: &[Tool], args: &CostArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let (prices, sizes) = (prices(args.prices.as_deref())?, sizes(tools, args.samples.as_deref())?);
    let costs: Vec<_> = tools.iter().map(|tool| table_cost(tool.schema, &sizes, &prices)).collect();
    if out.json {
        return Ok(out.json(&costs)?);
    }
    let dollars = |dollars: Option<f64>| dollars.map_or_else(String::new, |dollars| format!("{dollars:.2}"));
    let rate = |rate: Option<f64>| rate.map_or_else(|| "?".to_owned(), |rate| rate.to_string());
    for cost in &costs {
        out.heading(&format!("{}: {:.2} dollars a month ({})", cost.table, cost.dollars, cost.prices))?;
        let mut rows = Vec::new();
        for pattern in &cost.patterns {
            let call = &pattern.call;
            rows.push(vec![
                call.pattern.clone(),
                call.items.to_string(),
                call.requests.to_string(),
                call.read_units.to_string(),
                rate(pattern.rate),
                dollars(pattern.dollars),
            ]);
        }
        out.rows(&["read", "items", "requests", "read units", "a second", "dollars a month"], &rows)?;
        let mut rows = Vec::new();
        for entity in &cost.entities {
            for write in &entity.writes {
                rows.push(vec![
                    format!("{}::{}", entity.entity, name(write.write)),
                    fields(&write.fields),
                    entity.item_size.to_string(),
                    write.index_entries.to_string(),
                    rounded(write.companions),
                    write.requests.to_string(),
                    rounded(write.read_units),
                    rounded(write.write_units),
                    rate(write.rate),
                    dollars(write.dollars),
                ]);
            }
        }
        let heads = [
            "write",
            "of",
            "bytes",
            "index entries",
            "companions",
            "requests",
            "read units",
            "write units",
            "a second",
            "dollars a month",
        ];
        out.rows(&heads, &rows)?;
        if cost.stored > 0 {
            #[allow(clippy::cast_precision_loss)] // Bytes of a table.
            let gigabytes = cost.stored as f64 / f64::from(1 << 30);
            out.line(format_args!("{gigabytes:.1} GB stored: {:.2} dollars a month", cost.storage_dollars))?;
        }
        if !cost.without_rate.is_empty() {
            out.line(format_args!(
                "{} reads and writes have no rate, and are not in the sum: give `#[access(.., rate = 200)]` and `load(creates = 20, updates = 5)`",
                cost.without_rate.len()
            ))?;
        }
    }
    Ok(())
}

pub(super) fn explain(tools: &[Tool], args: &ExplainArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let prices = prices(args.prices.as_deref())?;
    let sizes = sizes(tools, args.samples.as_deref())?;
    let (tool, entity, pattern) = super::find::pattern(tools, &args.pattern)?;
    let question = Question { items: args.items, consistent: args.consistent };
    let explained = explain_pattern(tool.schema, entity, pattern, &sizes, question);
    if out.json {
        return Ok(out.json(&explained)?);
    }
    out.heading(&explained.pattern)?;
    out.line(format_args!("{} {}: {}", explained.operation, explained.served_by, explained.condition))?;
    out.line(format_args!(
        "{} items of {} bytes: {} requests, {} read units, {:.2} dollars for a million calls",
        explained.items,
        explained.item_size,
        explained.requests,
        explained.read_units,
        explained.read_units * prices.read_per_million
    ))?;
    for assumed in &explained.assumed {
        out.line(format_args!("assumed: {assumed}"))?;
    }
    explained.notes.iter().try_for_each(|note| out.line(format_args!("note: {note}")))?;
    Ok(())
}
