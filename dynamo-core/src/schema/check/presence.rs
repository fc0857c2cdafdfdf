//! Rule 15: items that have all keys of an index are in it, given or not.

use super::super::layout::is_of_the_table;
use super::super::message::Message;
use super::super::slot::provides;
use super::super::text;
use crate::schema::{EntitySchema, FieldSchema, IndexSchema, KeyAttribute, Membership, TableLayout};

/// The item does not have every key of an index that the entity is not in.
pub(super) const fn slips_in(
    layout: &TableLayout,
    entity: &EntitySchema,
    field: &FieldSchema,
    at: usize,
    out: &mut Message,
) -> bool {
    let index = &layout.indexes[at];
    if is_in(entity, at) {
        return false;
    }
    if all_present(layout, entity, index.pk) && all_present(layout, entity, index.sk) {
        return out.say(
            "field `{}` would slip `{}` into index `{}`, which it is not in: its items have all of that index's \
             keys\n\
             help: rename the field, or give the index",
            &[field.field, entity.name, index.ident],
        );
    }
    false
}

/// Rule 15 without a field: the keys of other indexes, and the table's own attributes, add up to an index as well.
pub(super) const fn not_in_others(layout: &TableLayout, entity: &EntitySchema, out: &mut Message) -> bool {
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        // Where a field is part of it, the field is what is refused.
        if !is_in(entity, i)
            && !has_field(entity, index)
            && all_present(layout, entity, index.pk)
            && all_present(layout, entity, index.sk)
        {
            return out.say(
                "`{}` is in index `{}` without giving it: its items have all of that index's keys\n\
                 help: give the index with the same keys",
                &[entity.name, index.ident],
            );
        }
        i += 1;
    }
    false
}

pub(super) const fn is_in(entity: &EntitySchema, at: usize) -> bool {
    let mut indexes = entity.indexes;
    while let [index, after @ ..] = indexes {
        if index.at == at && !matches!(index.membership, Membership::None) {
            return true;
        }
        indexes = after;
    }
    false
}

const fn has_field(entity: &EntitySchema, index: &IndexSchema) -> bool {
    let mut i = 0;
    while i < entity.fields.len() {
        if let Some(attribute) = entity.fields[i].attribute
            && index.key(attribute).is_some()
        {
            return true;
        }
        i += 1;
    }
    false
}

pub(super) const fn all_present(layout: &TableLayout, entity: &EntitySchema, keys: &[KeyAttribute]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if !present(layout, entity, keys[i].name.text) {
            return false;
        }
        i += 1;
    }
    true
}

const fn present(layout: &TableLayout, entity: &EntitySchema, name: &str) -> bool {
    if is_of_the_table(layout, name) || stores(entity, name) {
        return true;
    }
    let mut i = 0;
    while i < entity.indexes.len() {
        if provides(layout, &entity.indexes[i], name).is_some() {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether an entity has a field or a constant that is stored under this name.
pub(super) const fn stores(entity: &EntitySchema, name: &str) -> bool {
    let mut fields = entity.fields;
    while let [field, after @ ..] = fields {
        if text::is(field.attribute, name) {
            return true;
        }
        fields = after;
    }
    let mut i = 0;
    while i < entity.constants.len() {
        if text::eq(entity.constants[i].name.text, name) {
            return true;
        }
        i += 1;
    }
    false
}
