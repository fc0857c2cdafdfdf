//! Completes pending records: writes the companions that did not fit into the transaction of their record.

use std::collections::HashSet;

use super::limits::ACTIONS;
use super::patch::read_with_revision;
use super::plan::BYTES;
use super::request::{WriteKind, WriteRequest};
use super::send::{Unsent, new_token, transaction};
use super::steps::{drop_request, step_request};
use super::upgrade::{current, store_upgraded};
use super::{Target, Write};
use crate::codec::{AttributeValue, Item, canonical};
use crate::companion::{Companion, CompanionStep, Pending, derive, diff};
use crate::db::Db;
use crate::entity::EntityCode;
use crate::error::{Error, RequestInfo, Unfinished};
use crate::expr::Placeholders;
use crate::schema::reserved::PENDING;
use crate::wire::{ATTEMPTS, Meter, Operation, Request, RequestJson, pause};

/// The companions that remain to be written after the transaction of a record.
pub(crate) struct Remaining {
    target: Target,
    pending: Pending,
    steps: Vec<WriteRequest>,
    /// The locks of a deleted record, which go with it at the end: while it can be read, nobody may take its values.
    locks: Vec<WriteRequest>,
}

impl Remaining {
    pub(crate) fn new(target: &Target, pending: Pending, steps: Vec<WriteRequest>, locks: Vec<WriteRequest>) -> Self {
        Self { target: target.clone(), pending, steps, locks }
    }

    /// Returns what remains according to the pending state of an item.
    pub(crate) fn of(db: &Db, code: &'static EntityCode, item: &Item) -> Result<Option<Self>, Error> {
        let Some(pending) = Pending::of(item) else { return Ok(None) };
        let target = Target::of_item(db, "finish", code.schema, item)?;
        let (locks, companions): (Vec<_>, Vec<_>) = derive(code, item)?.into_iter().partition(Companion::is_lock);
        let locks = locks.into_iter().filter(|_| pending.gone).map(|lock| step_request(db, &CompanionStep::Free(lock)));
        let locks = locks.collect::<Result<_, _>>()?;
        let pointers = diff(Vec::new(), companions, true).pointers;
        let mut steps = Vec::with_capacity(pointers.len() + pending.drop.len());
        let mut kept = HashSet::new();
        for step in pointers {
            let CompanionStep::Put(pointer) = step else { continue };
            kept.insert((db.name_of(pointer.schema.layout)?.into_owned(), key_id(&pointer.key())));
            let step = if pending.gone { CompanionStep::Drop(pointer) } else { CompanionStep::Put(pointer) };
            steps.push(step_request(db, &step)?);
        }
        for (table, key) in &pending.drop {
            // A pointer that was to be deleted may have come back.
            if !kept.contains(&(table.clone(), key_id(key))) {
                steps.push(drop_request(table, key));
            }
        }
        Ok(Some(Self { target, pending, steps, locks }))
    }
}

fn key_id(key: &Item) -> String {
    canonical(&AttributeValue::M(key.clone()))
}

/// Writes the remaining companions, a hundred actions at a time, only while the record is still pending from the same
/// write, so that a slow writer does not overwrite a later one.
pub(crate) async fn complete(db: &Db, remaining: Remaining, meter: &Meter) -> Result<(), Error> {
    send(db, remaining, true, meter).await
}

/// Does the same, and leaves the record pending.
pub(crate) async fn advance(db: &Db, remaining: Remaining, meter: &Meter) -> Result<(), Error> {
    send(db, remaining, false, meter).await
}

async fn send(db: &Db, remaining: Remaining, completes: bool, meter: &Meter) -> Result<(), Error> {
    let Remaining { target, pending, steps, locks } = remaining;
    let mut chunks = chunks(&steps);
    let has_room = |chunk: &&[WriteRequest]| chunk.len() + locks.len() < ACTIONS;
    let last = if chunks.last().is_some_and(has_room) { chunks.pop().unwrap_or_default() } else { &[] };
    for chunk in chunks {
        if !send_part(db, &target, own_request(&target, &pending, false), chunk, &[], meter).await? {
            return Ok(());
        }
    }
    send_part(db, &target, own_request(&target, &pending, completes), last, &locks, meter).await.map(drop)
}

/// Sends one transaction; returns false if another writer has completed the record, or has written it again.
async fn send_part(
    db: &Db,
    target: &Target,
    own: WriteRequest,
    chunk: &[WriteRequest],
    locks: &[WriteRequest],
    meter: &Meter,
) -> Result<bool, Error> {
    let mut locks = locks.to_vec();
    loop {
        let writes: Vec<_> = [&own].into_iter().chain(chunk).chain(&locks).cloned().collect();
        let unsent = match retried(db, &writes, meter).await {
            Ok(()) => return Ok(true),
            Err(unsent) => unsent,
        };
        if let Unsent::Cancelled(reasons) = &unsent {
            let failed = |reason: &Option<Error>| matches!(reason, Some(Error::ConditionFailed(_)));
            if reasons.first().is_some_and(failed) {
                return Ok(false);
            }
            // A lock that another record holds is not the record's own.
            let mut foreign = reasons.iter().skip(1 + chunk.len()).map(failed);
            let before = locks.len();
            locks.retain(|_| !foreign.next().unwrap_or(false));
            if locks.len() < before {
                continue;
            }
        }
        let (entity, key) = (target.request.entity, target.request.key.clone());
        return Err(Error::Unfinished(Box::new(Unfinished { entity, key, cause: unsent.into_error() })));
    }
}

/// Splits requests so that each part fits into a transaction beside the record's own.
pub(crate) fn chunks(steps: &[WriteRequest]) -> Vec<&[WriteRequest]> {
    let mut chunks = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (at, step) in steps.iter().enumerate() {
        let more = step.weight();
        if at > start && (at - start == ACTIONS - 1 || bytes + more > BYTES) {
            chunks.push(&steps[start..at]);
            (start, bytes) = (at, 0);
        }
        bytes += more;
    }
    if start < steps.len() {
        chunks.push(&steps[start..]);
    }
    chunks
}

/// Sends a transaction, retrying it while it is throttled.
async fn retried(db: &Db, writes: &[WriteRequest], meter: &Meter) -> Result<(), Unsent> {
    let token = new_token();
    let mut attempt = 0;
    loop {
        match transaction(db, writes, &token, meter).await {
            Err(Unsent::Failed(Error::Throttled(_))) if attempt + 1 < ATTEMPTS => {
                meter.retried();
                pause(attempt).await;
                attempt += 1;
            }
            other => return other,
        }
    }
}

/// Builds the action on the record: checks that it is still pending from the same write; at the end, removes the
/// pending state, or deletes the record.
fn own_request(target: &Target, pending: &Pending, is_last: bool) -> WriteRequest {
    let mut placeholders = Placeholders::default();
    let condition = pending.condition(&mut placeholders);
    let key = target.key();
    let kind = match (is_last, pending.gone) {
        (false, _) => WriteKind::Check { key },
        (true, true) => WriteKind::Delete { key },
        (true, false) => WriteKind::Update { key, expression: format!("REMOVE {}", placeholders.name(PENDING)) },
    };
    WriteRequest::new(kind, target).with(Some(condition), placeholders)
}

/// Reads the item of a write, after completing a pending record and upgrading an older version.
pub(crate) async fn settle(db: &Db, write: &Write, meter: &Meter) -> Result<Option<Item>, Error> {
    let target = &write.target;
    loop {
        let item = if write.needs_revision() {
            read_with_revision(db, target, meter).await?
        } else {
            fetch(db, &target.request, &target.key(), meter).await?
        };
        let item = item.filter(|item| !write.guard.is_foreign(item));
        if let Some(old) = &item
            && Pending::of(old).is_none()
            && let Some(new) = write.upgraded(old)?
        {
            Box::pin(store_upgraded(db, write.code, old, new, meter)).await?;
            continue;
        }
        if write.companions().is_none() {
            return Ok(item);
        }
        match item.as_ref().map(|item| Remaining::of(db, write.code, item)).transpose()?.flatten() {
            Some(remaining) => complete(db, remaining, meter).await?,
            None => return Ok(item),
        }
    }
}

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

/// Reads an item with a strongly consistent read.
pub(crate) async fn fetch(db: &Db, request: &RequestInfo, key: &Item, meter: &Meter) -> Result<Option<Item>, Error> {
    let mut json = RequestJson::with_capacity(256);
    json.text("TableName", Some(&request.table));
    json.item("Key", Some(key));
    json.flag("ConsistentRead", true);
    let get = Request::new(Operation::GetItem, &request.table, json.end(meter));
    Ok(db.connection().read_items(get, &|| request.clone(), meter).await?.item)
}
