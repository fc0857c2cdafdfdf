//! Rules about pointers, locks and counters that the tokens can decide.

use quote::ToTokens;
use syn::Ident;
use syn::ext::IdentExt;

use crate::attr::companions::{CountedKey, EachAttr};
use crate::errors::{Errors, list, nearest};
use crate::expand::base;
use crate::model::{Entity, Field, Role};

pub(crate) fn entity(entity: &Entity, errors: &mut Errors) {
    let companions = &entity.companions;
    if let (Some(upgrade), None) = (&entity.upgrade, &entity.version) {
        let fact = format!("`{}` has an `upgrade`, and no version to upgrade to", entity.ident);
        errors.at(upgrade, fact, "add `schema_version = 2`");
    }
    if let (Some(version), None) = (&entity.version, &entity.upgrade)
        && version.base10_digits() != "1"
    {
        let fact = format!("`{}` has had other versions, and does not say how their items are read", entity.ident);
        errors.at(
            version,
            fact,
            "add `upgrade = function`: it takes the version and the item, and gives the item of today",
        );
    }
    if let (Some(pointer_of), Some(first)) = (&companions.pointer_of, companions.pointers.first()) {
        errors.at(
            first,
            format!("`{}` is a pointer, and has pointers of its own", entity.ident),
            format!("list them in `{}`, which all of them are made from", pointer_of.canonical.to_token_stream()),
        );
    }
    if let Some(pointer_of) = &companions.pointer_of {
        let locks = companions.unique.iter().map(|unique| unique.lock.to_token_stream());
        let counters = companions.counted.iter().map(|counted| counted.field.to_token_stream());
        if let Some(first) = locks.chain(counters).next() {
            errors.at(
                first,
                format!("`{}` is a pointer, and has locks or counters of its own", entity.ident),
                format!("let them go with `{}`, which it is written with", pointer_of.canonical.to_token_stream()),
            );
        }
    }
    check_twice(entity, errors);
    roles(entity, errors);
    for counted in &companions.counted {
        for (_, key) in &counted.keys {
            if let CountedKey::Shard(shards) = key
                && !shards.base10_parse::<u32>().is_ok_and(|shards| shards > 1)
            {
                errors.at(shards, "`sharded` takes a number of items to spread a counter over", "write `sharded(10)`");
            }
        }
    }
    for field in &entity.fields {
        let options = [("from", &field.from), ("with", &field.with)];
        for (name, code) in options.into_iter().filter_map(|(name, code)| Some((name, code.as_ref()?))) {
            if companions.pointer_of.is_none() && !companions.pointer_of_refused {
                let fact = format!("`{}` says `{name}`, and `{}` is no pointer", field.name, entity.ident);
                errors.at(code, fact, "add `pointer_of(..)` to `#[entity(..)]`, or remove it");
            }
        }
        if let (Some(from), Some(_)) = (&field.from, &field.with) {
            let fact = format!("`{}` says `from` and `with`", field.name);
            errors.at(from, fact, "a field comes from one place: keep one");
        }
        if let Some(from) = &field.from
            && base(from).is_none()
        {
            let fact = "`from` is not a path of fields";
            errors.at(from, fact, "write `from = location.city`, or `with = function` for anything else");
        }
    }
    if let Some(each) = companions.pointer_of.as_ref().and_then(|pointer_of| pointer_of.each.as_ref()) {
        elements(entity, each, errors);
    }
    for unique in &companions.unique {
        unique.fields.iter().for_each(|field| known(entity, field, "unique", errors));
    }
    for counted in &companions.counted {
        for (_, key) in &counted.keys {
            if let CountedKey::Field(field) = key {
                known(entity, field, "counted", errors);
            }
        }
    }
}

/// A transaction changes an item once: what is listed twice would fail with every write.
fn check_twice(entity: &Entity, errors: &mut Errors) {
    let companions = &entity.companions;
    let pointers = companions.pointers.iter().map(ToTokens::to_token_stream);
    let locks = companions.unique.iter().map(|unique| unique.lock.to_token_stream());
    let mut seen: Vec<String> = Vec::new();
    for path in pointers.chain(locks) {
        let text = path.to_string();
        if seen.contains(&text) {
            errors.at(path, format!("`{text}` is a companion of `{}` twice", entity.ident), "list it once");
        }
        seen.push(text);
    }
}

/// An item has one version and one time of each kind, and they are attributes.
fn roles(entity: &Entity, errors: &mut Errors) {
    for (at, field) in entity.fields.iter().enumerate().filter(|(_, field)| field.role != Role::Plain) {
        if let Some(other) = entity.fields[..at].iter().find(|other| other.role == field.role) {
            let fact = format!("`{}` and `{}` have one role", other.name, field.name);
            errors.at(&field.ident, fact, "an item has one field of each: keep one");
        }
        if field.attribute().is_none() {
            let fact = format!("`{}` has a role, and is not stored as an attribute", field.name);
            errors.at(&field.ident, fact, "remove `key_only` or `skip`, or the role");
        }
    }
}

/// Rule 22: one pointer for each element needs one key for each element.
fn elements(entity: &Entity, each: &EachAttr, errors: &mut Errors) {
    if base(&each.source).is_none() {
        let fact = "`each` does not name a collection of the canonical record";
        return errors.at(&each.source, fact, "write `each(group_id in group_ids)`");
    }
    let is_element = |field: &Field| {
        let base = field.from.as_ref().map_or_else(|| Some(field.ident.clone()), base);
        base.is_some_and(|base| each.names.contains(&base))
    };
    if entity.pk.is_none() || entity.sk_refused {
        return;
    }
    if !entity.key_fields().into_iter().any(|at| is_element(&entity.fields[at])) {
        let names = list(each.names.iter().map(ToString::to_string).collect::<Vec<_>>().iter().map(String::as_str));
        errors.at(
            each.names.first(),
            format!("there is one `{}` for each {names}, and its key does not tell them apart", entity.ident),
            "put a field that comes from the element into `pk` or `sk`",
        );
    }
}

fn known(entity: &Entity, name: &Ident, option: &str, errors: &mut Errors) {
    let text = name.unraw().to_string();
    let fields = || entity.fields.iter().map(|field| field.name.as_str());
    if fields().any(|field| field == text) {
        return;
    }
    let help = match nearest(&text, fields()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("its fields are {}", list(fields())),
    };
    errors.at(name, format!("`{option}` names `{text}`, which is not a field of `{}`", entity.ident), help);
}
