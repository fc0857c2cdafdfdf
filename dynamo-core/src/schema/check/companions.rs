//! Rules about pointers, locks and counters.

use super::super::message::Message;
use super::super::text;
use crate::schema::{AttributeType, EntitySchema, FieldSchema, Format, KeySpec, Part, Role, keys};

const fn find(schema: &EntitySchema, name: &str) -> Option<&'static FieldSchema> {
    let mut i = 0;
    while i < schema.fields.len() {
        if text::eq(schema.fields[i].field, name) {
            return Some(&schema.fields[i]);
        }
        i += 1;
    }
    None
}

const fn is_in(spec: &KeySpec, field: &str) -> bool {
    let mut i = 0;
    while i < spec.len() {
        if let Part::Field(part) = spec.part(i)
            && text::eq(part.field, field)
        {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_in_key(schema: &EntitySchema, field: &str) -> bool {
    is_in(&schema.pk, field)
        || match &schema.sk {
            Some(sk) => is_in(sk, field),
            None => false,
        }
}

/// The same, where the value can be read back from it.
const fn is_exactly_in(spec: &KeySpec, field: &str) -> bool {
    let mut i = 0;
    while i < spec.len() {
        if let Part::Field(part) = spec.part(i)
            && text::eq(part.field, field)
            && !matches!(part.format, Format::Lower)
        {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether items have the value of a field at all.
const fn is_lost(schema: &EntitySchema, field: &FieldSchema) -> bool {
    field.attribute.is_none() && !is_in_key(schema, field.field)
}

/// A copy is as sensitive as what it is a copy of.
#[track_caller]
const fn sensitive(owner: &EntitySchema, source: &FieldSchema, copy: &EntitySchema, field: &str) {
    if !source.sensitive {
        return;
    }
    if let Some(own) = find(copy, field)
        && !own.sensitive
    {
        Message::new("field ")
            .name(field)
            .add(" of ")
            .name(copy.name)
            .add(" is a copy of ")
            .name(source.field)
            .add(" of ")
            .name(owner.name)
            .add(", which is sensitive")
            .help("mark it `#[entity(sensitive)]` too")
            .refuse()
    }
}

/// A field that is not stored cannot be read when a copy of it is written.
#[track_caller]
const fn stored(owner: &EntitySchema, source: &FieldSchema, copy: &EntitySchema) {
    if is_lost(owner, source) {
        Message::new("")
            .name(copy.name)
            .add(" is made from ")
            .name(source.field)
            .add(" of ")
            .name(owner.name)
            .add(", which is not stored")
            .help("store it, or leave it out")
            .refuse()
    }
}

const fn listed(mut message: Message, schema: &EntitySchema) -> Message {
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
    Message::new("")
        .name(pointer.name)
        .add(" is a pointer of ")
        .name(canonical.name)
        .add(", which does not list it")
        .add("\nhelp: add `pointers(")
        .add(pointer.name)
        .add(")` to its `#[entity(..)]`: writes of it would leave the pointer stale")
        .refuse()
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
        let message = Message::new("the key of ")
            .name(pointer.name)
            .add(" cannot be built: ")
            .name(canonical.name)
            .add(" has no field ")
            .name(source)
            .add("\nhelp: take it from a collection with `each(")
            .add(field)
            .add(" in ..)`, or from another field with `#[entity(from = ..)]`; its fields are ");
        listed(message, canonical).refuse()
    }
    let message = Message::new("")
        .name(pointer.name)
        .add(" has ")
        .name(field)
        .add(", and ")
        .name(canonical.name)
        .add(", which it is made from, has no field ")
        .name(source)
        .add("\nhelp: say where it comes from with `#[entity(from = ..)]` or `#[entity(with = ..)]`; its fields are ");
    listed(message, canonical).refuse()
}

/// The canonical record has the collection.
#[track_caller]
pub const fn pointer_collection(canonical: &EntitySchema, pointer: &EntitySchema, source: &str) {
    if !(canonical.complete && pointer.complete) {
        return;
    }
    if let Some(found) = find(canonical, source) {
        return stored(canonical, found, pointer);
    }
    let message =
        Message::new("").name(canonical.name).add(" has no collection ").name(source).add("\nhelp: its fields are ");
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
            Message::new("two records of ")
                .name(canonical.name)
                .add(" could have one ")
                .name(pointer.name)
                .add(": its key does not have their ")
                .name(field)
                .add("\nhelp: put a field with the value of ")
                .name(field)
                .add(" into `pk` or `sk`")
                .refuse()
        }
        i += 1;
    }
}

const fn is_kept(pointer: &EntitySchema, owner: &[(&str, &str)], field: &str) -> bool {
    let mut i = 0;
    while i < owner.len() {
        let exactly = is_exactly_in(&pointer.pk, owner[i].1)
            || match &pointer.sk {
                Some(sk) => is_exactly_in(sk, owner[i].1),
                None => false,
            };
        if text::eq(owner[i].0, field) && exactly {
            return true;
        }
        i += 1;
    }
    false
}

/// A lock is told apart by the fields that it keeps unique, and has what its owner has.
#[track_caller]
pub const fn lock(owner: &EntitySchema, lock: &EntitySchema, fields: &[&str]) {
    if !(owner.complete && lock.complete) {
        return;
    }
    if lock.rules.is_some() {
        Message::new("")
            .name(lock.name)
            .add(" is a lock, and has pointers, locks or counters of its own")
            .help("a lock is written with its owner alone: let them go with the owner")
            .refuse()
    }
    let mut i = 0;
    while i < fields.len() {
        if !is_in_key(lock, fields[i]) {
            Message::new("the key of ")
                .name(lock.name)
                .add(" does not have ")
                .name(fields[i])
                .add(", which it is to keep unique")
                .help("a lock's key is made from the unique fields alone, under the names that they have in its owner")
                .refuse()
        }
        i += 1;
    }
    i = 0;
    while i < lock.fields.len() {
        let field = &lock.fields[i];
        if is_in_key(lock, field.field) && !contains(fields, field.field) {
            Message::new("the key of ")
                .name(lock.name)
                .add(" has ")
                .name(field.field)
                .add(", which is not among the unique fields: two items could have the same")
                .add("\nhelp: remove it from the key, or write `unique((.., ")
                .add(field.field)
                .add(") as ")
                .add(lock.name)
                .add(")`")
                .refuse()
        }
        match find(owner, field.field) {
            Some(source)
                if !same_type(source.ty, field.ty) && field.attribute.is_some() && source.attribute.is_some() =>
            {
                Message::new("field ")
                    .name(field.field)
                    .add(" of ")
                    .name(lock.name)
                    .add(" is stored in another way than that of ")
                    .name(owner.name)
                    .help("a lock has fields of its owner: give it the same type")
                    .refuse()
            }
            Some(source) if source.optional && !field.optional && !contains(fields, field.field) => {
                Message::new("field ")
                    .name(field.field)
                    .add(" of ")
                    .name(lock.name)
                    .add(" is always there, and that of ")
                    .name(owner.name)
                    .add(" is an `Option`")
                    .help("make it an `Option` here too")
                    .refuse()
            }
            Some(source) => {
                stored(owner, source, lock);
                sensitive(owner, source, lock, field.field);
            }
            None if field.optional || field.attribute.is_none() => {}
            None => Message::new("")
                .name(lock.name)
                .add(" has ")
                .name(field.field)
                .add(", and ")
                .name(owner.name)
                .add(", which it is a lock of, has no such field")
                .help("a lock has fields of its owner: remove it, or make it an `Option`")
                .refuse(),
        }
        i += 1;
    }
}

const fn contains(names: &[&str], name: &str) -> bool {
    let mut i = 0;
    while i < names.len() {
        if text::eq(names[i], name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn same_type(a: AttributeType, b: AttributeType) -> bool {
    matches!(a, AttributeType::Any) || matches!(b, AttributeType::Any) || a as u8 == b as u8
}

/// A counter is a number that no index is made from, and its key is told.
#[track_caller]
pub const fn counter(counter: &EntitySchema, field: &str, given: &[&str]) {
    if !counter.complete {
        return;
    }
    match find(counter, field) {
        Some(found) if matches!(found.ty, AttributeType::N) && matches!(found.role, Role::Plain) => {}
        Some(_) => Message::new("field ")
            .name(field)
            .add(" of ")
            .name(counter.name)
            .add(" is no number that can count")
            .help("count in a field such as `count: u64`")
            .refuse(),
        None => {
            let message = Message::new("")
                .name(counter.name)
                .add(" has no field ")
                .name(field)
                .add("\nhelp: count in one of its numbers; its fields are ");
            listed(message, counter).refuse()
        }
    }
    let mut i = 0;
    while i < given.len() {
        if !is_in_key(counter, given[i]) {
            Message::new("the key of ")
                .name(counter.name)
                .add(" has no ")
                .name(given[i])
                .help("give the fields of its key, and no others")
                .refuse()
        }
        i += 1;
    }
    i = 0;
    while i < counter.fields.len() {
        let own = counter.fields[i].field;
        if is_in_key(counter, own) && !contains(given, own) {
            Message::new("the key of ")
                .name(counter.name)
                .add(" has ")
                .name(own)
                .add(", which is not given")
                .add("\nhelp: say which field has it: `")
                .add(counter.name)
                .add("(")
                .add(own)
                .add(" = ..)`")
                .refuse()
        }
        i += 1;
    }
    i = 0;
    while i < counter.indexes.len() {
        if let Some(index_keys) = keys(&counter.indexes[i].membership) {
            let specs = match index_keys {
                crate::schema::IndexKeys::One(specs) => [*specs, &[]],
                crate::schema::IndexKeys::Two(partition, sort) => [*partition, *sort],
            };
            let mut side = 0;
            while side < 2 {
                let mut at = 0;
                while at < specs[side].len() {
                    if is_in(&specs[side][at], field) {
                        Message::new("index ")
                            .name(counter.indexes[i].index)
                            .add(" has a key that is made from ")
                            .name(field)
                            .add(" of ")
                            .name(counter.name)
                            .help("counting would leave the index stale: keep the number out of it")
                            .refuse()
                    }
                    at += 1;
                }
                side += 1;
            }
        }
        i += 1;
    }
}
