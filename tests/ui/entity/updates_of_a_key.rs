use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", load(updates(id = 2)))]
#[access(by_id(id))]
pub struct Note {
    pub id: String,
    pub text: String,
}

fn main() {}

// fixed, line 10: #[entity(table = App, pk = "NOTE#<id>", sk = "META", load(updates(text = 2)))]
