pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum Shop {
    Customer(Customer),
    EmailUnique(EmailUnique),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "CUSTOMER#<customer_id>", sk = "PROFILE", unique(email as EmailUnique))]
pub struct Customer {
    pub customer_id: String,
    pub email: String,
    pub name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "EMAIL#<email:lower>", sk = "UNIQUE")]
pub struct EmailUnique {
    pub email: String,
    pub customer_id: String,
}

/// A customer with this address.
#[must_use]
pub fn customer(customer_id: &str, email: &str) -> Customer {
    Customer { customer_id: customer_id.into(), email: email.into(), name: "Ada".into() }
}
