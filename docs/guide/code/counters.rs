pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum Shop {
    Review(Review),
    Reviews(Reviews),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "PRODUCT#<product_id>",
    sk = "REVIEW#<customer_id>",
    counted(count in Reviews(product_id = product_id)),
)]
pub struct Review {
    pub product_id: String,
    pub customer_id: String,
    pub text: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "PRODUCT#<product_id>", sk = "COUNT#REVIEWS")]
pub struct Reviews {
    pub product_id: String,
    pub count: u64,
}

/// A review of the product p1.
#[must_use]
pub fn review(customer_id: &str) -> Review {
    Review { product_id: "p1".into(), customer_id: customer_id.into(), text: "It boils.".into() }
}
