//! A table, two entities, and an engine in this process: `cargo quickstart`.
use dynamo_core::prelude::*;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attribute = "type")]
#[index(by_status, name = "ByStatus", pk = "GSI1PK", sk = "GSI1SK")]
enum Shop {
    Customer(Customer),
    Order(Order),
}

#[derive(Entity)]
#[entity(table = Shop, pk = "CUSTOMER#<email>", sk = "PROFILE")]
struct Customer {
    email: String,
    name: String,
}

#[derive(Entity)]
#[entity(table = Shop, pk = "CUSTOMER#<email>", sk = "ORDER#<number:06>", by_status = ("STATUS#<status>", "ORDER#<number:06>"))]
struct Order {
    email: String,
    number: u32,
    item: String,
    status: Status,
}

#[derive(KeyField, Debug)]
enum Status {
    Open,
    Shipped,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let db = Db::embedded().await?;
    db.create_table::<Shop>().await?;
    let ada = "ada@example.com".to_owned();
    db.create(&Customer { email: ada.clone(), name: "Ada".into() }).await?;
    for (number, item) in [(9, "kettle"), (10, "teapot")] {
        db.create(&Order { email: ada.clone(), number, item: item.into(), status: Status::Open }).await?;
    }
    db.update(Order::key(&ada, 9)).set(Order::fields().status, Status::Shipped).await?;

    for item in db.query(Customer::partition(&ada)).all().await? {
        match item {
            Shop::Customer(customer) => println!("{} <{}>", customer.name, customer.email),
            Shop::Order(order) => println!("{:>6} {} is {:?}", order.number, order.item, order.status),
        }
    }
    for order in db.query(Order::query_by_status(Status::Open)).all().await? {
        println!("left to ship: {}", order.item);
    }
    Ok(())
}
