//! The order table as it is found everywhere: `ORDER#<id>` beside `ORDER#<id>#ITEM#<n>`.

use std::fmt::Write as _;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Transport;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::engine::{put_raw, table_of};

#[derive(Table, Debug, PartialEq)]
#[table(name = "orders", pk = "PK", sk = "SK", type_attribute = "entity")]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
enum Shop {
    Order(Order),
    OrderItem(OrderItem),
    Customer(Customer),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "CUSTOMER#<customer>", sk = "PROFILE")]
struct Customer {
    customer: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "CUSTOMER#<customer>",
    sk = "ORDER#<id>",
    overlaps(OrderItem),
    gsi1 = ("ORDER#<id>", "ORDER#<id>"),
)]
struct Order {
    customer: String,
    id: String,
    total: u64,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop,
    pk = "CUSTOMER#<customer>",
    sk = "ORDER#<id>#ITEM#<n:03>",
    overlaps(Order),
    gsi1 = ("ORDER#<id>", "ITEM#<n:03>"),
)]
struct OrderItem {
    customer: String,
    id: String,
    n: u32,
    sku: String,
}

#[derive(Collection, Debug, PartialEq)]
enum OrderWithItems {
    Order(Order),
    OrderItem(OrderItem),
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Order)]
struct OrderTotal {
    total: u64,
}

fn order(n: u32) -> Order {
    Order { customer: "ann".into(), id: format!("{n:04}"), total: u64::from(n) }
}

/// Orders 0 to `orders`, each with so many items.
async fn fill(db: &Db, orders: u32, items: u32) {
    let all: Vec<_> = (0..orders).map(order).collect();
    let of = |order: &Order| {
        let order = order.clone();
        (0..items).map(move |n| OrderItem { customer: "ann".into(), id: order.id.clone(), n, sku: format!("sku-{n}") })
    };
    db.batch_write().put_all(&all).await.unwrap();
    db.batch_write().put_all(&all.iter().flat_map(of).collect::<Vec<_>>()).await.unwrap();
}

#[tokio::test]
async fn every_read_leaves_out_what_overlaps() {
    for transport in crate::ops::transports() {
        let db = table_of::<Shop>(transport).await;
        fill(&db, 6, 7).await;
        let all: Vec<_> = (0..6).map(order).collect();
        assert_eq!(db.query(Order::query("ann")).all().await.unwrap(), all);
        assert_eq!(db.query(Order::query("ann")).count().await.unwrap(), 6);
        let streamed: Vec<_> = db.query(Order::query("ann")).stream().try_collect().await.unwrap();
        assert_eq!(streamed, all);
        let totals = db.query(Order::query("ann")).project::<OrderTotal>().all().await.unwrap();
        assert_eq!(totals.iter().map(|part| part.total).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(db.scan::<Order>().all().await.unwrap().len(), 6);
        assert_eq!(db.query(Order::query("ann")).descending().first().await.unwrap(), Some(order(5)));
        assert_eq!(db.query(Order::query_gsi1("0003")).all().await.unwrap(), [order(3)]);
        assert_eq!(db.query(Order::query("ann")).strict().all().await.unwrap(), all, "the others are known");
        assert_eq!(db.get(Order::key("ann", "0002")).await.unwrap(), Some(order(2)));
        assert_eq!(db.query(OrderItem::query("ann").id("0002")).all().await.unwrap().len(), 7);
    }
}

/// Keys do not tell whose an item is, so an item without a tag is nobody's.
#[tokio::test]
async fn items_without_a_tag_are_not_the_entitys() {
    for transport in crate::ops::transports() {
        let db = table_of::<Shop>(transport).await;
        let mut untagged = order(1).to_item().unwrap();
        untagged.remove("entity");
        put_raw::<Shop>(&db, untagged).await;
        assert_eq!(db.query(Order::query("ann")).all().await.unwrap(), []);
        assert_eq!(db.query(Order::query("ann")).count().await.unwrap(), 0);
        assert_eq!(db.scan::<Order>().all().await.unwrap(), []);
        assert_eq!(db.get(Order::key("ann", "0001")).await.unwrap(), None);
        assert_eq!(db.batch_get([Order::key("ann", "0001")]).await.unwrap(), [None]);
        assert!(matches!(db.query(Order::query("ann")).strict().all().await, Err(Error::UnknownItem(_))));
        let page = db.query(Customer::partition("ann")).page().await.unwrap();
        assert_eq!((page.items.len(), page.raw.len(), page.next.is_none()), (0, 1, true));
    }
}

/// A limit counts orders. A page ends after ten requests, maybe short, and its cursor goes on.
#[tokio::test]
async fn a_page_among_many_others_ends() {
    let db = table_of::<Shop>(Transport::Direct).await;
    fill(&db, 3, 900).await;
    let mut found = Vec::new();
    let mut cursor = None;
    let mut pages = 0;
    loop {
        let query = db.query(Order::query("ann")).limit(2).page_size(20);
        let query = query.after(&cursor);
        let (page, consumed) = query.page().metered().await.unwrap();
        assert!(consumed.requests <= 10 && page.items.len() <= 2, "{consumed:?}");
        pages += 1;
        found.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((found, pages >= 14), ((0..3).map(order).collect(), true), "{pages}");
    // What asks for one order, or for all, does not stop before.
    let (last, consumed) = db
        .query(Order::query("ann"))
        .filter(Order::fields().total.eq(2))
        .page_size(20)
        .first()
        .metered()
        .await
        .unwrap();
    assert_eq!(last, Some(order(2)));
    assert!(consumed.requests > 10, "{consumed:?}");
    assert_eq!(db.query(Order::query("ann")).page_size(20).all().await.unwrap().len(), 3);
    assert_eq!(db.query(Order::query("ann")).page_size(20).limit(3).all().await.unwrap().len(), 3);
    // Requests grow, so that a limited page need not be short.
    let (page, consumed) = db.query(Order::query("ann")).limit(2).page().metered().await.unwrap();
    assert_eq!(page.items.len(), 2);
    assert!(consumed.requests <= 10, "{consumed:?}");
}

/// One order with its items is a query of an index, or of a collection: neither reads what it does not return.
#[tokio::test]
async fn a_collection_reads_each_item_once() {
    let db = table_of::<Shop>(Transport::Direct).await;
    fill(&db, 10, 20).await;
    let (all, of_all) = db.query(Order::partition("ann").of::<OrderWithItems>()).all().metered().await.unwrap();
    assert_eq!(all.len(), 210);
    let (orders, of_orders) = db.query(Order::query("ann")).all().metered().await.unwrap();
    assert_eq!(orders.len(), 10);
    assert!((of_all.read_units - of_orders.read_units).abs() < f64::EPSILON, "orders alone cost what their items cost");
    let (one, of_one) = db.query(Order::partition_gsi1("0003")).all().metered().await.unwrap();
    assert_eq!(one.len(), 21);
    assert!(of_one.read_units * 2.0 <= of_orders.read_units, "{of_one:?} {of_orders:?}");
}

/// `UPDATE_SNAPSHOTS=1` writes the table anew.
#[tokio::test]
async fn the_documentation_says_what_reads_of_the_order_table_cost() {
    // DynamoDB Local counts the bytes of an item a little otherwise.
    if std::env::var("DYNAMODB_ENDPOINT").is_ok() {
        return;
    }
    let db = table_of::<Shop>(Transport::Direct).await;
    fill(&db, 10, 20).await;
    let rows = [
        ("`db.query(Order::query(\"ann\")).all()`", {
            let (found, consumed) = db.query(Order::query("ann")).all().metered().await.unwrap();
            (found.len(), consumed)
        }),
        ("`db.query(OrderItem::query(\"ann\")).all()`", {
            let (found, consumed) = db.query(OrderItem::query("ann")).all().metered().await.unwrap();
            (found.len(), consumed)
        }),
        ("`db.query(Order::query(\"ann\")).limit(2)`", {
            let (found, consumed) = db.query(Order::query("ann")).limit(2).page().metered().await.unwrap();
            (found.items.len(), consumed)
        }),
        ("`db.query(Order::partition(\"ann\").of::<OrderWithItems>()).all()`", {
            let query = Order::partition("ann").of::<OrderWithItems>();
            let (found, consumed) = db.query(query).all().metered().await.unwrap();
            (found.len(), consumed)
        }),
        ("`db.query(Order::partition_gsi1(\"0003\")).all()`", {
            let (found, consumed) = db.query(Order::partition_gsi1("0003")).all().metered().await.unwrap();
            (found.len(), consumed)
        }),
    ];
    let mut table = String::from("| read | items returned | requests | read units |\n|---|---|---|---|\n");
    for (what, (items, consumed)) in rows {
        writeln!(table, "| {what} | {items} | {} | {} |", consumed.requests, consumed.read_units).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reads.md");
    let known = std::fs::read_to_string(path).unwrap();
    if std::env::var("UPDATE_SNAPSHOTS").is_ok() {
        let (before, rest) = known.split_once("| read |").unwrap();
        let after = rest.split_once("\n\n").unwrap().1;
        return std::fs::write(path, format!("{before}{table}\n{after}")).unwrap();
    }
    assert!(known.contains(&table), "the table in docs/reads.md is another:\n{table}");
}

/// Another program's item, with a tag that this one does not know.
#[tokio::test]
async fn strangers_under_the_prefix_are_left_out() {
    let db = table_of::<Shop>(Transport::Direct).await;
    let mut stranger = order(7).to_item().unwrap();
    stranger.insert("entity".into(), AttributeValue::S("Refund".into()));
    put_raw::<Shop>(&db, stranger).await;
    db.create(&order(1)).await.unwrap();
    assert_eq!(db.query(Order::query("ann")).all().await.unwrap(), [order(1)]);
    assert_eq!(db.get(Order::key("ann", "0007")).await.unwrap(), None);
}
