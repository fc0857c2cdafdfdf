pub use dynamo_core::op::Inserted;
pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "bank", pk = "PK", sk = "SK", type_attribute = "type", ttl = "expires")]
pub enum Bank {
    Account(Account),
    Transfer(Transfer),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Bank, pk = "ACCOUNT#<name>", sk = "ACCOUNT")]
pub struct Account {
    pub name: String,
    pub cents: u64,
}

/// A request that was carried out.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Bank, pk = "TRANSFER#<request_id>", sk = "TRANSFER")]
pub struct Transfer {
    pub request_id: String,
    pub cents: u64,
    #[entity(ttl)]
    pub expires: u64,
}

/// Writes two accounts with 10 euros each.
pub async fn open(db: &Db) -> Result<(), Error> {
    let account = |name: &str| Account { name: name.into(), cents: 1000 };
    db.transact().create(&account("ada")).create(&account("bob")).await
}
