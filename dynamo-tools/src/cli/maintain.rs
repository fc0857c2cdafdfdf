//! `verify`, `repair` and `backfill`.

use dynamo_core::Db;
use dynamo_core::companion::Drift;
use dynamo_core::maintain::{Progress, Report};
use serde_json::json;

use super::args::WalkArgs;
use super::live::bar;
use super::resume::{Resume, Walked};
use super::text::Output;
use crate::error::ToolError;
use crate::tables::{Tool, WalkOptions};

/// What a resumed `verify` or `repair` leaves out, because it needs the whole table.
const PARTIAL: &str =
    "counters were not compared, nor locks without a record before that: run it without `--resume` for those";

/// A walk through one table: what an earlier run has done of it, and how it is shown and kept.
struct Walk {
    name: String,
    before: Option<Walked>,
    options: WalkOptions,
    bar: indicatif::ProgressBar,
}

impl Walk {
    fn new(db: &Db, tool: &Tool, args: &WalkArgs, resume: &Resume) -> Result<Self, ToolError> {
        let name = (tool.name)(db)?;
        let (before, bar) = (resume.of(&name), bar());
        let (shown, kept, table, done) =
            (bar.clone(), resume.clone(), name.clone(), before.clone().unwrap_or_default());
        let progress = move |so_far: &Progress| {
            let walked = done.and(so_far);
            let Walked { checked, found, written, .. } = &walked;
            shown.set_message(format!("{table}: {checked} items checked, {found} differ, {written} written"));
            shown.tick();
            // The end is kept when all is done, not only the last page.
            if walked.next.is_some() {
                kept.keep(&table, walked);
            }
        };
        let after = before.as_ref().and_then(|before| before.next.clone());
        let options = WalkOptions { rate: args.rate, after, progress: Some(Box::new(progress)) };
        Ok(Self { name, before, options, bar })
    }

    /// Whether an earlier run has done all of it.
    fn is_done(&self) -> bool {
        self.before.as_ref().is_some_and(|before| before.next.is_none())
    }
}

fn texts(drift: &[Drift]) -> Vec<String> {
    drift.iter().map(ToString::to_string).collect()
}

/// Returns whether something differs, and was not repaired.
pub(super) async fn verify(
    db: &Db,
    tools: &[Tool],
    args: &WalkArgs,
    repairs: bool,
    out: &mut Output<'_>,
) -> Result<bool, ToolError> {
    let resume = Resume::begin(args.resume.as_deref(), if repairs { "repair" } else { "verify" })?;
    let (mut differs, mut reports) = (false, Vec::new());
    for tool in tools {
        let walk = Walk::new(db, tool, args, &resume)?;
        let before = walk.before.clone().unwrap_or_default();
        let report = if walk.is_done() {
            Report::default()
        } else {
            let Walk { name, options, bar, .. } = walk;
            let report = (tool.verify)(db.clone(), repairs, options).await;
            bar.finish_and_clear();
            let report = report?;
            resume.keep(&name, Walked { next: None, ..sum(&before, &report) });
            resume.check()?;
            report
        };
        let (sum, drift) = (sum(&before, &report), texts(report.drift()));
        differs |= sum.found > 0 && !repairs;
        let table = tool.schema.layout.table;
        if !out.json {
            let Walked { checked, found, written, .. } = sum;
            out.heading(&format!("{table}: {checked} items checked, {found} differ, {written} written"))?;
            for line in drift.iter().chain(&texts(report.busy())).chain(&texts(report.unclaimed())) {
                out.line(format_args!("  {line}"))?;
            }
            if before.checked > 0 {
                let Walked { checked, found, .. } = before;
                out.line(format_args!("  an earlier run checked {checked} of them and found {found}: {PARTIAL}"))?;
            }
        }
        reports.push(json!({
            "table": table,
            "checked": sum.checked,
            "written": sum.written,
            "found": sum.found,
            "drift": drift,
            "busy": texts(report.busy()),
            "unclaimed": texts(report.unclaimed()),
            "resumed_after": before.checked,
        }));
    }
    if out.json {
        out.json(&reports)?;
    }
    resume.end()?;
    Ok(differs)
}

/// What an earlier run and this one have found.
fn sum(before: &Walked, report: &Report) -> Walked {
    Walked {
        checked: before.checked + report.checked(),
        found: before.found + report.drift().len() as u64,
        written: before.written + report.written(),
        next: None,
    }
}

pub(super) async fn backfill(db: &Db, tools: &[Tool], args: &WalkArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let resume = Resume::begin(args.resume.as_deref(), "backfill")?;
    let mut reports = Vec::new();
    for tool in tools {
        let walk = Walk::new(db, tool, args, &resume)?;
        let before = walk.before.clone().unwrap_or_default();
        let done = if walk.is_done() {
            before
        } else {
            let Walk { name, options, bar, .. } = walk;
            let done = (tool.backfill)(db.clone(), options).await;
            bar.finish_and_clear();
            let done = before.and(&done?);
            resume.keep(&name, done.clone());
            resume.check()?;
            done
        };
        let (table, unreadable) = (tool.schema.layout.table, done.found - done.written.min(done.found));
        if !out.json {
            out.line(format_args!("{table}: {} items checked, {} upgraded", done.checked, done.written))?;
            if unreadable > 0 {
                out.line(format_args!("  {unreadable} could not be read, or changed meanwhile: run it again"))?;
            }
        }
        reports.push(json!({"table": table, "checked": done.checked, "written": done.written, "left": unreadable}));
    }
    if out.json {
        out.json(&reports)?;
    }
    resume.end()
}
