//! Attributes that every item of an entity has, against what the table means by them.

use super::super::layout::is_of_the_table;
use super::super::message::Message;
use super::super::projection::holds_attribute;
use super::super::slot::keys;
use super::super::text;
use crate::schema::{EntitySchema, TableLayout};

/// The `at`th constant is no attribute of the table, and every index of the entity holds it.
pub(super) const fn constant(layout: &TableLayout, entity: &EntitySchema, at: usize, out: &mut Message) -> bool {
    if !(layout.complete && entity.complete) {
        return false;
    }
    let name = entity.constants[at].name.text;
    if let Some(what) = meaning(layout, name) {
        return out.say(
            Message::new("constant ")
                .name(name)
                .add(" of ")
                .name(entity.name)
                .add(" is ")
                .add(what)
                .add(" of table ")
                .name(layout.table)
                .help("name another attribute"),
        );
    }
    let mut i = 0;
    while i < entity.indexes.len() {
        let index_use = &entity.indexes[i];
        if let (Some(index), Some(_)) = (layout.used(index_use), keys(&index_use.membership))
            && !holds_attribute(layout, index.ident, name)
        {
            return out.say(
                Message::new("index ")
                    .name(index.ident)
                    .add(" does not hold ")
                    .name(name)
                    .add(", by which items of ")
                    .name(entity.name)
                    .add(" are told from others")
                    .help("add it to the projection of the index: `projection = [\"")
                    .add(name)
                    .add("\"]`"),
            );
        }
        i += 1;
    }
    false
}

const fn meaning(layout: &TableLayout, name: &str) -> Option<&'static str> {
    if let Some(tag) = &layout.type_attribute
        && text::eq(tag.text, name)
    {
        return Some("the type tag");
    }
    if is_of_the_table(layout, name) {
        return Some("a key");
    }
    if let Some(ttl) = layout.ttl
        && text::eq(ttl, name)
    {
        return Some("the TTL attribute");
    }
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        let mut part = 0;
        while part < index.pk.len() + index.sk.len() {
            let key = if part < index.pk.len() { index.pk[part] } else { index.sk[part - index.pk.len()] };
            if text::eq(key.name.text, name) {
                return Some("a key of an index");
            }
            part += 1;
        }
        i += 1;
    }
    None
}
