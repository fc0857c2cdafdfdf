pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "orders", pk = "pk", sk = "sk", type_attribute = "entity")]
pub enum Orders {
    Order(Order),
    OrderItem(OrderItem),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Orders,
    type = "order",
    rename_all = "camelCase",
    pk = "customer#<customer_id>",
    sk = "order#<order_id>",
    overlaps(OrderItem),
)]
pub struct Order {
    pub customer_id: String,
    pub order_id: String,
    pub total: u32,
    #[entity(rest)]
    pub other: Item,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Orders,
    type = "orderItem",
    rename_all = "camelCase",
    pk = "customer#<customer_id>",
    sk = "order#<order_id>#item#<line:unordered>",
    overlaps(Order),
)]
pub struct OrderItem {
    pub customer_id: String,
    pub order_id: String,
    pub line: u32,
    pub sku: String,
}
