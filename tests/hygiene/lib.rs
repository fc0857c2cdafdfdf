//! Declarations in a hostile crate: no prelude, `dynamo-core` under another name, everything documented, no warning, its
//! own `Result`, `Option`, `Some`, `Ok`, `String` and `Vec`, and fields with the names that generated code would use.
#![no_implicit_prelude]
#![deny(missing_docs, warnings)]
#![forbid(unsafe_code)]

use ::renamed::prelude::{Attribute, Entity, KeyField, Table};
use ::std::clone::Clone;
use ::std::cmp::PartialEq;
use ::std::fmt::Debug;

/// Not the one that is meant.
pub struct Result;
/// Not the one that is meant.
pub struct Option;
/// Not the one that is meant.
pub struct Some;
/// Not the one that is meant.
pub struct None;
/// Not the one that is meant.
pub struct Ok;
/// Not the one that is meant.
pub struct Err;
/// Not the one that is meant.
pub struct String;
/// Not the one that is meant.
pub struct Vec;
/// Not the one that is meant.
pub struct Box;
/// Not the one that is meant.
pub trait From {}
/// Not the one that is meant.
pub trait Default {}

type Text = ::std::string::String;

/// A table.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "hostile", pk = "pk", sk = "sk", type_attribute = "itemType", none = "null")]
#[index(gsi1, name = "gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[index(gsi2, name = "gsi2", pk = "size", pk_type = "N")]
pub enum Hostile {
    /// An entity.
    Thing(Thing),
    /// One that nothing outside sees.
    T(T),
}

/// An entity whose fields have every name that generated code might use.
#[derive(Entity, Clone, PartialEq)]
#[entity(
    table = Hostile,
    pk = "KEY#<key>",
    sk = "PATH#<path>#<r>",
    gsi1 = sparse("ITEM#<item>", "TYPE#<type>"),
    gsi2 = size,
)]
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

/// A model that is called `T`.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Hostile, pk = "T#<m>", sk = "T")]
pub struct T {
    #[entity(key_only)]
    pub(crate) m: Id,
}

/// A newtype.
#[derive(KeyField, Debug, Clone, PartialEq)]
pub struct Id(pub Text);

/// A unit enum.
#[derive(KeyField, Debug, Clone, PartialEq)]
pub enum Kind {
    /// A variant.
    Some,
    /// A variant.
    None,
}

/// A nested struct.
#[derive(Attribute, Debug, Clone, PartialEq)]
pub struct Part {
    /// A field.
    pub encoder: u8,
    /// A field.
    pub decoder: ::std::option::Option<u8>,
}

/// A nested enum.
#[derive(Attribute, Debug, Clone, PartialEq)]
#[attribute(tag = "kind", content = "content")]
pub enum Shape {
    /// A variant.
    Err,
    /// A variant.
    Ok(Part),
    /// A variant.
    Tuple(u8, Part),
    /// A variant.
    Struct {
        /// A field.
        list: u8,
    },
}

mod inner {
    //! What is declared here is seen as far as it says.

    use ::renamed::prelude::{Entity, Table};

    #[derive(Table)]
    #[table(name = "inner", pk = "pk")]
    pub(super) enum Inner {
        Seen(Seen),
    }

    // No function that the derive writes for it is called, but one: that is no warning.
    #[derive(Entity)]
    #[entity(table = Inner, pk = "SEEN#<id>")]
    pub(super) struct Seen {
        pub(super) id: u64,
    }
}

/// Uses what is seen.
///
/// # Errors
///
/// Never.
pub fn seen() -> ::std::result::Result<::std::string::String, ::renamed::Error> {
    let table = inner::Inner::Seen(inner::Seen { id: 7 });
    let ::std::result::Result::Ok(_) = table.to_item() else { return ::std::result::Result::Ok(Text::new()) };
    inner::Seen::key(&7).map(|key| ::std::string::ToString::to_string(&key))
}
