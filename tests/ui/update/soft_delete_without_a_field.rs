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
    #[entity(version)]
    pub version: u64,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.soft_delete(Note::key("n1"), std::time::Duration::from_secs(60)).await?;
    Ok(())
}

fn main() {}

// fixed, line 19: db.delete(Note::key("n1")).await?;
