//! The condition that an item has not changed since it was read.

use crate::codec::Item;
use crate::entity::EntityCode;
use crate::expr::{Node, no_own};
use crate::schema::Role;
use crate::schema::reserved::{PENDING, REVISION};

/// How many attributes a condition compares: each takes up to 31 of the 4,096 bytes, and two of the 300 operators.
pub(crate) const TERMS: usize = 100;

/// Returns the attributes that a write watches: those that companions are derived from or, with `whole`, all that belong
/// to fields.
fn watched(code: &EntityCode, whole: bool) -> Vec<&'static str> {
    let fields = code.schema.fields.iter().filter(|field| {
        // A softly deleted record has no pointers.
        whole || field.role == Role::DeletedAt || code.feeds_companions(field.field)
    });
    let attributes = fields.flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
    [PENDING].into_iter().chain(attributes).collect()
}

/// Returns whether a write watches more attributes than a condition may compare, so that the item needs a revision.
pub(crate) fn is_wide(code: &EntityCode, whole: bool) -> bool {
    watched(code, whole).len() > TERMS
}

/// Returns the condition that the watched attributes are unchanged, or that there is still no item of the entity. Comparing the
/// version would not suffice, since an item that was deleted and created again may have the same version.
pub(crate) fn unchanged(code: &EntityCode, item: Option<&Item>, whole: bool) -> Node {
    let Some(item) = item else { return no_own(code.schema) };
    let names = watched(code, whole);
    let revision = (names.len() > TERMS).then_some(REVISION);
    let names = revision.into_iter().chain(names.into_iter().take(TERMS));
    names.fold(Node::exists(code.schema.layout.pk.name.text), |all, name| all.and(Node::same(name, item.get(name))))
}
