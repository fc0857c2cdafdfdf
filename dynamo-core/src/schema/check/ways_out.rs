//! Rule 37: `overlaps(..)` and `shares_key(..)`, where they are needed and can work.

use super::super::message::Message;
use super::super::overlap::can_be_equal;
use super::super::projection::holds_attribute;
use super::super::slot::keys;
use super::super::text;
use super::catching::{catches_in_an_index, catches_in_the_table};
use super::table::{key_text, names};
use crate::schema::{EntitySchema, KeySpec, TableSchema};

/// `overlaps(Other)`: a query for the entity catches items of the other one, whose type tells them apart.
#[track_caller]
pub const fn overlaps(table: &TableSchema, entity: &EntitySchema, other: &EntitySchema) {
    if !(table.layout.complete && entity.complete && other.complete) {
        return;
    }
    is_listed(table, entity, other, "overlaps");
    tells_types(table, entity, other, "overlaps");
    if !catches_in_the_table(table.layout, entity, other) && !catches_in_an_index(table.layout, entity, other) {
        Message::new("no query for ")
            .name(entity.name)
            .add(" catches items of ")
            .name(other.name)
            .add(", and reads would filter for nothing")
            .add("\nhelp: remove `overlaps(")
            .add(other.name)
            .add(")`")
            .refuse()
    }
}

/// `shares_key(Other)`: both have the same keys, both say so, and their types tell whose an item is.
#[track_caller]
pub const fn shares_key(table: &TableSchema, entity: &EntitySchema, other: &EntitySchema) {
    if !(table.layout.complete && entity.complete && other.complete) {
        return;
    }
    is_listed(table, entity, other, "shares_key");
    tells_types(table, entity, other, "shares_key");
    if !names(other.shares_key, entity.id) {
        Message::new("")
            .name(entity.name)
            .add(" shares its key with ")
            .name(other.name)
            .add(", which would overwrite its items, since it does not say so")
            .add("\nhelp: write `shares_key(")
            .add(entity.name)
            .add(")` on ")
            .name(other.name)
            .refuse()
    }
    if !is_first(table, entity, other) {
        // What concerns both is told once.
        return;
    }
    let sort_keys_are_alike = match (&entity.sk, &other.sk) {
        (Some(a), Some(b)) => are_alike(a, b),
        (None, None) => true,
        _ => false,
    };
    if !are_alike(&entity.pk, &other.pk) || !sort_keys_are_alike {
        let message = Message::new("").name(entity.name).add(" shares its key with ").name(other.name);
        let message = key_text(&message.add(", and their templates differ: "), entity);
        let message = key_text(&message.add(" and "), other);
        let meet = can_be_equal(&entity.pk, &other.pk, table.layout.separator);
        message
            .help(if meet {
                "give both the same literals and formats"
            } else {
                "remove `shares_key(..)`: they never have one key"
            })
            .refuse()
    }
}

/// Whether an entity is listed before another one.
const fn is_first(table: &TableSchema, entity: &EntitySchema, other: &EntitySchema) -> bool {
    let mut i = 0;
    while i < table.entities.len() {
        if text::eq(table.entities[i].id, other.id) {
            return false;
        }
        if text::eq(table.entities[i].id, entity.id) {
            return true;
        }
        i += 1;
    }
    true
}

#[track_caller]
const fn is_listed(table: &TableSchema, entity: &EntitySchema, other: &EntitySchema, option: &str) {
    let mut schema = Some(table);
    while let Some(table) = schema {
        let mut i = 0;
        while i < table.entities.len() {
            if text::eq(table.entities[i].id, other.id) && !text::eq(other.id, entity.id) {
                return;
            }
            i += 1;
        }
        schema = table.base;
    }
    let message = Message::new("`").add(option).add("` of ").name(entity.name).add(" names ").name(other.name);
    message
        .add(", which is not another entity of table ")
        .name(table.layout.table)
        .help("only items of one table can be in each other's way: remove it")
        .refuse()
}

/// The table has a type attribute, and so has every index that the entity is in.
#[track_caller]
const fn tells_types(table: &TableSchema, entity: &EntitySchema, other: &EntitySchema, option: &str) {
    let layout = table.layout;
    let message = Message::new("`").add(option).add("` of ").name(entity.name).add(" and ").name(other.name);
    let Some(tag) = layout.type_attribute else {
        message
            .add(" needs a type attribute to tell their items apart, and table ")
            .name(layout.table)
            .add(" has none")
            .help("add `type_attribute = \"..\"` to `#[table(..)]`, or give them different keys")
            .refuse()
    };
    let mut i = 0;
    while i < entity.indexes.len() {
        let index = entity.indexes[i].index;
        if keys(&entity.indexes[i].membership).is_some() && !holds_attribute(layout, index, tag.text) {
            message
                .add(" needs the type attribute ")
                .name(tag.text)
                .add(", which index ")
                .name(index)
                .add(" does not hold")
                .help("add it to the index's `projection`")
                .refuse()
        }
        i += 1;
    }
}

/// Whether two keys have the same literals and formats, whatever their fields are called.
const fn are_alike(a: &KeySpec, b: &KeySpec) -> bool {
    match (a, b) {
        (KeySpec::Field(_), KeySpec::Field(_)) => true,
        (KeySpec::Template(a), KeySpec::Template(b)) => {
            let (a, b) = (a.text.as_bytes(), b.text.as_bytes());
            let (mut i, mut j) = (0, 0);
            while i < a.len() && j < b.len() {
                if a[i] != b[j] {
                    return false;
                }
                let is_field = a[i] == b'<';
                (i, j) = (i + 1, j + 1);
                if is_field {
                    (i, j) = (after_name(a, i), after_name(b, j));
                }
            }
            i == a.len() && j == b.len()
        }
        _ => false,
    }
}

/// Where the name of a field ends: at its format, or at the bracket.
const fn after_name(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b':' && text[at] != b'>' {
        at += 1;
    }
    at
}
