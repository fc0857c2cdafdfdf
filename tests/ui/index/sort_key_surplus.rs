use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(by_name, name = "name-index", pk = "name")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", by_name = (name, "PROFILE"))]
pub struct User {
    pub user_id: String,
    pub name: String,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", by_name = name)]
