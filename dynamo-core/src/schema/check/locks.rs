//! Rules about locks and counters.

use super::super::message::{Message, refuse};
use super::super::text;
use super::companions::{find, is_exactly_in_key, is_in_key, listed, sensitive, stored};
use crate::schema::{
    AttributeType, EntitySchema, FieldSchema, KeySpec, NoneAs, Role, TableSchema, is_written_alone, keys, test,
};

/// A lock is told apart by the fields that it keeps unique, and has what its owner has, the whole of its key among it. It is not
/// written by hand.
#[track_caller]
pub const fn lock(owner: &EntitySchema, table: &TableSchema, lock: &EntitySchema, fields: &[&str]) {
    if !(owner.complete && lock.complete && table.layout.complete) {
        return;
    }
    if is_written_alone(table, lock) {
        refuse(
            "table `{}` of `{}` does not know that it is a lock, and lets it be written by hand\n\
             help: add `lock` to the `#[entity(..)]` of `{}`, or use a lock of the table of `{}`",
            &[table.layout.table, lock.name, lock.name, owner.name],
        )
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
    names_its_record(owner, lock);
}

/// A lock says whose it is, or it would be freed and taken over for records that it does not belong to.
#[track_caller]
const fn names_its_record(owner: &EntitySchema, lock: &EntitySchema) {
    let mut i = 0;
    while i < owner.fields.len() {
        let field = owner.fields[i].field;
        let is_told = match find(lock, field) {
            Some(FieldSchema { attribute: Some(_), .. }) => true,
            _ => is_exactly_in_key(lock, field),
        };
        if is_in_key(owner, field) && !is_told {
            refuse(
                "two records of `{}` could hold one `{}`: it does not have their `{}`\n\
                 help: add `{}` to the fields of `{}`, which says then whose it is",
                &[owner.name, lock.name, field, field, lock.name],
            )
        }
        i += 1;
    }
}

const fn same_type(a: AttributeType, b: AttributeType) -> bool {
    matches!(a, AttributeType::Any) || matches!(b, AttributeType::Any) || a as u8 == b as u8
}

const fn is_given(given: &[(&str, &str)], name: &str) -> bool {
    let mut i = 0;
    while i < given.len() {
        if text::eq(given[i].0, name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether counting creates the item, since it has nothing but its key, the number and managed fields.
const fn is_alone(counter: &EntitySchema, field: &str, given: &[(&str, &str)]) -> bool {
    let mut i = 0;
    while i < counter.fields.len() {
        let known = &counter.fields[i];
        let is_filled = matches!(known.role, Role::CreatedAt | Role::UpdatedAt | Role::Version | Role::DeletedAt)
            || text::eq(known.field, field)
            || is_given(given, known.field);
        if !(known.optional || known.attribute.is_none() || is_filled) {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether a key is made from both managed times.
const fn has_two_times(entity: &EntitySchema, spec: &KeySpec) -> bool {
    let (mut created, mut updated, mut i) = (false, false, 0);
    while i < entity.fields.len() {
        if spec.is_made_from(entity.fields[i].field, false) {
            created |= matches!(entity.fields[i].role, Role::CreatedAt);
            updated |= matches!(entity.fields[i].role, Role::UpdatedAt);
        }
        i += 1;
    }
    created && updated
}

/// A field that is marked as a counter is a number.
#[track_caller]
pub const fn marked_counter(entity: &EntitySchema, field: &str) {
    if entity.complete {
        number(entity, field);
    }
}

#[track_caller]
const fn number(counter: &EntitySchema, field: &str) {
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
}

/// A counter is a number that no index is made from, its key is told, and it is not written by hand. `given` has the fields of its
/// key, each with the record's field that it is made from, or nothing if it is a shard.
#[track_caller]
pub const fn counter(
    record: &EntitySchema,
    table: &TableSchema,
    counter: &EntitySchema,
    field: &str,
    given: &[(&str, &str)],
) {
    if !(record.complete && counter.complete && table.layout.complete) {
        return;
    }
    number(counter, field);
    if let Some(FieldSchema { optional: true, .. }) = find(counter, field)
        && matches!(counter.layout.none, NoneAs::Null)
    {
        refuse(
            "`{}` of `{}` is stored as `NULL` while it is `None`, and DynamoDB adds to no `NULL`\n\
             help: count in a number that is always there, such as `{}: u64`",
            &[field, counter.name, field],
        )
    }
    if !table.counts(counter, field) {
        refuse(
            "table `{}` of `{}` does not know that `{}` counts, and lets it be written by hand\n\
             help: mark `{}` with `#[entity(counter)]`, or count in an entity of the table of `{}`",
            &[table.layout.table, counter.name, field, field, record.name],
        )
    }
    let mut i = 0;
    while i < given.len() {
        if !is_in_key(counter, given[i].0) {
            refuse(
                "the key of `{}` has no `{}`\nhelp: give the fields of its key, and no others",
                &[counter.name, given[i].0],
            )
        }
        if let Some(source) = find(record, given[i].1) {
            sensitive(record, source, counter, given[i].0);
        }
        i += 1;
    }
    i = 0;
    while i < counter.fields.len() {
        let own = counter.fields[i].field;
        if is_in_key(counter, own) && !is_given(given, own) {
            refuse(
                "the key of `{}` has `{}`, which is not given\nhelp: say which field has it: `{}({} = ..)`",
                &[counter.name, own, counter.name, own],
            )
        }
        i += 1;
    }
    if counter.updates_read {
        Message::of(
            "an index key of `{}` is made from `updated_at` and other fields, which counting does not read\n\
             help: give `updated_at` a key of its own, or leave it out",
            &[counter.name],
        )
        .refuse()
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
            let specs = index_keys.all();
            let mut side = 0;
            while side < 2 {
                let mut at = 0;
                while at < specs[side].len() {
                    if specs[side][at].is_made_from(field, false) {
                        refuse(
                            "index `{}` has a key that is made from `{}` of `{}`\n\
                             help: counting would leave the index stale: keep the number out of it",
                            &[counter.indexes[i].index, field, counter.name],
                        )
                    }
                    if has_two_times(counter, &specs[side][at]) && is_alone(counter, field, given) {
                        refuse(
                            "index `{}` has a key that is made from both times of `{}`\n\
                             help: counting does not read the item: make the key from one of them",
                            &[counter.indexes[i].index, counter.name],
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
