//! CloudFormation templates with `AWS::DynamoDB::GlobalTable`: one replica, in the region of the stack.

use serde_json::{Map, Value, json};

use super::cloudformation::{of_one_region, template, ttl};
use super::create_table::{index_layout, layout};
use super::{Exported, pretty};
use crate::error::ToolError;
use crate::spec::{BillingSpec, IndexSpec, TableSpec};

pub(super) fn export(tables: &[Exported]) -> Result<String, ToolError> {
    pretty(&template(tables, "AWS::DynamoDB::GlobalTable", properties))
}

fn properties(spec: &TableSpec) -> Map<String, Value> {
    let mut properties = layout(spec);
    let global: Vec<_> = spec.indexes_of(false).map(index).collect();
    if !global.is_empty() {
        properties.insert("GlobalSecondaryIndexes".into(), json!(global));
    }
    properties.extend(writes(&spec.billing));
    properties.extend(ttl(spec));
    if let Some(view) = &spec.stream {
        properties.insert("StreamSpecification".into(), json!({"StreamViewType": view}));
    }
    properties.insert("Replicas".into(), json!([replica(spec)]));
    properties
}

/// Reads are paid for in each region, and so are backups, protection and tags.
fn replica(spec: &TableSpec) -> Value {
    let mut replica = of_one_region(spec);
    replica.insert("Region".into(), json!({"Ref": "AWS::Region"}));
    replica.extend(reads(&spec.billing));
    let index = |index: &IndexSpec| {
        let (name, reads) = reads(&index.billing)?;
        Some(json!({"IndexName": index.name, name: reads}))
    };
    let indexes: Vec<_> = spec.indexes_of(false).filter_map(index).collect();
    if !indexes.is_empty() {
        replica.insert("GlobalSecondaryIndexes".into(), json!(indexes));
    }
    Value::Object(replica)
}

fn index(index: &IndexSpec) -> Value {
    let mut out = index_layout(index);
    out.extend(writes(&index.billing));
    Value::Object(out)
}

fn reads(billing: &BillingSpec) -> Option<(String, Value)> {
    match billing {
        BillingSpec::Provisioned { reads, .. } => {
            Some(("ReadProvisionedThroughputSettings".to_owned(), json!({"ReadCapacityUnits": reads})))
        }
        BillingSpec::OnDemand { max_reads, .. } => {
            let most = (*max_reads)?;
            Some(("ReadOnDemandThroughputSettings".to_owned(), json!({"MaxReadRequestUnits": most})))
        }
    }
}

/// A global table takes writes in every region, so their capacity scales: here, between equal bounds.
fn writes(billing: &BillingSpec) -> Option<(String, Value)> {
    match billing {
        BillingSpec::Provisioned { writes, .. } => {
            let scaling = json!({
                "MinCapacity": writes,
                "MaxCapacity": writes,
                "TargetTrackingScalingPolicyConfiguration": {"TargetValue": 70},
            });
            let settings = json!({"WriteCapacityAutoScalingSettings": scaling});
            Some(("WriteProvisionedThroughputSettings".to_owned(), settings))
        }
        BillingSpec::OnDemand { max_writes, .. } => {
            let most = (*max_writes)?;
            Some(("WriteOnDemandThroughputSettings".to_owned(), json!({"MaxWriteRequestUnits": most})))
        }
    }
}
