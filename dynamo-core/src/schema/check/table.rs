//! Rules between the entities of a table.

use super::super::layout::meaning_of;
use super::super::message::Message;
use super::super::overlap::{can_be_equal, lead, prefix};
use super::super::reserved::use_of;
use super::super::text;
use super::catching::{Caught, in_index, in_the_table};
use super::presence::{is_in, stores};
use crate::schema::{EntitySchema, TableLayout, TableSchema};

/// Rule 23, seen from the entity: the table that it names lists it.
pub(super) const fn lists(table: &TableSchema, entity: &EntitySchema, out: &mut Message) -> bool {
    let mut entities = table.entities;
    while let [other, after @ ..] = entities {
        // An incomplete one may be this one: its own errors are enough. Few are declared at one line, which is seen at once.
        if !other.complete || other.place.line == entity.place.line && text::eq(other.id, entity.id) {
            return false;
        }
        entities = after;
    }
    out.say(
        "`{}` names table `{}`, which does not list it\nhelp: add `{}({})` to the enum",
        &[entity.name, table.layout.table, entity.name, entity.name],
    )
}

/// Rule 23, seen from the table: the `at`th entity names it.
pub(super) const fn is_foreign(table: &TableSchema, at: usize, out: &mut Message) -> bool {
    let entity = table.entities[at];
    if !text::eq(entity.layout.id, table.layout.id) {
        return out.say(
            "`{}` is listed in table `{}` and names another one\n\
             help: name this table in its `#[entity(table = ..)]`, or remove it here",
            &[entity.name, table.layout.table],
        );
    }
    false
}

/// Rule 30: an entity of the index has the `nth` attribute that its projection lists.
pub(super) const fn projects(table: &TableSchema, at: usize, name: &str, out: &mut Message) -> bool {
    let layout = table.layout;
    let index = &layout.indexes[at];
    if text::is(layout.ttl, name) || meaning_of(layout, name).is_some() || use_of(name, true).is_some() {
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
    let message = Message::of("projection of index `{}` lists `{}`", &[index.ident, name]);
    let mut message = message.and(", which no entity of that index has\nhelp: they have ", &[]);
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
    out.found(if first { message.and("none: give its keys in an entity, or remove the index", &[]) } else { message })
}

/// Whether an entity is in the `at`th index, and has an attribute: one of its own, or one that it also reads.
const fn has(entity: &EntitySchema, at: usize, name: &str) -> bool {
    if !is_in(entity, at) {
        return false;
    }
    let mut i = 0;
    while i < entity.fields.len() {
        if text::is_one_of(entity.fields[i].aliases, name) {
            return true;
        }
        i += 1;
    }
    stores(entity, name)
}

/// Rules 16, 17, 18, 23 for the `at`th entity of a table, against those before it.
pub(super) const fn member(table: &TableSchema, at: usize, out: &mut Message) -> bool {
    let entity = table.entities[at];
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
        check!(catches(in_the_table(layout, a, b), "", a, b, out));
        check!(catches(in_the_table(layout, b, a), "", b, a, out));
    }
    let mut i = 0;
    while i < a.indexes.len() {
        let mut j = 0;
        while j < b.indexes.len() {
            let (of_a, of_b) = (&a.indexes[i], &b.indexes[j]);
            if of_a.at == of_b.at && !of_a.lead.differs(of_b.lead) {
                check!(catches(in_index(layout, (a, of_a), (b, of_b)), of_a.index, a, b, out));
                check!(catches(in_index(layout, (b, of_b), (a, of_a)), of_a.index, b, a, out));
            }
            j += 1;
        }
        i += 1;
    }
    false
}

/// Rule 18.
const fn tags_differ(layout: &TableLayout, a: &EntitySchema, b: &EntitySchema, out: &mut Message) -> bool {
    if layout.type_attribute.is_some() && text::eq(a.tag, b.tag) {
        return out.say(
            "`{}` and `{}` both have the type tag \"{}\"\n\
             help: give one of them another: `#[entity(type = \"..\")]`",
            &[a.name, b.name, b.tag],
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
        let message =
            Message::of("`{}` and `{}` can have one primary key, and would overwrite each other: ", &[a.name, b.name]);
        return out.found(key_text(&key_text(&message, a).and(" meets ", &[]), b).and(
            "\nhelp: begin one of their sort keys with a literal of its own; if at most one of them exists, write \
             `shares_key({})` on `{}`, and the reverse",
            &[b.name, a.name],
        ));
    }
    false
}

/// Whether two entities share their keys, as one of them says; that both must say so has a message of its own.
const fn share_keys(a: &EntitySchema, b: &EntitySchema) -> bool {
    text::is_one_of(a.shares_key, b.id) || text::is_one_of(b.shares_key, a.id)
}

pub(super) const fn key_text(message: &Message, entity: &EntitySchema) -> Message {
    let message = message.and("\"{}\"", &[entity.pk.text()]);
    match &entity.sk {
        Some(sk) => message.and(" / \"{}\"", &[sk.text()]),
        None => message,
    }
}

/// Rule 17, in the table or in an index.
const fn catches(
    caught: Option<Caught>,
    index: &str,
    hunter: &EntitySchema,
    prey: &EntitySchema,
    out: &mut Message,
) -> bool {
    let Some(caught) = caught else { return false };
    if text::is_one_of(hunter.overlaps, prey.id) || share_keys(hunter, prey) {
        return false;
    }
    let place = Message::of(if index.is_empty() { "the table" } else { "index `{}`" }, &[index]);
    let (place, text) = (place.text(), caught.hunter.text());
    match prefix(&caught.hunter) {
        Some(prefix) => out.say(
            "a query for `{}` in {} would catch items of `{}`: the prefix \"{}\" of \"{}\" is also one of \"{}\"\n\
             help: begin one of the sort keys with another literal, or write `overlaps({})` on `{}`, to filter by type",
            &[hunter.name, place, prey.name, prefix, text, caught.prey.text(), prey.name, hunter.name],
        ),
        None => out.say(
            "a query for `{}` in {} would catch items of `{}`: both can have the sort key \"{}\"\n\
             help: give one of them another sort key, or write `overlaps({})` on `{}`, to filter by type",
            &[hunter.name, place, prey.name, text, prey.name, hunter.name],
        ),
    }
}
