//! Older names of fields: none that means something else, and none for what is written by its name alone.

use super::super::layout::meaning_of;
use super::super::message::Message;
use super::super::{reserved, text};
use crate::schema::{EntitySchema, FieldSchema, Role, TableLayout, TableSchema};

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
            "items are counted in `{}`, which changes with them, and is `immutable`\n\
             help: remove `immutable`",
            &[field.field],
        );
    }
    if field.aliases.is_empty() || !table.counts(entity, field.field) {
        return false;
    }
    out.say(
        "items are counted in `{}`, which has one name, and is also read from `{}`\n\
         help: remove the alias, and rename the attribute of stored items before they are counted in",
        &[field.field, field.aliases[0]],
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
        "field `{}` is {}, which has one name, and is also read from `{}`\n\
         help: remove the alias, and rename the attribute of stored items: `schema_version = .., upgrade = ..`",
        &[field.field, role, field.aliases[0]],
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
    let what = if let Some(what) = meaning_of(layout, alias) {
        what
    } else if text::is(layout.ttl, alias) {
        "the TTL attribute"
    } else if reserved::use_of(alias, entity.version > 0).is_some() {
        "kept for the library"
    } else {
        return false;
    };
    out.say("field `{}` is also read from `{}`, which is {}\nhelp: remove the alias", &[field.field, alias, what])
}
