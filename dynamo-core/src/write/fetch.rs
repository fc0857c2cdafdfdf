//! Reads the items that a write has to know.

use std::collections::HashMap;

use super::Returns;
use super::clauses::{Clauses, of_entity};
use super::request::{Act, Target, WriteRequest};
use super::send::{alone, new_token};
use crate::codec::{AttributeValue, Item};
use crate::companion::{Id, id_of};
use crate::db::Db;
use crate::entity::refuse_foreign;
use crate::error::{Error, InvalidKind, RequestInfo};
use crate::expr::{Changes, Node};
use crate::schema::TableLayout;
use crate::schema::reserved::REVISION;
use crate::wire::{Meter, Operation, Request, RequestJson, Retry};

/// DynamoDB's limit of keys in a batch.
const KEYS: usize = 100;

/// Reads an item with a strongly consistent read.
pub(crate) async fn fetch(db: &Db, request: &RequestInfo, key: &Item, meter: &Meter) -> Result<Option<Item>, Error> {
    let mut json = RequestJson::with_capacity(256);
    json.text("TableName", Some(&request.table));
    json.item("Key", Some(key));
    json.flag("ConsistentRead", true);
    let get = Request::new(Operation::GetItem, &request.table, json.end(meter));
    Ok(db.connection().read_items(get, &|| request.clone(), meter).await?.item)
}

/// Reads an item and gives it a new revision, which every later write of the item removes, so that one comparison shows
/// whether it has changed. For items with more attributes than a condition may compare.
pub(super) async fn read_with_revision(db: &Db, target: &Target, meter: &Meter) -> Result<Option<Item>, Error> {
    // Another's item stays as it is.
    let exists = Node::exists(target.schema.layout.pk.name.text);
    let condition = Node::all([exists].into_iter().chain(of_entity(target.schema).map(|(_, node)| node)));
    let mut changes = Changes::new();
    changes.set_value(REVISION, AttributeValue::S(new_token()));
    let update = WriteRequest::new(Act::Update(target.key(), changes), target, Clauses::unchanged(condition))?;
    match alone(db, &update, Returns::New, false, meter).await {
        Err(Error::ConditionFailed(failure)) => {
            failure.item.map_or(Ok(()), |item| refuse_foreign(target.schema, &item)).map(|()| None)
        }
        read => read,
    }
}

/// Reads items with strongly consistent reads.
pub(crate) async fn read_all(
    db: &Db,
    wanted: Vec<(&'static TableLayout, Item)>,
    meter: &Meter,
) -> Result<HashMap<Id, Item>, Error> {
    let mut found = HashMap::with_capacity(wanted.len());
    for chunk in wanted.chunks(KEYS) {
        // A table and one that extends it share a name.
        let mut layouts: HashMap<String, Vec<&'static TableLayout>> = HashMap::new();
        let mut tables: HashMap<String, Vec<Item>> = HashMap::new();
        for (layout, key) in chunk {
            let table = db.name_of(layout)?.into_owned();
            layouts.entry(table.clone()).or_default().push(layout);
            let keys = tables.entry(table).or_default();
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        let mut retry = Retry::new();
        loop {
            let table = tables.keys().next().cloned().unwrap_or_default();
            let mut json = RequestJson::with_capacity(96 * chunk.len());
            json.object("RequestItems", |json| {
                for (table, keys) in &tables {
                    json.object(table, |json| {
                        json.list("Keys", |json| keys.iter().for_each(|key| json.element(key)));
                        json.flag("ConsistentRead", true);
                    });
                }
            });
            let request = Request::new(Operation::BatchGetItem, &table, json.end(meter));
            let answer = db.connection().read_items(request, &|| RequestInfo::new("batch_get", &table), meter).await?;
            for (table, items) in answer.responses {
                for layout in layouts.get(&table).into_iter().flatten() {
                    found.extend(items.iter().map(|item| (id_of(layout, item), item.clone())));
                }
            }
            tables = answer.unprocessed;
            if tables.is_empty() {
                break;
            }
            if !retry.again(meter).await {
                let fact = "DynamoDB left out keys again and again";
                return Err(Error::invalid(InvalidKind::Busy, fact, "try again later, more slowly"));
            }
        }
    }
    Ok(found)
}
