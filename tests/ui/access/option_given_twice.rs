use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Entry(Entry),
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
pub enum Level {
    High,
    Low,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user>", sk = "ENTRY#<day>#<id>", gsi1 = ("USER#<user>", "LEVEL#<level>"))]
#[access(of_user(user), descending, descending)]
pub struct Entry {
    pub user: String,
    pub day: String,
    pub id: String,
    pub level: Level,
    pub at: Timestamp,
}

fn main() {}

// fixed, line 18: #[access(of_user(user), descending, limit = 5)]
