//! What stands beside an entity has names, which can be others, and values that can be used twice.

use dynamo_core::prelude::*;
use dynamo_core::query::{PrimaryKey, Query};

#[derive(Table)]
#[table(name = "generated", pk = "PK", sk = "SK")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
enum Shop {
    Order(Order),
    Bill(Bill),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "ORDER#<id>", sk = "AT#<at:013>#<number:03>", gsi1 = ("OWNER#<owner>", "AT#<at:013>"))]
struct Order {
    id: String,
    at: u64,
    number: u32,
    owner: String,
    lines: Vec<String>,
}

/// Takes the names that the derive would.
#[allow(dead_code)]
struct BillFields;
#[allow(dead_code)]
struct BillQuery;

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "BILL#<id>", sk = "AT#<at:013>", fields = BillAttributes, query = BillsOf)]
struct Bill {
    id: String,
    at: u64,
    status: String,
}

fn since(orders: OrderQuery, at: u64) -> Query<Order, Order, PrimaryKey> {
    orders.at(at..).into()
}

#[tokio::test]
async fn types_have_names_and_values_are_used_again() {
    let db = Db::embedded().await.unwrap();
    db.create_table::<Shop>().await.unwrap();
    let orders = [1, 2, 3].map(|at| Order {
        id: "o".into(),
        at,
        number: 1,
        owner: "ann".into(),
        lines: vec!["tea".into(), "jam".into()],
    });
    db.batch_write().put_all(&orders).await.unwrap();
    db.create(&Bill { id: "b".into(), at: 7, status: "open".into() }).await.unwrap();

    // A handle of an attribute is `Copy`, one of a part is `Clone`, and so are queries and builders.
    let fields: OrderFields = Order::fields();
    let owner = fields.owner;
    let first_line = fields.lines.at(0);
    let query: OrderQuery<order_query::Gsi1> = Order::query_gsi1("ann");
    let all = db.query(query.clone()).filter(owner.eq("ann") & first_line.clone().eq("tea") & owner.exists());
    assert_eq!(all.clone().all().await.unwrap(), orders);
    assert_eq!(all.descending().first().await.unwrap(), Some(orders[2].clone()));
    assert_eq!(db.query(query.at(2)).all().await.unwrap(), orders[1..2]);
    assert_eq!(db.query(since(Order::query("o"), 2)).all().await.unwrap(), orders[1..]);
    let touch = db.update(Order::key("o", 1, 1)).set(first_line, "milk");
    touch.clone().await.unwrap();
    touch.await.unwrap();

    let bills: BillsOf<PrimaryKey> = Bill::query("b");
    let status = BillAttributes::clone(&Bill::fields()).status;
    assert_eq!(db.query(bills.at(..8)).filter(status.eq("open")).all().await.unwrap().len(), 1);

    // Queries of several kinds, merged.
    let two = [since(Order::query("o"), 2), Order::query("o").at(1).into()];
    assert_eq!(db.query_merged(two).count().await.unwrap(), 3);
}
