use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Entry(Entry),
}

#[derive(KeyField, Debug, Clone, PartialEq)]
pub enum Level {
    High,
    Low,
    #[entity(other)]
    Other(String),
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
    db.query(Entry::query_gsi1("ann").level(Level::High..)).all().await?;
    Ok(())
}

fn main() {}

// fixed, line 29: db.query(Entry::query_gsi1("ann").level(Level::High)).all().await?;
