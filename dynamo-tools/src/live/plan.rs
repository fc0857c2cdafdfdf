//! What has to be done, in the order that DynamoDB allows.

use std::collections::BTreeMap;

use dynamo_core::schema::TableLayout;
use serde::{Deserialize, Serialize};

use super::difference::{Difference, differences};
use super::step::Step;
use crate::error::ToolError;
use crate::spec::{IndexSpec, TableSpec};

/// The version of saved plans.
const FORMAT: &str = "dynamo-tools-plan/1";

/// A plan: the table as it was when the plan was made, and the steps that lead to its declaration.
///
/// It is data: save it as JSON, have it reviewed, and apply it later. It is refused if the table is then neither as it was
/// nor as one of its steps leaves it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the form.
    pub format: String,
    /// The enum's name.
    pub table: String,
    /// DynamoDB's name.
    pub name: String,
    /// The table when the plan was made; `None` if it did not exist.
    pub before: Option<TableSpec>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Differences that stay, because their steps would be destructive and that was not asked for.
    pub left: Vec<String>,
}

/// The options of a plan.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlanOptions {
    /// Whether steps are taken that [take something away](Step::is_destructive).
    pub destructive: bool,
}

impl Plan {
    /// Returns whether there is nothing to do.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::TableSpec;
    /// use dynamo_tools::live::{PlanOptions, plan};
    ///
    /// let declared = TableSpec::declared(App::LAYOUT);
    /// let plan = plan(App::LAYOUT, &declared, Some(&declared), PlanOptions::default())?;
    /// assert!(plan.is_empty());
    /// # Ok::<(), dynamo_tools::ToolError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The states of the table: before the first step, and after each.
    pub(super) fn states(&self) -> Vec<Option<TableSpec>> {
        let mut states = vec![self.before.clone()];
        for step in &self.steps {
            let after = step.after(states.last().and_then(Option::as_ref));
            states.push(after);
        }
        states
    }

    /// Reads a saved plan.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::TableSpec;
    /// use dynamo_tools::live::{Plan, PlanOptions, plan};
    ///
    /// let declared = TableSpec::declared(App::LAYOUT);
    /// let plan = plan(App::LAYOUT, &declared, None, PlanOptions::default())?;
    /// assert_eq!(Plan::from_json(&plan.to_json()?)?, plan);
    /// # Ok::<(), dynamo_tools::ToolError>(())
    /// ```
    pub fn from_json(json: &str) -> Result<Self, ToolError> {
        let plan: Self = serde_json::from_str(json)?;
        if plan.format != FORMAT {
            let fact = format!("the plan has the form \"{}\", and this program reads \"{FORMAT}\"", plan.format);
            return Err(ToolError::usage(fact, "make a new plan"));
        }
        Ok(plan)
    }

    /// Writes the plan as JSON.
    ///
    /// ```
    /// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
    /// use dynamo_tools::TableSpec;
    /// use dynamo_tools::live::{PlanOptions, plan};
    ///
    /// let declared = TableSpec::declared(App::LAYOUT);
    /// let plan = plan(App::LAYOUT, &declared, None, PlanOptions::default())?;
    /// assert!(plan.to_json()?.contains("create_table"));
    /// # Ok::<(), dynamo_tools::ToolError>(())
    /// ```
    pub fn to_json(&self) -> Result<String, ToolError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// Plans how a live table (`None` if it does not exist) becomes as it is declared.
///
/// # Errors
///
/// If something differs that DynamoDB cannot change: the primary key, or a local index.
///
/// ```
/// # mod app { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/notes.rs")); } use app::*;
/// use dynamo_tools::TableSpec;
/// use dynamo_tools::live::{PlanOptions, Step, plan};
///
/// let declared = TableSpec::declared(App::LAYOUT);
/// let live = TableSpec { indexes: Vec::new(), ..declared.clone() };
/// let plan = plan(App::LAYOUT, &declared, Some(&live), PlanOptions::default())?;
/// assert!(matches!(&plan.steps[..], [Step::CreateIndex { .. }, Step::Backfill]));
/// # Ok::<(), dynamo_tools::ToolError>(())
/// ```
pub fn plan(
    layout: &TableLayout,
    declared: &TableSpec,
    live: Option<&TableSpec>,
    options: PlanOptions,
) -> Result<Plan, ToolError> {
    let found = differences(declared, live);
    let fixed: Vec<_> = found.iter().filter(|difference| !difference.can_change).collect();
    if !fixed.is_empty() {
        let facts = fixed.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        return Err(ToolError::usage(facts, "create a table of another name, and copy the items: `dump`, then `load`"));
    }
    let all = match live {
        None => vec![Step::CreateTable(Box::new(declared.clone()))],
        Some(live) => steps(layout, declared, live),
    };
    let (steps, left) = keep(all, options, &found);
    Ok(Plan {
        format: FORMAT.to_owned(),
        table: layout.table.to_owned(),
        name: declared.name.clone(),
        before: live.cloned(),
        steps,
        left,
    })
}

/// Without the destructive steps, and without those that need them, unless they are asked for.
fn keep(steps: Vec<Step>, options: PlanOptions, found: &[Difference]) -> (Vec<Step>, Vec<String>) {
    if options.destructive {
        return (steps, Vec::new());
    }
    let mut left = Vec::new();
    let deleted: Vec<_> = steps
        .iter()
        .filter_map(|step| match step {
            Step::DeleteIndex { name } => Some(name.clone()),
            _ => None,
        })
        .collect();
    let loses_ttl = steps.iter().any(|step| matches!(step, Step::DisableTtl { .. }));
    let loses_stream = steps.iter().any(|step| matches!(step, Step::SetStream { view: None }));
    let mut leave = |step: &Step, what: &str| {
        let because = found.iter().find(|difference| difference.what == what);
        left.push(because.map_or_else(|| step.to_string(), ToString::to_string));
        false
    };
    let mut kept: Vec<_> = steps
        .into_iter()
        .filter(|step| match step {
            Step::CreateIndex { index, .. } => !deleted.contains(&index.name),
            Step::EnableTtl { .. } => !loses_ttl,
            Step::SetStream { view: Some(_) } => !loses_stream,
            Step::DeleteIndex { name } => leave(step, &format!("index {name}")),
            Step::DisableTtl { .. } => leave(step, "TTL"),
            Step::SetStream { view: None } => leave(step, "the stream"),
            Step::SetRecovery(false) => leave(step, "point-in-time recovery"),
            Step::SetProtection(false) => leave(step, "deletion protection"),
            Step::Untag(_) => leave(step, "tags"),
            _ => true,
        })
        .collect();
    if !kept.iter().any(|step| matches!(step, Step::CreateIndex { .. })) {
        kept.retain(|step| *step != Step::Backfill);
    }
    (kept, left)
}

fn steps(layout: &TableLayout, declared: &TableSpec, live: &TableSpec) -> Vec<Step> {
    let mut steps = Vec::new();
    steps.extend(billing(declared, live));
    steps.extend(index_steps(layout, declared, live));
    if declared.stream != live.stream {
        // What a stream holds is set when it is turned on.
        if live.stream.is_some() {
            steps.push(Step::SetStream { view: None });
        }
        if declared.stream.is_some() {
            steps.push(Step::SetStream { view: declared.stream.clone() });
        }
    }
    if declared.ttl != live.ttl {
        steps.extend(live.ttl.clone().map(|attribute| Step::DisableTtl { attribute }));
        steps.extend(declared.ttl.clone().map(|attribute| Step::EnableTtl { attribute }));
    }
    if let (Some(wanted), Some(is)) = (declared.point_in_time_recovery, live.point_in_time_recovery)
        && wanted != is
    {
        steps.push(Step::SetRecovery(wanted));
    }
    if declared.deletion_protection != live.deletion_protection {
        steps.push(Step::SetProtection(declared.deletion_protection));
    }
    if let (Some(wanted), Some(is)) = (&declared.tags, &live.tags) {
        let new = wanted.iter().filter(|(key, value)| is.get(*key) != Some(*value));
        let new: BTreeMap<_, _> = new.map(|(key, value)| (key.clone(), value.clone())).collect();
        let old: Vec<_> = is.keys().filter(|key| !wanted.contains_key(*key)).cloned().collect();
        steps.extend((!new.is_empty()).then_some(Step::Tag(new)));
        steps.extend((!old.is_empty()).then_some(Step::Untag(old)));
    }
    steps
}

/// One request sets the billing of the table and of the indexes that are there.
fn billing(declared: &TableSpec, live: &TableSpec) -> Option<Step> {
    let changed = |live: &IndexSpec| {
        let wanted = declared.index(&live.name).map_or(&declared.billing, |index| &index.billing);
        (*wanted != live.billing).then(|| (live.name.clone(), wanted.clone()))
    };
    let indexes: BTreeMap<_, _> = live.indexes_of(false).filter_map(changed).collect();
    // An index that is not declared follows only a change of the mode, which it cannot do without.
    let is_other_mode = declared.billing.mode() != live.billing.mode();
    let is_declared = |name: &String| declared.index(name).is_some();
    let indexes: BTreeMap<_, _> = indexes.into_iter().filter(|(name, _)| is_other_mode || is_declared(name)).collect();
    let differs = declared.billing != live.billing || !indexes.is_empty();
    differs.then(|| Step::SetBilling { table: declared.billing.clone(), indexes })
}

/// One index a time: an index with another key or projection is deleted and made anew, new ones come before old ones go.
fn index_steps(layout: &TableLayout, declared: &TableSpec, live: &TableSpec) -> Vec<Step> {
    let delete = |index: &IndexSpec| Step::DeleteIndex { name: index.name.clone() };
    let create = |index: &IndexSpec| {
        let types = index.key.iter().filter_map(|part| declared.attributes.get_key_value(&part.attribute));
        let attributes = types.map(|(name, ty)| (name.clone(), ty.clone())).collect();
        Step::CreateIndex { index: index.clone(), attributes }
    };
    let same_types = |index: &IndexSpec| {
        index.key.iter().all(|part| declared.attributes.get(&part.attribute) == live.attributes.get(&part.attribute))
    };
    let is_changed =
        |index: &&IndexSpec| live.index(&index.name).is_some_and(|is| !is.is_as(index) || !same_types(index));
    let changed: Vec<_> = declared.indexes_of(false).filter(is_changed).collect();
    let new: Vec<_> = declared.indexes_of(false).filter(|index| live.index(&index.name).is_none()).collect();
    let extra: Vec<_> = live.indexes_of(false).filter(|index| declared.index(&index.name).is_none()).collect();
    let mut steps = Vec::new();
    let most = live.indexes_of(false).count() + new.len();
    let types_clash = new.iter().any(|index| {
        index.key.iter().any(|part| {
            live.attributes.get(&part.attribute).is_some_and(|ty| declared.attributes.get(&part.attribute) != Some(ty))
        })
    });
    // Where the quota has no room for both, or an attribute changes its type, the old ones go first.
    let old_first = most > layout.global_indexes || types_clash;
    if old_first {
        steps.extend(extra.iter().map(|index| delete(index)));
    }
    for index in &changed {
        steps.push(delete(index));
    }
    for index in changed.iter().chain(&new) {
        steps.push(create(index));
    }
    if !changed.is_empty() || !new.is_empty() {
        steps.push(Step::Backfill);
    }
    if !old_first {
        steps.extend(extra.iter().map(|index| delete(index)));
    }
    steps
}
