use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    User(User),
}

#[derive(Attribute, serde::Serialize)]
pub struct Address {
    pub street: String,
}

#[derive(Entity, serde::Serialize)]
#[entity(table = App, pk = "USER#<user_id>", sk = "PROFILE")]
pub struct User {
    pub user_id: String,
    #[serde(flatten)]
    pub address: Address,
}

fn main() {}

// fixed, without line 19
