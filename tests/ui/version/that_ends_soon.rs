use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META")]
pub struct Note {
    pub id: String,
    pub title: String,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
    #[entity(version)]
    pub version: u8,
}

fn main() {}

// fixed, line 17: pub version: u64,
