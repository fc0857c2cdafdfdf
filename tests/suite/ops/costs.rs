//! What writes cost, as the documentation says.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use dynamo_core::Consumed;
use dynamo_core::Transport;
use dynamo_core::prelude::*;

use super::club::{Club, Event, Follow, Member, event, follow, member};
use super::engine;

/// Its pointers are made from fields alone: no function of the record decides about them.
#[derive(Table)]
#[table(name = "shelf", pk = "PK", sk = "SK", type_attribute = "type")]
enum Shelf {
    Product(Product),
    Listing(Listing),
}

#[derive(Entity)]
#[entity(table = Shelf, pk = "PRODUCT#<id>", sk = "PRODUCT", pointers(Listing))]
struct Product {
    id: String,
    name: String,
    description: String,
    categories: BTreeSet<String>,
}

#[derive(Entity)]
#[entity(table = Shelf, pk = "CATEGORY#<category>", sk = "PRODUCT#<id>", pointer_of(Product, each(category in categories)))]
struct Listing {
    category: String,
    id: String,
    name: String,
}

/// The row that the guide's chapter about pointers has too.
async fn row_of_plain_pointers() -> (String, Consumed) {
    let db = engine::table_of::<Shelf>(Transport::Direct).await;
    let (name, description) = ("kettle".to_owned(), String::new());
    db.create(&Product { id: "p1".into(), name, description, categories: groups(3) }).await.unwrap();
    let update = db.update(Product::key("p1")).set(Product::fields().description, "It whistles.");
    let cost = update.metered().await.unwrap().1;
    let _ = db.delete_table::<Shelf>().await;
    ("`update` of a field that no pointer has, 3 pointers without `when` and `with`".to_owned(), cost)
}

fn groups(count: usize) -> BTreeSet<String> {
    (0..count).map(|i| format!("g{i:03}")).collect()
}

fn record(count: usize) -> Event {
    Event { group_ids: groups(count), ..event("e1", &[], &[]) }
}

async fn rows(db: &Db) -> Vec<(String, Consumed)> {
    let mut rows = Vec::new();
    for count in [3, 99, 250] {
        let key = || Event::key("e1");
        let mut row = |what: &str, cost: Consumed| rows.push((format!("{what}, {count} pointers"), cost));
        row("`create`", db.create(&record(count)).metered().await.unwrap().1);
        row(
            "`update` of a field that all pointers have",
            db.update(key()).set(Event::fields().title, "Party").metered().await.unwrap().1,
        );
        row(
            "`update` of a field that no pointer has",
            db.update(key()).set(Event::fields().notes, "Hi").metered().await.unwrap().1,
        );
        let mut fewer = groups(count);
        fewer.remove("g000");
        row(
            "`update` that removes one",
            db.update(key()).set(Event::fields().group_ids, fewer).metered().await.unwrap().1,
        );
        row("`put` of the unchanged record", db.put(&db.get(key()).await.unwrap().unwrap()).metered().await.unwrap().1);
        row("`delete`", db.delete(key()).metered().await.unwrap().1);
    }
    let ann = || member("ann", "a@x.org");
    let mut row = |what: &str, cost: Consumed| rows.push((what.to_owned(), cost));
    row("`create` with two locks", db.create(&ann()).metered().await.unwrap().1);
    row(
        "`update` of a unique field",
        db.update(ann().key()).set(Member::fields().mail, "b@x.org").metered().await.unwrap().1,
    );
    row("`update` of another field", db.update(ann().key()).set(Member::fields().bio, "Hi").metered().await.unwrap().1);
    row("`delete` with two locks", db.delete(ann().key()).metered().await.unwrap().1);
    row("`create` of an edge with three counters", db.create(&follow("ann", "bob")).metered().await.unwrap().1);
    row("`put` of an edge that exists", db.put(&follow("ann", "bob")).metered().await.unwrap().1);
    row("`delete` of an edge with three counters", db.delete(Follow::key("ann", "bob")).metered().await.unwrap().1);
    row("`delete` of an edge that does not exist", db.delete(Follow::key("ann", "bob")).metered().await.unwrap().1);
    rows
}

fn table(rows: &[(String, Consumed)]) -> String {
    let mut table = String::from("| write | requests | read units | write units |\n|---|---|---|---|\n");
    for (what, cost) in rows {
        writeln!(table, "| {what} | {} | {} | {} |", cost.requests, cost.read_units, cost.write_units).unwrap();
    }
    table
}

/// `UPDATE_SNAPSHOTS=1` writes the table anew.
#[tokio::test]
async fn the_documentation_says_what_writes_cost() {
    let db = engine::club_without_stream(Transport::Direct).await;
    let mut rows = rows(&db).await;
    rows.push(row_of_plain_pointers().await);
    let _ = db.delete_table::<Club>().await;
    // The engines count units alike for items of this size; DynamoDB Local counts those of transactions once.
    if std::env::var("DYNAMODB_ENDPOINT").is_ok() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/costs.md");
        let known = std::fs::read_to_string(path).unwrap();
        for (what, cost) in &rows {
            assert!(known.contains(&format!("| {what} | {} |", cost.requests)), "{what}: {cost:?}");
        }
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/costs.md");
    let known = std::fs::read_to_string(path).unwrap_or_default();
    let table = table(&rows);
    if std::env::var("UPDATE_SNAPSHOTS").is_ok() {
        let (before, _) = known.split_once("| write |").unwrap_or((&known, ""));
        std::fs::write(path, format!("{before}{table}")).unwrap();
        return;
    }
    assert!(known.ends_with(&table), "the table in docs/costs.md is another:\n{table}");
}
