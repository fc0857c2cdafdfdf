//! A JSON Schema of a table's items, as the SDKs' document clients show them: plain values, without type letters.

use dynamo_core::schema::{
    AttributeType, ConstantValue, EntitySchema, FieldSchema, KeyKind, KeySpec, KeyType, Membership, NoneAs, TableLayout,
};
use serde_json::{Map, Value, json};

use super::{Exported, pretty};
use crate::error::ToolError;
use crate::keys::{Sides, fields, pattern, places};

pub(super) fn export(table: &Exported) -> Result<String, ToolError> {
    let layout = table.schema.layout;
    let entities: Vec<_> = table.schema.all_entities().collect();
    let refs: Vec<_> = entities.iter().map(|entity| json!({"$ref": format!("#/$defs/{}", entity.name)})).collect();
    let defs: Map<_, _> = entities.iter().map(|entity| (entity.name.to_owned(), of_entity(layout, entity))).collect();
    pretty(&json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Items of {}", layout.table),
        "oneOf": refs,
        "$defs": defs,
    }))
}

fn of_entity(layout: &TableLayout, entity: &EntitySchema) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for field in entity.fields {
        let Some(attribute) = field.attribute else { continue };
        properties.insert(attribute.to_owned(), of_field(layout, entity, field));
        if !field.optional && !field.skippable && field.aliases.is_empty() {
            required.push(attribute.to_owned());
        }
    }
    let table = Sides::of_table(entity);
    for (attribute, spec) in table.all() {
        properties.insert(attribute.name.text.to_owned(), key(layout, attribute.key_type, spec));
        required.push(attribute.name.text.to_owned());
    }
    for used in entity.indexes {
        let Some(index) = layout.index(used.index) else { continue };
        let Some(sides) = Sides::of_index(entity, index, used) else { continue };
        let always = matches!(used.membership, Membership::Always(_)) && !index.local;
        for (attribute, spec) in sides.all() {
            let name = attribute.name.text;
            let schema = key(layout, attribute.key_type, spec);
            match properties.get_mut(name) {
                // The second arm of `when`, in the same attribute.
                Some(Value::Object(first)) if used.is_otherwise() => {
                    let first = Value::Object(std::mem::take(first));
                    properties.insert(name.to_owned(), json!({"anyOf": [first, schema]}));
                }
                Some(_) => {}
                None => {
                    properties.insert(name.to_owned(), schema);
                }
            }
            if always {
                required.push(name.to_owned());
            }
        }
    }
    if let Some(tag) = layout.type_attribute {
        properties.insert(tag.text.to_owned(), json!({"const": entity.tag}));
        if !entity.overlaps.is_empty() || !entity.shares_key.is_empty() {
            required.push(tag.text.to_owned());
        }
    }
    for constant in entity.constants {
        let value = match constant.value {
            ConstantValue::S(text) => json!(text),
            ConstantValue::N(digits) => serde_json::from_str(digits).unwrap_or(Value::Null),
            ConstantValue::Bool(value) => json!(value),
        };
        properties.insert(constant.name.text.to_owned(), json!({"const": value}));
        required.push(constant.name.text.to_owned());
    }
    required.sort();
    required.dedup();
    json!({"type": "object", "properties": properties, "required": required})
}

fn key(layout: &TableLayout, key_type: KeyType, spec: &KeySpec) -> Value {
    match (key_type, spec) {
        (KeyType::S, KeySpec::Template(_)) => json!({"type": "string", "pattern": pattern(layout, spec)}),
        (KeyType::S, KeySpec::Field(_)) => json!({"type": "string", "minLength": 1}),
        (KeyType::N, _) => json!({"type": "number"}),
        (KeyType::B, _) => json!({"type": "string", "contentEncoding": "base64"}),
    }
}

fn of_field(layout: &TableLayout, entity: &EntitySchema, field: &FieldSchema) -> Value {
    let ty = match field.ty {
        AttributeType::S => json!("string"),
        AttributeType::N => json!("number"),
        AttributeType::B => return binary(layout, field),
        AttributeType::Bool => json!("boolean"),
        AttributeType::Null => json!("null"),
        AttributeType::M => json!("object"),
        AttributeType::L | AttributeType::Set => json!("array"),
        AttributeType::Any => return json!({}),
    };
    let nullable = field.optional && layout.none == NoneAs::Null;
    let ty = if nullable { json!([ty, "null"]) } else { ty };
    let mut schema = Map::from_iter([("type".to_owned(), ty)]);
    if field.ty == AttributeType::Set {
        schema.insert("uniqueItems".to_owned(), json!(true));
    }
    let specs = places(entity).into_iter().flat_map(|(_, sides)| sides.all().copied().collect::<Vec<_>>());
    let part = specs.flat_map(|(_, spec)| fields(&spec)).find(|part| part.field == field.field);
    if let Some(KeyKind::Closed(texts)) = part.map(|part| part.kind)
        && field.ty == AttributeType::S
        && !nullable
    {
        schema.insert("enum".to_owned(), json!(texts));
    }
    Value::Object(schema)
}

fn binary(layout: &TableLayout, field: &FieldSchema) -> Value {
    let nullable = field.optional && layout.none == NoneAs::Null;
    let ty = if nullable { json!(["string", "null"]) } else { json!("string") };
    json!({"type": ty, "contentEncoding": "base64"})
}
