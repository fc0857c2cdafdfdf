//! Whose items a query catches.

use super::super::overlap::{can_be_equal, can_begin_with, is_bare, prefix};
use super::super::slot::{keys, sides};
use crate::schema::{EntitySchema, IndexUse, KeySpec, TableLayout};

/// The sort keys by which a query for one entity catches items of another.
#[derive(Clone, Copy)]
pub(super) struct Caught {
    pub(super) hunter: KeySpec,
    pub(super) prey: KeySpec,
}

/// Whether keys of both can be in one partition.
pub(super) const fn share_partitions(a: &[KeySpec], b: &[KeySpec], separator: u8) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if !can_be_equal(&a[i], &b[i], separator) {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether a query by the sort key `hunter` catches a sort key `prey`.
pub(super) const fn catches(hunter: &KeySpec, prey: &KeySpec, separator: u8) -> bool {
    match prefix(hunter) {
        Some(prefix) => can_begin_with(prey, prefix, separator),
        // One text for all: what catches others is the same text.
        None => can_be_equal(hunter, prey, separator),
    }
}

/// What a query for one entity in the table catches of another.
pub(super) const fn in_the_table(layout: &TableLayout, hunter: &EntitySchema, prey: &EntitySchema) -> Option<Caught> {
    match (&hunter.sk, &prey.sk) {
        (Some(a), Some(b)) => in_partition(layout, &[hunter.pk], &[prey.pk], &[*a], &[*b]),
        _ => None,
    }
}

/// What a query for one entity in an index catches of another.
pub(super) const fn in_index(
    layout: &TableLayout,
    (hunter, of_hunter): (&EntitySchema, &IndexUse),
    (prey, of_prey): (&EntitySchema, &IndexUse),
) -> Option<Caught> {
    let (Some(a), Some(b)) = (keys(&of_hunter.membership), keys(&of_prey.membership)) else { return None };
    let Some(index) = layout.used(of_hunter) else { return None };
    let ((a_pk, a_sk), (b_pk, b_sk)) = (sides(index, a), sides(index, b));
    if index.local {
        in_partition(layout, &[hunter.pk], &[prey.pk], a_sk, b_sk)
    } else {
        in_partition(layout, a_pk, b_pk, a_sk, b_sk)
    }
}

/// An index without a sort key, or with a plain attribute as one, has no prefix: there the type tag tells items apart, or else
/// the key templates of the table.
const fn in_partition(
    layout: &TableLayout,
    a_pk: &[KeySpec],
    b_pk: &[KeySpec],
    a_sk: &[KeySpec],
    b_sk: &[KeySpec],
) -> Option<Caught> {
    match (a_sk, b_sk) {
        ([a, ..], [b, ..])
            if !is_bare(a)
                && !is_bare(b)
                && share_partitions(a_pk, b_pk, layout.separator)
                && catches(a, b, layout.separator) =>
        {
            Some(Caught { hunter: *a, prey: *b })
        }
        _ => None,
    }
}

/// Whether a query for one entity, in the table or in an index, catches items of another.
pub(super) const fn catches_anywhere(layout: &TableLayout, hunter: &EntitySchema, prey: &EntitySchema) -> bool {
    if in_the_table(layout, hunter, prey).is_some() {
        return true;
    }
    let mut i = 0;
    while i < hunter.indexes.len() {
        let mut j = 0;
        while j < prey.indexes.len() {
            let (a, b) = (&hunter.indexes[i], &prey.indexes[j]);
            if a.at == b.at && in_index(layout, (hunter, a), (prey, b)).is_some() {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}
