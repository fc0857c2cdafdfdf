//! Which attributes an index holds.

use super::{EntitySchema, Projection, TableLayout, text};

/// `KIND` of [`Via`].
#[must_use]
pub const fn kind(layout: &TableLayout, index: &str) -> u8 {
    match layout.index(index) {
        Some(index) if index.local => 1,
        _ => 2,
    }
}

/// `AT` of [`Via`].
#[must_use]
pub const fn position(layout: &TableLayout, index: &str) -> usize {
    let mut i = 0;
    while i < layout.indexes.len() {
        if text::eq(layout.indexes[i].ident, index) {
            return i;
        }
        i += 1;
    }
    usize::MAX
}

/// `FULL` of [`Via`].
#[must_use]
pub const fn holds(layout: &TableLayout, entity: &EntitySchema, index: &str) -> bool {
    if holds_everything(layout, index) {
        return true;
    }
    let mut i = 0;
    while i < entity.fields.len() {
        if let Some(attribute) = entity.fields[i].attribute
            && !holds_attribute(layout, index, attribute)
        {
            return false;
        }
        i += 1;
    }
    true
}

/// `FULL` of [`Via`], for items of any type.
#[must_use]
pub const fn holds_everything(layout: &TableLayout, index: &str) -> bool {
    match layout.index(index) {
        Some(index) => matches!(index.projection, Projection::All),
        None => true,
    }
}

/// Whether an index has an attribute.
pub(crate) const fn holds_attribute(layout: &TableLayout, index: &str, attribute: &str) -> bool {
    let Some(index) = layout.index(index) else { return true };
    let included = match index.projection {
        Projection::All => return true,
        Projection::KeysOnly => &[],
        Projection::Include(names) => names,
    };
    let mut i = 0;
    while i < included.len() {
        if text::eq(included[i], attribute) {
            return true;
        }
        i += 1;
    }
    let mut i = 0;
    while i < index.pk.len() + index.sk.len() {
        let key = if i < index.pk.len() { index.pk[i] } else { index.sk[i - index.pk.len()] };
        if text::eq(key.name.text, attribute) {
            return true;
        }
        i += 1;
    }
    let is_sk = match &layout.sk {
        Some(sk) => text::eq(sk.name.text, attribute),
        None => false,
    };
    is_sk || text::eq(layout.pk.name.text, attribute)
}
