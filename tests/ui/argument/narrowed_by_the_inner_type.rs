use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "app", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub enum App {
    Order(Order),
}

#[derive(KeyField)]
pub struct OrderId(pub String);

#[derive(Entity)]
#[entity(
    table = App,
    pk = "USER#<user>",
    sk = "ORDER#<order_id>#<line:04>",
    gsi1 = sparse("COUPON#<coupon>", "ORDER#<order_id>"),
)]
pub struct Order {
    pub user: String,
    pub order_id: OrderId,
    pub line: u32,
    pub coupon: Option<String>,
}

pub async fn run(db: Db, order_id: OrderId) -> Result<(), Error> {
    db.query(Order::query("ada").order_id("o1")).all().await?;
    Ok(())
}

fn main() {}

// fixed, line 28: db.query(Order::query("ada").order_id(order_id)).all().await?;
