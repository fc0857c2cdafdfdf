//! An item as the page shows it: as its entity, with what is wrong about it.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_core::schema::{EntitySchema, KeyAttribute, KeyType, TableLayout};
use dynamo_core::{Error, Item};
use serde::Serialize;
use serde_json::{Value, json};

use crate::redact::hidden;
use crate::tables::Tool;
use crate::value::to_json;

/// Attributes that dynamo-core keeps for itself.
const OWN: [&str; 7] = ["_pending", "_ttl", "_expired", "_revision", "_token", "_until", "schemaVersion"];

/// An item for the page.
#[derive(Debug, Serialize)]
pub(super) struct View {
    /// The entity, if it is known.
    pub(super) entity: Option<&'static str>,
    pub(super) item: BTreeMap<String, Value>,
    /// The primary key; absent where it is hidden.
    key: Option<BTreeMap<String, Value>>,
    /// Why it cannot be read as its entity.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The attributes that nobody declared.
    unknown: Vec<String>,
    /// Whether sensitive values are hidden.
    hidden: bool,
}

/// The entity of an item, or why it is none, or cannot be read.
pub(super) fn entity_of(tool: &Tool, item: &Item) -> (Option<&'static EntitySchema>, Option<Error>) {
    let by_name = |name: &str| tool.schema.all_entities().find(|entity| entity.name == name);
    match (tool.check)(item.clone()) {
        Ok(name) => (by_name(name), None),
        Err(error) => {
            let tag =
                tool.schema.layout.type_attribute.and_then(|name| item.get(name.text)).and_then(|tag| tag.as_s().ok());
            (tool.schema.all_entities().find(|entity| Some(entity.tag) == tag.map(String::as_str)), Some(error))
        }
    }
}

impl View {
    pub(super) fn new(tool: &Tool, item: &Item, reveal: bool) -> Self {
        let (entity, error) = entity_of(tool, item);
        // An item whose entity is not known may hold the secrets of any.
        let secrets: BTreeSet<&str> = match entity {
            Some(entity) => hidden(entity),
            None => tool.schema.all_entities().flat_map(hidden).collect(),
        };
        let mut json = to_json(item);
        let mut is_hidden = false;
        for (name, value) in json.iter_mut().filter(|(name, _)| !reveal && secrets.contains(name.as_str())) {
            is_hidden |= !name.is_empty();
            *value = json!({"HIDDEN": true});
        }
        let layout = tool.schema.layout;
        let names = [Some(layout.pk), layout.sk].into_iter().flatten().map(|key| key.name.text);
        let shows_key = reveal || names.clone().all(|name| !secrets.contains(name));
        let key = shows_key.then(|| {
            names.filter_map(|name| Some((name.to_owned(), json.get(name)?.clone()))).collect::<BTreeMap<_, _>>()
        });
        Self {
            entity: entity.map(|entity| entity.name),
            unknown: entity.map(|entity| unknown(entity, item)).unwrap_or_default(),
            item: json,
            key,
            error: error.map(|error| error.to_string()),
            hidden: is_hidden,
        }
    }
}

/// The attributes that neither a field nor a key nor the framework has.
pub(super) fn unknown(entity: &EntitySchema, item: &Item) -> Vec<String> {
    let layout = entity.layout;
    let keys = key_attributes(layout).map(|key| key.name.text);
    let fields =
        entity.fields.iter().flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
    let constants = entity.constants.iter().map(|constant| constant.name.text);
    let tag = layout.type_attribute.map(|name| name.text);
    let known: BTreeSet<&str> = keys.chain(fields).chain(constants).chain(tag).chain(layout.ttl).chain(OWN).collect();
    let mut unknown: Vec<_> = item.keys().filter(|name| !known.contains(name.as_str())).cloned().collect();
    unknown.sort();
    unknown
}

/// The attributes of all keys.
pub(super) fn key_attributes(layout: &'static TableLayout) -> impl Iterator<Item = KeyAttribute> {
    let own = [Some(layout.pk), layout.sk].into_iter().flatten();
    own.chain(layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk)).copied())
}

/// The value of a key attribute with this text; `None` if it is none of its type.
pub(super) fn key_value(key: KeyAttribute, text: &str) -> Option<AttributeValue> {
    Some(match key.key_type {
        KeyType::S => AttributeValue::S(text.to_owned()),
        KeyType::N => AttributeValue::N(text.parse::<f64>().ok().map(|_| text.to_owned())?),
        KeyType::B => {
            AttributeValue::B(aws_sdk_dynamodb::primitives::Blob::new(base64_simd::STANDARD.decode_to_vec(text).ok()?))
        }
    })
}

/// The primary key of an item.
pub(super) fn key_of(layout: &TableLayout, item: &Item) -> Item {
    let names = [Some(layout.pk), layout.sk].into_iter().flatten().map(|key| key.name.text);
    names.filter_map(|name| Some((name.to_owned(), item.get(name)?.clone()))).collect()
}
