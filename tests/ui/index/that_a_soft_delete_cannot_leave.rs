use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", ttl = "ttl")]
#[index(by_owner, name = "ByOwner", pk = "owner", sk = "at", sk_type = "N")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", by_owner = (owner, at))]
pub struct Note {
    pub id: String,
    pub owner: String,
    pub at: u64,
    #[entity(deleted_at)]
    pub deleted_at: Option<Timestamp>,
}

fn main() {}

// fixed, without line 16
