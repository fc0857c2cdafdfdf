use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
}

#[derive(Entity)]
#[entity(table = App, pk = "EMAIL#<email:lower>", sk = "USER")]
pub struct User {
    #[entity(key_only)]
    pub email: String,
}

fn main() {}

// fixed, without line 13
