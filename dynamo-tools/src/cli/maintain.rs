//! `verify`, `repair` and `backfill`.

use dynamo_core::Db;
use serde_json::json;

use super::args::WalkArgs;
use super::live::bar;
use super::text::Output;
use crate::error::ToolError;
use crate::tables::{Tool, WalkOptions};

/// The options of a walk, which shows its progress on a terminal.
fn options(args: &WalkArgs) -> (WalkOptions, indicatif::ProgressBar) {
    let bar = bar();
    let shown = bar.clone();
    let progress = move |so_far: &dynamo_core::maintain::Progress| {
        shown.set_message(format!(
            "{} items checked, {} differ, {} written",
            so_far.checked, so_far.found, so_far.written
        ));
        shown.tick();
    };
    (WalkOptions { rate: args.rate, progress: Some(Box::new(progress)) }, bar)
}

/// Returns whether something differs, and was not repaired.
pub(super) async fn verify(
    db: &Db,
    tools: &[Tool],
    args: &WalkArgs,
    repairs: bool,
    out: &mut Output<'_>,
) -> Result<bool, ToolError> {
    let (mut differs, mut reports) = (false, Vec::new());
    for tool in tools {
        let (options, bar) = options(args);
        let report = (tool.verify)(db.clone(), repairs, options).await;
        bar.finish_and_clear();
        let report = report?;
        let texts = |drift: &[dynamo_core::companion::Drift]| drift.iter().map(ToString::to_string).collect::<Vec<_>>();
        let drift = texts(report.drift());
        differs |= !drift.is_empty() && !repairs;
        if !out.json {
            out.heading(&format!(
                "{}: {} items checked, {} differ, {} written",
                tool.schema.layout.table,
                report.checked(),
                drift.len(),
                report.written()
            ))?;
            for line in drift.iter().chain(&texts(report.busy())).chain(&texts(report.unclaimed())) {
                out.line(format_args!("  {line}"))?;
            }
        }
        reports.push(json!({
            "table": tool.schema.layout.table,
            "checked": report.checked(),
            "written": report.written(),
            "drift": drift,
            "busy": texts(report.busy()),
            "unclaimed": texts(report.unclaimed()),
        }));
    }
    if out.json {
        out.json(&reports)?;
    }
    Ok(differs)
}

pub(super) async fn backfill(db: &Db, tools: &[Tool], args: &WalkArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let mut reports = Vec::new();
    for tool in tools {
        let (options, bar) = options(args);
        let done = (tool.backfill)(db.clone(), options).await;
        bar.finish_and_clear();
        let done = done?;
        let table = tool.schema.layout.table;
        if !out.json {
            out.line(format_args!("{table}: {} items checked, {} upgraded", done.checked, done.written))?;
        }
        reports.push(json!({"table": table, "checked": done.checked, "written": done.written}));
    }
    if out.json { Ok(out.json(&reports)?) } else { Ok(()) }
}
