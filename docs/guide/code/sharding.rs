pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(recent, name = "Recent", pk = "GSI1PK", sk = "GSI1SK")]
pub enum Shop {
    Order(Order),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "ORDER#<number:08>",
    sk = "ORDER",
    recent = ("DAY#<placed_at:date>#<shard>", "<placed_at>#<number:08>"),
    sharded(4),
)]
pub struct Order {
    pub number: u32,
    pub placed_at: Timestamp,
}
