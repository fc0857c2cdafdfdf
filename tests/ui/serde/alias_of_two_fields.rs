use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity, serde::Serialize)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META")]
pub struct Note {
    pub id: String,
    #[serde(alias = "text")]
    pub title: String,
    #[serde(alias = "text")]
    pub body: String,
}

fn main() {}

// fixed, line 16: #[serde(alias = "content")]
