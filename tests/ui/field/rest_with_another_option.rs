use dynamo_core::Item;
use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META")]
pub struct Note {
    pub id: String,
    #[entity(rest, rename = "more")]
    pub other: Item,
}

fn keep(_: Item) {}

fn main() {}

// fixed, line 14: #[entity(rest)]
