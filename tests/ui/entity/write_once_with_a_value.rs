use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
pub enum App {
    Entry(Entry),
}

#[derive(Entity)]
#[entity(table = App, pk = "LEDGER#<book>", sk = "ENTRY#<id>", write_once = true)]
pub struct Entry {
    pub book: String,
    pub id: String,
    pub cents: i64,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

pub async fn run(db: Db, entry: Entry) -> Result<(), Error> {
    db.create(&entry).await?;
    Ok(())
}

fn main() {}

// fixed, line 10: #[entity(table = App, pk = "LEDGER#<book>", sk = "ENTRY#<id>", write_once)]
