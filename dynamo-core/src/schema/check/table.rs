//! Rules between the entities of a table.

use super::super::message::Message;
use super::super::overlap::{can_be_equal, can_begin_with, is_bare, lead, prefix};
use super::super::slot::{keys, sides};
use super::super::text;
use crate::schema::{EntitySchema, IndexUse, KeySpec, TableLayout, TableSchema};

/// Rule 23, seen from the entity: the table that it names lists it.
#[track_caller]
pub const fn lists(table: &TableSchema, entity: &EntitySchema) {
    if !(table.layout.complete && entity.complete) {
        return;
    }
    let mut i = 0;
    while i < table.entities.len() {
        // An incomplete one may be this one: its own errors are enough.
        if text::eq(table.entities[i].id, entity.id) || !table.entities[i].complete {
            return;
        }
        i += 1;
    }
    Message::new("")
        .name(entity.name)
        .add(" names table ")
        .name(table.layout.table)
        .add(", which does not list it")
        .add("\nhelp: add `")
        .add(entity.name)
        .add("(")
        .add(entity.name)
        .add(")` to the enum")
        .refuse()
}

/// Rules 16, 17, 18, 23 for the `at`th entity of a table, against those before it.
#[track_caller]
pub const fn member(table: &TableSchema, at: usize) {
    let entity = table.entities[at];
    if !(table.layout.complete && entity.complete) {
        return;
    }
    if !text::eq(entity.layout.id, table.layout.id) {
        Message::new("")
            .name(entity.name)
            .add(" is listed in table ")
            .name(table.layout.table)
            .add(" and names another one")
            .help("name this table in its `#[entity(table = ..)]`, or remove it here")
            .refuse()
    }
    let mut i = 0;
    while i < at {
        apart(table.layout, table.entities[i], entity);
        i += 1;
    }
    let mut base = table.base;
    while let Some(schema) = base {
        i = 0;
        while i < schema.entities.len() {
            apart(table.layout, schema.entities[i], entity);
            i += 1;
        }
        base = schema.base;
    }
}

#[track_caller]
const fn apart(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema) {
    if !a.complete {
        return;
    }
    tags_differ(layout, a, b);
    keys_differ(layout, a, b);
    prefixes_differ(layout, a, b);
}

/// Rule 18.
#[track_caller]
const fn tags_differ(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema) {
    if layout.type_attribute.is_some() && text::eq(a.tag, b.tag) {
        Message::new("")
            .name(a.name)
            .add(" and ")
            .name(b.name)
            .add(" both have the type tag \"")
            .add(b.tag)
            .add("\"")
            .help("give one of them another: `#[entity(type = \"..\")]`")
            .refuse()
    }
}

/// Rule 16.
#[track_caller]
const fn keys_differ(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema) {
    if lead(&a.pk).differs(lead(&b.pk)) || !can_be_equal(&a.pk, &b.pk, layout.separator) {
        return;
    }
    let sort_keys_meet = match (&a.sk, &b.sk) {
        (Some(x), Some(y)) => can_be_equal(x, y, layout.separator),
        _ => true,
    };
    if sort_keys_meet {
        let mut message = Message::new("")
            .name(a.name)
            .add(" and ")
            .name(b.name)
            .add(" can have one primary key, and would overwrite each other: ");
        message = key_text(message, a);
        message = message.add(" meets ");
        message = key_text(message, b);
        message.help("begin one of their sort keys with a literal of its own").refuse()
    }
}

const fn key_text(message: Message, entity: &EntitySchema) -> Message {
    let message = message.add("\"").add(entity.pk.text()).add("\"");
    match &entity.sk {
        Some(sk) => message.add(" / \"").add(sk.text()).add("\""),
        None => message,
    }
}

/// Rule 17, for the table and for each index.
#[track_caller]
const fn prefixes_differ(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema) {
    if let (Some(x), Some(y)) = (&a.sk, &b.sk)
        && !lead(&a.pk).differs(lead(&b.pk))
    {
        partition_apart(layout, "", a, b, &[a.pk], &[b.pk], &[*x], &[*y]);
    }
    let mut i = 0;
    while i < a.indexes.len() {
        let mut j = 0;
        while j < b.indexes.len() {
            if !a.indexes[i].lead.differs(b.indexes[j].lead) && text::eq(a.indexes[i].index, b.indexes[j].index) {
                index_apart(layout, a, b, &a.indexes[i], &b.indexes[j]);
            }
            j += 1;
        }
        i += 1;
    }
}

#[track_caller]
const fn index_apart(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema, of_a: &IndexUse, of_b: &IndexUse) {
    let (Some(a_keys), Some(b_keys)) = (keys(&of_a.membership), keys(&of_b.membership)) else { return };
    let Some(index) = layout.index(of_a.index) else { return };
    let ((a_pk, a_sk), (b_pk, b_sk)) = (sides(index, a_keys), sides(index, b_keys));
    if index.local {
        partition_apart(layout, index.ident, a, b, &[a.pk], &[b.pk], a_sk, b_sk);
    } else {
        partition_apart(layout, index.ident, a, b, a_pk, b_pk, a_sk, b_sk);
    }
}

#[track_caller]
#[allow(clippy::too_many_arguments)] // Two entities, each with both sides of its key.
const fn partition_apart(
    layout: &TableLayout,
    place: &str,
    a: &EntitySchema,
    b: &EntitySchema,
    a_pk: &[KeySpec],
    b_pk: &[KeySpec],
    a_sk: &[KeySpec],
    b_sk: &[KeySpec],
) {
    let mut i = 0;
    while i < a_pk.len() && i < b_pk.len() {
        if !can_be_equal(&a_pk[i], &b_pk[i], layout.separator) {
            return;
        }
        i += 1;
    }
    // An index without a sort key, or with a plain attribute as one, has no prefix: there the type tag tells items
    // apart, or else the key templates of the table.
    if a_sk.is_empty() || b_sk.is_empty() || is_bare(&a_sk[0]) || is_bare(&b_sk[0]) {
        return;
    }
    catches(layout, place, a, b, &a_sk[0], &b_sk[0]);
    catches(layout, place, b, a, &b_sk[0], &a_sk[0]);
}

#[track_caller]
const fn catches(
    layout: &TableLayout,
    place: &str,
    hunter: &EntitySchema,
    prey: &EntitySchema,
    hunter_sk: &KeySpec,
    prey_sk: &KeySpec,
) {
    let Some(prefix) = prefix(hunter_sk) else {
        // One text for all: what catches others is the same text.
        if can_be_equal(hunter_sk, prey_sk, layout.separator) {
            Message::new("a query for ")
                .name(hunter.name)
                .add(" in index ")
                .name(place)
                .add(" would catch items of ")
                .name(prey.name)
                .add(": both can have the sort key \"")
                .add(hunter_sk.text())
                .add("\"")
                .help("give one of them another sort key")
                .refuse()
        }
        return;
    };
    if can_begin_with(prey_sk, prefix, layout.separator) {
        let message = Message::new("a query for ").name(hunter.name).add(" in ");
        let message = if place.is_empty() { message.add("the table") } else { message.add("index ").name(place) };
        message
            .add(" would catch items of ")
            .name(prey.name)
            .add(": the prefix \"")
            .add(prefix)
            .add("\" of \"")
            .add(hunter_sk.text())
            .add("\" is also one of \"")
            .add(prey_sk.text())
            .add("\"")
            .help("begin one of the sort keys with another literal")
            .refuse()
    }
}
