use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Event(Event),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<owner>", sk = "<id:lower>")]
pub struct Event {
    pub owner: String,
    pub id: String,
    pub at: Timestamp,
    pub n: u32,
}

pub async fn run(db: Db) -> Result<(), Error> {
    db.query(Event::query("ann").id("a".."b")).all().await?;
    Ok(())
}

fn main() {}

// fixed, line 20: db.query(Event::query("ann").id(begins_with("a"))).all().await?;
