//! Rules about pointers, and what those about locks and counters have in common with them.

use super::super::message::{Message, refuse};
use super::super::text;
use crate::schema::{EntitySchema, FieldSchema};

pub(super) const fn find(schema: &EntitySchema, name: &str) -> Option<&'static FieldSchema> {
    let mut i = 0;
    while i < schema.fields.len() {
        if text::eq(schema.fields[i].field, name) {
            return Some(&schema.fields[i]);
        }
        i += 1;
    }
    None
}

pub(crate) const fn is_in_key(schema: &EntitySchema, field: &str) -> bool {
    stands_in_key(schema, field, false)
}

const fn stands_in_key(schema: &EntitySchema, field: &str, exactly: bool) -> bool {
    schema.pk.is_made_from(field, exactly)
        || match &schema.sk {
            Some(sk) => sk.is_made_from(field, exactly),
            None => false,
        }
}

/// Whether the value can be read back from the primary key.
pub(super) const fn is_exactly_in_key(schema: &EntitySchema, field: &str) -> bool {
    stands_in_key(schema, field, true)
}

/// Whether items have the value of a field at all.
const fn is_lost(schema: &EntitySchema, field: &FieldSchema) -> bool {
    field.attribute.is_none() && !is_in_key(schema, field.field)
}

/// A copy is as sensitive as what it is a copy of.
#[track_caller]
pub(super) const fn sensitive(owner: &EntitySchema, source: &FieldSchema, copy: &EntitySchema, field: &str) {
    if !source.sensitive {
        return;
    }
    if let Some(own) = find(copy, field)
        && !own.sensitive
    {
        refuse(
            "field `{}` of `{}` is a copy of `{}` of `{}`, which is sensitive\n\
             help: mark it `#[entity(sensitive)]` too",
            &[field, copy.name, source.field, owner.name],
        )
    }
}

/// A field that is not stored cannot be read when a copy of it is written.
#[track_caller]
pub(super) const fn stored(owner: &EntitySchema, source: &FieldSchema, copy: &EntitySchema) {
    if is_lost(owner, source) {
        refuse(
            "`{}` is made from `{}` of `{}`, which is not stored\nhelp: store it, or leave it out",
            &[copy.name, source.field, owner.name],
        )
    }
}

pub(super) const fn listed(mut message: Message, schema: &EntitySchema) -> Message {
    let mut i = 0;
    while i < schema.fields.len() {
        message = message.listed(i == 0, schema.fields[i].field);
        i += 1;
    }
    message
}

/// A pointer's canonical record lists it.
#[track_caller]
pub const fn pointer_listed(canonical: &EntitySchema, pointers: &[&EntitySchema], pointer: &EntitySchema) {
    if !(canonical.complete && pointer.complete) {
        return;
    }
    let mut i = 0;
    while i < pointers.len() {
        if text::eq(pointers[i].id, pointer.id) {
            return;
        }
        i += 1;
    }
    refuse(
        "`{}` is a pointer of `{}`, which does not list it\n\
         help: add `pointers({})` to its `#[entity(..)]`: writes of it would leave the pointer stale",
        &[pointer.name, canonical.name, pointer.name],
    )
}

/// Rule 21, and 22 for fields of the key: the canonical record has what the pointer's field is made from.
#[track_caller]
pub const fn pointer_field(canonical: &EntitySchema, pointer: &EntitySchema, field: &str, source: &str) {
    if !(canonical.complete && pointer.complete) {
        return;
    }
    if let Some(found) = find(canonical, source) {
        stored(canonical, found, pointer);
        return sensitive(canonical, found, pointer, field);
    }
    if is_in_key(pointer, field) {
        let message = Message::of(
            "the key of `{}` cannot be built: `{}` has no field `{}`\n\
             help: take it from a collection with `each({} in ..)`, or from another field with `#[entity(from = \
             ..)]`; its fields are ",
            &[pointer.name, canonical.name, source, field],
        );
        listed(message, canonical).refuse()
    }
    let message = Message::of(
        "`{}` has `{}`, and `{}`, which it is made from, has no field `{}`\n\
         help: say where it comes from with `#[entity(from = ..)]` or `#[entity(with = ..)]`; its fields are ",
        &[pointer.name, field, canonical.name, source],
    );
    listed(message, canonical).refuse()
}

/// The canonical record has the collection, and what `elements`, fields of the pointer, take from it is as sensitive.
#[track_caller]
pub const fn pointer_collection(canonical: &EntitySchema, pointer: &EntitySchema, source: &str, elements: &[&str]) {
    if !(canonical.complete && pointer.complete) {
        return;
    }
    if let Some(found) = find(canonical, source) {
        stored(canonical, found, pointer);
        let mut elements = elements;
        while let [element, others @ ..] = elements {
            sensitive(canonical, found, pointer, element);
            elements = others;
        }
        return;
    }
    let message = Message::of("`{}` has no collection `{}`\nhelp: its fields are ", &[canonical.name, source]);
    listed(message, canonical).refuse()
}

/// Rule 22: no two records have one pointer, and a pointer tells whose it is.
#[track_caller]
pub const fn pointer_owner(canonical: &EntitySchema, pointer: &EntitySchema, owner: &[(&str, &str)]) {
    if !(canonical.complete && pointer.complete) {
        return;
    }
    let mut i = 0;
    while i < canonical.fields.len() {
        let field = canonical.fields[i].field;
        if is_in_key(canonical, field) && !is_kept(pointer, owner, field) {
            refuse(
                "two records of `{}` could have one `{}`: its key does not have their `{}`\n\
                 help: put a field with the value of `{}` into `pk` or `sk`",
                &[canonical.name, pointer.name, field, field],
            )
        }
        i += 1;
    }
}

const fn is_kept(pointer: &EntitySchema, owner: &[(&str, &str)], field: &str) -> bool {
    let mut i = 0;
    while i < owner.len() {
        if text::eq(owner[i].0, field) && is_exactly_in_key(pointer, owner[i].1) {
            return true;
        }
        i += 1;
    }
    false
}
