use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(a, name = "IndexA", pk = "owner")]
#[index(b, name = "IndexB", pk = "owner", pk_type = "N", sk = "at")]
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

// fixed, line 6: #[index(b, name = "IndexB", pk = "owner", sk = "at")]
