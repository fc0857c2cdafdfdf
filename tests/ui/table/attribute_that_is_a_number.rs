use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = ["tenant", 123], sk = "GSI1SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", gsi1 = (["TENANT", "NOTES"], "<title>"))]
pub struct Note {
    pub id: String,
    pub title: String,
}

fn main() {}

// fixed, line 5: #[index(gsi1, name = "GSI1", pk = ["tenant", "region"], sk = "GSI1SK")]
