//! Rules between the entities of a table.

use super::super::layout::is_of_the_table;
use super::super::message::Message;
use super::super::overlap::{can_be_equal, can_begin_with, is_bare, lead, prefix};
use super::super::reserved::use_of;
use super::super::slot::{keys, sides};
use super::super::text;
use super::catching::share_partitions;
use super::presence::is_in;
use crate::schema::{EntitySchema, IndexUse, KeySpec, TableLayout, TableSchema};

/// Rule 23, seen from the entity: the table that it names lists it.
pub(super) const fn lists(table: &TableSchema, entity: &EntitySchema, out: &mut Message) -> bool {
    if !(table.layout.complete && entity.complete) {
        return false;
    }
    let mut entities = table.entities;
    while let [other, after @ ..] = entities {
        // An incomplete one may be this one: its own errors are enough. Few are declared at one line, which is seen at once.
        if !other.complete || other.place.line == entity.place.line && text::eq(other.id, entity.id) {
            return false;
        }
        entities = after;
    }
    is_not_listed(table, entity, out)
}

const fn is_not_listed(table: &TableSchema, entity: &EntitySchema, out: &mut Message) -> bool {
    out.say(
        Message::new("")
            .name(entity.name)
            .add(" names table ")
            .name(table.layout.table)
            .add(", which does not list it")
            .add("\nhelp: add `")
            .add(entity.name)
            .add("(")
            .add(entity.name)
            .add(")` to the enum"),
    )
}

/// Rule 23, seen from the table: the `at`th entity names it.
pub(super) const fn is_foreign(table: &TableSchema, at: usize, out: &mut Message) -> bool {
    let entity = table.entities[at];
    if !(table.layout.complete && entity.complete) {
        return false;
    }
    if !text::eq(entity.layout.id, table.layout.id) {
        return out.say(
            Message::new("")
                .name(entity.name)
                .add(" is listed in table ")
                .name(table.layout.table)
                .add(" and names another one")
                .help("name this table in its `#[entity(table = ..)]`, or remove it here"),
        );
    }
    false
}

/// Rule 30: an entity of the index has the `nth` attribute that its projection lists.
pub(super) const fn projects(table: &TableSchema, at: usize, name: &str, out: &mut Message) -> bool {
    let layout = table.layout;
    let index = &layout.indexes[at];
    if !layout.complete || is_written(layout, name) {
        return false;
    }
    let mut i = 0;
    while i < table.entities.len() {
        let entity = table.entities[i];
        if !entity.complete || has(entity, at, name) {
            return false;
        }
        i += 1;
    }
    let message = Message::new("projection of index ").name(index.ident).add(" lists ").name(name);
    let mut message = message.add(", which no entity of that index has").help("they have ");
    let mut first = true;
    i = 0;
    while i < table.entities.len() {
        let entity = table.entities[i];
        let mut field = 0;
        while field < entity.fields.len() && is_in(entity, at) {
            if let Some(attribute) = entity.fields[field].attribute {
                message = message.listed(first, attribute);
                first = false;
            }
            field += 1;
        }
        i += 1;
    }
    out.say(if first { message.add("none: give its keys in an entity, or remove the index") } else { message })
}

/// Whether items have an attribute that no field is stored in.
const fn is_written(layout: &TableLayout, name: &str) -> bool {
    let is_ttl = match layout.ttl {
        Some(ttl) => text::eq(ttl, name),
        None => false,
    };
    if is_ttl || is_of_the_table(layout, name) || use_of(name, true).is_some() {
        return true;
    }
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        let mut part = 0;
        while part < index.pk.len() + index.sk.len() {
            let key = if part < index.pk.len() { index.pk[part] } else { index.sk[part - index.pk.len()] };
            if text::eq(key.name.text, name) {
                return true;
            }
            part += 1;
        }
        i += 1;
    }
    false
}

/// Whether an entity is in the `at`th index, and has an attribute: one of its own, or one that it also reads.
const fn has(entity: &EntitySchema, at: usize, name: &str) -> bool {
    if !is_in(entity, at) {
        return false;
    }
    let mut i = 0;
    while i < entity.fields.len() {
        if let Some(attribute) = entity.fields[i].attribute
            && text::eq(attribute, name)
        {
            return true;
        }
        let mut alias = 0;
        while alias < entity.fields[i].aliases.len() {
            if text::eq(entity.fields[i].aliases[alias], name) {
                return true;
            }
            alias += 1;
        }
        i += 1;
    }
    i = 0;
    while i < entity.constants.len() {
        if text::eq(entity.constants[i].name.text, name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Rules 16, 17, 18, 23 for the `at`th entity of a table, against those before it.
pub(super) const fn member(table: &TableSchema, at: usize, out: &mut Message) -> bool {
    let entity = table.entities[at];
    if !(table.layout.complete && entity.complete) {
        return false;
    }
    check!(is_foreign(table, at, out));
    let mut i = 0;
    while i < at {
        check!(apart(table.layout, table.entities[i], entity, out));
        i += 1;
    }
    let mut base = table.base;
    while let Some(schema) = base {
        i = 0;
        while i < schema.entities.len() {
            check!(apart(table.layout, schema.entities[i], entity, out));
            i += 1;
        }
        base = schema.base;
    }
    false
}

pub(super) const fn apart(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema, out: &mut Message) -> bool {
    if !a.complete {
        return false;
    }
    check!(tags_differ(layout, a, b, out));
    if !lead(&a.pk).differs(lead(&b.pk)) {
        check!(keys_differ(layout, a, b, out));
        if let (Some(x), Some(y)) = (&a.sk, &b.sk) {
            check!(partition_apart(layout, "", a, b, &[a.pk], &[b.pk], &[*x], &[*y], out));
        }
    }
    check!(prefixes_differ(layout, a, b, out));
    false
}

/// Rule 18.
const fn tags_differ(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema, out: &mut Message) -> bool {
    if layout.type_attribute.is_some() && text::eq(a.tag, b.tag) {
        return out.say(
            Message::new("")
                .name(a.name)
                .add(" and ")
                .name(b.name)
                .add(" both have the type tag \"")
                .add(b.tag)
                .add("\"")
                .help("give one of them another: `#[entity(type = \"..\")]`"),
        );
    }
    false
}

/// Rule 16.
const fn keys_differ(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema, out: &mut Message) -> bool {
    if share_keys(a, b) || !can_be_equal(&a.pk, &b.pk, layout.separator) {
        return false;
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
        message = key_text(&message, a);
        message = message.add(" meets ");
        message = key_text(&message, b);
        return out.say(
            message
                .help("begin one of their sort keys with a literal of its own; if at most one of them exists, write `shares_key(")
                .add(b.name)
                .add(")` on ")
                .name(a.name)
                .add(", and the reverse"),
        );
    }
    false
}

/// Whether two entities share their keys, as one of them says; that both must say so has a message of its own.
const fn share_keys(a: &EntitySchema, b: &EntitySchema) -> bool {
    names(a.shares_key, b.id) || names(b.shares_key, a.id)
}

/// Whether an entity is among those that are listed by their ids.
pub(super) const fn names(ids: &[&str], id: &str) -> bool {
    let mut i = 0;
    while i < ids.len() {
        if text::eq(ids[i], id) {
            return true;
        }
        i += 1;
    }
    false
}

pub(super) const fn key_text(message: &Message, entity: &EntitySchema) -> Message {
    let message = message.add("\"").add(entity.pk.text()).add("\"");
    match &entity.sk {
        Some(sk) => message.add(" / \"").add(sk.text()).add("\""),
        None => message,
    }
}

/// Rule 17, for each index.
const fn prefixes_differ(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema, out: &mut Message) -> bool {
    let mut i = 0;
    while i < a.indexes.len() {
        let mut j = 0;
        while j < b.indexes.len() {
            if a.indexes[i].at == b.indexes[j].at && !a.indexes[i].lead.differs(b.indexes[j].lead) {
                check!(index_apart(layout, a, b, &a.indexes[i], &b.indexes[j], out));
            }
            j += 1;
        }
        i += 1;
    }
    false
}

const fn index_apart(
    layout: &TableLayout,
    a: &EntitySchema,
    b: &EntitySchema,
    of_a: &IndexUse,
    of_b: &IndexUse,
    out: &mut Message,
) -> bool {
    let (Some(a_keys), Some(b_keys)) = (keys(&of_a.membership), keys(&of_b.membership)) else { return false };
    let Some(index) = layout.used(of_a) else { return false };
    let ((a_pk, a_sk), (b_pk, b_sk)) = (sides(index, a_keys), sides(index, b_keys));
    if index.local {
        check!(partition_apart(layout, index.ident, a, b, &[a.pk], &[b.pk], a_sk, b_sk, out));
    } else {
        check!(partition_apart(layout, index.ident, a, b, a_pk, b_pk, a_sk, b_sk, out));
    }
    false
}

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
    out: &mut Message,
) -> bool {
    if !share_partitions(a_pk, b_pk, layout.separator) {
        return false;
    }
    // An index without a sort key, or with a plain attribute as one, has no prefix: there the type tag tells items
    // apart, or else the key templates of the table.
    if a_sk.is_empty() || b_sk.is_empty() || is_bare(&a_sk[0]) || is_bare(&b_sk[0]) {
        return false;
    }
    check!(catches(layout, place, a, b, &a_sk[0], &b_sk[0], out));
    check!(catches(layout, place, b, a, &b_sk[0], &a_sk[0], out));
    false
}

const fn catches(
    layout: &TableLayout,
    place: &str,
    hunter: &EntitySchema,
    prey: &EntitySchema,
    hunter_sk: &KeySpec,
    prey_sk: &KeySpec,
    out: &mut Message,
) -> bool {
    if names(hunter.overlaps, prey.id) || share_keys(hunter, prey) {
        return false;
    }
    let Some(prefix) = prefix(hunter_sk) else {
        // One text for all: what catches others is the same text.
        if can_be_equal(hunter_sk, prey_sk, layout.separator) {
            return out.say(
                Message::new("a query for ")
                    .name(hunter.name)
                    .add(" in index ")
                    .name(place)
                    .add(" would catch items of ")
                    .name(prey.name)
                    .add(": both can have the sort key \"")
                    .add(hunter_sk.text())
                    .add("\"")
                    .help("give one of them another sort key, or write `overlaps(")
                    .add(prey.name)
                    .add(")` on ")
                    .name(hunter.name)
                    .add(", to filter by type"),
            );
        }
        return false;
    };
    if can_begin_with(prey_sk, prefix, layout.separator) {
        let message = Message::new("a query for ").name(hunter.name).add(" in ");
        let message = if place.is_empty() { message.add("the table") } else { message.add("index ").name(place) };
        return out.say(
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
                .help("begin one of the sort keys with another literal, or write `overlaps(")
                .add(prey.name)
                .add(")` on ")
                .name(hunter.name)
                .add(", to filter by type"),
        );
    }
    false
}
