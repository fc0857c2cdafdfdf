//! Rule 15: fields whose attribute means something to the table.

use super::super::message::Message;
use super::super::reserved::use_of;
use super::super::slot::provides;
use super::super::text;
use super::aliases::aliases;
use super::key::{is_key_type, key_type_name, type_name};
use super::presence::slips_in;
use crate::schema::{
    AttributeType, EntitySchema, FieldSchema, KeyAttribute, KeySpec, KeyType, NoneAs, Role, TableLayout,
};

/// Whether a field is one that the rules below can say something about: most are not.
pub(super) const fn matters(layout: &TableLayout, field: &FieldSchema) -> bool {
    match field.attribute {
        Some(attribute) => {
            !matches!(field.role, Role::Plain)
                || !matches!(field.aliases, [])
                || field.immutable
                || layout.names & text::bit(attribute) != 0
        }
        None => false,
    }
}

/// The `at`th field does not clash with a key, the type tag or the TTL.
pub(super) const fn field(layout: &TableLayout, entity: &EntitySchema, at: usize, out: &mut Message) -> bool {
    let field = &entity.fields[at];
    let Some(attribute) = field.attribute else { return false };
    check!(aliases(layout, entity, at, out));
    check!(type_tag(layout, field, attribute, out));
    check!(reserved(entity, field, attribute, out));
    if !matches!(field.role, Role::Plain) {
        check!(role(layout, field, out));
    }
    if layout.ttl.is_some() || matches!(field.role, Role::Ttl) {
        check!(ttl(layout, field, attribute, out));
    }
    check!(primary_key(field, attribute, &layout.pk, Some(&entity.pk), out));
    if let Some(sk) = &layout.sk {
        check!(primary_key(field, attribute, sk, entity.sk.as_ref(), out));
    }
    let mut i = 0;
    while i < layout.indexes.len() {
        let index = &layout.indexes[i];
        if let Some(key) = index.key(attribute) {
            check!(index_key(layout, entity, field, &key, out));
            check!(slips_in(layout, entity, field, i, out));
        }
        i += 1;
    }
    false
}

/// What a role needs of its field.
const fn role(layout: &TableLayout, field: &FieldSchema, out: &mut Message) -> bool {
    // Rule 32: an item that is deleted softly goes by its expiry.
    if matches!(field.role, Role::DeletedAt) && layout.ttl.is_none() {
        return out.say(
            "field `{}` lets items be deleted softly, and table `{}` has no TTL attribute, by which they would go\n\
             help: add `ttl = \"expires\"` to `#[table(..)]`",
            &[field.field, layout.table],
        );
    }
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
        Role::Plain | Role::Ttl => return false,
    };
    if wrong {
        return out.say("field `{}` is {}\nhelp: {}", &[field.field, what, help]);
    }
    false
}

/// Rule 31: attributes that the library keeps on items itself.
const fn reserved(entity: &EntitySchema, field: &FieldSchema, attribute: &str, out: &mut Message) -> bool {
    if let Some(what) = use_of(attribute, entity.version > 0) {
        return out.say(
            "field `{}` is stored as `{}`, where {}\nhelp: rename it: `#[entity(rename = \"..\")]`",
            &[field.field, attribute, what],
        );
    }
    false
}

const fn type_tag(layout: &TableLayout, field: &FieldSchema, attribute: &str, out: &mut Message) -> bool {
    if let Some(tag) = &layout.type_attribute
        && text::eq(tag.text, attribute)
    {
        return out.say(
            "field `{}` is stored as `{}`, where table `{}` keeps the type tag\n\
             help: remove the field, since the tag is written for you, or rename it",
            &[field.field, attribute, layout.table],
        );
    }
    false
}

const fn ttl(layout: &TableLayout, field: &FieldSchema, attribute: &str, out: &mut Message) -> bool {
    let is_ttl = text::is(layout.ttl, attribute);
    if matches!(field.role, Role::Ttl) && !is_ttl {
        return match layout.ttl {
            Some(ttl) => out.say(
                "field `{}` is marked `ttl` and stored as `{}`, and the TTL attribute of table `{}` is `{}`\n\
                 help: write `#[entity(ttl, rename = \"{}\")]`",
                &[field.field, attribute, layout.table, ttl, ttl],
            ),
            None => out.say(
                "field `{}` is marked `ttl` and stored as `{}`, and table `{}` has no TTL attribute\n\
                 help: add `ttl = \"{}\"` to `#[table(..)]`",
                &[field.field, attribute, layout.table, attribute],
            ),
        };
    }
    if is_ttl && !matches!(field.ty, AttributeType::N) {
        return out.say(
            "field `{}` is stored as `{}`, the TTL attribute, as a {}\n\
             help: DynamoDB expires items by epoch seconds: use a whole number, or rename the field",
            &[field.field, attribute, type_name(field.ty)],
        );
    }
    false
}

const fn primary_key(
    field: &FieldSchema,
    attribute: &str,
    key: &KeyAttribute,
    spec: Option<&KeySpec>,
    out: &mut Message,
) -> bool {
    let is_the_key = match spec {
        Some(KeySpec::Field(part)) => text::eq(part.field, field.field),
        _ => false,
    };
    if !is_the_key && text::eq(key.name.text, attribute) {
        return out.say(
            "field `{}` is stored as `{}`, which is a key of the table\n\
             help: rename the field, or make it the key by naming it without quotes",
            &[field.field, attribute],
        );
    }
    false
}

/// The type agrees with the key's, and no template writes the same attribute.
const fn index_key(
    layout: &TableLayout,
    entity: &EntitySchema,
    field: &FieldSchema,
    key: &KeyAttribute,
    out: &mut Message,
) -> bool {
    let mut bare = false;
    let mut i = 0;
    while i < entity.indexes.len() {
        match provides(layout, &entity.indexes[i], key.name.text) {
            Some(KeySpec::Field(part)) if text::eq(part.field, field.field) => bare = true,
            // A template on a key of another type is refused where it is given.
            Some(_) if !matches!(key.key_type, KeyType::S) => bare = true,
            Some(spec) => {
                return out.say(
                    "field `{}` is stored as `{}`, which index `{}` fills with \"{}\"\n\
                     help: rename the field, or make it the key by naming it without quotes",
                    &[field.field, key.name.text, entity.indexes[i].index, spec.text()],
                );
            }
            None => {}
        }
        i += 1;
    }
    // The type of a bare key is checked where it is given.
    if !bare && !is_key_type(field.ty, key.key_type) {
        return out.say(
            "field `{}` is stored as `{}` as a {}, where an index of table `{}` has a {} key: DynamoDB refuses such \
             an item\n\
             help: change the type, or rename the field",
            &[field.field, key.name.text, type_name(field.ty), layout.table, key_type_name(key.key_type)],
        );
    }
    if field.optional && !bare && matches!(layout.none, NoneAs::Null) {
        return out.say(
            "field `{}` is an `Option` stored as `{}`, a key of an index, and table `{}` writes `None` as NULL, \
             which DynamoDB refuses there\n\
             help: rename the field, or put it in the index with `sparse(..)`",
            &[field.field, key.name.text, layout.table],
        );
    }
    false
}
