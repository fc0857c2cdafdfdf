//! Rules about locks and counters.

use super::super::message::Message;
use super::super::text;
use super::companions::{find, is_in, is_in_key, listed, sensitive, stored};
use crate::schema::{AttributeType, EntitySchema, IndexKeys, Role, keys, test};

/// A lock is told apart by the fields that it keeps unique, and has what its owner has.
#[track_caller]
pub const fn lock(owner: &EntitySchema, lock: &EntitySchema, fields: &[&str]) {
    if !(owner.complete && lock.complete) {
        return;
    }
    if lock.companions {
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
        if let Some((test, _)) = test(&counter.indexes[i].membership)
            && text::eq(test.field, field)
        {
            Message::new("index ")
                .name(counter.indexes[i].index)
                .add(" depends on ")
                .name(field)
                .add(" of ")
                .name(counter.name)
                .help("counting would leave the index stale: keep the number out of it")
                .refuse()
        }
        if let Some(index_keys) = keys(&counter.indexes[i].membership) {
            let specs = match index_keys {
                IndexKeys::One(specs) => [*specs, &[]],
                IndexKeys::Two(partition, sort) => [*partition, *sort],
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
