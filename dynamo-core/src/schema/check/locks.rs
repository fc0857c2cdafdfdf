//! Rules about locks and counters.

use super::super::message::{Message, refuse};
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
        refuse(
            "`{}` is a lock, and has pointers, locks or counters of its own\n\
             help: a lock is written with its owner alone: let them go with the owner",
            &[lock.name],
        )
    }
    let mut i = 0;
    while i < fields.len() {
        if !is_in_key(lock, fields[i]) {
            refuse(
                "the key of `{}` does not have `{}`, which it is to keep unique\n\
                 help: a lock's key is made from the unique fields alone, under the names that they have in its owner",
                &[lock.name, fields[i]],
            )
        }
        i += 1;
    }
    i = 0;
    while i < lock.fields.len() {
        let field = &lock.fields[i];
        if is_in_key(lock, field.field) && !text::is_one_of(fields, field.field) {
            refuse(
                "the key of `{}` has `{}`, which is not among the unique fields: two items could have the same\n\
                 help: remove it from the key, or write `unique((.., {}) as {})`",
                &[lock.name, field.field, field.field, lock.name],
            )
        }
        match find(owner, field.field) {
            Some(source)
                if !same_type(source.ty, field.ty) && field.attribute.is_some() && source.attribute.is_some() =>
            {
                refuse(
                    "field `{}` of `{}` is stored in another way than that of `{}`\n\
                     help: a lock has fields of its owner: give it the same type",
                    &[field.field, lock.name, owner.name],
                )
            }
            Some(source) if source.optional && !field.optional && !text::is_one_of(fields, field.field) => refuse(
                "field `{}` of `{}` is always there, and that of `{}` is an `Option`\n\
                 help: make it an `Option` here too",
                &[field.field, lock.name, owner.name],
            ),
            Some(source) => {
                stored(owner, source, lock);
                sensitive(owner, source, lock, field.field);
            }
            None if field.optional || field.attribute.is_none() => {}
            None => refuse(
                "`{}` has `{}`, and `{}`, which it is a lock of, has no such field\n\
                 help: a lock has fields of its owner: remove it, or make it an `Option`",
                &[lock.name, field.field, owner.name],
            ),
        }
        i += 1;
    }
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
        Some(_) => refuse(
            "field `{}` of `{}` is no number that can count\n\
             help: count in a field such as `count: u64`",
            &[field, counter.name],
        ),
        None => {
            let message = Message::of(
                "`{}` has no field `{}`\nhelp: count in one of its numbers; its fields are ",
                &[counter.name, field],
            );
            listed(message, counter).refuse()
        }
    }
    let mut i = 0;
    while i < given.len() {
        if !is_in_key(counter, given[i]) {
            refuse(
                "the key of `{}` has no `{}`\nhelp: give the fields of its key, and no others",
                &[counter.name, given[i]],
            )
        }
        i += 1;
    }
    i = 0;
    while i < counter.fields.len() {
        let own = counter.fields[i].field;
        if is_in_key(counter, own) && !text::is_one_of(given, own) {
            refuse(
                "the key of `{}` has `{}`, which is not given\nhelp: say which field has it: `{}({} = ..)`",
                &[counter.name, own, counter.name, own],
            )
        }
        i += 1;
    }
    i = 0;
    while i < counter.indexes.len() {
        if let Some((test, _)) = test(&counter.indexes[i].membership)
            && text::eq(test.field, field)
        {
            refuse(
                "index `{}` depends on `{}` of `{}`\n\
                 help: counting would leave the index stale: keep the number out of it",
                &[counter.indexes[i].index, field, counter.name],
            )
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
                        refuse(
                            "index `{}` has a key that is made from `{}` of `{}`\n\
                             help: counting would leave the index stale: keep the number out of it",
                            &[counter.indexes[i].index, field, counter.name],
                        )
                    }
                    at += 1;
                }
                side += 1;
            }
        }
        i += 1;
    }
}
