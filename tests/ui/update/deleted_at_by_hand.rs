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
    pub version: u64,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.update(Note::key("n1")).remove(Note::fields().deleted_at).await?;
    Ok(())
}

fn main() {}

// fixed, line 21: db.update(Note::key("n1")).set(Note::fields().title, "New").await?;
