//! CloudFormation templates with `AWS::DynamoDB::Table`.

use serde_json::{Map, Value, json};

use super::create_table::{billing, layout, tags};
use super::{Exported, pretty};
use crate::error::ToolError;
use crate::name::{filled, pascal, pieces, placeholders};
use crate::spec::TableSpec;

pub(super) fn export(tables: &[Exported]) -> Result<String, ToolError> {
    pretty(&template(tables, "AWS::DynamoDB::Table", properties))
}

/// A template of tables of either type: placeholders in their names are parameters.
pub(super) fn template(
    tables: &[Exported],
    resource_type: &str,
    properties: impl Fn(&TableSpec) -> Map<String, Value>,
) -> Value {
    let resource = |table: &Exported| {
        // What a template no longer has is not to take its data along.
        let mut resource = Map::from_iter([
            ("Type".to_owned(), json!(resource_type)),
            ("DeletionPolicy".to_owned(), json!("Retain")),
            ("UpdateReplacePolicy".to_owned(), json!("Retain")),
        ]);
        let mut properties = properties(&table.spec);
        properties.insert("TableName".into(), table_name(&table.spec.name));
        resource.insert("Properties".into(), Value::Object(properties));
        (pascal(table.schema.layout.table), Value::Object(resource))
    };
    let resources: Map<_, _> = tables.iter().map(resource).collect();
    let mut template = Map::from_iter([
        ("AWSTemplateFormatVersion".to_owned(), json!("2010-09-09")),
        ("Resources".to_owned(), Value::Object(resources)),
    ]);
    let parameters = placeholders(tables.iter().map(|table| table.spec.name.as_str()));
    let parameters: Map<_, _> =
        parameters.into_iter().map(|name| (pascal(name), json!({"Type": "String", "MinLength": 1}))).collect();
    if !parameters.is_empty() {
        template.insert("Parameters".into(), Value::Object(parameters));
    }
    Value::Object(template)
}

fn table_name(name: &str) -> Value {
    if pieces(name).len() == 1 && !name.contains('{') {
        return json!(name);
    }
    json!({"Fn::Sub": filled(name, |placeholder| format!("${{{}}}", pascal(placeholder)))})
}

fn properties(spec: &TableSpec) -> Map<String, Value> {
    let mut properties = layout(spec);
    properties.extend(billing(&spec.billing));
    properties.extend(ttl(spec));
    if let Some(view) = &spec.stream {
        properties.insert("StreamSpecification".into(), json!({"StreamViewType": view}));
    }
    properties.extend(of_one_region(spec));
    properties
}

pub(super) fn ttl(spec: &TableSpec) -> Option<(String, Value)> {
    let attribute = spec.ttl.as_ref()?;
    Some(("TimeToLiveSpecification".to_owned(), json!({"AttributeName": attribute, "Enabled": true})))
}

/// What a global table has in each replica.
pub(super) fn of_one_region(spec: &TableSpec) -> Map<String, Value> {
    let mut out = Map::new();
    if spec.point_in_time_recovery == Some(true) {
        out.insert("PointInTimeRecoverySpecification".into(), json!({"PointInTimeRecoveryEnabled": true}));
    }
    if spec.deletion_protection {
        out.insert("DeletionProtectionEnabled".into(), json!(true));
    }
    out.extend(tags(spec).map(|tags| ("Tags".to_owned(), tags)));
    out
}
