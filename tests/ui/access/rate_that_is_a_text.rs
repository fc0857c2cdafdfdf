use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META")]
#[access(by_id(id), rate = "often")]
pub struct Note {
    pub id: String,
}

fn main() {}

// fixed, line 11: #[access(by_id(id), rate = 0.5)]
