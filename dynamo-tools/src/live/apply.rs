//! Carries out plans, step by step, and goes on where an interrupted run stopped.

use std::time::Duration;

use dynamo_core::Db;

use super::plan::Plan;
use super::read::read;
use super::send::{settle, take};
use super::step::Step;
use crate::error::ToolError;
use crate::spec::TableSpec;
use crate::tables::Tool;

/// A report of progress while a plan is applied.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A step begins.
    Begun {
        /// Its position, from 0.
        at: usize,
        /// How many there are.
        of: usize,
        /// The step.
        step: &'a Step,
    },
    /// Its request was sent.
    Sent(usize),
    /// DynamoDB is still at work.
    Waiting {
        /// For what.
        what: &'a str,
        /// For how long.
        since: Duration,
    },
    /// A step is done.
    Done(usize),
}

/// Carries out a plan. Applying a plan again after it was interrupted continues it.
///
/// # Errors
///
/// Before anything is done, if the table is neither as it was when the plan was made nor as one of its steps leaves it, or if
/// the plan is for another table.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*; example(async |db| {
/// use dynamo_tools::live::{PlanOptions, apply, plan, read};
/// use dynamo_tools::{TableSpec, Tool};
///
/// let plan = plan(App::LAYOUT, &TableSpec::declared(App::LAYOUT), None, PlanOptions::default())?;
/// apply(&db, &Tool::of::<App>(), &plan, &mut |event| println!("{event:?}")).await?;
/// assert!(read(db.client(), "app").await?.is_some());
/// # Ok(()) });
/// ```
pub async fn apply(
    db: &Db,
    tool: &Tool,
    plan: &Plan,
    tell: &mut (dyn FnMut(Event<'_>) + Send),
) -> Result<(), ToolError> {
    let name = (tool.name)(db)?;
    if (plan.table.as_str(), plan.name.as_str()) != (tool.schema.layout.table, name.as_str()) {
        let fact = format!(
            "the plan is for `{}` ({}), not for `{}` ({name})",
            plan.table, plan.name, tool.schema.layout.table
        );
        return Err(ToolError::usage(fact, "make a plan for this table"));
    }
    let mut declared = TableSpec::declared(tool.schema.layout);
    declared.name.clone_from(&name);
    if let Some(Step::CreateTable(planned)) = plan.steps.first()
        && **planned != declared
    {
        return Err(ToolError::usage("the declaration has changed since the plan was made", "make a new plan"));
    }
    let client = db.client();
    settle(client, &name, tell).await?;
    let live = read(client, &name).await?;
    let states = plan.states();
    let Some(start) = states.iter().position(|state| is_state(state.as_ref(), live.as_ref())) else {
        let changed = live.map_or_else(|| "it does not exist".to_owned(), |live| changes(plan, &live));
        let fact = format!("table {name} has changed since the plan was made: {changed}");
        return Err(ToolError::usage(fact, "make a new plan"));
    };
    for (at, step) in plan.steps.iter().enumerate().skip(start) {
        tell(Event::Begun { at, of: plan.steps.len(), step });
        if let Err(error) = take(db, tool, &name, step, tell).await {
            // An answer may have been lost: what counts is whether the step was taken.
            settle(client, &name, tell).await?;
            let live = read(client, &name).await?;
            if *step == Step::Backfill || !is_state(states[at + 1].as_ref(), live.as_ref()) {
                return Err(error);
            }
        }
        tell(Event::Sent(at));
        settle(client, &name, tell).await?;
        tell(Event::Done(at));
    }
    Ok(())
}

fn changes(plan: &Plan, live: &TableSpec) -> String {
    let Some(before) = &plan.before else { return "it exists".to_owned() };
    let found = super::differences(before, Some(live));
    let found = found.iter().map(|is| format!("{} was {} and is {}", is.what, is.declared, is.live));
    found.collect::<Vec<_>>().join("; ")
}

/// Whether a table is in a state of the plan, as far as the engine says.
fn is_state(state: Option<&TableSpec>, live: Option<&TableSpec>) -> bool {
    match (state, live) {
        (None, None) => true,
        (Some(state), Some(live)) => super::differences(state, Some(live)).is_empty(),
        _ => false,
    }
}
