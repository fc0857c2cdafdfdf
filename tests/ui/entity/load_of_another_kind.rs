use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", load(bytes = 400))]
#[access(by_id(id))]
pub struct Note {
    pub id: String,
}

fn main() {}

// fixed, line 10: #[entity(table = App, pk = "NOTE#<id>", sk = "META", load(size = 400))]
