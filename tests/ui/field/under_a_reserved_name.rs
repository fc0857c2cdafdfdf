use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META")]
pub struct Note {
    pub id: String,
    pub title: String,
    #[entity(rename = "_ttl")]
    pub expiry: u64,
}

fn main() {}

// fixed, line 15: #[entity(rename = "expiry")]
