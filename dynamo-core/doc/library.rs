// What examples of single methods begin with, hidden: books on shelves.
pub use dynamo_core::Names;
pub use dynamo_core::prelude::*;
pub use std::collections::{BTreeMap, BTreeSet};

#[derive(Table, Debug)]
#[table(name = "library", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires", stream)]
#[index(by_author, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Library {
    Shelf(Shelf),
    Book(Book),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Library, pk = "SHELF#<name>", sk = "SHELF")]
pub struct Shelf {
    pub name: String,
}

#[derive(Entity, Debug, Clone, PartialEq, Default)]
#[entity(table = Library, pk = "SHELF#<shelf>", sk = "BOOK#<id>", by_author = ("AUTHOR#<author>", "BOOK#<id>"))]
pub struct Book {
    pub shelf: String,
    pub id: String,
    pub author: String,
    pub title: String,
    pub subtitle: Option<String>,
    pub pages: u32,
    pub chapters: Vec<String>,
    pub prices: BTreeMap<String, u32>,
    pub publisher: Publisher,
    #[entity(set)]
    pub tags: BTreeSet<String>,
    #[entity(ttl)]
    pub expires: Option<u64>,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

#[derive(Attribute, Debug, Clone, PartialEq, Default)]
pub struct Publisher {
    pub name: String,
}

#[derive(Projection, Debug)]
#[projection(of = Book)]
pub struct Title {
    pub title: String,
}

/// Takes an example that needs a database: it is compiled.
pub fn example(_: impl AsyncFnOnce(Db) -> Result<(), Error>) {}

pub fn book() -> Book {
    Book { shelf: "fiction".into(), id: "b1".into(), author: "Le Guin".into(), pages: 320, ..Book::default() }
}
