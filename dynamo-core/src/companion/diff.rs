//! The minimal set of companion writes for a change of a record.

use std::collections::{BTreeMap, HashMap};

use super::kind::{Companion, CompanionForm, Id};
use crate::codec::same_item;

/// The write of one companion.
#[derive(Debug, Clone)]
pub(crate) enum CompanionStep {
    /// Writes the companion, replacing an older one.
    Put(Companion),
    /// Deletes the companion.
    Drop(Companion),
    /// Deletes the companion only if it still equals the item that was found.
    DropFound(Companion),
    /// Creates a lock, which no other record may hold.
    Take(Companion),
    /// Deletes the record's own lock.
    Free(Companion),
    /// Adds to the numbers of a counter.
    Count(Companion, BTreeMap<&'static str, i64>),
}

/// The writes that bring the companions of a record up to date.
#[derive(Debug, Default)]
pub(crate) struct Diff {
    /// Writes that must be in the same transaction as the record: locks and counters.
    pub(crate) bound: Vec<CompanionStep>,
    /// Writes of pointers, which may follow after the record.
    pub(crate) pointers: Vec<CompanionStep>,
}

/// Compares the companions `before` and `after` a change of the record. With `all`, unchanged pointers are written too.
pub(crate) fn diff(before: Vec<Companion>, after: Vec<Companion>, all: bool) -> Diff {
    let (old_counts, before): (Vec<_>, Vec<_>) = before.into_iter().partition(Companion::is_counter);
    let (new_counts, after): (Vec<_>, Vec<_>) = after.into_iter().partition(Companion::is_counter);
    let mut old: HashMap<Id, Companion> =
        before.into_iter().map(|companion| (companion.id.clone(), companion)).collect();
    let mut diff = Diff::default();
    for companion in after {
        let known = old.remove(&companion.id);
        let same = known.as_ref().is_some_and(|known| same_item(&known.item, &companion.item));
        match (&companion.kind, known.is_some()) {
            (CompanionForm::Lock { .. }, false) => diff.bound.push(CompanionStep::Take(companion)),
            (CompanionForm::Lock { .. }, true) if !same => diff.bound.push(CompanionStep::Put(companion)),
            (CompanionForm::Pointer, _) if !same || all => diff.pointers.push(CompanionStep::Put(companion)),
            _ => {}
        }
    }
    let mut gone: Vec<_> = old.into_values().collect();
    gone.sort_by(|a, b| a.id.cmp(&b.id));
    for companion in gone {
        match companion.kind {
            CompanionForm::Lock { .. } => diff.bound.push(CompanionStep::Free(companion)),
            _ => diff.pointers.push(CompanionStep::Drop(companion)),
        }
    }
    diff.bound.extend(counts(old_counts, new_counts));
    diff
}

/// Combines the changes of counters into one step for each item.
fn counts(before: Vec<Companion>, after: Vec<Companion>) -> Vec<CompanionStep> {
    let mut counts: BTreeMap<Id, (Companion, BTreeMap<&'static str, i64>)> = BTreeMap::new();
    let all =
        before.into_iter().map(|companion| (companion, -1)).chain(after.into_iter().map(|companion| (companion, 1)));
    for (companion, by) in all {
        let CompanionForm::Counter(counting) = &companion.kind else { continue };
        let attribute = counting.attribute;
        let entry = counts.entry(companion.id.clone()).or_insert_with(|| (companion, BTreeMap::new()));
        *entry.1.entry(attribute).or_default() += by;
    }
    let changed = counts.into_values().map(|(companion, mut by)| {
        by.retain(|_, by| *by != 0);
        (companion, by)
    });
    changed.filter(|(_, by)| !by.is_empty()).map(|(companion, by)| CompanionStep::Count(companion, by)).collect()
}
