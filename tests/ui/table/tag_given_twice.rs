use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", tags("team" = "notes", "team" = "chat"))]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META")]
pub struct Note {
    pub id: String,
}

fn main() {}

// fixed, line 4: #[table(name = "app", pk = "PK", sk = "SK", tags("team" = "notes", "cost" = "chat"))]
