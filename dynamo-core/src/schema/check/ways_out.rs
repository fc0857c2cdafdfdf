//! Rule 37: `overlaps(..)` and `shares_key(..)`, where they are needed and can work.

use super::super::message::{Message, refuse};
use super::super::overlap::can_be_equal;
use super::super::projection::holds_attribute;
use super::super::slot::keys;
use super::super::text;
use super::catching::catches_anywhere;
use super::table::key_text;
use crate::schema::{EntitySchema, KeySpec, TableSchema};

/// `overlaps(Other)`: a query for the entity catches items of the other one, whose type tells them apart.
#[track_caller]
pub const fn overlaps(table: &TableSchema, entity: &EntitySchema, other: &EntitySchema) {
    if !(table.layout.complete && entity.complete && other.complete) {
        return;
    }
    is_listed(table, entity, other, "overlaps");
    tells_types(table, entity, other, "overlaps");
    if !catches_anywhere(table.layout, entity, other) {
        refuse(
            "no query for `{}` catches items of `{}`, and reads would filter for nothing\n\
             help: remove `overlaps({})`",
            &[entity.name, other.name, other.name],
        )
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
    if !text::is_one_of(other.shares_key, entity.id) {
        refuse(
            "`{}` shares its key with `{}`, which would overwrite its items, since it does not say so\n\
             help: write `shares_key({})` on `{}`",
            &[entity.name, other.name, entity.name, other.name],
        )
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
        let message = Message::of("`{}` shares its key with `{}`", &[entity.name, other.name]);
        let message = key_text(&message.and(", and their templates differ: ", &[]), entity);
        let message = key_text(&message.and(" and ", &[]), other);
        let meet = can_be_equal(&entity.pk, &other.pk, table.layout.separator);
        message
            .and(
                "\nhelp: {}",
                &[if meet {
                    "give both the same literals and formats"
                } else {
                    "remove `shares_key(..)`: they never have one key"
                }],
            )
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
    let message = Message::of("`{}` of `{}` names `{}`", &[option, entity.name, other.name]);
    message
        .and(
            ", which is not another entity of table `{}`\n\
             help: only items of one table can be in each other's way: remove it",
            &[table.layout.table],
        )
        .refuse()
}

/// The table has a type attribute, and so has every index that the entity is in.
#[track_caller]
const fn tells_types(table: &TableSchema, entity: &EntitySchema, other: &EntitySchema, option: &str) {
    let layout = table.layout;
    let message = Message::of("`{}` of `{}` and `{}`", &[option, entity.name, other.name]);
    let Some(tag) = layout.type_attribute else {
        message
            .and(
                " needs a type attribute to tell their items apart, and table `{}` has none\n\
                 help: add `type_attribute = \"..\"` to `#[table(..)]`, or give them different keys",
                &[layout.table],
            )
            .refuse()
    };
    let mut i = 0;
    while i < entity.indexes.len() {
        let index = entity.indexes[i].index;
        if keys(&entity.indexes[i].membership).is_some() && !holds_attribute(layout, index, tag.text) {
            message
                .and(
                    " needs the type attribute `{}`, which index `{}` does not hold\n\
                     help: add it to the index's `projection`",
                    &[tag.text, index],
                )
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
