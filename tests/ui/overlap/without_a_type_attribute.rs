use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Shop {
    Order(Order),
    OrderItem(OrderItem),
}

#[derive(Entity)]
#[entity(table = Shop, pk = "CUSTOMER#<customer>", sk = "<id>", overlaps(OrderItem))]
pub struct Order {
    pub customer: String,
    pub id: String,
}

#[derive(Entity)]
#[entity(table = Shop, pk = "CUSTOMER#<customer>", sk = "LINE#<id>")]
pub struct OrderItem {
    pub customer: String,
    pub id: String,
    pub n: u32,
}

fn main() {}

// fixed, line 4: #[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
