pub use dynamo_core::prelude::*;

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_status, name = "ByStatus", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Shop {
    Customer(Customer),
    Order(Order),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "CUSTOMER#<email>", sk = "PROFILE")]
pub struct Customer {
    pub email: String,
    pub name: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "CUSTOMER#<email>",
    sk = "ORDER#<number:06>",
    by_status = ("STATUS#<status>", "ORDER#<number:06>"),
)]
pub struct Order {
    pub email: String,
    pub number: u32,
    pub item: String,
    pub status: Status,
}

#[derive(KeyField, Debug, Clone, Copy, PartialEq)]
pub enum Status {
    Open,
    Shipped,
}

/// An open order of Ada's.
#[must_use]
pub fn order(number: u32, item: &str) -> Order {
    Order { email: "ada@example.com".into(), number, item: item.into(), status: Status::Open }
}
