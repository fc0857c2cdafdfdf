//! Which attribute a key of an entity is written to.

use super::{IndexKeys, IndexSchema, IndexUse, KeyAttribute, KeySpec, Membership, TableLayout, text};

/// Which key of an index: written by the derive, which sees the entity's attributes but not the table's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first of two.
    Partition,
    /// The second of two.
    Sort,
    /// The only one: the partition key of a global index, the sort key of a local one.
    Only,
}

/// A key attribute of an index, and whether this key writes it.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// The attribute.
    pub attribute: KeyAttribute,
    /// False when it is written already: by the table's own key, or by an index that shares it.
    pub write: bool,
    /// Whether it is part of a sort key.
    pub sort: bool,
}

/// The attribute of the `i`th part of a key of `uses[at]`.
#[must_use]
pub const fn index_slot(layout: &TableLayout, uses: &[IndexUse], at: usize, side: Side, i: usize) -> Slot {
    let none = Slot { attribute: layout.pk, write: false, sort: false };
    // A missing index or part is refused by `check`, with its own message.
    let index = match layout.index(uses[at].index) {
        Some(index) => index,
        None => return none,
    };
    let sort = matches!(side, Side::Sort) || (matches!(side, Side::Only) && index.local);
    let attributes = if sort { index.sk } else { index.pk };
    if i >= attributes.len() {
        return none;
    }
    let attribute = attributes[i];
    // A local index shares the table's partition key.
    let mut write = sort || !index.local;
    let mut earlier = 0;
    while earlier < at {
        if provides(layout, &uses[earlier], attribute.name.text).is_some() {
            write = false;
        }
        earlier += 1;
    }
    Slot { attribute, write, sort }
}

/// Partition and sort keys of `keys` in `index`.
pub(crate) const fn sides(index: &IndexSchema, keys: &IndexKeys) -> (&'static [KeySpec], &'static [KeySpec]) {
    match keys {
        IndexKeys::One(sort) if index.local => (&[], sort),
        IndexKeys::One(partition) => (partition, &[]),
        IndexKeys::Two(partition, sort) => (partition, sort),
    }
}

/// The keys of a membership.
pub(crate) const fn keys(membership: &Membership) -> Option<&IndexKeys> {
    match membership {
        Membership::None => None,
        Membership::Always(keys) | Membership::Sparse(keys) => Some(keys),
    }
}

/// How `index_use` makes the attribute `name`, if it does.
pub(crate) const fn provides(layout: &TableLayout, index_use: &IndexUse, name: &str) -> Option<KeySpec> {
    match (layout.index(index_use.index), keys(&index_use.membership)) {
        (Some(index), Some(keys)) => {
            let (partition, sort) = sides(index, keys);
            match provided(index.pk, partition, name) {
                Some(spec) => Some(spec),
                None => provided(index.sk, sort, name),
            }
        }
        _ => None,
    }
}

const fn provided(attributes: &[KeyAttribute], specs: &[KeySpec], name: &str) -> Option<KeySpec> {
    let mut i = 0;
    while i < attributes.len() && i < specs.len() {
        if text::eq(attributes[i].name.text, name) {
            return Some(specs[i]);
        }
        i += 1;
    }
    None
}
