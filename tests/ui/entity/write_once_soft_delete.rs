use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", ttl = "expires")]
pub enum App {
    Entry(Entry),
}

#[derive(Entity)]
#[entity(table = App, pk = "LEDGER#<book>", sk = "ENTRY#<id>", write_once)]
pub struct Entry {
    pub book: String,
    pub id: String,
    pub cents: i64,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

pub async fn run(db: Db, entry: Entry) -> Result<(), Error> {
    db.soft_delete(entry.key(), std::time::Duration::from_secs(60)).await?;
    Ok(())
}

fn main() {}

// fixed, line 20: db.delete(entry.key()).await?;
