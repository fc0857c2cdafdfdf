//! Models of NoSQL Workbench, version 3.0: a facet with sample data for each entity.

use std::collections::BTreeMap;
use std::fmt::Write;

use dynamo_core::schema::{AttributeType, EntitySchema};
use serde_json::{Map, Value, json};

use super::{Exported, pretty};
use crate::error::ToolError;
use crate::sample;
use crate::spec::{BillingSpec, IndexSpec, KeyPart, TableSpec};

pub(super) fn export(tables: &[Exported]) -> Result<String, ToolError> {
    let several = tables.iter().flat_map(|table| multi_attribute(&table.spec));
    let mut description = "Exported from the declarations of the program, with sample data that is made up.".to_owned();
    for index in several {
        _ = write!(
            description,
            " Index {index} has several attributes in a key, for which version 3.0 of the format has no known form: \
             only the first of each is in this model."
        );
    }
    let names: Vec<_> = tables.iter().map(|table| table.schema.layout.table).collect();
    let model = json!({
        "ModelName": names.join(" "),
        "ModelMetadata": {
            "Author": "",
            "DateCreated": "Jan 01, 2026, 00:00 AM",
            "DateLastModified": "Jan 01, 2026, 00:00 AM",
            "Description": description,
            "AWSService": "Amazon DynamoDB",
            "Version": "3.0",
        },
        "DataModel": tables.iter().map(table).collect::<Vec<_>>(),
    });
    pretty(&model)
}

/// The indexes with several attributes in a key.
fn multi_attribute(spec: &TableSpec) -> impl Iterator<Item = &str> {
    let has_several = |index: &&IndexSpec| {
        let count = |sort: bool| index.key.iter().filter(|part| part.sort == sort).count();
        count(false) > 1 || count(true) > 1
    };
    spec.indexes.iter().filter(has_several).map(|index| index.name.as_str())
}

fn table(table: &Exported) -> Value {
    let spec = &table.spec;
    let entities: Vec<_> = table.schema.all_entities().collect();
    let mut out = Map::from_iter([
        ("TableName".to_owned(), json!(spec.name)),
        ("KeyAttributes".to_owned(), key_attributes(spec, &spec.key)),
        ("NonKeyAttributes".to_owned(), json!(non_key_attributes(spec, &entities))),
        ("TableFacets".to_owned(), entities.iter().map(|entity| facet(spec, entity)).collect()),
        ("TableData".to_owned(), entities.iter().map(|entity| json!(sample::item(entity))).collect()),
        ("DataAccess".to_owned(), json!({"MySql": {}})),
        ("SampleDataFormats".to_owned(), json!({})),
        ("BillingMode".to_owned(), json!(spec.billing.mode())),
    ]);
    for (name, local) in [("GlobalSecondaryIndexes", false), ("LocalSecondaryIndexes", true)] {
        let indexes: Vec<_> = spec.indexes_of(local).map(|index| self::index(spec, index)).collect();
        if !indexes.is_empty() {
            out.insert(name.to_owned(), json!(indexes));
        }
    }
    if let BillingSpec::Provisioned { reads, writes } = spec.billing {
        let units = json!({"ReadCapacityUnits": reads, "WriteCapacityUnits": writes});
        out.insert("ProvisionedCapacitySettings".to_owned(), json!({"ProvisionedThroughput": units}));
    }
    Value::Object(out)
}

/// The first attribute of each side.
fn key_attributes(spec: &TableSpec, key: &[KeyPart]) -> Value {
    let mut out = Map::new();
    for (name, sort) in [("PartitionKey", false), ("SortKey", true)] {
        if let Some(part) = key.iter().find(|part| part.sort == sort) {
            let ty = spec.attributes.get(&part.attribute);
            out.insert(name.to_owned(), json!({"AttributeName": part.attribute, "AttributeType": ty}));
        }
    }
    Value::Object(out)
}

fn index(spec: &TableSpec, index: &IndexSpec) -> Value {
    let mut projection = Map::from_iter([("ProjectionType".to_owned(), json!(index.projection))]);
    if !index.include.is_empty() {
        projection.insert("NonKeyAttributes".to_owned(), json!(index.include));
    }
    json!({
        "IndexName": index.name,
        "KeyAttributes": key_attributes(spec, &index.key),
        "Projection": projection,
    })
}

/// Every attribute of an item that is no key of the table, once, by its name.
fn non_key_attributes(spec: &TableSpec, entities: &[&EntitySchema]) -> Vec<Value> {
    let mut types: BTreeMap<String, String> = BTreeMap::new();
    for entity in entities {
        for (name, value) in sample::item(entity) {
            let ty = value.as_object().and_then(|value| value.keys().next().cloned());
            types.entry(name).or_insert_with(|| ty.unwrap_or_else(|| "S".to_owned()));
        }
        for field in entity.fields {
            if let Some(attribute) = field.attribute {
                types.entry(attribute.to_owned()).or_insert_with(|| type_code(field.ty).to_owned());
            }
        }
    }
    types.extend(spec.attributes.clone());
    types.retain(|name, _| spec.key.iter().all(|part| part.attribute != *name));
    types.into_iter().map(|(name, ty)| json!({"AttributeName": name, "AttributeType": ty})).collect()
}

fn type_code(ty: AttributeType) -> &'static str {
    match ty {
        AttributeType::S | AttributeType::Any => "S",
        AttributeType::N => "N",
        AttributeType::B => "B",
        AttributeType::Bool => "BOOL",
        AttributeType::Null => "NULL",
        AttributeType::M => "M",
        AttributeType::L => "L",
        AttributeType::Set => "SS",
    }
}

fn facet(spec: &TableSpec, entity: &EntitySchema) -> Value {
    let item = sample::item(entity);
    let is_key = |name: &String| spec.key.iter().any(|part| part.attribute == *name);
    let names: Vec<_> = item.keys().filter(|name| !is_key(name)).collect();
    let mut aliases = Map::from_iter([("PartitionKeyAlias".to_owned(), json!(entity.pk.text()))]);
    aliases.extend(entity.sk.map(|sk| ("SortKeyAlias".to_owned(), json!(sk.text()))));
    json!({
        "FacetName": entity.name,
        "KeyAttributeAlias": aliases,
        "TableData": [item],
        "NonKeyAttributes": names,
        "DataAccess": {"MySql": {}},
    })
}
