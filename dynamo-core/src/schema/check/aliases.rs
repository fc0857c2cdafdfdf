//! Older names of fields: none that means something else, and none for what is written by its name alone.

use super::super::message::Message;
use super::super::{reserved, text};
use crate::schema::{EntitySchema, FieldSchema, KeyAttribute, Role, TableLayout, TableSchema};

/// The aliases of the `at`th field.
pub(super) const fn aliases(layout: &TableLayout, entity: &EntitySchema, at: usize, out: &mut Message) -> bool {
    let field = &entity.fields[at];
    if field.aliases.is_empty() {
        return false;
    }
    check!(managed(field, out));
    let mut i = 0;
    while i < field.aliases.len() {
        check!(taken(layout, entity, field, field.aliases[i], out));
        i += 1;
    }
    false
}

/// Counting changes an attribute, by its name.
pub(super) const fn of_a_number(table: &TableSchema, entity: &EntitySchema, at: usize, out: &mut Message) -> bool {
    let field = &entity.fields[at];
    if field.immutable && table.counts(entity, field.field) {
        return out.say(
            Message::new("items are counted in ")
                .name(field.field)
                .add(", which changes with them, and is `immutable`")
                .help("remove `immutable`"),
        );
    }
    if field.aliases.is_empty() || !table.counts(entity, field.field) {
        return false;
    }
    out.say(
        Message::new("items are counted in ")
            .name(field.field)
            .add(", which has one name, and is also read from ")
            .name(field.aliases[0])
            .help("remove the alias, and rename the attribute of stored items before they are counted in"),
    )
}

/// Versions, expiry and soft deletion are conditions of writes, or DynamoDB's own: they know one name.
const fn managed(field: &FieldSchema, out: &mut Message) -> bool {
    let role = match field.role {
        Role::Version => "`version`",
        Role::Ttl => "`ttl`",
        Role::DeletedAt => "`deleted_at`",
        Role::Plain | Role::CreatedAt | Role::UpdatedAt => return false,
    };
    out.say(
        Message::new("field ")
            .name(field.field)
            .add(" is ")
            .add(role)
            .add(", which has one name, and is also read from ")
            .name(field.aliases[0])
            .help("remove the alias, and rename the attribute of stored items: `schema_version = .., upgrade = ..`"),
    )
}

/// An attribute of the table is no field.
const fn taken(
    layout: &TableLayout,
    entity: &EntitySchema,
    field: &FieldSchema,
    alias: &str,
    out: &mut Message,
) -> bool {
    let mut of_index = false;
    let mut i = 0;
    while i < layout.indexes.len() {
        of_index = of_index || is_one_of(layout.indexes[i].pk, alias) || is_one_of(layout.indexes[i].sk, alias);
        i += 1;
    }
    let of_table = text::eq(layout.pk.name.text, alias)
        || match &layout.sk {
            Some(sk) => text::eq(sk.name.text, alias),
            None => false,
        };
    let tag = match &layout.type_attribute {
        Some(tag) => text::eq(tag.text, alias),
        None => false,
    };
    let ttl = match layout.ttl {
        Some(ttl) => text::eq(ttl, alias),
        None => false,
    };
    let what = if of_table {
        "a key of the table"
    } else if of_index {
        "a key of an index"
    } else if tag {
        "the type tag"
    } else if ttl {
        "the time at which items expire"
    } else if reserved::use_of(alias, entity.version > 0).is_some() {
        "kept for the library"
    } else {
        return false;
    };
    out.say(
        Message::new("field ")
            .name(field.field)
            .add(" is also read from ")
            .name(alias)
            .add(", which is ")
            .add(what)
            .help("remove the alias"),
    )
}

const fn is_one_of(keys: &[KeyAttribute], name: &str) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if text::eq(keys[i].name.text, name) {
            return true;
        }
        i += 1;
    }
    false
}
