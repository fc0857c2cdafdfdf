//! Companions as data, and their keys.

use std::collections::HashMap;

use aws_smithy_types::Blob;

use crate::codec::{AttributeValue, Item};
use crate::entity::{EntityCode, texts_of_item};
use crate::error::Error;
use crate::expr::{Compare, Node};
use crate::key::{KeyCaptures, KeyField, KeyValue, SHARD_PART, Timestamp, render_spec, shard};
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{AttributeType, EntitySchema, KeySpec, Part, TableLayout};

/// The identity of an item: table, partition key and sort key.
pub(crate) type Id = (&'static str, String, Option<String>);

/// An item that is derived from a record and written with it.
#[derive(Debug, Clone)]
pub(crate) struct Companion {
    pub(crate) kind: CompanionForm,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) id: Id,
    /// The whole item; for a counter, the attributes that counting does not change.
    pub(crate) item: Item,
    /// The fields of a counter's item from which companions of its own are derived.
    pub(crate) feeding: Vec<&'static str>,
}

#[derive(Debug, Clone)]
pub(crate) enum CompanionForm {
    Pointer,
    Lock {
        /// The fields that are unique together.
        fields: &'static str,
        /// The attributes that identify the record that holds the lock.
        owner: Vec<(&'static str, AttributeValue)>,
    },
    Counter(Counting),
}

/// The attribute that a counter changes.
#[derive(Debug, Clone)]
pub(crate) struct Counting {
    /// The functions of the counter's entity.
    pub(crate) code: &'static EntityCode,
    /// The attribute of the number.
    pub(crate) attribute: &'static str,
    /// Whether the item must exist already, because it has fields that counting cannot fill in.
    pub(crate) existing: bool,
}

impl Companion {
    pub(crate) fn new(kind: CompanionForm, schema: &'static EntitySchema, id: Id, item: Item) -> Self {
        Self { kind, schema, id, item, feeding: Vec::new() }
    }

    /// Returns the condition that a companion has expired, whatever record it belongs to; `None` if it never does.
    pub(crate) fn expired(&self, now: Timestamp) -> Option<Node> {
        let now = AttributeValue::N(now.epoch_second().to_string());
        self.schema.layout.ttl.map(|ttl| Node::compare(ttl, Compare::Le, now))
    }

    /// Returns the primary key for the SDK.
    pub(crate) fn key(&self) -> Item {
        key_item(self.schema.layout, &self.id)
    }

    pub(crate) fn is_counter(&self) -> bool {
        matches!(self.kind, CompanionForm::Counter(_))
    }

    pub(crate) fn is_lock(&self) -> bool {
        matches!(self.kind, CompanionForm::Lock { .. })
    }
}

/// Formats the key: `USER#1 / GOAL#2`.
pub(crate) fn id_text(id: &Id) -> String {
    match &id.2 {
        Some(sk) => format!("{} / {sk}", id.1),
        None => id.1.clone(),
    }
}

/// Returns the primary key with these texts for the SDK.
pub(crate) fn key_item(layout: &TableLayout, id: &Id) -> Item {
    let pk = Some((&layout.pk, &id.1));
    let sk = layout.sk.as_ref().zip(id.2.as_ref());
    let values = [pk, sk].into_iter().flatten().map(|(attribute, text)| KeyValue::new(attribute, text.clone()));
    values.map(|value| (value.attribute().to_owned(), value.to_attribute_value())).collect()
}

/// Returns the primary key of an item.
pub(crate) fn key_of(layout: &TableLayout, item: &Item) -> Item {
    let names = [Some(layout.pk.name.text), layout.sk.map(|sk| sk.name.text)];
    let present = names.into_iter().flatten().filter_map(|name| Some((name.to_owned(), item.get(name)?.clone())));
    present.collect()
}

/// Returns the identity of an item or of a primary key.
pub(crate) fn id_of(layout: &'static TableLayout, item: &Item) -> Id {
    let texts = texts_of_item(layout, item);
    (layout.id, texts.pk.unwrap_or_default().into_owned(), texts.sk.map(std::borrow::Cow::into_owned))
}

pub(super) fn text_in_key(schema: &'static EntitySchema, item: &Item, field: &str) -> Option<String> {
    let texts = texts_of_item(schema.layout, item);
    let captures = KeyCaptures::of(schema, texts.pk.as_deref()?, texts.sk.as_deref()).ok()?;
    captures.exact(field).map(str::to_owned)
}

/// Renders the key of an item from the texts of its fields.
pub(super) fn id_from_texts(
    schema: &'static EntitySchema,
    text_of: &dyn Fn(&str) -> Option<String>,
) -> Result<Id, Error> {
    let render = |spec: &KeySpec, sort: bool, shard: Option<String>| {
        let fields = spec.parts().into_owned();
        let texts: HashMap<&str, String> = fields
            .iter()
            .filter_map(|part| match part {
                Part::Field(part) if *part == SHARD_PART && shard.is_some() => Some((part.field, shard.clone()?)),
                Part::Field(part) => Some((part.field, text_of(part.field)?)),
                Part::Literal(_) => None,
            })
            .collect();
        render_spec(schema, spec, sort, &|part| texts.get(part.field).map(String::as_str))
    };
    let sk = schema.sk.as_ref().map(|spec| render(spec, true, None)).transpose()?;
    let shards = schema.shards;
    let shard = (shards > 0).then(|| shard(&[sk.as_deref().unwrap_or_default()], shards).to_string());
    Ok((schema.layout.id, render(&schema.pk, false, shard)?, sk))
}

/// Reads an item and writes it as its entity would, with the current schema version.
pub(super) fn as_written(code: &EntityCode, mut item: Item) -> Result<Item, Error> {
    if code.schema.version > 0 {
        item.insert(SCHEMA_VERSION.to_owned(), AttributeValue::N(code.schema.version.to_string()));
    }
    code.rewritten(item)
}

pub(super) fn is_in_key(schema: &EntitySchema, field: &str) -> bool {
    let specs = [Some(&schema.pk), schema.sk.as_ref()].into_iter().flatten();
    let mut parts = specs.flat_map(|spec| spec.parts().into_owned());
    parts.any(|part| matches!(part, Part::Field(part) if part.field == field))
}

pub(super) fn field_value(ty: AttributeType, text: &str) -> AttributeValue {
    match ty {
        AttributeType::N => AttributeValue::N(text.to_owned()),
        AttributeType::B => AttributeValue::B(Blob::parse_text(text).unwrap_or_else(|| Blob::new(text.as_bytes()))),
        _ => AttributeValue::S(text.to_owned()),
    }
}
