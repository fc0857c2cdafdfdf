use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Entry(Entry),
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
pub enum Level {
    Low,
    High,
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user>", sk = "ENTRY#<day>#<id>", gsi1 = ("USER#<user>", "LEVEL#<level>"))]
pub struct Entry {
    pub user: String,
    pub day: String,
    pub id: String,
    pub level: Level,
    pub at: Timestamp,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.query(Entry::query_gsi1("ann").level(Level::High..)).page().await?;
    Ok(())
}

fn main() {}

// fixed, after line 11: High,
// fixed, without line 13
