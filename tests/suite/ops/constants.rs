//! Attributes that every item of an entity has: written always, and what tells its items from those of others.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::TryStreamExt;

use super::engine::{on, put_raw, stored};

#[derive(Table, Debug, PartialEq)]
#[table(name = "shop", pk = "pk", sk = "sk")]
#[index(by_state, name = "ByState", pk = "gsi1pk", sk = "gsi1sk", projection = ["__edb_v__", "kind", "active", "cents"])]
enum Shop {
    Order(Order),
    OrderCard(OrderCard),
    OrderLock(OrderLock),
    Orders(Orders),
    Paper(Paper),
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Shop, pk = "$shop#user_<user>", sk = "$order_1#id_<id>", by_state = ("STATE#<state>", "ORDER#<id>"),
    constants("__edb_v__" = "1", "kind" = 7, "active" = true),
    pointers(OrderCard), unique(code as OrderLock), counted(count in Orders(user = user)),
)]
struct Order {
    user: String,
    id: String,
    state: String,
    cents: u32,
    code: String,
    #[entity(updated_at)]
    updated_at: Timestamp,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "CARD#<user>", sk = "CARD#<id>", pointer_of(Order), constants("made" = "by order"))]
struct OrderCard {
    user: String,
    id: String,
    cents: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "CODE#<code>", sk = "LOCK", constants("made" = "as lock"))]
struct OrderLock {
    code: String,
    user: String,
    id: String,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "COUNT#<user>", sk = "ORDERS", constants("made" = -1.5))]
struct Orders {
    user: String,
    count: u32,
}

#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Shop, pk = "PAPER#<id>", sk = "META", constants("form" = "a4"), schema_version = 2, upgrade = emptied)]
struct Paper {
    id: String,
    text: String,
}

/// Makes a new item, without what it does not know.
#[allow(clippy::unnecessary_wraps)] // As an upgrade is written.
fn emptied(_: u32, item: Item) -> Result<Item, &'static str> {
    let keep = |name: &str| ["pk", "sk", "id", "text"].contains(&name);
    Ok(item.into_iter().filter(|(name, _)| keep(name)).collect())
}

#[derive(Projection, Debug, PartialEq)]
#[projection(of = Order, index = by_state)]
struct Cents {
    cents: u32,
}

fn order(n: u32) -> Order {
    Order {
        user: "ann".into(),
        id: format!("o{n}"),
        state: "open".into(),
        cents: n,
        code: format!("c{n}"),
        updated_at: Timestamp::default(),
    }
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// The order without a constant, or with another value for one.
fn strangers() -> Vec<Item> {
    let mut items = Vec::new();
    let mut n = 90;
    let mut stranger = |change: &dyn Fn(&mut Item)| {
        n += 1;
        let mut item = order(n).to_item().unwrap();
        change(&mut item);
        items.push(item);
    };
    stranger(&|item| drop(item.remove("__edb_v__")));
    stranger(&|item| drop(item.insert("__edb_v__".into(), text("2"))));
    stranger(&|item| drop(item.insert("kind".into(), text("7"))));
    stranger(&|item| drop(item.insert("active".into(), AttributeValue::Bool(false))));
    // Not even readable as one.
    stranger(&|item| drop((item.remove("kind"), item.remove("cents"))));
    items
}

on! {
    async fn every_write_has_them(db: Shop) {
        db.create(&order(1)).await.unwrap();
        db.put(&order(2)).await.unwrap();
        db.replace(&Order { cents: 22, ..order(2) }).await.unwrap();
        db.transact().put(&order(3)).create(&Paper { id: "p1".into(), text: "t".into() }).await.unwrap();
        db.batch_write().put(&order(4)).put(&Paper { id: "p2".into(), text: "t".into() }).await.unwrap();
        db.update(Order::key("ann", "o4")).set(Order::fields().cents, 44).await.unwrap();
        let all = stored::<Shop>(&db).await;
        for (key, item) in &all {
            let (name, value) = match key.split('#').next().unwrap() {
                "$shop" => {
                    assert_eq!(item["kind"], AttributeValue::N("7".into()));
                    assert_eq!(item["active"], AttributeValue::Bool(true));
                    ("__edb_v__", text("1"))
                }
                "CARD" => ("made", text("by order")),
                "CODE" => ("made", text("as lock")),
                "COUNT" => ("made", AttributeValue::N("-1.5".into())),
                _ => ("form", text("a4")),
            };
            assert_eq!(item.get(name), Some(&value), "{key}");
        }
        assert_eq!(all.len(), 4 * 3 + 1 + 2);
        assert_eq!(db.get(Orders::key("ann")).await.unwrap().unwrap().count, 4);
        let report = db.verify::<Shop>().await.unwrap();
        assert!(report.drift().is_empty(), "{report:?}");
    }

    async fn an_item_without_them_is_another_programs(db: Shop) {
        for n in 1..=3 {
            db.create(&order(n)).await.unwrap();
        }
        let before = db.query(Order::query("ann")).all().await.unwrap();
        for item in strangers() {
            put_raw::<Shop>(&db, item).await;
        }
        assert_eq!(db.query(Order::query("ann")).all().await.unwrap(), before);
        assert_eq!(db.query(Order::query("ann")).count().await.unwrap(), 3);
        let streamed: Vec<_> = db.query(Order::query("ann")).stream().try_collect().await.unwrap();
        assert_eq!(streamed, before);
        assert_eq!(db.query(Order::query("ann")).limit(2).page().await.unwrap().items.len(), 2);
        let in_index = db.query(Order::query_by_state("open")).project::<Cents>().page().await.unwrap();
        assert_eq!(in_index.items, [Cents { cents: 1 }, Cents { cents: 2 }, Cents { cents: 3 }]);
        assert_eq!(db.scan::<Order>().all().await.unwrap().len(), 3);
        let mixed = db.query(Order::partition("ann")).all().await.unwrap();
        assert_eq!(mixed.len(), 3);
        for item in strangers() {
            let id = item["id"].as_s().unwrap().clone();
            assert_eq!(db.get(Order::key("ann", &id)).await.unwrap(), None);
            let (found,) = db.transact_get((Order::key("ann", &id),)).await.unwrap();
            assert_eq!(found, None);
            let found = db.batch_get([Order::key("ann", &id), Order::key("ann", "o1")]).await.unwrap();
            assert_eq!(found.iter().flatten().count(), 1);
            let Err(Error::Decode(error)) = Order::from_item(item.clone()) else { panic!("{id} is none") };
            assert!(error.to_string().contains("does not have the constants of the entity: `__edb_v__`"), "{error}");
            let Err(Error::UnknownItem(error)) = Shop::from_item(item.clone()) else { panic!("{id} is none") };
            assert!(error.to_string().ends_with("is like a `Order`, and does not have its constants"), "{error}");
            assert!(Change::<Shop>::from_images(None, Some(item)).is_err());
        }
        let Err(Error::UnknownItem(error)) = db.query(Order::query("ann")).strict().page().await else { panic!() };
        assert!(error.to_string().contains("is like a `Order`"), "{error}");
    }

    /// A write that needs an item needs one of the entity.
    async fn updates_do_not_touch_others(db: Shop) {
        for item in strangers() {
            put_raw::<Shop>(&db, item.clone()).await;
            let id = item["id"].as_s().unwrap().clone();
            let key = || Order::key("ann", &id);
            assert!(matches!(db.update(key()).set(Order::fields().cents, 1).await, Err(Error::NotFound(_))), "{id}");
            assert!(matches!(db.delete(key()).existing().await, Err(Error::NotFound(_))), "{id}");
            let found = stored::<Shop>(&db).await;
            assert_eq!(found[&format!("$shop#user_ann / $order_1#id_{id}")], item);
            // There is an item under the key, whosever it is.
            assert!(matches!(db.create(&order(id[1..].parse().unwrap())).await, Err(Error::Exists(_))), "{id}");
        }
        let mut paper = Paper { id: "p1".into(), text: "t".into() }.to_item().unwrap();
        paper.remove("form");
        put_raw::<Shop>(&db, paper).await;
        let update = || db.update(Paper::key("p1")).set(Paper::fields().text, "u");
        assert!(matches!(update().await, Err(Error::NotFound(_))));
        let Err(Error::Cancelled(_)) = db.transact().update(Paper::key("p1"), |update| update.set(Paper::fields().text, "u")).create(&order(1)).await else { panic!() };
        let replaced = db.replace(&Paper { id: "p1".into(), text: "u".into() }).await;
        assert!(matches!(replaced, Err(Error::NotFound(_))), "{replaced:?}");
        assert!(db.transact().check(Paper::key("p1"), |check| check.existing()).create(&order(1)).await.is_err());
        let put = db.put(&Paper { id: "p1".into(), text: "v".into() }).await;
        assert!(matches!(put, Err(Error::Exists(_))), "{put:?}");
    }

    /// A number may be spelt in many ways; what is stored counts, whatever its schema version.
    async fn stored_items_of_other_spellings_and_versions(db: Shop) {
        let mut item = order(1).to_item().unwrap();
        item.insert("kind".into(), AttributeValue::N("7.0".into()));
        put_raw::<Shop>(&db, item).await;
        assert_eq!(db.query(Order::query("ann")).all().await.unwrap().len(), 1);
        let old = |id: &str, form: Option<&str>| {
            let mut item = Paper { id: id.into(), text: "t".into() }.to_item().unwrap();
            item.remove("schemaVersion");
            item.remove("form");
            item.extend(form.map(|form| ("form".to_owned(), text(form))));
            item
        };
        put_raw::<Shop>(&db, old("ours", Some("a4"))).await;
        put_raw::<Shop>(&db, old("other", None)).await;
        let papers = db.scan::<Paper>().all().await.unwrap();
        assert_eq!(papers, [Paper { id: "ours".into(), text: "t".into() }]);
        assert_eq!(db.get(Paper::key("ours")).await.unwrap(), Some(papers[0].clone()));
        assert_eq!(db.get(Paper::key("other")).await.unwrap(), None);
        db.update(Paper::key("ours")).set(Paper::fields().text, "u").await.unwrap();
        assert_eq!(stored::<Shop>(&db).await["PAPER#ours / META"]["form"], text("a4"));
        put_raw::<Shop>(&db, old("late", Some("a4"))).await;
        db.backfill::<Shop>().await.unwrap();
        let all = stored::<Shop>(&db).await;
        assert_eq!(all["PAPER#late / META"]["schemaVersion"], AttributeValue::N("2".into()));
        assert_eq!(all["PAPER#late / META"]["form"], text("a4"));
        assert_eq!(all["PAPER#other / META"].get("schemaVersion"), None, "it is another program's");
    }
}
