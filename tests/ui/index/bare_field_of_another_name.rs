use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(by_name, name = "name-index", pk = "name")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", by_name = user_name)]
pub struct User {
    pub user_id: String,
    pub user_name: String,
}

fn main() {}

// fixed, after line 13: #[entity(rename = "name")]
