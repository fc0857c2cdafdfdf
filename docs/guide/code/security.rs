pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum Shop {
    Account(Account),
}

#[derive(Entity, Clone, PartialEq)]
#[entity(table = Shop, pk = "ACCOUNT#<name>", sk = "ACCOUNT")]
pub struct Account {
    pub name: String,
    #[entity(sensitive)]
    pub password_hash: String,
    #[entity(immutable)]
    pub tenant: String,
}
