use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE")]
pub struct User {
    pub user_id: String,
    pub nickname: Option<Option<String>>,
}

fn main() {}

// fixed, line 13: pub nickname: Option<String>,
