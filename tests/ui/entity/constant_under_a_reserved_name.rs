use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires")]
#[index(by_owner, name = "ByOwner", pk = "GSI1PK", sk = "GSI1SK", projection = "ALL")]
pub enum App {
    Note(Note),
}

#[derive(Entity)]
#[entity(table = App, pk = "NOTE#<id>", sk = "META", by_owner = ("OWNER#<owner>", "NOTE#<id>"), constants("_pending" = "x"))]
pub struct Note {
    pub id: String,
    pub owner: String,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "NOTE#<id>", sk = "META", by_owner = ("OWNER#<owner>", "NOTE#<id>"), constants("kind" = 7))]
