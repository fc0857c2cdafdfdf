//! Rule 35: each access pattern is a function of its own.

use syn::Ident;

use crate::errors::Errors;
use crate::model::{Entity, Index};

/// Functions that every entity has.
const FUNCTIONS: [&str; 14] = [
    "key",
    "parse_key",
    "query",
    "partition",
    "fields",
    "to_item",
    "from_item",
    "write_json",
    "read_json",
    "key_texts",
    "write_fields",
    "read_fields",
    "companions",
    "upgrade",
];

/// Whether a pattern may have its name, after those before it.
pub(crate) fn name(entity: &Entity, before: &[Ident], name: &Ident, errors: &mut Errors) -> bool {
    if before.contains(name) {
        errors.at(
            name,
            format!("`{}` has two access patterns `{name}`", entity.ident),
            "give each a name of its own: it becomes a function",
        );
        return false;
    }
    if is_generated(entity, &name.to_string()) {
        errors.at(
            name,
            format!("an access pattern of `{}` is named `{name}`, and so is a function that it has", entity.ident),
            "give the pattern another name, such as what it is for",
        );
        return false;
    }
    true
}

/// Whether every entity has a function of this name.
pub(crate) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

fn is_generated(entity: &Entity, name: &str) -> bool {
    let of_an_index = |index: &Index| {
        let ident = index.name();
        let prefixed = ["query_", "partition_"].iter().any(|prefix| name.strip_prefix(prefix) == Some(&*ident));
        prefixed || name == ident || name.strip_suffix("_key") == Some(&*ident)
    };
    is_function(name) || entity.indexes.iter().any(of_an_index)
}
