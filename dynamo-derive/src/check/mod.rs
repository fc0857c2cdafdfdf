//! Rules that the tokens can decide, one function each.

pub(crate) mod access;
mod companions;
mod entity;
mod managed;
mod names;
pub(crate) mod nested;
mod settings;
pub(crate) mod table;

use std::collections::HashMap;

use crate::attr::field::FieldAttr;
use crate::errors::Errors;
use crate::model::{Entity, Field, InKeys, Key, SHARD, Storage, Stored, option_of};
use crate::template::Format;

pub(crate) fn entity(model: &Entity, errors: &mut Errors) {
    check_table(model, errors);
    check_tag(model, errors);
    attribute_names(&model.fields, errors);
    managed::entity(model, errors);
    check_key_fields_are_stored(model, errors);
    check_shards(model, errors);
    check_tests(model, errors);
    companions::entity(model, errors);
    entity::entity(model, errors);
    model.allow.check_reasons(errors);
}

/// `<shard>` spreads a partition, by what tells its items apart.
fn check_shards(entity: &Entity, errors: &mut Errors) {
    let Some(shards) = &entity.shards else { return };
    if let Some(field) = entity.fields.iter().find(|field| field.name == SHARD) {
        let fact = format!("`{}` is sharded, and has a field `{SHARD}` of its own", entity.ident);
        return errors.at(&field.ident, fact, "rename the field: `<shard>` is made from the item's key");
    }
    let in_pk = entity.pk.as_ref().is_some_and(Key::is_sharded);
    let in_index = entity.indexes.iter().any(|index| index.keys().into_iter().any(Key::is_sharded));
    let complete = entity.pk.is_some() && !entity.sk_refused;
    if let Some(reads) = &shards.reads {
        if complete && in_pk {
            errors.at(
                reads,
                format!("`<shard>` stands in the primary key of `{}`, whose number of shards never changes", entity.ident),
                "leave `reads` out: to spread it anew, declare a second entity with the new key that is a `pointer_of(..)` this one",
            );
        } else if shards.read() <= shards.written() {
            errors.at(
                reads,
                format!("`reads` covers no more shards than the {} that are written", shards.written()),
                "leave it out, or give the number that is written first: `sharded(3, reads = 10)`",
            );
        }
    }
    if complete && !in_pk && !in_index {
        errors.at(
            &shards.number,
            format!("`{}` is sharded, and none of its keys has `<shard>`", entity.ident),
            "write it where the partition is to be spread: `pk = \"FEED#<day>#<shard>\"`",
        );
    }
    if complete && in_pk && entity.sk.as_ref().is_none_or(|sk| sk.fields().is_empty()) {
        errors.at(
            &shards.number,
            format!("all items of a partition of `{}` would be in one shard: the sort key has no field", entity.ident),
            "a shard is made from the sort key: put a field into it",
        );
    }
}

/// What `when(..)` tests can change, and the item can leave the index then.
fn check_tests(entity: &Entity, errors: &mut Errors) {
    for index in &entity.indexes {
        let Some(test) = &index.test else { continue };
        let field = &entity.fields[test.field];
        if !index.keys().is_empty() && index.is_bare() {
            errors.at(
                &index.tokens,
                format!(
                    "all keys of index `{}` are fields by themselves, so items would be in it whatever `when` finds",
                    index.ident
                ),
                "give one of the keys as a template, which is left out while the test fails",
            );
        }
        if test.otherwise {
            continue;
        }
        if field.attribute().is_none() || field.storage != Storage::Plain {
            errors.at(
                &test.ident,
                format!("`when` tests `{}`, which is not stored as a plain attribute", field.name),
                "test another field, such as a `bool` or an `Option`",
            );
        } else if let (Some(value), Some(inner)) = (&test.value, field.optional_type()) {
            errors.at(
                value,
                format!("`{}` is an `Option`, and `{value}` is a value of a `{inner}`", field.name),
                format!("make the field a `{inner}`, or ask whether there is a value: `when({}, ..)`", field.name),
            );
        }
    }
}

/// Everything else is checked against the table.
fn check_table(entity: &Entity, errors: &mut Errors) {
    if entity.table.is_none() {
        errors.at_span(
            entity.span,
            format!("`{}` names no table", entity.ident),
            "add `table = MyTable` to `#[entity(..)]`",
        );
    }
}

/// Rule 18: an empty tag tells nothing.
fn check_tag(entity: &Entity, errors: &mut Errors) {
    if entity.tag.is_empty() {
        errors.at_span(
            entity.span,
            format!("the type tag of `{}` is empty", entity.ident),
            "give it a text, or leave `type` out for the struct's own name",
        );
    }
}

/// Rule 14: an item has one value for an attribute.
fn attribute_names(fields: &[Field], errors: &mut Errors) {
    let mut seen: HashMap<&str, &Field> = HashMap::new();
    let mut aliases: HashMap<String, &Field> = HashMap::new();
    for field in fields {
        for alias in &field.aliases {
            let alias = alias.value();
            if let Some(other) = aliases.insert(alias.clone(), field) {
                errors.at(
                    &field.ident,
                    format!("`{}` and `{}` are both read from `{alias}`", other.name, field.name),
                    "remove one of the aliases",
                );
            }
            if let Some(other) = fields.iter().find(|other| other.attribute() == Some(&*alias)) {
                errors.at(
                    &field.ident,
                    format!("`{}` is also read from `{alias}`, which is where `{}` is stored", field.name, other.name),
                    "remove the alias, or rename the other field",
                );
            }
        }
        let Some(attribute) = field.attribute() else { continue };
        if attribute.is_empty() {
            errors.at(&field.ident, format!("`{}` has an empty attribute name", field.name), "give it a name");
        }
        if let Some(other) = seen.insert(attribute, field) {
            errors.at(
                &field.ident,
                format!("`{}` and `{}` are both stored as `{attribute}`", other.name, field.name),
                "rename one of them: `#[entity(rename = \"..\")]`",
            );
        }
    }
}

/// A field that is only in the key must be in the key, and one that is not stored cannot be.
fn check_key_fields_are_stored(entity: &Entity, errors: &mut Errors) {
    let in_key = entity.key_fields();
    let complete = entity.pk.is_some() && !entity.sk_refused;
    for (at, field) in entity.fields.iter().enumerate() {
        match field.stored {
            Stored::KeyOnly if complete && !in_key.contains(&at) => errors.at(
                &field.ident,
                format!("`{}` is `key_only`, and does not stand in the primary key", field.name),
                format!("use `<{}>` in `pk` or `sk`, or remove `key_only`", field.name),
            ),
            Stored::Skipped
                if in_key.contains(&at) || entity.indexes.iter().any(|index| index.fields().contains(&at)) =>
            {
                errors.at(
                    &field.ident,
                    format!("`{}` stands in a key, and serde's `skip` would lose it", field.name),
                    "remove `skip`, or write `#[entity(key_only)]` to keep it in the primary key alone",
                );
            }
            _ => {}
        }
        let is_key = field.key == InKeys::Bare
            || [&entity.pk, &entity.sk].into_iter().flatten().any(|key| key.bare && key.fields() == [at]);
        if let (true, Some(path)) = (is_key, &field.skip_if) {
            errors.at(
                path,
                format!("`{}` is a key, and `skip_serializing_if` would leave it out", field.name),
                "remove it: a key that is `None` is left out anyway",
            );
        }
        check_folded(entity, at, errors);
    }
}

/// A text that is folded in the key, and stored nowhere else, does not come back as it was.
fn check_folded(entity: &Entity, at: usize, errors: &mut Errors) {
    let field = &entity.fields[at];
    if !matches!(field.stored, Stored::KeyOnly) || entity.parsed_fields().contains(&at) {
        return;
    }
    let mut formats = [&entity.pk, &entity.sk].into_iter().flatten().flat_map(|key| key.formats(at));
    if let Some((form, word)) = formats.find_map(Format::part) {
        errors.at(
            &field.ident,
            format!("`{}` is `key_only`, and the key holds it {form}", field.name),
            format!("remove `key_only`, or `:{word}`"),
        );
    }
}

/// An attribute is absent or it is not, so the two kinds of `None` would be stored alike.
fn check_nested_option(field: &Field, errors: &mut Errors) {
    let is_own = field.storage == Storage::Plain && !matches!(field.stored, Stored::Skipped);
    if is_own && option_of(&field.ty).and_then(option_of).is_some() {
        let fact = format!("`{}` is an `Option` of an `Option`, and DynamoDB has no `Some(None)`", field.name);
        errors.at(&field.ty, fact, "use one `Option`, or an enum of the cases");
    }
}

/// Options of a field that exclude each other.
pub(crate) fn field_options(field: &Field, attr: &FieldAttr, errors: &mut Errors) {
    check_nested_option(field, errors);
    let mut refuse = |names: &[(&str, bool)], why: &str| {
        let given: Vec<_> = names.iter().filter(|(_, given)| *given).map(|(name, _)| format!("`{name}`")).collect();
        if given.len() > 1 {
            errors.at(&field.ident, format!("`{}` is marked {}: {why}", field.name, given.join(" and ")), "keep one");
        }
    };
    refuse(
        &[
            ("set", attr.set.is_present()),
            ("bytes", attr.bytes.is_present()),
            ("serde", attr.serde.is_present()),
            ("key_only", attr.key_only.is_present()),
        ],
        "a value is stored in one way",
    );
    refuse(
        &[
            ("created_at", attr.created_at.is_present()),
            ("updated_at", attr.updated_at.is_present()),
            ("version", attr.version.is_present()),
            ("ttl", attr.ttl.is_present()),
            ("deleted_at", attr.deleted_at.is_present()),
        ],
        "a field has one role",
    );
    entity::rest_options(field, attr, errors);
}
