//! Derivation of the companions of a record.

use std::borrow::Cow;
use std::collections::HashMap;

use super::counter::counter;
use super::kind::{Companion, CompanionForm, Id, field_value, id_from_texts, id_of, key_item, text_in_key};
use super::lock::lock;
use crate::codec::{AttributeValue, Item, item_from_json, item_to_json};
use crate::entity::{
    CompanionKind, CompanionRole, CompanionSink, EntityCode, FieldTexts, has_constants, upgraded, version_of,
};
use crate::error::{Error, InvalidKind};
use crate::schema::reserved::SCHEMA_VERSION;
use crate::schema::{AttributeType, EntitySchema};

/// Derives the companions of an item.
pub(crate) fn derive(code: &'static EntityCode, item: &Item) -> Result<Vec<Companion>, Error> {
    derive_from(code, item, None)
}

/// Derives the companions of an item, from its JSON if that is at hand.
pub(crate) fn derive_from(
    code: &'static EntityCode,
    item: &Item,
    json: Option<&[u8]>,
) -> Result<Vec<Companion>, Error> {
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
    let json = json.filter(|_| current.is_none());
    let item = current.as_ref().unwrap_or(item);
    let mut derived = Derived { code, owner: item, list: Vec::new() };
    let json = json.map_or_else(|| Cow::Owned(item_to_json(item)), Cow::Borrowed);
    (companions.derive)(&json, &mut derived)?;
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
        let item = item_from_json(json).map_err(Error::unreadable)?;
        self.list.push(Companion::new(CompanionForm::Pointer, schema, id_of(schema.layout, &item), item));
        Ok(())
    }

    fn lock(&mut self, code: &'static EntityCode, fields: &'static str, texts: FieldTexts<'_>) -> Result<(), Error> {
        let value = |field: &str, ty| value_of(self.code.schema, self.owner, field, ty);
        let companion = lock(self.code.schema, code, fields, texts, &value)?;
        self.list.extend(companion.map(|companion| expiring(companion, self.code.schema, self.owner)));
        Ok(())
    }

    fn counter(&mut self, code: &'static EntityCode, field: &'static str, texts: FieldTexts<'_>) -> Result<(), Error> {
        self.list.extend(counter(code, field, texts)?);
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
                    return Err(Error::invalid(
                        InvalidKind::Conflicting,
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
                AttributeValue::Bool(value) => Some(value.to_string()),
                AttributeValue::B(blob) => Some(base64_simd::STANDARD.encode_to_string(blob)),
                _ => None,
            }
        })
    };
    id_from_texts(owner, &text_of).ok().map(|id| key_item(owner.layout, &id))
}
