//! Deletes items softly, and restores them.

use std::time::Duration;

use super::managed::{deleted_at, touch};
use super::request::Target;
use crate::codec::{AttributeValue, Item};
use crate::companion::is_deleted;
use crate::entity::{Age, EntityCode, is_deleted_json};
use crate::error::{Error, Failure, InvalidKind};
use crate::key::Timestamp;
use crate::schema::reserved::OWN_TTL;
use crate::schema::{AttributeType, EntitySchema, Slot, is_of_the_table};

/// Returns the item without its index keys, and with an expiry.
pub(super) fn deleted(
    schema: &'static EntitySchema,
    mut item: Item,
    keep: Duration,
    now: Timestamp,
) -> Result<Item, Error> {
    let (deleted_at, ty, ttl) = attributes(schema)?;
    let is_own = |slot: &Slot| !slot.bare && !is_of_the_table(schema.layout, slot.attribute.name.text);
    // The item leaves every index: each has a key of its own, or the design does not compile.
    for slot in schema.slots.iter().filter(|slot| is_own(slot)) {
        item.remove(slot.attribute.name.text);
    }
    if !is_deleted(schema, &item)
        && let Some(own) = item.remove(ttl)
    {
        item.insert(OWN_TTL.to_owned(), own);
    }
    let keep = i64::try_from(keep.as_secs()).unwrap_or(i64::MAX);
    item.insert(ttl.to_owned(), AttributeValue::N(now.epoch_second().saturating_add(keep).to_string()));
    item.insert(deleted_at.to_owned(), now.as_attribute(ty));
    touch(schema, now, &mut item);
    Ok(item)
}

/// Returns the item without the soft delete.
pub(super) fn restored(code: &EntityCode, mut item: Item, now: Timestamp) -> Result<Item, Error> {
    let (deleted_at, _, ttl) = attributes(code.schema)?;
    if !is_deleted(code.schema, &item) {
        return Ok(item);
    }
    item.remove(deleted_at);
    item.remove(ttl);
    if let Some(own) = item.remove(OWN_TTL) {
        item.insert(ttl.to_owned(), own);
    }
    if code.rewrite.is_some() {
        let mut written = code.rewritten(item.clone())?;
        if Age::of(code.schema, &item) == Age::Later {
            // The rest is another program's.
            let keys = code.schema.slots.iter().filter(|slot| !slot.bare).map(|slot| slot.attribute.name.text);
            let keys: Vec<_> = keys.collect();
            written.retain(|name, _| keys.contains(&name.as_str()));
        } else {
            for alias in code.schema.fields.iter().flat_map(|field| field.aliases) {
                item.remove(*alias);
            }
        }
        item.extend(written);
    }
    touch(code.schema, now, &mut item);
    Ok(item)
}

/// Refuses to write a whole item that is softly deleted: index keys and companions would come back.
pub(super) fn refuse_deleted(
    schema: &'static EntitySchema,
    json: &[u8],
    target: impl FnOnce() -> Result<Target, Error>,
) -> Result<(), Error> {
    let Some((field, _)) = deleted_at(schema).filter(|_| is_deleted_json(schema, json).unwrap_or_default()) else {
        return Ok(());
    };
    let message = format!("`{}` is set by deleting and restoring: `restore` the item first", field.field);
    Err(Error::Deleted(Failure::of(target()?.request).with_message(message).into()))
}

/// Returns the attributes that a soft delete needs: `deleted_at`, its type, and the table's TTL.
pub(crate) fn attributes(schema: &EntitySchema) -> Result<(&'static str, AttributeType, &'static str), Error> {
    match (deleted_at(schema), schema.layout.ttl) {
        (Some((field, attribute)), Some(ttl)) => Ok((attribute, field.ty, ttl)),
        (None, _) => Err(Error::invalid(
            InvalidKind::Undeclared,
            format_args!("`{}` has no field that says when it was deleted", schema.name),
            "add `#[entity(deleted_at)] deleted_at: Option<Timestamp>`",
        )),
        (_, None) => Err(Error::invalid(
            InvalidKind::Undeclared,
            format_args!("items of `{}` do not expire", schema.layout.table),
            "add `ttl = \"..\"` to `#[table(..)]`",
        )),
    }
}
