//! Rules about options of an entity that exclude each other: `write_once`, `constants`, `rest`, `immutable`, `load`.

use std::collections::HashSet;

use quote::ToTokens;
use syn::ext::IdentExt;

use super::names::RESERVED;
use crate::attr::field::FieldAttr;
use crate::errors::{Errors, suggestion};
use crate::model::{Entity, Field, Role, Stored};

pub(crate) fn entity(entity: &Entity, errors: &mut Errors) {
    check_constants(entity, errors);
    check_rest(entity, errors);
    check_pointer(entity, errors);
    check_load(entity, errors);
    for field in entity.fields.iter().filter(|field| field.immutable) {
        check_immutable(field, errors);
    }
}

/// A constant is an attribute of its own. That it is no key and no type tag is checked against the table.
fn check_constants(entity: &Entity, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for constant in &entity.constants {
        let name = constant.name.value();
        if name.is_empty() {
            errors.at(&constant.name, "a constant has an empty name", "name an attribute");
        }
        if RESERVED.contains(&name.as_str()) {
            let fact = format!("`{name}` is an attribute that the library writes to items itself");
            errors.at(&constant.name, fact, "name another attribute");
        }
        if !seen.insert(name.clone()) {
            errors.at(&constant.name, format!("constant `{name}` is given twice"), "remove one of them");
        }
        let mut fields = entity.fields.iter();
        let is_read_from = |field: &Field| field.aliases.iter().any(|alias| alias.value() == name);
        if let Some(field) = fields.find(|field| field.attribute() == Some(&*name) || is_read_from(field)) {
            let fact = format!("`{name}` is a constant of `{}`, and its field `{}` too", entity.ident, field.name);
            errors.at(&constant.name, fact, "remove one of them, or rename the field");
        }
    }
}

/// What no field has is kept in one place.
fn check_rest(entity: &Entity, errors: &mut Errors) {
    let rest: Vec<_> = entity.fields.iter().filter(|field| matches!(field.stored, Stored::Rest)).collect();
    if let [first, second, ..] = rest.as_slice() {
        let fact = format!("`{}` and `{}` both keep the attributes that no field has", first.name, second.name);
        errors.at(&second.ident, fact, "keep one");
    }
    let in_keys = entity.fields_in_keys();
    for (at, field) in entity.fields.iter().enumerate().filter(|(_, field)| matches!(field.stored, Stored::Rest)) {
        if in_keys.contains(&at) {
            let fact = format!("`{}` keeps the attributes that no field has, and stands in a key", field.name);
            errors.at(&field.ident, fact, "remove `rest`, or make the key from another field");
        }
    }
}

/// A pointer is what its record says: nobody creates one, and nothing else is kept on it.
fn check_pointer(entity: &Entity, errors: &mut Errors) {
    if entity.companions.pointer_of.is_none() {
        return;
    }
    let fields = entity.fields.iter().filter_map(|field| match field.stored {
        _ if field.immutable => Some((field.ident.to_token_stream(), "immutable")),
        Stored::Rest => Some((field.ident.to_token_stream(), "rest")),
        _ => None,
    });
    let once = entity.write_once.as_ref().map(|once| (once.to_token_stream(), "write_once"));
    for (tokens, option) in once.into_iter().chain(fields) {
        let fact = format!("`{}` is a pointer, which follows its record, and has `{option}`", entity.ident);
        errors.at(tokens, fact, format!("remove `{option}`, or put it on the record"));
    }
}

/// What is said to be updated can be.
fn check_load(entity: &Entity, errors: &mut Errors) {
    let Some(load) = &entity.load else { return };
    let updates = load.updates.iter().chain(&load.updates_of).map(|(name, _)| name);
    if let Some(name) = updates.clone().next().filter(|_| entity.write_once.is_some()) {
        let fact = format!("`load(..)` has updates, and items of `{}` are written once", entity.ident);
        return errors.at(name, fact, "remove them, or `write_once`");
    }
    if let Some((name, _)) = &load.updates
        && (0..entity.fields.len()).all(|at| never_updated(entity, at).is_some())
    {
        let fact = format!("`load(..)` has updates, and `{}` has no field that they could set", entity.ident);
        errors.at(name, fact, "say `creates` and `deletes`");
    }
    let names: Vec<_> = entity.fields.iter().map(|field| field.name.as_str()).collect();
    for (name, _) in &load.updates_of {
        let Some(at) = names.iter().position(|field| name.unraw() == field) else {
            let fact = format!("`load(..)` has updates of `{name}`, which is not a field of `{}`", entity.ident);
            errors.at(name, fact, suggestion(&name.unraw().to_string(), &names));
            continue;
        };
        if let Some(reason) = never_updated(entity, at) {
            let fact = format!("`load(..)` has updates of `{name}`, which {reason}");
            errors.at(name, fact, "name a field that updates set");
        }
    }
}

/// Why updates do not set a field, if they do not.
fn never_updated(entity: &Entity, at: usize) -> Option<&'static str> {
    let field = &entity.fields[at];
    match field.role {
        _ if entity.key_fields().contains(&at) => Some("stands in the primary key"),
        _ if field.immutable => Some("is `immutable`"),
        Role::CreatedAt | Role::UpdatedAt | Role::Version | Role::DeletedAt => Some("is set by the library"),
        _ if field.attribute().is_none() => Some("is no attribute of its own"),
        Role::Plain | Role::Ttl => None,
    }
}

/// What every write sets cannot stay as it is.
fn check_immutable(field: &Field, errors: &mut Errors) {
    let role = match field.role {
        Role::UpdatedAt => "updated_at",
        Role::Version => "version",
        Role::DeletedAt => "deleted_at",
        Role::Plain | Role::CreatedAt | Role::Ttl => {
            if matches!(field.stored, Stored::Skipped) {
                let fact = format!("`{}` is `immutable`, and serde's `skip` leaves it out", field.name);
                errors.at(&field.ident, fact, "remove one of them");
            }
            return;
        }
    };
    let fact = format!("`{}` is marked `{role}` and `immutable`: the library sets it", field.name);
    errors.at(&field.ident, fact, "remove `immutable`");
}

/// `rest` is no attribute, so nothing else can be said of one.
pub(crate) fn rest_options(field: &Field, attr: &FieldAttr, errors: &mut Errors) {
    if !attr.rest.is_present() {
        return;
    }
    let others = [
        ("rename", attr.rename.is_some()),
        ("set", attr.set.is_present()),
        ("bytes", attr.bytes.is_present()),
        ("serde", attr.serde.is_present()),
        ("key_only", attr.key_only.is_present()),
        ("ttl", attr.ttl.is_present()),
        ("created_at", attr.created_at.is_present()),
        ("updated_at", attr.updated_at.is_present()),
        ("version", attr.version.is_present()),
        ("deleted_at", attr.deleted_at.is_present()),
        ("immutable", attr.immutable.is_present()),
        ("from", attr.from.is_some()),
        ("with", attr.with.is_some()),
    ];
    for (option, _) in others.iter().filter(|(_, given)| *given) {
        let fact = format!("`{}` is marked `rest` and `{option}`: it keeps many attributes, and is none", field.name);
        errors.at(&field.ident, fact, format!("remove `{option}`"));
    }
}
