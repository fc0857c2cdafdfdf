//! What `explain` and `cost` say is what the engine charges.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use dynamo_core::Item;
use dynamo_core::inspect::key_queries;
use dynamo_core::prelude::*;
use dynamo_core::schema::{AccessPattern, EntitySchema, IndexKeys, KeySpec, Membership, Part, Role, TableSchema};
use dynamo_tools::cost::{Prices, Question, Sizes, WriteKind, explain, table_cost, write_costs};
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
                let requests = key_queries(schema, entity, pattern, &arguments(entity, pattern)).unwrap();
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
                    let limit = if pattern.first { Some(1) } else { pattern.limit };
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
                let wanted = if pattern.first { 1 } else { items.len() };
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
    let all: usize = schemas().iter().map(|schema| dynamo_tools::access_patterns(schema).len()).sum();
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

/// What the engine charges for a delete.
async fn delete(db: &Db, table: &str, entity: &EntitySchema, item: &BTreeMap<String, Value>) -> f64 {
    let names = [Some(entity.layout.pk), entity.layout.sk].into_iter().flatten().map(|key| key.name.text);
    let key: Item = names.map(|name| (name.to_owned(), attribute(&item[name]))).collect();
    let delete = db.client().delete_item().table_name(table).set_key(Some(key));
    let delete = delete.return_consumed_capacity(ReturnConsumedCapacity::Total).send().await.unwrap();
    delete.consumed_capacity.unwrap().capacity_units.unwrap()
}

/// Another value of the same size.
fn another(value: &Value) -> Option<Value> {
    let (kind, text) = value.as_object()?.iter().next()?;
    let text = text.as_str().filter(|_| kind == "S" || kind == "N")?;
    let last = if kind == "S" { "~" } else { "7" };
    Some(serde_json::json!({kind: format!("{}{last}", &text[..text.len() - 1])}))
}

/// The item after an update of fields: with other values for them, and in the keys of indexes that have them.
fn updated(entity: &EntitySchema, item: &BTreeMap<String, Value>, fields: &[&str]) -> BTreeMap<String, Value> {
    let mut other = item.clone();
    // A value that is not there, or is neither text nor number, changes in this one.
    other.insert("padding".to_owned(), serde_json::json!({"S": "y".repeat(2500)}));
    let attributes = entity.fields.iter().filter(|field| fields.contains(&field.field));
    let mut changed: Vec<_> = attributes.filter_map(|field| field.attribute).collect();
    for used in entity.indexes {
        let Some(index) = entity.layout.index(used.index) else { continue };
        let (Membership::Always(keys) | Membership::Sparse(keys)) = used.membership else { continue };
        let keys: Vec<_> = match keys {
            IndexKeys::One(only) => (if index.local { index.sk } else { index.pk }).iter().zip(only).collect(),
            IndexKeys::Two(partition, sort) => {
                index.pk.iter().zip(partition).chain(index.sk.iter().zip(sort)).collect()
            }
        };
        let has = |spec: &KeySpec| {
            spec.parts().iter().any(|part| matches!(part, Part::Field(part) if fields.contains(&part.field)))
        };
        changed.extend(keys.into_iter().filter(|(_, spec)| has(spec)).map(|(key, _)| key.name.text));
    }
    changed.sort_unstable();
    changed.dedup();
    for name in changed {
        if let Some(value) = other.get(name).and_then(another) {
            other.insert(name.to_owned(), value);
        }
    }
    other
}

/// Writes of all entities without companions cost what the engine charges, with the entries of all indexes.
#[tokio::test]
async fn writes_cost_what_write_costs_says() {
    let (db, prices) = (raw::db().await, Prices::included().unwrap());
    let is_local = std::env::var_os("DYNAMODB_ENDPOINT").is_some();
    let (mut tried, mut moved) = (0, 0);
    for schema in schemas() {
        let name = table(&db, schema).await;
        for entity in schema.all_entities().filter(|entity| entity.companion_uses.is_empty()) {
            // An item that is in an index on a condition may not be in it.
            let is_certain = entity.indexes.iter().all(|used| {
                matches!(used.membership, Membership::Always(_) | Membership::None | Membership::Sparse(_))
            });
            if !is_certain {
                continue;
            }
            let mut item = sample::item(entity);
            item.insert("padding".to_owned(), serde_json::json!({"S": "x".repeat(2500)}));
            let mut sizes = Sizes::default();
            sizes.measure(entity.name, item.clone());
            for write in write_costs(schema, entity, &sizes, &prices).writes {
                let place = format!("{}: {write:?}", entity.name);
                let charged = match write.write {
                    WriteKind::Create => put(&db, &name, &item).await,
                    WriteKind::Delete => delete(&db, &name, entity, &item).await,
                    WriteKind::Update => {
                        let managed = entity.fields.iter().filter(|field| field.role == Role::UpdatedAt);
                        let managed: Vec<_> = managed.map(|field| field.field).collect();
                        // DynamoDB Local charges a changed key as one write.
                        for field in write.fields.iter().filter(|_| !is_local) {
                            let fields: Vec<_> = managed.iter().copied().chain([*field]).collect();
                            let charged = put(&db, &name, &updated(entity, &item, &fields)).await;
                            assert!((write.write_units - charged).abs() < 1e-9, "{place}: {field} {charged}");
                            moved += usize::from(write.index_entries > 1);
                            put(&db, &name, &item).await;
                        }
                        continue;
                    }
                };
                assert!((write.write_units - charged).abs() < 1e-9, "{place}: {charged}");
                tried += 1;
            }
        }
        raw::remove(&db, &name).await;
    }
    assert!(tried > 40, "{tried}");
    assert!(moved > 5 || is_local, "{moved}");
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
    let labels = cost.entities.iter().find(|entity| entity.entity == "Label").unwrap();
    // Half a create, two updates and a tenth of a delete in a second, of one unit each.
    assert!((labels.dollars.unwrap() - 2.6 * 730.0 * 3600.0 / 1e6 * 0.625).abs() < 1e-9);
    let rates: Vec<_> = labels.writes.iter().map(|write| (write.write, write.rate)).collect();
    let expected = [(WriteKind::Create, Some(0.5)), (WriteKind::Update, Some(2.0)), (WriteKind::Delete, Some(0.1))];
    assert_eq!(rates, expected);
    assert_eq!(cost.stored, 5_000 * (300 + 100));
    assert_eq!(cost.without_rate, ["writes of Parcel"]);
}
