use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(by_time, name = "ByTime", pk = "PK", sk = "at")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", by_time = ("OTHER#<user_id>", at))]
pub struct User {
    pub user_id: String,
    pub at: String,
}

fn main() {}

// fixed, line 11: #[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE", by_time = ("USER#<user_id>", at))]
