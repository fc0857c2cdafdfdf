//! Upgrades items of an older schema version before they are written again.

use std::collections::BTreeSet;

use super::Target;
use super::execute::is_reason;
use super::limits::{ITEM, item_size, value_size};
use super::patch::{Patch, read_with_revision, same};
use super::reconcile::reconcile;
use super::request::{WriteKind, WriteRequest};
use super::send::{Unsent, alone, new_token, transaction};
use super::settle::renew;
use super::steps::step_request;
use crate::codec::{AttributeValue, Item};
use crate::companion::{Companion, CompanionStep, Former, Kind, Pending, TERMS, former, is_deleted, key_of};
use crate::db::Db;
use crate::entity::{EntityCode, constant_value, upgraded, version_of};
use crate::error::Error;
use crate::expr::{Compare, Node, Path, Placeholders};
use crate::schema::reserved::{OWN_TTL, PENDING, REVISION, SCHEMA_VERSION};
use crate::schema::{EntitySchema, is_of_the_table};
use crate::wire::Meter;

/// Returns the item upgraded to the current schema version, if it is in an older one.
pub(crate) fn current(code: &EntityCode, item: &Item) -> Result<Option<Item>, Error> {
    if version_of(item) >= code.schema.version {
        return Ok(None);
    }
    rewritten(code, item).map(Some)
}

/// Returns the item as its entity writes it now. Keeps unknown attributes and removes the keys of indexes that the item
/// left.
pub(crate) fn rewritten(code: &EntityCode, item: &Item) -> Result<Item, Error> {
    let (schema, layout) = (code.schema, code.schema.layout);
    let mut new = match code.upgrade {
        Some(upgrade) => {
            let mut new = upgraded(schema, upgrade, item.clone())?;
            new.insert(SCHEMA_VERSION.to_owned(), AttributeValue::N(schema.version.to_string()));
            new
        }
        None => item.clone(),
    };
    // An upgrade may leave them out: they are not its own.
    new.extend(schema.constants.iter().map(|constant| (constant.name.text.to_owned(), constant_value(constant))));
    if code.rewrite.is_none() {
        return Ok(new);
    }
    let mut today = code.rewritten(new.clone())?;
    // A field has one attribute: the current one.
    for alias in schema.fields.iter().flat_map(|field| field.aliases) {
        new.remove(*alias);
    }
    let deleted = is_deleted(schema, &new);
    let keys = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(index.sk)).map(|key| key.name.text);
    for key in keys.filter(|key| !is_of_the_table(layout, key)) {
        // A softly deleted item is in no index.
        if deleted && !item.contains_key(key) {
            today.remove(key);
        }
        if !today.contains_key(key) && !schema.fields.iter().any(|field| field.attribute == Some(key)) {
            new.remove(key);
        }
    }
    new.extend(today);
    Ok(new)
}

/// Returns the condition that an item has at least this schema version; an item without one has the first.
pub(super) fn version_is(version: u32) -> Node {
    let path = || Node::Path(Path::new(SCHEMA_VERSION));
    let value = Node::Value(Ok(Some(AttributeValue::N(version.to_string()))));
    let same = Node::Compare(Box::new(path()), Compare::Ge, Box::new(value));
    if version > 1 {
        same
    } else {
        Node::Or(Box::new(same), Box::new(Node::Call("attribute_not_exists", vec![path()])))
    }
}

/// Writes an upgraded item over the one that was read, and reconciles its companions; returns false if the item has
/// changed meanwhile.
pub(crate) async fn store_upgraded(
    db: &Db,
    code: &'static EntityCode,
    old: &Item,
    mut new: Item,
    meter: &Meter,
) -> Result<bool, Error> {
    if code.companions.is_none() {
        return replace(db, code.schema, old, &new, meter).await;
    }
    // A pending record must be completed before it is upgraded.
    if Pending::of(old).is_some() {
        return Ok(false);
    }
    // The pending state says that all pointers must be written, and which of the older form must go.
    let Former { gone, bound } = former(code, old, &new)?;
    let pointers = gone.iter().filter(|companion| !companion.is_lock());
    let drop = pointers.map(|pointer| Ok((db.name_of(pointer.schema.layout)?.into_owned(), pointer.key())));
    let mut pending = Pending::new(false, drop.collect::<Result<_, Error>>()?);
    if item_size(&new) + PENDING.len() + value_size(&pending.to_value()) > ITEM {
        pending.drop.clear();
    }
    new.insert(PENDING.to_owned(), pending.to_value());
    let written = replace_with(db, code.schema, old, &new, bound, meter).await?;
    if written {
        reconcile(db, code, &key_of(code.schema.layout, old), &gone, true, meter).await?;
    }
    Ok(written)
}

/// Changes an item into its new form together with its locks and counters. A lock that another record holds, and a counter
/// that cannot change, are left to `verify`: an upgrade does not fail for what the older form allowed.
async fn replace_with(
    db: &Db,
    schema: &'static EntitySchema,
    old: &Item,
    new: &Item,
    mut bound: Vec<CompanionStep>,
    meter: &Meter,
) -> Result<bool, Error> {
    while !bound.is_empty() {
        let Some(own) = replacement(db, schema, old, new, meter).await? else { return Ok(false) };
        let steps = bound.iter().map(|step| step_request(db, step));
        let all = [Ok(own)].into_iter().chain(steps).collect::<Result<Vec<_>, Error>>()?;
        let reasons = match transaction(db, &all, &new_token(), meter).await {
            Ok(()) => return Ok(true),
            Err(Unsent::Cancelled(reasons)) if reasons.iter().flatten().all(is_reason) => reasons,
            Err(unsent) => return Err(unsent.into_error()),
        };
        let mut reasons = reasons.into_iter();
        if reasons.next().flatten().is_some() {
            return Ok(false);
        }
        let mut left = Vec::with_capacity(bound.len());
        for (step, reason) in bound.into_iter().zip(reasons) {
            let item = reason.as_ref().and_then(Error::failure).and_then(|failure| failure.item.as_ref());
            let renewed = match (&step, item) {
                (CompanionStep::Count(counter, _), Some(item)) => renew_counter(db, counter, item, meter).await?,
                _ => false,
            };
            if reason.is_none() || renewed {
                left.push(step);
            }
        }
        bound = left;
    }
    replace(db, schema, old, new, meter).await
}

/// Upgrades the item of a counter if it is of an older schema version; returns whether it is.
pub(super) async fn renew_counter(db: &Db, counter: &Companion, item: &Item, meter: &Meter) -> Result<bool, Error> {
    let Kind::Counter(counting) = &counter.kind else { return Ok(false) };
    if current(counting.code, item)?.is_none() {
        return Ok(false);
    }
    Box::pin(renew(db, counting.code, item, meter)).await.map(|()| true)
}

/// Changes an item into its new form; returns false if what was read has changed meanwhile.
async fn replace(db: &Db, schema: &'static EntitySchema, old: &Item, new: &Item, meter: &Meter) -> Result<bool, Error> {
    let Some(update) = replacement(db, schema, old, new, meter).await? else { return Ok(false) };
    match alone(db, &update, false, meter).await {
        Ok(()) => Ok(true),
        Err(Error::ConditionFailed(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Builds the request that changes an item into its new form, if it has not changed since it was read; `None` if it has.
/// Attributes that another writer added meanwhile stay.
async fn replacement(
    db: &Db,
    schema: &'static EntitySchema,
    old: &Item,
    new: &Item,
    meter: &Meter,
) -> Result<Option<WriteRequest>, Error> {
    let target = Target::of_item(db, "backfill", schema, old)?;
    let mut placeholders = Placeholders::default();
    let fields =
        schema.fields.iter().flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
    let known = fields.chain(schema.layout.ttl).chain([PENDING, OWN_TTL, SCHEMA_VERSION]);
    let names: BTreeSet<&str> = known.chain(old.keys().map(String::as_str)).filter(|name| *name != REVISION).collect();
    let condition = if names.len() > TERMS {
        let Some(mut found) = read_with_revision(db, &target, meter).await? else { return Ok(None) };
        let revision = same(REVISION, found.remove(REVISION).as_ref(), &mut placeholders);
        let without_revision = |name: &&String| *name != REVISION;
        let is_same = found.keys().filter(without_revision).chain(old.keys().filter(without_revision));
        if !is_same.into_iter().all(|name| found.get(name) == old.get(name)) {
            return Ok(None);
        }
        revision
    } else {
        let terms = names.into_iter().map(|name| same(name, old.get(name), &mut placeholders));
        terms.collect::<Vec<_>>().join(" AND ")
    };
    let kind = WriteKind::Update { key: target.key(), expression: Patch::new(old, new).render(&mut placeholders) };
    Ok(Some(WriteRequest::new(kind, &target).with(Some(condition), placeholders)))
}
