//! The companions that a record had in the form in which it is stored.

use std::collections::{HashMap, HashSet};

use super::derive::derive;
use super::diff::{CompanionStep, diff};
use super::kind::{Companion, CompanionForm, Id};
use crate::codec::{Item, same_item};
use crate::entity::EntityCode;
use crate::error::Error;
use crate::schema::reserved::SCHEMA_VERSION;

/// What becomes of the companions of an item that is upgraded.
pub(crate) struct Former {
    /// The pointers and locks of the stored form that the upgraded one does not have.
    pub(crate) gone: Vec<Companion>,
    /// The changes of locks and counters, which must be in the same transaction as the upgrade.
    pub(crate) bound: Vec<CompanionStep>,
}

/// Compares the companions of an item as it is stored with those after its upgrade into `new`.
///
/// The code that derived them may be gone; what remains is to derive them from the stored values: from all of them or,
/// if the entity cannot be read that way, from each of them among the upgraded ones.
pub(crate) fn former(code: &'static EntityCode, old: &Item, new: &Item) -> Result<Former, Error> {
    let stored = |item: &Item, names: &[&String]| {
        let mut item = item.clone();
        item.extend(names.iter().filter_map(|name| Some(((*name).clone(), old.get(*name)?.clone()))));
        item.extend(new.get(SCHEMA_VERSION).map(|version| (SCHEMA_VERSION.to_owned(), version.clone())));
        derive(code, &item).ok()
    };
    let mut names: Vec<_> =
        old.keys().filter(|name| *name != SCHEMA_VERSION && old.get(*name) != new.get(*name)).collect();
    names.sort();
    let current = derive(code, new)?;
    let whole = [stored(old, &[]), stored(new, &names)];
    // A field that the stored form lacks was counted under another name, or not at all: taking its new value for the old
    // one leaves the counter alone.
    let counted = whole.iter().rev().flatten().next().unwrap_or(&current);
    let counters = |list: &[Companion]| list.iter().filter(|companion| companion.is_counter()).cloned().collect();
    let counts = diff(counters(counted), counters(&current), false).bound;
    let mut found: Vec<Companion> = whole.into_iter().flatten().flatten().collect();
    if found.is_empty() {
        found.extend(names.iter().filter_map(|name| stored(new, &[name])).flatten());
    }
    found.retain(|companion| !companion.is_counter());
    let held: HashMap<&Id, &Item> = found.iter().map(|companion| (&companion.id, &companion.item)).collect();
    let is_same = |lock: &Companion| held.get(&lock.id).is_some_and(|item| same_item(item, &lock.item));
    let takes = current.iter().filter(|companion| names_owner(companion).is_some() && !is_same(companion));
    let mut bound: Vec<CompanionStep> = takes.map(take).collect();
    let mut seen: HashSet<Id> = current.iter().map(|companion| companion.id.clone()).collect();
    let mut gone = found.clone();
    gone.retain(|companion| seen.insert(companion.id.clone()));
    // A lock that does not name its owner may be another record's by now.
    let frees = gone.iter().filter(|companion| names_owner(companion) == Some(true));
    bound.extend(frees.cloned().map(CompanionStep::Free));
    bound.extend(counts);
    Ok(Former { gone, bound })
}

/// Returns whether a lock names the record that holds it; `None` if it is no lock.
fn names_owner(companion: &Companion) -> Option<bool> {
    match &companion.kind {
        CompanionForm::Lock { owner, .. } => Some(!owner.is_empty()),
        _ => None,
    }
}

/// Takes a lock; one that names its owner may be the record's own already.
fn take(lock: &Companion) -> CompanionStep {
    match names_owner(lock) {
        Some(true) => CompanionStep::Put(lock.clone()),
        _ => CompanionStep::Take(lock.clone()),
    }
}
