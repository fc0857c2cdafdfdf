//! Attributes that every item of an entity has, against what the table means by them.

use super::super::layout::meaning_of;
use super::super::message::Message;
use super::super::projection::holds_attribute;
use super::super::slot::keys;
use super::super::text;
use crate::schema::{EntitySchema, TableLayout};

/// The `at`th constant is no attribute of the table, and every index of the entity holds it.
pub(super) const fn constant(layout: &TableLayout, entity: &EntitySchema, at: usize, out: &mut Message) -> bool {
    let name = entity.constants[at].name.text;
    let what = if text::is(layout.ttl, name) { Some("the TTL attribute") } else { meaning_of(layout, name) };
    if let Some(what) = what {
        return out.say(
            "constant `{}` of `{}` is {} of table `{}`\nhelp: name another attribute",
            &[name, entity.name, what, layout.table],
        );
    }
    let mut i = 0;
    while i < entity.indexes.len() {
        let index_use = &entity.indexes[i];
        if let (Some(index), Some(_)) = (layout.used(index_use), keys(&index_use.membership))
            && !holds_attribute(layout, index.ident, name)
        {
            return out.say(
                "index `{}` does not hold `{}`, by which items of `{}` are told from others\n\
                 help: add it to the projection of the index: `projection = [\"{}\"]`",
                &[index.ident, name, entity.name, name],
            );
        }
        i += 1;
    }
    false
}
