//! What to write when a record changes: no more than differs.

use std::collections::{BTreeMap, HashMap};

use super::derive::{Companion, Id, Kind};
use crate::codec::same_item;

/// What becomes of one companion.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Written, whatever was there.
    Put(Companion),
    /// Deleted.
    Drop(Companion),
    /// Deleted, while it is what was found.
    DropFound(Companion),
    /// A lock is taken: nobody may have it.
    Take(Companion),
    /// A lock is freed.
    Free(Companion),
    /// A counter changes.
    Count(Companion, BTreeMap<&'static str, i64>),
}

/// What is to be done.
#[derive(Debug, Default)]
pub(crate) struct Diff {
    /// In the same transaction as the record itself.
    pub(crate) bound: Vec<Step>,
    /// Pointers, which can follow.
    pub(crate) pointers: Vec<Step>,
}

/// From what went with a record to what goes with it now. `all` writes pointers that are the same too.
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
            (Kind::Lock { .. }, false) => diff.bound.push(Step::Take(companion)),
            (Kind::Lock { .. }, true) if !same => diff.bound.push(Step::Put(companion)),
            (Kind::Pointer, _) if !same || all => diff.pointers.push(Step::Put(companion)),
            _ => {}
        }
    }
    let mut gone: Vec<_> = old.into_values().collect();
    gone.sort_by(|a, b| a.id.cmp(&b.id));
    for companion in gone {
        match companion.kind {
            Kind::Lock { .. } => diff.bound.push(Step::Free(companion)),
            _ => diff.pointers.push(Step::Drop(companion)),
        }
    }
    diff.bound.extend(counts(old_counts, new_counts));
    diff
}

/// One step for each item, however many things are counted in it.
fn counts(before: Vec<Companion>, after: Vec<Companion>) -> Vec<Step> {
    let mut counts: BTreeMap<Id, (Companion, BTreeMap<&'static str, i64>)> = BTreeMap::new();
    let all =
        before.into_iter().map(|companion| (companion, -1)).chain(after.into_iter().map(|companion| (companion, 1)));
    for (companion, by) in all {
        let Kind::Counter(counting) = &companion.kind else { continue };
        let attribute = counting.attribute;
        let entry = counts.entry(companion.id.clone()).or_insert_with(|| (companion, BTreeMap::new()));
        *entry.1.entry(attribute).or_default() += by;
    }
    let changed = counts.into_values().map(|(companion, mut by)| {
        by.retain(|_, by| *by != 0);
        (companion, by)
    });
    changed.filter(|(_, by)| !by.is_empty()).map(|(companion, by)| Step::Count(companion, by)).collect()
}
