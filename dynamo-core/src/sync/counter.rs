//! Counters: how many items there are.

use super::companion::{Companion, Companions, Kind, field_value, key_from_texts, of_today};
use crate::codec::AttributeValue;
use crate::key::{Key, shard};
use crate::op::now_as;
use crate::schema::{EntitySchema, Role};
use crate::{Entity, Error, Item, Timestamp};

/// What counting changes in the counter's item.
#[derive(Debug, Clone)]
pub(crate) struct Counting {
    /// The number.
    pub(crate) attribute: &'static str,
    /// The item is more than a counter, and must be there.
    pub(crate) existing: bool,
}

impl Companions<'_> {
    /// Counts the owner in an item of `C`.
    pub fn counter<C: Entity>(
        &mut self,
        field: &'static str,
        texts: &[(&'static str, Option<String>)],
    ) -> Result<(), Error> {
        let Some(attribute) = attribute_of(C::SCHEMA, field) else { return Ok(()) };
        if texts.iter().any(|(_, text)| text.is_none()) {
            return Ok(());
        }
        if let Some(rules) = C::SCHEMA.rules
            && (rules.feeds)(field)
        {
            let fact =
                format_args!("`{field}` of `{}` is counted, and pointers or locks are made from it", C::SCHEMA.name);
            return Err(Error::refused(fact, "keep the number out of them, or count in an entity of its own"));
        }
        let text_of = |field: &str| texts.iter().find(|(name, _)| *name == field)?.1.clone();
        let key = key_from_texts::<C>(&text_of)?;
        let new =
            if is_a_counter(C::SCHEMA, field, texts) { Some(fresh::<C>(&key, attribute, &text_of)?) } else { None };
        let (existing, item) = (new.is_none(), new.unwrap_or_default());
        self.push(Companion::new(Kind::Counter(Counting { attribute, existing }), &key, item));
        Ok(())
    }

    /// The shard of a counter that an item is counted in: always the same one.
    pub fn shard_of<E: Entity>(entity: &E, shards: u32) -> Result<Option<String>, Error> {
        let key = entity.key()?;
        Ok(Some(shard(&[key.pk(), key.sk().unwrap_or_default()], shards).to_string()))
    }
}

/// What an item of a counter has beside its key and the numbers and times that change.
fn fresh<C: Entity>(
    key: &Key<C>,
    number: &'static str,
    text_of: &dyn Fn(&str) -> Option<String>,
) -> Result<Item, Error> {
    let mut item = key.to_item();
    of_today::<C>(&mut item);
    item.insert(number.to_owned(), AttributeValue::N("0".to_owned()));
    let mut changing = vec![number];
    for known in C::SCHEMA.fields {
        match (known.attribute, text_of(known.field)) {
            (Some(attribute), Some(text)) => drop(item.insert(attribute.to_owned(), field_value(known.ty, &text))),
            (Some(attribute), None) if known.role == Role::Version => {
                item.insert(attribute.to_owned(), AttributeValue::N("0".to_owned()));
                changing.push(attribute);
            }
            (Some(attribute), None) if known.role != Role::Plain && !known.optional => {
                item.insert(attribute.to_owned(), now_as(Timestamp::default(), known.ty));
                changing.push(attribute);
            }
            _ => {}
        }
    }
    let mut item = C::from_item(item)?.to_item()?;
    changing.extend(key.values().map(|value| value.attribute()));
    item.retain(|name, _| !changing.contains(&name.as_str()));
    Ok(item)
}

fn attribute_of(schema: &EntitySchema, field: &str) -> Option<&'static str> {
    schema.fields.iter().find(|known| known.field == field)?.attribute
}

/// Whether an item with the key and the number alone is one of the entity.
fn is_a_counter(schema: &EntitySchema, field: &str, texts: &[(&'static str, Option<String>)]) -> bool {
    schema.fields.iter().all(|known| {
        known.optional
            || known.attribute.is_none()
            || known.field == field
            || known.role != Role::Plain && known.role != Role::Ttl
            || texts.iter().any(|(name, _)| *name == known.field)
    })
}
