//! Writes items of an older schema version again, as the current one, before anything else is done with them.

use std::collections::BTreeSet;

use super::Returns;
use super::clauses::Clauses;
use super::fetch::read_with_revision;
use super::limits::{ITEM, item_size, value_size};
use super::patch::Patch;
use super::pending::{Remaining, complete};
use super::reconcile::reconcile;
use super::request::{Act, Target, WriteRequest};
use super::send::{Unsent, alone, is_reason, new_token, transaction};
use super::steps::step_request;
use crate::codec::Item;
use crate::companion::{Companion, CompanionForm, CompanionStep, Former, Pending, TERMS, former, key_of};
use crate::db::Db;
use crate::entity::{EntityCode, current};
use crate::error::Error;
use crate::expr::Node;
use crate::schema::EntitySchema;
use crate::schema::reserved::{OWN_TTL, PENDING, REVISION, SCHEMA_VERSION};
use crate::wire::Meter;

/// Upgrades an item that was read, after completing a pending record.
pub(crate) async fn renew(db: &Db, code: &'static EntityCode, item: &Item, meter: &Meter) -> Result<(), Error> {
    if let Some(remaining) = Remaining::of(db, code, item)? {
        return complete(db, remaining, meter).await;
    }
    match current(code, item)? {
        Some(new) => Box::pin(store_upgraded(db, code, item, new, meter)).await.map(drop),
        None => Ok(()),
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
    let CompanionForm::Counter(counting) = &counter.kind else { return Ok(false) };
    if current(counting.code, item)?.is_none() {
        return Ok(false);
    }
    Box::pin(renew(db, counting.code, item, meter)).await.map(|()| true)
}

/// Changes an item into its new form; returns false if what was read has changed meanwhile.
async fn replace(db: &Db, schema: &'static EntitySchema, old: &Item, new: &Item, meter: &Meter) -> Result<bool, Error> {
    let Some(update) = replacement(db, schema, old, new, meter).await? else { return Ok(false) };
    match alone(db, &update, Returns::Nothing, false, meter).await {
        Ok(_) => Ok(true),
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
    let fields =
        schema.fields.iter().flat_map(|field| field.attribute.into_iter().chain(field.aliases.iter().copied()));
    let known = fields.chain(schema.layout.ttl).chain([PENDING, OWN_TTL, SCHEMA_VERSION]);
    let names: BTreeSet<&str> = known.chain(old.keys().map(String::as_str)).filter(|name| *name != REVISION).collect();
    let condition = if names.len() > TERMS {
        let Some(mut found) = read_with_revision(db, &target, meter).await? else { return Ok(None) };
        let revision = Node::same(REVISION, found.remove(REVISION).as_ref());
        let without_revision = |name: &&String| *name != REVISION;
        let mut names = found.keys().filter(without_revision).chain(old.keys().filter(without_revision));
        if !names.all(|name| found.get(name) == old.get(name)) {
            return Ok(None);
        }
        Some(revision)
    } else {
        Node::all(names.into_iter().map(|name| Node::same(name.to_owned(), old.get(name))))
    };
    let act = Act::Update(target.key(), Patch::new(old, new).into_changes());
    WriteRequest::new(act, &target, Clauses::unchanged(condition)).map(Some)
}
