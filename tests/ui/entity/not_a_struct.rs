use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<id>", sk = "PROFILE")]
pub struct User(String);

fn main() {}

// fixed, line 12: pub struct User {
// fixed, after line 12: pub id: String,
// fixed, after line 12: }
