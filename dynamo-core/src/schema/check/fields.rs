//! Rule 15: fields whose attribute means something to the table.

use super::super::message::Message;
use super::super::slot::{is_of_the_table, keys, provides};
use super::super::text;
use super::key::{is_key_type, key_type_name, type_name};
use crate::schema::{
    AttributeType, EntitySchema, FieldSchema, KeyAttribute, KeySpec, KeyType, NoneAs, Role, TableLayout,
};

/// The `at`th field does not clash with a key, the type tag or the TTL.
#[track_caller]
pub const fn field(layout: &TableLayout, entity: &EntitySchema, at: usize) {
    if !(layout.complete && entity.complete) {
        return;
    }
    let field = &entity.fields[at];
    let Some(attribute) = field.attribute else { return };
    type_tag(layout, field, attribute);
    reserved(entity, field, attribute);
    role(field);
    ttl(layout, field, attribute);
    primary_key(field, attribute, &layout.pk, Some(&entity.pk));
    if let Some(sk) = &layout.sk {
        primary_key(field, attribute, sk, entity.sk.as_ref());
    }
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        let key = match named(index.pk, attribute) {
            Some(key) => Some(key),
            None => named(index.sk, attribute),
        };
        if let Some(key) = key {
            index_key(layout, entity, field, &key);
            slips_in(layout, entity, field, i);
        }
        i += 1;
    }
}

/// What a role needs of its field.
#[track_caller]
const fn role(field: &FieldSchema) {
    let is_time = matches!(field.ty, AttributeType::S | AttributeType::N | AttributeType::Any);
    let (wrong, what, help) = match field.role {
        Role::Version => {
            (!matches!(field.ty, AttributeType::N), "`version` and no Number", "use a whole number: `version: u64`")
        }
        Role::CreatedAt | Role::UpdatedAt => (!is_time, "marked as a time and stored as none", "use a `Timestamp`"),
        Role::DeletedAt => (
            !is_time || !field.optional,
            "`deleted_at` and always there",
            "most items are not deleted: use an `Option<Timestamp>`",
        ),
        Role::Plain | Role::Ttl => return,
    };
    if wrong {
        Message::new("field ").name(field.field).add(" is ").add(what).help(help).refuse()
    }
}

/// Attributes that the library keeps on items itself.
#[track_caller]
const fn reserved(entity: &EntitySchema, field: &FieldSchema, attribute: &str) {
    let what = if entity.companions && text::eq(attribute, crate::schema::reserved::PENDING) {
        "a record says which of its pointers are not written yet"
    } else if entity.version > 0 && text::eq(attribute, crate::schema::reserved::SCHEMA_VERSION) {
        "the version of the entity's form is kept"
    } else {
        return;
    };
    Message::new("field ")
        .name(field.field)
        .add(" is stored as ")
        .name(attribute)
        .add(", where ")
        .add(what)
        .help("rename it: `#[entity(rename = \"..\")]`")
        .refuse()
}

#[track_caller]
const fn type_tag(layout: &TableLayout, field: &FieldSchema, attribute: &str) {
    if let Some(tag) = &layout.type_attribute
        && text::eq(tag.text, attribute)
    {
        Message::new("field ")
            .name(field.field)
            .add(" is stored as ")
            .name(attribute)
            .add(", where table ")
            .name(layout.table)
            .add(" keeps the type tag")
            .help("remove the field, since the tag is written for you, or rename it")
            .refuse()
    }
}

#[track_caller]
const fn ttl(layout: &TableLayout, field: &FieldSchema, attribute: &str) {
    let is_ttl = match layout.ttl {
        Some(ttl) => text::eq(ttl, attribute),
        None => false,
    };
    if matches!(field.role, Role::Ttl) && !is_ttl {
        let message = Message::new("field ").name(field.field).add(" is marked `ttl` and stored as ").name(attribute);
        match layout.ttl {
            Some(ttl) => message
                .add(", and the TTL attribute of table ")
                .name(layout.table)
                .add(" is ")
                .name(ttl)
                .add("\nhelp: write `#[entity(ttl, rename = \"")
                .add(ttl)
                .add("\")]`")
                .refuse(),
            None => message
                .add(", and table ")
                .name(layout.table)
                .add(" has no TTL attribute")
                .add("\nhelp: add `ttl = \"")
                .add(attribute)
                .add("\"` to `#[table(..)]`")
                .refuse(),
        }
    }
    if is_ttl && !matches!(field.ty, AttributeType::N) {
        Message::new("field ")
            .name(field.field)
            .add(" is stored as ")
            .name(attribute)
            .add(", the TTL attribute, as a ")
            .add(type_name(field.ty))
            .help("DynamoDB expires items by epoch seconds: use a whole number, or rename the field")
            .refuse()
    }
}

#[track_caller]
const fn primary_key(field: &FieldSchema, attribute: &str, key: &KeyAttribute, spec: Option<&KeySpec>) {
    let is_the_key = match spec {
        Some(KeySpec::Field(part)) => text::eq(part.field, field.field),
        _ => false,
    };
    if text::eq(key.name.text, attribute) && !is_the_key {
        Message::new("field ")
            .name(field.field)
            .add(" is stored as ")
            .name(attribute)
            .add(", which is a key of the table")
            .help("rename the field, or make it the key by naming it without quotes")
            .refuse()
    }
}

/// The type agrees with the key's, and no template writes the same attribute.
#[track_caller]
const fn index_key(layout: &TableLayout, entity: &EntitySchema, field: &FieldSchema, key: &KeyAttribute) {
    let mut bare = false;
    let mut i = 0;
    while i < entity.indexes.len() {
        match provides(layout, &entity.indexes[i], key.name.text) {
            Some(KeySpec::Field(part)) if text::eq(part.field, field.field) => bare = true,
            // A template on a key of another type is refused where it is given.
            Some(_) if !matches!(key.key_type, KeyType::S) => bare = true,
            Some(spec) => Message::new("field ")
                .name(field.field)
                .add(" is stored as ")
                .name(key.name.text)
                .add(", which index ")
                .name(entity.indexes[i].index)
                .add(" fills with \"")
                .add(spec.text())
                .add("\"")
                .help("rename the field, or make it the key by naming it without quotes")
                .refuse(),
            None => {}
        }
        i += 1;
    }
    // The type of a bare key is checked where it is given.
    if !bare && !is_key_type(field.ty, key.key_type) {
        Message::new("field ")
            .name(field.field)
            .add(" is stored as ")
            .name(key.name.text)
            .add(" as a ")
            .add(type_name(field.ty))
            .add(", where an index of table ")
            .name(layout.table)
            .add(" has a ")
            .add(key_type_name(key.key_type))
            .add(" key: DynamoDB refuses such an item")
            .help("change the type, or rename the field")
            .refuse()
    }
    if field.optional && !bare && matches!(layout.none, NoneAs::Null) {
        Message::new("field ")
            .name(field.field)
            .add(" is an `Option` stored as ")
            .name(key.name.text)
            .add(", a key of an index, and table ")
            .name(layout.table)
            .add(" writes `None` as NULL, which DynamoDB refuses there")
            .help("rename the field, or put it in the index with `sparse(..)`")
            .refuse()
    }
}

/// The item does not have every key of an index that the entity is not in.
#[track_caller]
const fn slips_in(layout: &TableLayout, entity: &EntitySchema, field: &FieldSchema, at: usize) {
    let index = &layout.indexes[at];
    if is_in(entity, index.ident) {
        return;
    }
    if all_present(layout, entity, index.pk) && all_present(layout, entity, index.sk) {
        Message::new("field ")
            .name(field.field)
            .add(" would slip ")
            .name(entity.name)
            .add(" into index ")
            .name(index.ident)
            .add(", which it is not in: its items have all of that index's keys")
            .help("rename the field, or give the index")
            .refuse()
    }
}

/// Rule 15 without a field: the keys of other indexes, and the table's own attributes, add up to an index as well.
#[track_caller]
pub const fn not_in_others(layout: &TableLayout, entity: &EntitySchema) {
    if !(layout.complete && entity.complete) {
        return;
    }
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        // Where a field is part of it, the field is what is refused.
        if !is_in(entity, index.ident)
            && !has_field(entity, index.pk)
            && !has_field(entity, index.sk)
            && all_present(layout, entity, index.pk)
            && all_present(layout, entity, index.sk)
        {
            Message::new("")
                .name(entity.name)
                .add(" is in index ")
                .name(index.ident)
                .add(" without giving it: its items have all of that index's keys")
                .help("give the index with the same keys")
                .refuse()
        }
        i += 1;
    }
}

const fn is_in(entity: &EntitySchema, ident: &str) -> bool {
    let mut i = 0;
    while i < entity.indexes.len() {
        if text::eq(entity.indexes[i].index, ident) && keys(&entity.indexes[i].membership).is_some() {
            return true;
        }
        i += 1;
    }
    false
}

const fn has_field(entity: &EntitySchema, attributes: &[KeyAttribute]) -> bool {
    let mut i = 0;
    while i < entity.fields.len() {
        if let Some(attribute) = entity.fields[i].attribute
            && named(attributes, attribute).is_some()
        {
            return true;
        }
        i += 1;
    }
    false
}

const fn all_present(layout: &TableLayout, entity: &EntitySchema, keys: &[KeyAttribute]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if !present(layout, entity, keys[i].name.text) {
            return false;
        }
        i += 1;
    }
    true
}

const fn present(layout: &TableLayout, entity: &EntitySchema, name: &str) -> bool {
    if is_of_the_table(layout, name) {
        return true;
    }
    let mut i = 0;
    while i < entity.fields.len() {
        if let Some(attribute) = entity.fields[i].attribute
            && text::eq(attribute, name)
        {
            return true;
        }
        i += 1;
    }
    i = 0;
    while i < entity.indexes.len() {
        if provides(layout, &entity.indexes[i], name).is_some() {
            return true;
        }
        i += 1;
    }
    false
}

const fn named(keys: &[KeyAttribute], attribute: &str) -> Option<KeyAttribute> {
    let mut i = 0;
    while i < keys.len() {
        if text::eq(keys[i].name.text, attribute) {
            return Some(keys[i]);
        }
        i += 1;
    }
    None
}
