use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "GOAL#<goal_id>")]
pub struct User {
    pub user_id: String,
    pub goal_id: Option<String>,
}

fn main() {}

// fixed, line 14: pub goal_id: String,
