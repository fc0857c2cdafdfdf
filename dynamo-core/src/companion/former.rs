//! The companions that a record had in the form in which it is stored.

use std::collections::HashSet;

use super::derive::{Companion, Id, derive};
use crate::entity::EntityCode;
use crate::schema::Item;
use crate::schema::reserved::SCHEMA_VERSION;

/// Derives the pointers and locks of an item as it is stored, before its upgrade into `new`, without those that it has
/// afterwards too.
///
/// The code that derived them may be gone; what remains is to derive them from the stored values: from all of them or,
/// if the entity cannot be read that way, from each of them among the upgraded ones.
pub(crate) fn former(code: &'static EntityCode, old: &Item, new: &Item) -> Vec<Companion> {
    let stored = |item: &Item, names: &[&String]| {
        let mut item = item.clone();
        item.extend(names.iter().filter_map(|name| Some(((*name).clone(), old.get(*name)?.clone()))));
        item.extend(new.get(SCHEMA_VERSION).map(|version| (SCHEMA_VERSION.to_owned(), version.clone())));
        derive(code, &item).ok()
    };
    let mut names: Vec<_> =
        old.keys().filter(|name| *name != SCHEMA_VERSION && old.get(*name) != new.get(*name)).collect();
    names.sort();
    let whole = [stored(old, &[]), stored(new, &names)];
    let mut found: Vec<Companion> = whole.into_iter().flatten().flatten().collect();
    if found.is_empty() {
        found.extend(names.iter().filter_map(|name| stored(new, &[name])).flatten());
    }
    let current = derive(code, new).unwrap_or_default();
    let mut seen: HashSet<Id> = current.into_iter().map(|companion| companion.id).collect();
    found.retain(|companion| !companion.is_counter() && seen.insert(companion.id.clone()));
    found
}
