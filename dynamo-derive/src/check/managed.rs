//! Rule 33: fields that every write sets, in keys.

use quote::ToTokens;

use crate::errors::{Errors, list};
use crate::expand::changed_together;
use crate::model::{Entity, Key, Role};

pub(crate) fn entity(entity: &Entity, errors: &mut Errors) {
    let managed = entity.fields.iter().enumerate().filter_map(|(at, field)| match field.role {
        Role::UpdatedAt => Some((at, "updated_at")),
        Role::Version => Some((at, "version")),
        _ => None,
    });
    for (at, role) in managed {
        check_primary_key(entity, at, role, errors);
        if entity.fields[at].role == Role::Version {
            check_index_keys(entity, at, errors);
            check_version(entity, at, errors);
        }
    }
}

/// A key never changes, and these fields do with every write.
fn check_primary_key(entity: &Entity, at: usize, role: &str, errors: &mut Errors) {
    for key in [&entity.pk, &entity.sk].into_iter().flatten().filter(|key| key.fields().contains(&at)) {
        errors.at(
            &key.tokens,
            format!("`{}` is set by every write, and a primary key never changes", entity.fields[at].name),
            format!("take a field that is not `{role}`, such as one that is `created_at`"),
        );
    }
}

/// DynamoDB counts it up by itself, so nothing else may be needed to make the key.
fn check_index_keys(entity: &Entity, at: usize, errors: &mut Errors) {
    let Some(group) = changed_together(entity).into_iter().find(|group| group.len() > 1 && group.contains(&at)) else {
        return;
    };
    let name = &entity.fields[at].name;
    let others = group.iter().filter(|other| **other != at).map(|other| entity.fields[*other].name.as_str());
    let Some(index) = entity.indexes.iter().find(|index| index.fields().contains(&at)) else { return };
    let fact = format!(
        "every update sets `{name}`, and the key of index `{}` with it also needs {}, which an update need not know",
        index.ident,
        list(others)
    );
    errors.at(
        &index.tokens,
        fact,
        format!("give `{name}` a key of its own, or put only fields of the primary key beside it"),
    );
}

/// DynamoDB counts the version up: so far that it still can be read, and only its own attribute follows.
fn check_version(entity: &Entity, at: usize, errors: &mut Errors) {
    let field = &entity.fields[at];
    let ty = field.ty.to_token_stream().to_string();
    if ["u8", "i8", "u16", "i16"].contains(&ty.as_str()) {
        let fact = format!("every write counts `{}` up, and a `{ty}` ends soon", field.name);
        errors.at(&field.ty, fact, "use a `u64`: an item with a higher version could not be read");
    }
    let is_rendered = |key: &&Key| !key.bare && key.fields().contains(&at);
    for index in &entity.indexes {
        for key in index.keys().into_iter().filter(is_rendered) {
            errors.at(
                &key.tokens,
                format!("DynamoDB counts `{}` up, so a key with it would be left behind", entity.fields[at].name),
                "name the field without quotes, as the key itself, or take another one",
            );
        }
    }
}
