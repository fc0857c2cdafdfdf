//! What is read: the table, or one of its indexes, as a type.

use crate::schema::{EntitySchema, Projection, TableLayout, text};

/// What a query reads: `KIND` is 0 for the table, 1 for a local index and 2 for a global one; `FULL` tells whether it has
/// all attributes of the entity; `AT` is the index's place in the table's declaration.
#[derive(Debug, Clone, Copy)]
pub enum Via<const KIND: u8, const FULL: bool, const AT: usize> {}

/// What can be read as it was last written.
#[diagnostic::on_unimplemented(
    message = "a global secondary index has no consistent read",
    label = "reads a global index",
    note = "help: leave `.consistent()` out, or query the table or a local index"
)]
pub trait Consistent {}
#[diagnostic::do_not_recommend]
impl<const FULL: bool, const AT: usize> Consistent for Via<0, FULL, AT> {}
#[diagnostic::do_not_recommend]
impl<const FULL: bool, const AT: usize> Consistent for Via<1, FULL, AT> {}

/// What has whole items.
#[diagnostic::on_unimplemented(
    message = "the index does not hold all attributes of the entity",
    label = "reads an index that holds less",
    note = "help: `db.query_part(..).project::<Part>()`, where `Part` has `#[derive(Projection)]` and `#[projection(of = .., index = ..)]`"
)]
pub trait HoldsAll {}
#[diagnostic::do_not_recommend]
impl<const KIND: u8, const AT: usize> HoldsAll for Via<KIND, true, AT> {}

/// A part of an entity that can be read from `V`.
#[diagnostic::on_unimplemented(
    message = "the index does not hold all attributes of `{Self}`, as far as it is declared",
    label = "not declared for this index",
    note = "help: name the index: `#[projection(of = .., index = ..)]`"
)]
pub trait ReadFrom<V> {}

/// What is declared to be in the index at `AT`, which does not hold whole entities.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared as a part that the index holds",
    label = "not declared for this index",
    note = "help: name the index: `#[projection(of = .., index = ..)]`"
)]
pub trait HeldBy<const AT: usize> {}

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
