//! `#[entity(..)]` and `#[attribute(..)]` on a field.

use darling::FromMeta;
use darling::util::Flag;
use syn::Field;

use super::{Code, Text, items, options};
use crate::errors::Errors;

const ENTITY_OPTIONS: [&str; 16] = [
    "rename",
    "set",
    "bytes",
    "serde",
    "key_only",
    "ttl",
    "created_at",
    "updated_at",
    "version",
    "deleted_at",
    "sensitive",
    "immutable",
    "counter",
    "rest",
    "from",
    "with",
];
const NESTED_OPTIONS: [&str; 4] = ["rename", "set", "bytes", "serde"];

#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct FieldAttr {
    pub(crate) rename: Option<Text>,
    pub(crate) set: Flag,
    pub(crate) bytes: Flag,
    pub(crate) serde: Flag,
    pub(crate) key_only: Flag,
    pub(crate) ttl: Flag,
    pub(crate) created_at: Flag,
    pub(crate) updated_at: Flag,
    pub(crate) version: Flag,
    pub(crate) deleted_at: Flag,
    pub(crate) sensitive: Flag,
    pub(crate) immutable: Flag,
    pub(crate) counter: Flag,
    pub(crate) rest: Flag,
    /// Of a pointer: where the canonical record has it.
    pub(crate) from: Option<Code>,
    /// Of a pointer: what makes it from the canonical record.
    pub(crate) with: Option<Code>,
}

impl FieldAttr {
    /// Of a field of an entity.
    pub(crate) fn entity(field: &Field, errors: &mut Errors) -> Self {
        options(items(&field.attrs, "entity", errors), "entity", &ENTITY_OPTIONS, errors)
    }

    /// Of a field of a nested type.
    pub(crate) fn nested(field: &Field, errors: &mut Errors) -> Self {
        options(items(&field.attrs, "attribute", errors), "attribute", &NESTED_OPTIONS, errors)
    }
}
