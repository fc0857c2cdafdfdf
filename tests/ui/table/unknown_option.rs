use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_atribute = "type")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE")]
pub struct User {
    pub user_id: String,
    pub created_at: Timestamp,
}

fn main() {}

// fixed, line 4: #[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
