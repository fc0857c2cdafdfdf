use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Event(Event),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<owner>", sk = "EVENT#<id:unordered>")]
pub struct Event {
    pub owner: String,
    pub id: String,
    pub at: Timestamp,
    pub n: u32,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<owner>", sk = "EVENT#<n:unordered>")]
