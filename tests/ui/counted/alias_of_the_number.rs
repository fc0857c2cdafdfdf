use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Shelf(Shelf),
    Book(Book),
}

#[derive(Entity, serde::Deserialize)]
#[entity(table = App, pk = "SHELF#<shelf>", sk = "META")]
pub struct Shelf {
    pub shelf: String,
    pub title: String,
    #[serde(alias = "total")]
    pub books: u64,
}

#[derive(Entity)]
#[entity(table = App, pk = "SHELF#<shelf>", sk = "BOOK#<id>", counted(books in Shelf(shelf = shelf)))]
pub struct Book {
    pub shelf: String,
    pub id: String,
}

fn main() {}

// fixed, without line 15
