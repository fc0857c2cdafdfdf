//! Fields that an index key is made from together. Messages about them need `#[diagnostic]`, which is not there without the
//! prelude; names of the prelude are taken all the same.

use ::renamed::prelude::{Entity, Projection};

#[allow(unused_imports)] // They hide what is meant.
use crate::bare::{Box, Default, Err, From, None, Ok, Option, Result, Some, String, Vec};
use crate::bare::{Hostile, Id, Kind, Part, Shape, Text};

/// An entity whose fields have every name that generated code might use.
#[derive(Entity, Clone, PartialEq)]
#[entity(
    table = Hostile,
    pk = "KEY#<key>",
    sk = "PATH#<path>#<r>",
    gsi1 = sparse("ITEM#<item>", "TYPE#<type>"),
    gsi2 = size,
)]
#[access(at_path(key, path))]
#[access(of_type(item, r#type), index = gsi1, descending, limit = 3, first)]
#[access(beyond(key, path begins_with))]
pub struct Thing {
    /// A field.
    pub key: Id,
    /// A field.
    pub path: Text,
    /// A field.
    pub item: ::std::option::Option<Text>,
    /// A field.
    pub r#type: Kind,
    /// A field.
    pub r: Text,
    /// A field.
    pub size: u64,
    /// A field.
    pub map: ::std::vec::Vec<Part>,
    /// A field.
    pub value: ::std::option::Option<Shape>,
    /// A field.
    #[entity(sensitive)]
    pub keys: Text,
    /// A field.
    #[entity(set)]
    pub name: ::std::collections::BTreeSet<Text>,
}

/// A part of it.
#[derive(Projection, Debug, Clone, PartialEq)]
#[projection(of = Thing, index = gsi1)]
pub struct PartOfThing {
    /// A field.
    pub r#type: Kind,
    /// A field.
    pub name: ::std::collections::BTreeSet<Text>,
}
