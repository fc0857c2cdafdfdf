pub use std::collections::BTreeSet;

pub use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type", stream)]
pub enum Shop {
    Product(Product),
    Listing(Listing),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "PRODUCT#<product_id>", sk = "PRODUCT", pointers(Listing))]
pub struct Product {
    pub product_id: String,
    pub name: String,
    pub cents: u32,
    pub description: String,
    pub categories: BTreeSet<String>,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "CATEGORY#<category>",
    sk = "PRODUCT#<product_id>",
    pointer_of(Product, each(category in categories)),
)]
pub struct Listing {
    pub category: String,
    pub product_id: String,
    pub name: String,
    pub cents: u32,
}

/// A kettle in these categories.
#[must_use]
pub fn kettle(categories: &[&str]) -> Product {
    Product {
        product_id: "p1".into(),
        name: "kettle".into(),
        cents: 2500,
        description: "It boils water.".into(),
        categories: categories.iter().map(ToString::to_string).collect(),
    }
}
