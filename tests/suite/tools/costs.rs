//! What `explain` and `cost` say is what the engine charges.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use dynamo_core::Item;
use dynamo_core::prelude::*;
use dynamo_core::private::text_queries;
use dynamo_core::schema::{AccessPattern, EntitySchema, TableSchema};
use dynamo_tools::cost::{Prices, Question, Sizes, explain, table_cost, write_cost};
use dynamo_tools::{Exported, Format, sample};
use serde_json::Value;

use super::exports::schemas;
use super::raw;
use super::showcase::Showcase;

/// How many items each pattern has to read.
const ITEMS: usize = 7;

fn attribute(value: &Value) -> AttributeValue {
    let (kind, content) = value.as_object().unwrap().iter().next().unwrap();
    let text = || content.as_str().unwrap().to_owned();
    match kind.as_str() {
        "S" => AttributeValue::S(text()),
        "N" => AttributeValue::N(text()),
        "B" => AttributeValue::B(aws_sdk_dynamodb::primitives::Blob::new([1])),
        "BOOL" => AttributeValue::Bool(true),
        "NULL" => AttributeValue::Null(true),
        "L" => AttributeValue::L(Vec::new()),
        "M" => AttributeValue::M(std::collections::HashMap::new()),
        "SS" => AttributeValue::Ss(vec![content[0].as_str().unwrap().to_owned()]),
        other => panic!("{other}"),
    }
}

/// Items that lie in one partition, of the table and of each index, with text of different lengths in them.
fn items(entity: &EntitySchema, otherwise: bool, only_one: bool) -> Vec<BTreeMap<String, Value>> {
    let count = if only_one { 1 } else { ITEMS };
    let last = entity.layout.sk.unwrap_or(entity.layout.pk).name.text;
    let made = (0..count).map(|at| {
        let mut item = if otherwise { sample::otherwise(entity) } else { sample::item(entity) };
        if at > 0 {
            let key = &item[last];
            let key = match key.get("N") {
                Some(_) => serde_json::json!({"N": format!("{}", 10 + at)}),
                None => serde_json::json!({"S": format!("{}-{at}", key["S"].as_str().unwrap())}),
            };
            item.insert(last.to_owned(), key);
        }
        item.insert("padding".to_owned(), serde_json::json!({"S": "x".repeat(1500)}));
        item
    });
    made.collect()
}

/// Arguments for which a pattern finds the sample items.
fn arguments(entity: &EntitySchema, pattern: &AccessPattern) -> Vec<String> {
    let of = |(field, operator): &(&str, &str)| {
        let text = sample::argument(entity, field).unwrap();
        let low = text.replacen("2026", "2000", 1).replacen('1', "0", usize::from(text == "1"));
        let high = if text.len() < 3 { "99".to_owned() } else { text.replacen("2026", "2099", 1) };
        match *operator {
            ">" | ">=" => low,
            "<" | "<=" => high,
            "in" => format!("{low}..{high}"),
            _ => text,
        }
    };
    pattern.fields.iter().map(of).collect()
}

async fn table(db: &Db, schema: &'static TableSchema) -> String {
    let mut exported = Exported::new(schema);
    let name = raw::unique(schema.layout.table);
    exported.spec.name.clone_from(&name);
    raw::send(db, "CreateTable", &Format::CreateTable.export(&[exported]).unwrap()).await;
    name
}

#[tokio::test]
async fn every_pattern_of_the_models_costs_what_explain_says() {
    let db = raw::db().await;
    let (mut explained_patterns, mut sharded) = (0, 0);
    for schema in schemas() {
        for entity in schema.all_entities() {
            for pattern in entity.patterns {
                let name = table(&db, schema).await;
                let only_one = pattern.get || entity.layout.sk.is_none() && pattern.index.is_none();
                let items = items(entity, pattern.otherwise, only_one);
                let mut sizes = Sizes::default();
                for item in &items {
                    sizes.measure(entity.name, item.clone());
                }
                // What other entities of a mixed read have, these have too.
                for other in schema.all_entities().filter(|other| pattern.of.is_some_and(|of| of.contains(&other.id))) {
                    sizes.measure(other.name, items[0].clone());
                }
                let requests = text_queries(schema, entity, pattern, &arguments(entity, pattern)).unwrap();
                for (at, request) in requests.iter().enumerate() {
                    for item in &items {
                        let mut item: Item =
                            item.iter().map(|(name, value)| (name.clone(), attribute(value))).collect();
                        // The same in each shard, under a key of its own.
                        if requests.len() > 1 {
                            let pk = entity.layout.pk.name.text;
                            let text = item[pk].as_s().unwrap();
                            let other = format!("{}{at:02}", &text[..text.len() - 2]);
                            item.insert(pk.to_owned(), AttributeValue::S(other));
                            item.extend(request.key.clone());
                        }
                        db.client().put_item().table_name(&name).set_item(Some(item)).send().await.unwrap();
                    }
                }
                let (mut units, mut read) = (0.0, 0);
                for request in &requests {
                    let total = ReturnConsumedCapacity::Total;
                    if pattern.get {
                        let got = db.client().get_item().table_name(&name).set_key(Some(request.key.clone()));
                        let got = got.return_consumed_capacity(total).send().await.unwrap();
                        units += got.consumed_capacity.unwrap().capacity_units.unwrap();
                        read += usize::from(got.item.is_some());
                        continue;
                    }
                    let limit = if pattern.one { Some(1) } else { pattern.limit };
                    let got = db.client().query().table_name(&name).set_index_name(request.index.map(str::to_owned));
                    let got = got
                        .key_condition_expression(&request.expression)
                        .set_expression_attribute_names(Some(request.names.clone()))
                        .set_expression_attribute_values(Some(request.values.clone()))
                        .set_limit(limit.map(|limit| i32::try_from(limit).unwrap()))
                        .return_consumed_capacity(total);
                    let got = got.send().await.unwrap();
                    units += got.consumed_capacity.unwrap().capacity_units.unwrap();
                    read += got.items.unwrap_or_default().len();
                }
                let place = format!("{}::{}", entity.name, pattern.name);
                let wanted = if pattern.one { 1 } else { items.len() };
                let all = wanted * requests.len();
                assert_eq!(read, all, "{place}: {requests:?} {:?}", items[0]);
                // A limit is asked of each shard.
                let matching = if pattern.limit.is_some() { wanted } else { all };
                let question = Question { items: Some(matching as u64), consistent: false };
                let explained = explain(schema, entity, pattern, &sizes, question);
                assert!((explained.read_units - units).abs() < 1e-9, "{place}: {units} {explained:?}");
                assert_eq!(explained.requests, requests.len() as u64, "{place}");
                sharded += usize::from(requests.len() > 1);
                explained_patterns += 1;
                raw::remove(&db, &name).await;
            }
        }
    }
    let all: usize = schemas().iter().map(|schema| schema.access_patterns().len()).sum();
    assert_eq!(explained_patterns, all);
    assert!(sharded > 0, "some pattern reads shards");
}

/// What the engine charges for a put.
async fn put(db: &Db, table: &str, item: &BTreeMap<String, Value>) -> f64 {
    let item: Item = item.iter().map(|(name, value)| (name.clone(), attribute(value))).collect();
    let put = db.client().put_item().table_name(table).set_item(Some(item));
    let put = put.return_consumed_capacity(ReturnConsumedCapacity::Total).send().await.unwrap();
    put.consumed_capacity.unwrap().capacity_units.unwrap()
}

/// The item under other keys in all indexes; `None` if it cannot have any.
fn rekeyed(entity: &EntitySchema, item: &BTreeMap<String, Value>) -> Option<BTreeMap<String, Value>> {
    let mut other = item.clone();
    let primary = [Some(entity.layout.pk), entity.layout.sk].map(|key| key.map(|key| key.name.text));
    for index in entity.layout.indexes {
        let keys = index.pk.iter().chain(index.sk).map(|key| key.name.text);
        let keys: Vec<_> = keys.filter(|key| !primary.contains(&Some(key))).collect();
        if keys.iter().all(|key| !item.contains_key(*key)) {
            continue;
        }
        let mut texts = keys.iter().filter_map(|key| Some((*key, item.get(*key)?.get("S")?.as_str()?)));
        let (key, text) = texts.next()?;
        other.insert(key.to_owned(), serde_json::json!({"S": format!("{}~", &text[..text.len() - 1])}));
    }
    Some(other)
}

/// Writes without companions cost what the engine charges, with the entries of all indexes.
#[tokio::test]
async fn writes_cost_what_write_cost_says() {
    let (db, prices) = (raw::db().await, Prices::included().unwrap());
    let mut tried = 0;
    for schema in schemas() {
        let name = table(&db, schema).await;
        for entity in schema.all_entities().filter(|entity| entity.companion_uses.is_empty()) {
            // An item that is in an index on a condition may not be in it.
            let is_certain = entity.indexes.iter().all(|used| {
                use dynamo_core::schema::Membership;
                matches!(used.membership, Membership::Always(_) | Membership::None | Membership::Sparse(_))
            });
            if !is_certain {
                continue;
            }
            let mut item = sample::item(entity);
            item.insert("padding".to_owned(), serde_json::json!({"S": "x".repeat(2500)}));
            let mut sizes = Sizes::default();
            sizes.measure(entity.name, item.clone());
            let cost = write_cost(schema, entity, &sizes, &prices);
            let created = put(&db, &name, &item).await;
            assert!((cost.write_units - created).abs() < 1e-9, "{}: {created} {cost:?}", entity.name);
            let mut other = item.clone();
            other.insert("padding".to_owned(), serde_json::json!({"S": "y".repeat(2500)}));
            let updated = put(&db, &name, &other).await;
            assert!((cost.update_units - updated).abs() < 1e-9, "{}: {updated} {cost:?}", entity.name);
            // DynamoDB Local charges a changed key as one write.
            let is_local = std::env::var_os("DYNAMODB_ENDPOINT").is_some();
            if let Some(other) = rekeyed(entity, &other).filter(|_| !is_local) {
                let moved = put(&db, &name, &other).await;
                assert!((cost.rekey_units - moved).abs() < 1e-9, "{}: {moved} {cost:?}", entity.name);
                tried += 1;
            }
        }
        raw::remove(&db, &name).await;
    }
    assert!(tried > 10 || std::env::var_os("DYNAMODB_ENDPOINT").is_some());
}

#[test]
fn a_month_is_rates_and_storage() {
    let prices = Prices::included().unwrap();
    let cost = table_cost(Showcase::SCHEMA, &Sizes::default(), &prices);
    let parcels = cost.patterns.iter().find(|pattern| pattern.call.pattern == "Parcel::of_tenant").unwrap();
    let bytes = parcels.call.item_size * 40;
    #[allow(clippy::cast_precision_loss)]
    let units = bytes.div_ceil(4096) as f64 / 2.0;
    assert!((parcels.call.read_units - units).abs() < 1e-9);
    let dollars = units * 20.0 * 730.0 * 3600.0 / 1e6 * 0.125;
    assert!((parcels.dollars.unwrap() - dollars).abs() < 1e-9);
    let labels = cost.writes.iter().find(|write| write.entity == "Label").unwrap();
    assert!((labels.dollars.unwrap() - 0.5 * 730.0 * 3600.0 / 1e6 * 0.625).abs() < 1e-9);
    assert_eq!(cost.stored, 5_000 * (300 + 100));
    assert_eq!(cost.without_rate, ["writes of Parcel"]);
}
