use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Shop {
    Order(Order),
    OrderItem(OrderItem),
    Refund(Refund),
}

#[derive(Entity)]
#[entity(table = Shop, pk = "CUSTOMER#<customer>", sk = "ORDER#<id>", )]
pub struct Order {
    pub customer: String,
    pub id: String,
}

#[derive(Entity)]
#[entity(table = Shop, pk = "CUSTOMER#<customer>", sk = "ORDER#<id>#ITEM#<n:03>", overlaps(Order))]
pub struct OrderItem {
    pub customer: String,
    pub id: String,
    pub n: u32,
}

#[derive(Entity)]
#[entity(table = Shop, pk = "CUSTOMER#<customer>", sk = "REFUND#<id>")]
pub struct Refund {
    pub customer: String,
    pub id: String,
}

fn main() {}

// fixed, line 13: #[entity(table = Shop, pk = "CUSTOMER#<customer>", sk = "ORDER#<id>", overlaps(OrderItem))]
