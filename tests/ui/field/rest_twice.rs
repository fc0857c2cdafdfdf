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
    #[entity(rest)]
    pub other: Item,
    #[entity(rest)]
    pub more: Item,
}

fn keep(_: Item) {}

fn main() {}

// fixed, line 16: pub more: String,
// fixed, without line 17
