use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<usr_id>", sk = "AT#<at>", gsi7 = ("USER#<user_id>", "PROFILE"))]
pub struct User {
    pub user_id: String,
    pub at: u64,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<user_id>", sk = "AT#<at:020>", gsi1 = ("USER#<user_id>", "PROFILE"))]
