use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", gsi9 = ("USER#<user_id>", "AT#<created_at>"))]
pub struct User {
    pub user_id: String,
    pub created_at: Timestamp,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", gsi1 = ("USER#<user_id>", "AT#<created_at>"))]
