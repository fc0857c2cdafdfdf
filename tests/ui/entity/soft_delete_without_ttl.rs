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
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

fn main() {}

// fixed, line 4: #[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
