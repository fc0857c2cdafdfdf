use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", gsi1 = ("NOTES", "<title>#<updated_at>"))]
pub struct Note {
    pub id: String,
    pub title: String,
    #[entity(created_at)]
    pub created_at: Timestamp,
    #[entity(updated_at)]
    pub updated_at: Timestamp,
    #[entity(version)]
    pub version: u64,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "NOTE#<id>", sk = "META", gsi1 = ("NOTES#<title>", "<updated_at>"))]
