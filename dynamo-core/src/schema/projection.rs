//! Which attributes an index holds.

use super::{EntitySchema, IndexProjection, TableLayout, text};

/// `CLASS` of `Facts` for the `nth` index that an entity mentions.
#[must_use]
pub const fn class(entity: &EntitySchema, nth: usize) -> u8 {
    let (local, all) = match entity.layout.used(&entity.indexes[nth]) {
        Some(index) => (index.local, matches!(index.projection, IndexProjection::All)),
        None => (false, true),
    };
    let held = if all {
        0
    } else if holds(entity, nth) {
        1
    } else {
        2
    };
    if local { 1 + held } else { 4 + held }
}

/// Whether an index that does not hold everything holds all attributes of the entity.
const fn holds(entity: &EntitySchema, nth: usize) -> bool {
    // What no field has is missing there, and a whole-item write of what was read would lose it.
    if entity.rest.is_some() {
        return false;
    }
    let mut i = 0;
    while i < entity.fields.len() {
        if let Some(attribute) = entity.fields[i].attribute
            && !holds_attribute(entity.layout, entity.indexes[nth].index, attribute)
        {
            return false;
        }
        // An item may have the field under an older name.
        let mut n = 0;
        while n < entity.fields[i].aliases.len() {
            if !holds_attribute(entity.layout, entity.indexes[nth].index, entity.fields[i].aliases[n]) {
                return false;
            }
            n += 1;
        }
        i += 1;
    }
    true
}

/// Whether an index has an attribute.
pub(crate) const fn holds_attribute(layout: &TableLayout, index: &str, attribute: &str) -> bool {
    let Some(index) = layout.index(index) else { return true };
    let included = match index.projection {
        IndexProjection::All => return true,
        IndexProjection::KeysOnly => &[],
        IndexProjection::Include(names) => names,
    };
    text::is_one_of(included, attribute)
        || index.key(attribute).is_some()
        || text::eq(layout.pk.name.text, attribute)
        || matches!(&layout.sk, Some(sk) if text::eq(sk.name.text, attribute))
}
