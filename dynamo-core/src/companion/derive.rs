//! Derivation of the companions of a record.

use std::collections::HashMap;

use aws_smithy_types::Blob;

use super::counter::Counting;
use crate::codec::{AttributeValue, item_from_json, item_to_json, unreadable};
use crate::entity::{
    CompanionKind, CompanionRole, CompanionSink, EntityCode, FieldTexts, has_constants, texts_of_item, upgraded,
    version_of,
};
use crate::error::Error;
use crate::key::{KeyCaptures, KeyField, KeyValue, SHARD_PART, render_spec, shard};
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{AttributeType, EntitySchema, Item, KeySpec, Part, TableLayout};

/// The identity of an item: table, partition key and sort key.
pub(crate) type Id = (&'static str, String, Option<String>);

/// An item that is derived from a record and written with it.
#[derive(Debug, Clone)]
pub(crate) struct Companion {
    pub(crate) kind: Kind,
    pub(crate) schema: &'static EntitySchema,
    pub(crate) id: Id,
    /// The whole item; for a counter, the attributes that counting does not change.
    pub(crate) item: Item,
    /// The fields of a counter's item from which companions of its own are derived.
    pub(crate) feeding: Vec<&'static str>,
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Pointer,
    Lock {
        /// The fields that are unique together.
        fields: &'static str,
        /// The attributes that identify the record that holds the lock.
        owner: Vec<(&'static str, AttributeValue)>,
    },
    Counter(Counting),
}

impl Companion {
    pub(crate) fn new(kind: Kind, schema: &'static EntitySchema, id: Id, item: Item) -> Self {
        Self { kind, schema, id, item, feeding: Vec::new() }
    }

    /// Returns the primary key for the SDK.
    pub(crate) fn key(&self) -> Item {
        key_item(self.schema.layout, &self.id)
    }

    pub(crate) fn key_text(&self) -> String {
        id_text(&self.id)
    }

    pub(crate) fn is_counter(&self) -> bool {
        matches!(self.kind, Kind::Counter(_))
    }

    pub(crate) fn is_lock(&self) -> bool {
        matches!(self.kind, Kind::Lock { .. })
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

/// Derives the companions of an item.
pub(crate) fn derive(code: &'static EntityCode, item: &Item) -> Result<Vec<Companion>, Error> {
    let Some(companions) = &code.companions else { return Ok(Vec::new()) };
    // An item of another program, under a key of the entity, has none.
    if !has_constants(code.schema, item) {
        return Ok(Vec::new());
    }
    let current = match code.upgrade {
        Some(upgrade) if version_of(item) < code.schema.version => {
            let mut current = upgraded(code.schema, upgrade, item.clone())?;
            current.insert(SCHEMA_VERSION.to_owned(), AttributeValue::N(code.schema.version.to_string()));
            Some(current)
        }
        _ => None,
    };
    let item = current.as_ref().unwrap_or(item);
    let mut derived = Derived { code, owner: item, list: Vec::new() };
    (companions.derive)(&item_to_json(item), &mut derived)?;
    let mut list = derived.finish()?;
    if super::is_deleted(code.schema, item) {
        // A softly deleted record has no pointers and is not counted, but its unique values stay locked.
        list.retain(Companion::is_lock);
    }
    Ok(list)
}

/// Collects the companions of one record.
struct Derived<'a> {
    code: &'static EntityCode,
    owner: &'a Item,
    list: Vec<Companion>,
}

impl CompanionSink for Derived<'_> {
    fn pointer(&mut self, schema: &'static EntitySchema, json: &[u8]) -> Result<(), Error> {
        let item = item_from_json(json).map_err(unreadable)?;
        self.list.push(Companion::new(Kind::Pointer, schema, id_of(schema.layout, &item), item));
        Ok(())
    }

    fn lock(&mut self, code: &'static EntityCode, fields: &'static str, texts: FieldTexts<'_>) -> Result<(), Error> {
        let value = |field: &str, ty| value_of(self.code.schema, self.owner, field, ty);
        let companion = super::lock::lock(self.code.schema, code, fields, texts, &value)?;
        self.list.extend(companion.map(|companion| expiring(companion, self.code.schema, self.owner)));
        Ok(())
    }

    fn counter(&mut self, code: &'static EntityCode, field: &'static str, texts: FieldTexts<'_>) -> Result<(), Error> {
        self.list.extend(super::counter::counter(code, field, texts)?);
        Ok(())
    }
}

/// Lets a lock expire with its record, so that it does not outlive it.
fn expiring(mut lock: Companion, owner: &EntitySchema, record: &Item) -> Companion {
    let is_field = |ttl: &str| lock.schema.fields.iter().any(|field| field.attribute == Some(ttl));
    let same_table = owner.layout.id == lock.schema.layout.id;
    if let Some(ttl) = owner.layout.ttl.filter(|ttl| same_table && !is_field(ttl))
        && let Some(until @ AttributeValue::N(_)) = record.get(ttl)
    {
        lock.item.insert(ttl.to_owned(), until.clone());
    }
    lock
}

impl Derived<'_> {
    /// Returns all companions, of which two with the same key must be equal.
    fn finish(self) -> Result<Vec<Companion>, Error> {
        let mut seen: HashMap<Id, usize> = HashMap::with_capacity(self.list.len());
        let mut list: Vec<Companion> = Vec::with_capacity(self.list.len());
        for companion in self.list {
            // One item may hold several counters.
            if companion.is_counter() {
                list.push(companion);
                continue;
            }
            match seen.get(&companion.id) {
                Some(at) if list[*at].item == companion.item => {}
                Some(_) => {
                    let fact = format_args!(
                        "one `{}` would have two `{}` with one key and different contents",
                        self.code.schema.name, companion.schema.name
                    );
                    return Err(Error::refused(
                        fact,
                        "the elements of its collection must differ in what the key is made of",
                    ));
                }
                None => {
                    seen.insert(companion.id.clone(), list.len());
                    list.push(companion);
                }
            }
        }
        Ok(list)
    }
}

/// Returns the value of a field of an item, from its attribute or from its key.
fn value_of(schema: &'static EntitySchema, item: &Item, field: &str, ty: AttributeType) -> Option<AttributeValue> {
    let known = schema.fields.iter().find(|known| known.field == field)?;
    match known.attribute {
        Some(attribute) => item.get(attribute).cloned(),
        None => text_in_key(schema, item, field).map(|text| field_value(ty, &text)),
    }
}

fn text_in_key(schema: &'static EntitySchema, item: &Item, field: &str) -> Option<String> {
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
    match code.rewrite {
        Some(rewrite) => item_from_json(&rewrite(&item_to_json(&item))?).map_err(unreadable),
        None => Ok(item),
    }
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

/// Returns the key of the record that a companion belongs to, if the companion contains it. A counter never does.
pub(crate) fn owner_of(owner: &'static EntitySchema, kind: &CompanionKind, item: &Item) -> Option<Item> {
    let own_name = |field: &str| match kind.role {
        CompanionRole::Pointer { owner, .. } => {
            owner.iter().find(|(of_owner, _)| *of_owner == field).map(|(_, own)| *own)
        }
        CompanionRole::Lock => kind.schema.fields.iter().find(|own| own.field == field).map(|own| own.field),
        CompanionRole::Counter { .. } => None,
    };
    if kind.is_counter() {
        return None;
    }
    let text_of = |field: &str| {
        let own = own_name(field)?;
        // The text in a key is preferred: the attribute may be stored in another format.
        text_in_key(kind.schema, item, own).or_else(|| {
            let attribute = kind.schema.fields.iter().find(|known| known.field == own)?.attribute?;
            match item.get(attribute)? {
                AttributeValue::S(text) | AttributeValue::N(text) => Some(text.clone()),
                _ => None,
            }
        })
    };
    id_from_texts(owner, &text_of).ok().map(|id| key_item(owner.layout, &id))
}
