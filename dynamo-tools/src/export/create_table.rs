//! The request that creates a table, as the AWS command line takes it.

use serde_json::{Map, Value, json};

use super::{Exported, pretty};
use crate::error::ToolError;
use crate::spec::{BillingSpec, IndexSpec, KeyPart, TableSpec};

pub(super) fn export(table: &Exported) -> Result<String, ToolError> {
    pretty(&request(&table.spec))
}

/// `CreateTable`. Neither TTL nor point-in-time recovery is part of it: they are requests of their own.
fn request(spec: &TableSpec) -> Value {
    let mut request = Map::new();
    request.insert("TableName".into(), json!(spec.name));
    request.extend(layout(spec));
    request.extend(billing(&spec.billing));
    if let Some(view) = &spec.stream {
        request.insert("StreamSpecification".into(), json!({"StreamEnabled": true, "StreamViewType": view}));
    }
    if spec.deletion_protection {
        request.insert("DeletionProtectionEnabled".into(), json!(true));
    }
    if let Some(tags) = tags(spec) {
        request.insert("Tags".into(), tags);
    }
    Value::Object(request)
}

/// Keys, indexes and their attributes: the same in requests and in `AWS::DynamoDB::Table`.
pub(super) fn layout(spec: &TableSpec) -> Map<String, Value> {
    let mut layout = Map::new();
    let definition = |(name, ty): (&String, &String)| json!({"AttributeName": name, "AttributeType": ty});
    let definitions: Vec<_> = spec.attributes.iter().map(definition).collect();
    layout.insert("AttributeDefinitions".into(), json!(definitions));
    layout.insert("BillingMode".into(), json!(spec.billing.mode()));
    layout.insert("KeySchema".into(), key_schema(&spec.key));
    for (name, local) in [("GlobalSecondaryIndexes", false), ("LocalSecondaryIndexes", true)] {
        let indexes: Vec<_> = spec.indexes_of(local).map(index).collect();
        if !indexes.is_empty() {
            layout.insert(name.into(), json!(indexes));
        }
    }
    layout
}

fn index(index: &IndexSpec) -> Value {
    let mut out = index_layout(index);
    if !index.local {
        out.extend(billing(&index.billing));
    }
    Value::Object(out)
}

/// Name, key and projection of an index.
pub(super) fn index_layout(index: &IndexSpec) -> Map<String, Value> {
    let mut projection = Map::from_iter([("ProjectionType".to_owned(), json!(index.projection))]);
    if !index.include.is_empty() {
        projection.insert("NonKeyAttributes".into(), json!(index.include));
    }
    Map::from_iter([
        ("IndexName".to_owned(), json!(index.name)),
        ("KeySchema".to_owned(), key_schema(&index.key)),
        ("Projection".to_owned(), Value::Object(projection)),
    ])
}

/// HASH before RANGE, as DynamoDB wants it.
pub(super) fn key_schema(key: &[KeyPart]) -> Value {
    key.iter().map(|part| json!({"AttributeName": part.attribute, "KeyType": part.role()})).collect()
}

/// The throughput of a table or of an index, if its billing has one.
pub(super) fn billing(billing: &BillingSpec) -> Map<String, Value> {
    let mut out = Map::new();
    match billing {
        BillingSpec::Provisioned { reads, writes } => {
            let units = json!({"ReadCapacityUnits": reads, "WriteCapacityUnits": writes});
            out.insert("ProvisionedThroughput".into(), units);
        }
        BillingSpec::OnDemand { max_reads, max_writes } => {
            let mut most = Map::new();
            most.extend(max_reads.map(|units| ("MaxReadRequestUnits".to_owned(), json!(units))));
            most.extend(max_writes.map(|units| ("MaxWriteRequestUnits".to_owned(), json!(units))));
            if !most.is_empty() {
                out.insert("OnDemandThroughput".into(), Value::Object(most));
            }
        }
    }
    out
}

/// `[{"Key": .., "Value": ..}]`
pub(super) fn tags(spec: &TableSpec) -> Option<Value> {
    let tags = spec.tags.as_ref().filter(|tags| !tags.is_empty())?;
    Some(tags.iter().map(|(key, value)| json!({"Key": key, "Value": value})).collect())
}
