//! Items as DynamoDB's JSON.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::Item;
use serde_json::{Value, json};

/// Writes an item.
pub(crate) fn to_json(item: &Item) -> BTreeMap<String, Value> {
    item.iter().map(|(name, value)| (name.clone(), typed(value))).collect()
}

fn typed(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => json!({"S": text}),
        AttributeValue::N(number) => json!({"N": number}),
        AttributeValue::B(blob) => json!({"B": base64(blob)}),
        AttributeValue::Bool(value) => json!({"BOOL": value}),
        AttributeValue::L(values) => json!({"L": values.iter().map(typed).collect::<Vec<_>>()}),
        AttributeValue::M(map) => {
            let map: BTreeMap<_, _> = map.iter().map(|(name, value)| (name, typed(value))).collect();
            json!({"M": map})
        }
        AttributeValue::Ss(texts) => json!({"SS": texts}),
        AttributeValue::Ns(numbers) => json!({"NS": numbers}),
        AttributeValue::Bs(blobs) => json!({"BS": blobs.iter().map(base64).collect::<Vec<_>>()}),
        _ => json!({"NULL": true}),
    }
}

fn base64(blob: &Blob) -> String {
    base64_simd::STANDARD.encode_to_string(blob)
}

/// Reads an item; `None` if it is not DynamoDB's JSON.
pub(crate) fn from_json(item: &Value) -> Option<Item> {
    item.as_object()?.iter().map(|(name, value)| Some((name.clone(), untyped(value)?))).collect()
}

fn untyped(value: &Value) -> Option<AttributeValue> {
    let typed = value.as_object().filter(|typed| typed.len() == 1)?;
    let (kind, content) = typed.iter().next()?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let bytes = |value: &Value| base64_simd::STANDARD.decode_to_vec(value.as_str()?).ok().map(Blob::new);
    let list = || content.as_array();
    Some(match kind.as_str() {
        "S" => AttributeValue::S(text(content)?),
        "N" => AttributeValue::N(text(content)?),
        "B" => AttributeValue::B(bytes(content)?),
        "BOOL" => AttributeValue::Bool(content.as_bool()?),
        "NULL" => AttributeValue::Null(content.as_bool()?),
        "L" => AttributeValue::L(list()?.iter().map(untyped).collect::<Option<_>>()?),
        "M" => AttributeValue::M(from_json(content)?),
        "SS" => AttributeValue::Ss(list()?.iter().map(text).collect::<Option<_>>()?),
        "NS" => AttributeValue::Ns(list()?.iter().map(text).collect::<Option<_>>()?),
        "BS" => AttributeValue::Bs(list()?.iter().map(bytes).collect::<Option<_>>()?),
        _ => return None,
    })
}

/// The value without its type letter, for people and spreadsheets.
pub(crate) fn plain(value: &Value) -> Value {
    let Some((kind, content)) = value.as_object().and_then(|typed| typed.iter().next()) else { return value.clone() };
    match kind.as_str() {
        "N" => content.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_else(|| content.clone()),
        "NULL" => Value::Null,
        "L" => content.as_array().map_or(Value::Null, |values| values.iter().map(plain).collect()),
        "M" => content
            .as_object()
            .map_or(Value::Null, |map| map.iter().map(|(name, value)| (name.clone(), plain(value))).collect()),
        _ => content.clone(),
    }
}
