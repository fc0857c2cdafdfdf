use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(inverted, name = "Inverted", pk = "SK", sk = "PK")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", inverted = none)]
pub struct User {
    pub user_id: String,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", inverted = ("PROFILE", "USER#<user_id>"))]
