//! Tables that other programs made and still write: items in the layouts of ElectroDB, of OneTable and of a plain SDK program,
//! read, updated and queried through declared structs, with nothing lost.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use dynamo_core::prelude::*;

use super::engine::{put_raw, table_of};

/// An item from its JSON: strings, numbers, booleans, nulls, maps and lists as they are; `{"$set": [..]}` is a set.
fn item(json: &serde_json::Value) -> Item {
    match value(json) {
        AttributeValue::M(item) => item,
        other => panic!("{other:?} is not an item"),
    }
}

fn value(json: &serde_json::Value) -> AttributeValue {
    use serde_json::Value;
    match json {
        Value::Null => AttributeValue::Null(true),
        Value::Bool(value) => AttributeValue::Bool(*value),
        Value::Number(number) => AttributeValue::N(number.to_string()),
        Value::String(text) => AttributeValue::S(text.clone()),
        Value::Array(list) => AttributeValue::L(list.iter().map(value).collect()),
        Value::Object(map) => match map.get("$set").and_then(Value::as_array) {
            Some(set) if set.iter().all(Value::is_number) => {
                AttributeValue::Ns(set.iter().map(ToString::to_string).collect())
            }
            Some(set) => AttributeValue::Ss(set.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
            None => AttributeValue::M(map.iter().map(|(name, json)| (name.clone(), value(json))).collect()),
        },
    }
}

/// The stored item, past the framework, with sets in order.
async fn stored<T: Table + 'static>(db: &Db, key: [(&str, &str); 2]) -> BTreeMap<String, String> {
    let key = key.map(|(name, text)| (name.to_owned(), AttributeValue::S(text.to_owned())));
    let get = db.client().get_item().table_name(db.table_name::<T>().unwrap());
    let found = get.set_key(Some(key.into())).send().await.unwrap().item.unwrap();
    spelled(found)
}

fn spelled(item: Item) -> BTreeMap<String, String> {
    let text = |value: AttributeValue| match value {
        AttributeValue::Ss(mut set) | AttributeValue::Ns(mut set) => {
            set.sort();
            format!("{set:?}")
        }
        AttributeValue::M(map) => format!("{:?}", map.into_iter().collect::<BTreeMap<_, _>>()),
        other => format!("{other:?}"),
    };
    item.into_iter().map(|(name, value)| (name, text(value))).collect()
}

mod electro {
    use super::*;

    /// The tag is ElectroDB's entity name; the attribute with its version is a constant.
    #[derive(Table, Debug, PartialEq)]
    #[table(name = "electro", pk = "pk", sk = "sk", type_attribute = "__edb_e__")]
    #[index(gsi1, name = "gsi1pk-gsi1sk-index", pk = "gsi1pk", sk = "gsi1sk")]
    enum TaskApp {
        Task(Task),
        Employee(Employee),
    }

    /// Keys are folded, as ElectroDB folds them; attributes are not.
    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(
        table = TaskApp,
        type = "tasks",
        rename_all = "camelCase",
        constants("__edb_v__" = "1"),
        pk = "$taskapp#project_<project:lower>",
        sk = "$tasks_1#task_<task_id:lower>",
        gsi1 = ("$taskapp#employee_<employee:lower>", "$assignments#tasks_1#points_<points:unordered>#task_<task_id:lower>"),
    )]
    struct Task {
        project: String,
        task_id: String,
        employee: String,
        points: u32,
        title: String,
        #[entity(set)]
        labels: BTreeSet<String>,
        #[entity(rest)]
        other: Item,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(
        table = TaskApp,
        type = "employees",
        rename_all = "camelCase",
        constants("__edb_v__" = "1"),
        pk = "$taskapp#employee_<employee:lower>",
        sk = "$employees_1",
        gsi1 = ("$taskapp#employee_<employee:lower>", "$assignments#employees_1"),
    )]
    struct Employee {
        employee: String,
        hired: u64,
    }

    #[derive(Collection, Debug, PartialEq)]
    #[collection(index = gsi1)]
    enum Assignments {
        Task(Task),
        Employee(Employee),
    }

    fn task() -> serde_json::Value {
        serde_json::json!({
            "project": "Core", "taskId": "T-17", "employee": "AnnLee", "points": 8, "title": "Ship it",
            "labels": {"$set": ["urgent", "api"]}, "reviewer": {"name": "Bo", "since": 17},
            "pk": "$taskapp#project_core", "sk": "$tasks_1#task_t-17",
            "gsi1pk": "$taskapp#employee_annlee", "gsi1sk": "$assignments#tasks_1#points_8#task_t-17",
            "__edb_e__": "tasks", "__edb_v__": "1",
        })
    }

    fn employee() -> serde_json::Value {
        serde_json::json!({
            "employee": "AnnLee", "hired": 1_631_063_640_036_u64,
            "pk": "$taskapp#employee_annlee", "sk": "$employees_1",
            "gsi1pk": "$taskapp#employee_annlee", "gsi1sk": "$assignments#employees_1",
            "__edb_e__": "employees", "__edb_v__": "1",
        })
    }

    #[tokio::test]
    async fn items_of_electrodb() {
        for transport in crate::ops::transports() {
            let db = table_of::<TaskApp>(transport).await;
            put_raw::<TaskApp>(&db, item(&task())).await;
            put_raw::<TaskApp>(&db, item(&employee())).await;
            // A later version of the same entity, which this program does not know.
            let mut later = item(&task());
            later.insert("sk".into(), AttributeValue::S("$tasks_1#task_later".into()));
            later.insert("__edb_v__".into(), AttributeValue::S("2".into()));
            put_raw::<TaskApp>(&db, later).await;

            let read = db.get(Task::key("Core", "T-17")).await.unwrap().unwrap();
            assert_eq!((read.points, read.labels.len(), read.other.len()), (8, 2, 1));
            assert_eq!(db.query(Task::query("CORE")).all().await.unwrap(), [read.clone()], "keys are folded");
            assert_eq!(db.query(Task::query_gsi1("annlee").points(8)).all().await.unwrap(), [read.clone()]);
            let assigned = db.query(Task::partition_gsi1("AnnLee").of::<Assignments>()).all().await.unwrap();
            assert_eq!(assigned.len(), 2, "{assigned:?}");
            // What was read and written back whole is what ElectroDB wrote.
            db.put(&read).await.unwrap();
            let key = [("pk", "$taskapp#project_core"), ("sk", "$tasks_1#task_t-17")];
            assert_eq!(stored::<TaskApp>(&db, key).await, spelled(item(&task())));
            // An update follows the index in ElectroDB's own layout, and touches nothing else.
            db.update(Task::key("Core", "T-17"))
                .set(Task::fields().employee, "BoDa")
                .set(Task::fields().points, 13)
                .set(Task::fields().title, "Shipped")
                .await
                .unwrap();
            let mut now = task();
            now["employee"] = "BoDa".into();
            now["points"] = 13.into();
            now["title"] = "Shipped".into();
            now["gsi1pk"] = "$taskapp#employee_boda".into();
            now["gsi1sk"] = "$assignments#tasks_1#points_13#task_t-17".into();
            assert_eq!(stored::<TaskApp>(&db, key).await, spelled(item(&now)));
            assert_eq!(db.query(Task::query_gsi1("annlee")).count().await.unwrap(), 0);
            // What is created here is what ElectroDB would have written.
            let hired = Employee { employee: "CyRus".into(), hired: 5 };
            db.create(&hired).await.unwrap();
            let key = [("pk", "$taskapp#employee_cyrus"), ("sk", "$employees_1")];
            let by_electrodb = serde_json::json!({
                "employee": "CyRus", "hired": 5, "pk": "$taskapp#employee_cyrus", "sk": "$employees_1",
                "gsi1pk": "$taskapp#employee_cyrus", "gsi1sk": "$assignments#employees_1",
                "__edb_e__": "employees", "__edb_v__": "1",
            });
            assert_eq!(stored::<TaskApp>(&db, key).await, spelled(item(&by_electrodb)));
        }
    }
}

mod onetable {
    use super::*;

    #[derive(Table, Debug, PartialEq)]
    #[table(name = "onetable", pk = "PK", sk = "SK", type_attribute = "_type")]
    #[index(gs1, name = "gs1", pk = "GS1PK", sk = "GS1SK")]
    enum Saas {
        Account(Account),
        User(User),
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Saas, rename_all = "camelCase", pk = "account#<name>", sk = "account#")]
    struct Account {
        name: String,
        #[entity(created_at)]
        created: Timestamp,
        #[entity(updated_at)]
        updated: Timestamp,
        #[entity(rest)]
        other: Item,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(
        table = Saas,
        rename_all = "camelCase",
        pk = "account#<account_name>",
        sk = "user#<email>",
        gs1 = ("user#<email>", "account#<account_name>"),
    )]
    struct User {
        account_name: String,
        email: String,
        role: Option<String>,
        logins: Option<u64>,
    }

    fn account() -> serde_json::Value {
        serde_json::json!({
            "PK": "account#acme", "SK": "account#", "_type": "Account", "name": "acme",
            "created": "2026-05-01T10:00:00.000Z", "updated": "2026-05-02T11:30:00.250Z",
            "address": {"street": "1 Mill Rd", "zip": 1234}, "balance": 10.5, "tags": ["a", null],
        })
    }

    fn user() -> serde_json::Value {
        serde_json::json!({
            "PK": "account#acme", "SK": "user#ann@acme.org", "_type": "User", "accountName": "acme",
            "email": "ann@acme.org", "role": "admin", "GS1PK": "user#ann@acme.org", "GS1SK": "account#acme",
        })
    }

    /// OneTable keeps unique values as items of its own, under the same keys' attributes.
    fn unique() -> serde_json::Value {
        serde_json::json!({"PK": "_unique#User#email#ann@acme.org", "SK": "_unique#", "_type": "_Unique"})
    }

    #[tokio::test]
    async fn items_of_onetable() {
        for transport in crate::ops::transports() {
            let db = table_of::<Saas>(transport).await;
            for json in [account(), user(), unique()] {
                put_raw::<Saas>(&db, item(&json)).await;
            }
            let read = db.get(Account::key("acme")).await.unwrap().unwrap();
            assert_eq!(read.created.to_string(), "2026-05-01T10:00:00.000Z");
            assert_eq!(read.other.len(), 3, "{:?}", read.other.keys());
            let ann = User {
                account_name: "acme".into(),
                email: "ann@acme.org".into(),
                role: Some("admin".into()),
                logins: None,
            };
            assert_eq!(db.query(User::query("acme")).all().await.unwrap(), [ann.clone()]);
            assert_eq!(db.query(User::query_gs1("ann@acme.org")).all().await.unwrap(), [ann]);
            assert_eq!(
                db.scan_all::<Saas>().all().await.unwrap().len(),
                2,
                "what OneTable keeps for itself is left out"
            );
            // Whole and in part.
            db.put(&read).await.unwrap();
            let key = [("PK", "account#acme"), ("SK", "account#")];
            assert_eq!(stored::<Saas>(&db, key).await, spelled(item(&account())));
            db.update(User::key("acme", "ann@acme.org"))
                .add(User::fields().logins, 1)
                .remove(User::fields().role)
                .await
                .unwrap();
            let mut now = user();
            now["logins"] = 1.into();
            now.as_object_mut().unwrap().remove("role");
            assert_eq!(
                stored::<Saas>(&db, [("PK", "account#acme"), ("SK", "user#ann@acme.org")]).await,
                spelled(item(&now))
            );
        }
    }
}

mod plain {
    use super::*;

    /// No type attribute: keys tell the items apart.
    #[allow(clippy::duplicated_attributes)] // Two indexes have one sort key.
    #[derive(Table, Debug, PartialEq)]
    #[table(name = "plain", pk = "id", sk = "range")]
    #[index(by_status, name = "status-created_at-index", pk = "status", sk = "created_at")]
    #[index(open, name = "open", pk = "open_pk", sk = "created_at")]
    enum Orders {
        Order(Order),
        Line(Line),
    }

    /// Instants as another language wrote them: microseconds, and an offset.
    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(
        table = Orders,
        pk = "CUST#<customer>",
        sk = "ORDER#<number:unordered>",
        by_status = (status, created_at),
        open = when(open, ("OPEN#<customer>", created_at)),
    )]
    struct Order {
        customer: u64,
        number: u64,
        status: String,
        open: bool,
        created_at: String,
        paid_at: Option<chrono::DateTime<chrono::FixedOffset>>,
        #[entity(version)]
        v: u64,
        #[entity(set)]
        coupons: BTreeSet<u32>,
        #[entity(rest)]
        rest: Item,
    }

    #[derive(Entity, Debug, Clone, PartialEq)]
    #[entity(table = Orders, pk = "ORDER#<number:unordered>", sk = "LINE#<line:03>")]
    struct Line {
        number: u64,
        line: u32,
        sku: String,
        price: f64,
    }

    fn order() -> serde_json::Value {
        serde_json::json!({
            "id": "CUST#9", "range": "ORDER#10", "customer": 9, "number": 10, "status": "paid", "open": true,
            "created_at": "2026-05-01T10:00:00Z", "paid_at": "2026-05-01T12:00:00.123456+02:00", "v": 3,
            "coupons": {"$set": [7, 12]}, "open_pk": "OPEN#9", "legacy": null, "notes": ["x", {"y": 1.50}],
        })
    }

    #[tokio::test]
    async fn items_of_a_plain_sdk_program() {
        for transport in crate::ops::transports() {
            let db = table_of::<Orders>(transport).await;
            put_raw::<Orders>(&db, item(&order())).await;
            let line = serde_json::json!({
                "id": "ORDER#10", "range": "LINE#001", "number": 10, "line": 1, "sku": "s", "price": 1.25,
            });
            put_raw::<Orders>(&db, item(&line)).await;
            let read = db.get(Order::key(9, 10)).await.unwrap().unwrap();
            assert_eq!(read.paid_at.unwrap().to_rfc3339(), "2026-05-01T12:00:00.123456+02:00");
            assert_eq!(db.query(Order::query(9).number(10)).all().await.unwrap(), [read.clone()]);
            assert_eq!(db.query(Order::query_by_status("paid")).all().await.unwrap(), [read.clone()]);
            assert_eq!(db.query(Order::query_open(9)).count().await.unwrap(), 1);
            assert_eq!(db.query(Line::query(10).line(1)).all().await.unwrap().len(), 1);
            // The version counts on, and nothing else changes.
            db.put(&read).await.unwrap();
            let mut now = order();
            now["v"] = 4.into();
            let key = [("id", "CUST#9"), ("range", "ORDER#10")];
            assert_eq!(stored::<Orders>(&db, key).await, spelled(item(&now)));
            assert!(matches!(db.put(&read).await, Err(Error::VersionConflict(_))));
            db.update(Order::key(9, 10)).set(Order::fields().status, "sent").await.unwrap();
            (now["v"], now["status"]) = (5.into(), "sent".into());
            assert_eq!(stored::<Orders>(&db, key).await, spelled(item(&now)));
            let order = Order::fields();
            let closed = (false, "2026-05-01T10:00:00Z");
            db.update(Order::key(9, 10)).set((order.open, order.created_at), closed).await.unwrap();
            (now["v"], now["open"]) = (6.into(), false.into());
            now.as_object_mut().unwrap().remove("open_pk");
            assert_eq!(stored::<Orders>(&db, key).await, spelled(item(&now)));
            assert_eq!(db.query(Order::query_open(9)).count().await.unwrap(), 0);
            assert_eq!(db.query(Order::query_by_status("sent")).count().await.unwrap(), 1);
        }
    }
}
