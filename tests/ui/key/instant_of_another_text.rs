use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "device", sk = "at")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = device, sk = at)]
pub struct User {
    pub device: String,
    pub at: chrono::DateTime<chrono::Utc>,
}

fn main() {}

// fixed, line 13: pub at: Timestamp,
