use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "accounts", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum Accounts {
    User(User),
    Organization(Organization),
}

#[derive(Entity)]
#[entity(table = Accounts, pk = "ACCOUNT#<name>", sk = "ACCOUNT#<name>")]
pub struct User {
    pub name: String,
}

#[derive(Entity)]
#[entity(table = Accounts, pk = "ACCOUNT#<login>", sk = "ACCOUNT#<login>")]
pub struct Organization {
    pub login: String,
}

fn main() {}

// fixed, line 11: #[entity(table = Accounts, pk = "ACCOUNT#<name>", sk = "ACCOUNT#<name>", shares_key(Organization))]
// fixed, line 17: #[entity(table = Accounts, pk = "ACCOUNT#<login>", sk = "ACCOUNT#<login>", shares_key(User))]
