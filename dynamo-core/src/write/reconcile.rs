//! Reconciles the companions of one record.

use std::collections::{HashMap, HashSet};

use super::clauses::Clauses;
use super::fetch::{fetch, read_all, read_with_revision};
use super::pending::{Remaining, chunks, complete};
use super::request::{Act, Target, WriteRequest};
use super::send::{Unsent, new_token, transaction};
use super::steps::step_request;
use crate::codec::{Item, same_if_any, same_item};
use crate::companion::{
    Companion, CompanionForm, CompanionStep, Drift, DriftKind, Id, Pending, derive, id_of, is_wide, key_of, owner_of,
    unchanged,
};
use crate::db::Db;
use crate::entity::{CompanionKind, EntityCode, is_own};
use crate::error::{Error, InvalidKind, RequestInfo};
use crate::wire::{Meter, Retry};

/// The differences that were found, and how many items were written to correct them.
#[derive(Debug, Default)]
pub(crate) struct Reconciled {
    pub(crate) drift: Vec<Drift>,
    pub(crate) written: u64,
}

impl Reconciled {
    pub(crate) fn add(&mut self, more: Self) {
        self.drift.extend(more.drift);
        self.written += more.written;
    }
}

/// Compares the companions of a record with what they should be and, with `write`, corrects them. `gone` are companions
/// that the record may have had before, and that must not remain.
pub(crate) async fn reconcile(
    db: &Db,
    code: &'static EntityCode,
    key: &Item,
    gone: &[Companion],
    write: bool,
    meter: &Meter,
) -> Result<Reconciled, Error> {
    let schema = code.schema;
    let target = Target::of_item(db, "repair", schema, key)?;
    let (mut reconciled, mut retry) = (Reconciled::default(), Retry::new());
    loop {
        let current = read(db, code, &target, write, meter).await?;
        if let Some(item) = current.as_ref().filter(|item| Pending::of(item).is_some()) {
            reconciled.drift.push(Drift::new(DriftKind::Unfinished, schema, &target.id));
            if !write {
                return Ok(reconciled);
            }
            if let Some(remaining) = Remaining::of(db, code, item)? {
                complete(db, remaining, meter).await?;
                reconciled.written += 1;
            }
        } else {
            let expected = current.as_ref().map_or(Ok(Vec::new()), |item| derive(code, item))?;
            let (drift, steps) = compare(db, code, &target, expected, gone, meter).await?;
            let (count, is_done) = (steps.len() as u64, !write || steps.is_empty());
            // The record may be written while its companions are read.
            let is_settled = if is_done {
                write || drift.is_empty() || is_still(db, &target, current.as_ref(), meter).await?
            } else {
                send_steps(db, &still(code, &target, current.as_ref())?, steps, meter).await?
            };
            if is_settled {
                reconciled.drift.extend(drift);
                reconciled.written += if is_done { 0 } else { count };
                return Ok(reconciled);
            }
        }
        if !retry.again(meter).await {
            let fact = format_args!("`{}` changes too often to be repaired now", schema.name);
            return Err(Error::invalid(
                InvalidKind::Busy,
                fact,
                "its writers keep its companions consistent: try again later",
            ));
        }
    }
}

/// Returns whether the record is unchanged.
async fn is_still(db: &Db, target: &Target, known: Option<&Item>, meter: &Meter) -> Result<bool, Error> {
    let found = fetch(db, &target.request, &target.key(), meter).await?;
    Ok(same_if_any(found.filter(|item| is_own(target.schema, item)).as_ref(), known))
}

/// Reads the record, or none if its key is another entity's; if companions are to be written, so that [`still`] shows whether it has changed.
async fn read(db: &Db, code: &EntityCode, target: &Target, write: bool, meter: &Meter) -> Result<Option<Item>, Error> {
    if write && is_wide(code, false) {
        return read_with_revision(db, target, meter).await;
    }
    let found = fetch(db, &target.request, &target.key(), meter).await?;
    Ok(found.filter(|item| is_own(target.schema, item)))
}

/// Builds the check that the record is unchanged.
fn still(code: &EntityCode, target: &Target, current: Option<&Item>) -> Result<WriteRequest, Error> {
    let clauses = Clauses::unchanged(Some(unchanged(code, current, false)));
    WriteRequest::new(Act::Check(target.key()), target, clauses)
}

async fn send_steps(
    db: &Db,
    condition: &WriteRequest,
    steps: Vec<CompanionStep>,
    meter: &Meter,
) -> Result<bool, Error> {
    let actions = steps.iter().map(|step| step_request(db, step)).collect::<Result<Vec<_>, _>>()?;
    for chunk in chunks(&actions) {
        let all: Vec<_> = [condition.clone()].into_iter().chain(chunk.iter().cloned()).collect();
        match transaction(db, &all, &new_token(), meter).await {
            Ok(()) => {}
            Err(Unsent::Cancelled(reasons))
                if reasons.iter().flatten().any(|error| matches!(error, Error::ConditionFailed(_))) =>
            {
                return Ok(false);
            }
            Err(unsent) => return Err(unsent.into_error()),
        }
    }
    Ok(true)
}

/// Returns the differences, and the steps that correct them.
async fn compare(
    db: &Db,
    code: &'static EntityCode,
    target: &Target,
    expected: Vec<Companion>,
    gone: &[Companion],
    meter: &Meter,
) -> Result<(Vec<Drift>, Vec<CompanionStep>), Error> {
    let expected: Vec<_> = expected.into_iter().filter(|companion| !companion.is_counter()).collect();
    let mut seen: HashSet<Id> = expected.iter().map(|companion| companion.id.clone()).collect();
    let gone = gone.iter().filter(|companion| !companion.is_counter());
    let gone: Vec<_> = gone.filter(|companion| seen.insert(companion.id.clone())).cloned().collect();
    let wanted = expected.iter().chain(&gone).map(|companion| (companion.schema.layout, companion.key()));
    let found = read_all(db, wanted.collect(), meter).await?;
    let (mut drift, mut steps) = (Vec::new(), Vec::new());
    for companion in expected {
        let is_lock = companion.is_lock();
        let expired = companion.expired(db.now()).filter(|_| is_lock);
        let has_expired = |item: &Item| expired.as_ref().is_some_and(|expired| expired.holds(item));
        let kind = match found.get(&companion.id) {
            None => DriftKind::Missing,
            Some(item) if same_item(item, &companion.item) => continue,
            Some(item) if is_lock && is_of(code, &companion, item, target) != Some(true) => {
                match (has_expired(item), has_expired(&companion.item)) {
                    // An expired lock stands in nobody's way.
                    (true, _) => DriftKind::Missing,
                    // The record's own has expired, and another record has taken the value.
                    (false, true) => continue,
                    (false, false) => DriftKind::Contested,
                }
            }
            Some(_) => DriftKind::Stale,
        };
        drift.push(Drift::new(kind, companion.schema, &companion.id));
        match kind {
            DriftKind::Contested => {}
            DriftKind::Missing if is_lock => steps.push(CompanionStep::Take(companion)),
            _ => steps.push(CompanionStep::Put(companion)),
        }
    }
    for companion in gone {
        let Some(item) = found.get(&companion.id) else { continue };
        // Another record may have it by now, and a lock that does not name its owner may be that record's.
        match is_of(code, &companion, item, target) {
            Some(true) => {}
            None if !companion.is_lock() => {}
            _ => continue,
        }
        drift.push(Drift::new(DriftKind::Orphaned, companion.schema, &companion.id));
        steps.push(CompanionStep::DropFound(Companion { item: item.clone(), ..companion }));
    }
    Ok((drift, steps))
}

/// Returns whether a pointer or a lock belongs to the record; `None` if it does not name its owner.
fn is_of(code: &EntityCode, companion: &Companion, item: &Item, target: &Target) -> Option<bool> {
    let kinds = code.companions.map_or(&[][..], |companions| companions.kinds);
    let kind = kinds.iter().find(|kind| kind.schema.id == companion.schema.id)?;
    owner_of(code.schema, kind, item).map(|owner| owner == target.key())
}

/// Verifies a companion that was found; with `write`, deletes it if its record does not exist or does not claim it.
pub(crate) async fn reconcile_orphan(
    db: &Db,
    code: &'static EntityCode,
    kind: &CompanionKind,
    item: &Item,
    write: bool,
    meter: &Meter,
) -> Result<Reconciled, Error> {
    let schema = code.schema;
    let Some(owner) = owner_of(schema, kind, item) else { return Ok(Reconciled::default()) };
    let (id, key) = (id_of(kind.schema.layout, item), key_of(kind.schema.layout, item));
    let target = Target::of_item(db, "repair", schema, &owner)?;
    let asked = RequestInfo::new("repair", &db.name_of(kind.schema.layout)?).entity(kind.schema);
    let mut retry = Retry::new();
    loop {
        // The companion may have been deleted or rewritten meanwhile.
        if !fetch(db, &asked, &key, meter).await?.is_some_and(|found| same_item(&found, item)) {
            return Ok(Reconciled::default());
        }
        let current = read(db, code, &target, write, meter).await?;
        let expected = match &current {
            // Completing the pending record settles this companion too.
            Some(item) if Pending::of(item).is_some() => return Ok(Reconciled::default()),
            Some(item) => derive(code, item)?,
            None => Vec::new(),
        };
        if expected.iter().any(|companion| companion.id == id) {
            return Ok(Reconciled::default());
        }
        let drift = vec![Drift::new(DriftKind::Orphaned, kind.schema, &id)];
        if !write {
            return Ok(Reconciled { drift, written: 0 });
        }
        let lone = Companion::new(CompanionForm::Pointer, kind.schema, id.clone(), item.clone());
        let condition = still(code, &target, current.as_ref())?;
        if send_steps(db, &condition, vec![CompanionStep::DropFound(lone)], meter).await? {
            return Ok(Reconciled { drift, written: 1 });
        }
        if !retry.again(meter).await {
            return Ok(Reconciled::default());
        }
    }
}

/// Returns whether the companions that were found are the expected ones.
pub(crate) fn is_consistent(expected: &[Companion], found: &HashMap<Id, Item>) -> bool {
    let expected = expected.iter().filter(|companion| !companion.is_counter());
    expected.into_iter().all(|companion| found.get(&companion.id).is_some_and(|item| same_item(item, &companion.item)))
}
