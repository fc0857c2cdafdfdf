pub use dynamo_core::prelude::*;
pub use dynamo_core::stream::{Change, ChangeKind};

#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type", stream)]
pub enum Shop {
    Order(Order),
    Invoice(Invoice),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "ORDER#<number:06>", sk = "ORDER")]
pub struct Order {
    pub number: u32,
    pub item: String,
    pub paid: bool,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "ORDER#<number:06>", sk = "INVOICE")]
pub struct Invoice {
    pub number: u32,
    pub item: String,
}

/// An order that has not been paid.
#[must_use]
pub fn order(number: u32) -> Order {
    Order { number, item: "kettle".into(), paid: false }
}

/// Writes an invoice when an order is paid.
pub async fn on_change(db: &Db, change: &Change<Shop>) -> Result<(), Error> {
    let (Some(Shop::Order(old)), Some(Shop::Order(new))) = (&change.old, &change.new) else { return Ok(()) };
    if !old.paid && new.paid {
        let invoice = Invoice { number: new.number, item: new.item.clone() };
        db.put(&invoice).await?; // A record may be delivered twice: writing the same again is harmless.
    }
    Ok(())
}
