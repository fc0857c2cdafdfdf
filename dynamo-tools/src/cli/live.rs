//! `create`, `plan`, `apply`, `diff`.

use std::io::IsTerminal;
use std::path::Path;

use clap::builder::styling::AnsiColor;
use dynamo_core::Db;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::{ApplyArgs, PlanArgs};
use super::file;
use super::text::Output;
use crate::error::ToolError;
use crate::live::{Event, Plan, PlanOptions, Step, apply as apply_plan, differences, plan as make_plan, read};
use crate::spec::TableSpec;
use crate::tables::Tool;

/// The table as it is declared, under its name in this database.
fn declared(db: &Db, tool: &Tool) -> Result<TableSpec, ToolError> {
    let mut spec = TableSpec::declared(tool.schema.layout);
    spec.name = (tool.name)(db)?;
    Ok(spec)
}

async fn planned(db: &Db, tool: &Tool, destructive: bool) -> Result<Plan, ToolError> {
    let spec = declared(db, tool)?;
    let live = read(db.client(), &spec.name).await?;
    make_plan(tool.schema.layout, &spec, live.as_ref(), PlanOptions { destructive })
}

pub(super) async fn create(db: &Db, tools: &[Tool], out: &mut Output<'_>) -> Result<(), ToolError> {
    let mut created = Vec::new();
    for tool in tools {
        let name = (tool.name)(db)?;
        (tool.create)(db.clone()).await?;
        if !out.json {
            out.line(format_args!("table {name} is as `{}` declares it", tool.schema.layout.table))?;
        }
        created.push(name);
    }
    if out.json { Ok(out.json(&json!({"tables": created}))?) } else { Ok(()) }
}

/// Returns whether any table differs.
pub(super) async fn diff(db: &Db, tools: &[Tool], out: &mut Output<'_>) -> Result<bool, ToolError> {
    let mut all = Vec::new();
    for tool in tools {
        let spec = declared(db, tool)?;
        let live = read(db.client(), &spec.name).await?;
        let found = differences(&spec, live.as_ref());
        if !out.json {
            out.heading(&format!("{} ({})", tool.schema.layout.table, spec.name))?;
            if found.is_empty() {
                out.line("  as declared")?;
            }
            for difference in &found {
                out.coloured("  ~ ", AnsiColor::Yellow)?;
                out.line(difference)?;
            }
        }
        all.push((tool.schema.layout.table, spec.name, found));
    }
    if out.json {
        let tables: Vec<_> = all
            .iter()
            .map(|(table, name, found)| json!({"table": table, "name": name, "differences": found}))
            .collect();
        out.json(&json!({"tables": tables}))?;
    }
    Ok(all.iter().any(|(_, _, found)| !found.is_empty()))
}

/// Returns whether there is anything to do.
pub(super) async fn plan(db: &Db, tools: &[Tool], args: &PlanArgs, out: &mut Output<'_>) -> Result<bool, ToolError> {
    if args.save.is_some() && tools.len() != 1 {
        let fact = format!("a saved plan is of one table, and there are {}", tools.len());
        return Err(ToolError::usage(fact, "name it with `--table`"));
    }
    let mut plans = Vec::new();
    for tool in tools {
        let plan = planned(db, tool, args.destructive).await?;
        if let Some(path) = &args.save {
            file::write(path, &plan.to_json()?)?;
        }
        if !out.json {
            show(&plan, out)?;
        }
        plans.push(plan);
    }
    if out.json {
        out.json(&plans)?;
    }
    Ok(plans.iter().any(|plan| !plan.is_empty()))
}

fn show(plan: &Plan, out: &mut Output<'_>) -> Result<(), ToolError> {
    out.heading(&format!("{} ({})", plan.table, plan.name))?;
    if plan.is_empty() && plan.left.is_empty() {
        out.line("  as declared")?;
    }
    for (at, step) in plan.steps.iter().enumerate() {
        let (sign, colour) = if step.is_destructive() { ("-", AnsiColor::Red) } else { ("+", AnsiColor::Green) };
        out.coloured(&format!("  {} {sign} ", at + 1), colour)?;
        out.line(step)?;
        if let Some(note) = note(plan, at) {
            out.line(format_args!("      {note}"))?;
        }
    }
    for left in &plan.left {
        out.coloured("  left alone: ", AnsiColor::Yellow)?;
        out.line(format_args!("{left} (`--destructive` changes it)"))?;
    }
    Ok(())
}

/// What a reviewer should know of a step.
fn note(plan: &Plan, at: usize) -> Option<String> {
    let Step::DeleteIndex { name } = &plan.steps[at] else { return None };
    let again =
        plan.steps[at..].iter().any(|step| matches!(step, Step::CreateIndex { index, .. } if index.name == *name));
    again.then(|| {
        format!(
            "queries of {name} fail until it is made anew: to have both for a while, declare it under another name, \
             deploy, and delete the old one later"
        )
    })
}

pub(super) async fn apply(db: &Db, tools: &[Tool], args: &ApplyArgs, out: &mut Output<'_>) -> Result<(), ToolError> {
    let plans = match &args.plan {
        Some(path) => vec![saved(path)?],
        None => {
            let mut plans = Vec::new();
            for tool in tools {
                plans.push(planned(db, tool, args.destructive).await?);
            }
            plans
        }
    };
    let to_do: Vec<_> = plans.iter().filter(|plan| !plan.is_empty()).collect();
    if !out.json {
        plans.iter().try_for_each(|plan| show(plan, out))?;
    }
    if !to_do.is_empty() && !args.yes && args.plan.is_none() && !confirmed(out)? {
        return Err(ToolError::usage("nothing was changed", "answer `yes`, or give `--yes`"));
    }
    for plan in &to_do {
        let tool = tools.iter().find(|tool| tool.schema.layout.table == plan.table).ok_or_else(|| {
            ToolError::usage(
                format!("this program has no table `{}`", plan.table),
                "apply the plan with the program that made it",
            )
        })?;
        let bar = bar();
        let result = apply_plan(db, tool, plan, &mut |event| tell(&bar, event)).await;
        bar.finish_and_clear();
        result?;
    }
    if out.json {
        let done: Vec<_> = to_do.iter().map(|plan| json!({"table": plan.table, "steps": plan.steps.len()})).collect();
        out.json(&json!({"applied": done}))?;
    } else {
        out.line(format_args!("{} steps done", to_do.iter().map(|plan| plan.steps.len()).sum::<usize>()))?;
    }
    Ok(())
}

fn saved(path: &Path) -> Result<Plan, ToolError> {
    let help = "give the file of a saved plan: `plan --save FILE` writes one";
    let text = file::wanted(path, help)?;
    Plan::from_json(&text).map_err(|error| match error {
        ToolError::Json(error) => ToolError::usage(format!("{} is no plan: {error}", path.display()), help),
        other => other,
    })
}

/// Asks a person, and takes nobody's silence for a yes.
fn confirmed(out: &mut Output<'_>) -> Result<bool, ToolError> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    write!(out.out, "Apply? Only `yes` does: ")?;
    out.out.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(answer.trim() == "yes")
}

/// A line on the terminal that shows what is going on; nothing where there is no terminal.
pub(super) fn bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar
}

fn tell(bar: &ProgressBar, event: Event<'_>) {
    match event {
        Event::Begun { at, of, step } => bar.set_message(format!("{} of {of}: {step}", at + 1)),
        Event::Waiting { what, since } => bar.set_message(format!("{what} ({} s)", since.as_secs())),
        Event::Sent(_) | Event::Done(_) => {}
    }
    bar.tick();
}
