//! Completes pending records: writes the companions that did not fit into the transaction of their record.

use std::collections::HashSet;

use super::clauses::Clauses;
use super::limits::{ACTIONS, BYTES};
use super::request::{Act, Target, WriteRequest};
use super::send::{Unsent, new_token, transaction};
use super::steps::{drop_request, step_request};
use crate::codec::{AttributeValue, Item, canonical};
use crate::companion::{Companion, CompanionStep, Pending, derive, diff};
use crate::db::Db;
use crate::entity::EntityCode;
use crate::error::{Error, Unfinished};
use crate::expr::Changes;
use crate::schema::reserved::PENDING;
use crate::wire::{Meter, Retry};

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
                steps.push(drop_request(table, key, &target)?);
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
        if !send_part(db, &target, own_request(&target, &pending, false)?, chunk, &[], meter).await? {
            return Ok(());
        }
    }
    send_part(db, &target, own_request(&target, &pending, completes)?, last, &locks, meter).await.map(drop)
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
    let (token, mut retry) = (new_token(), Retry::new());
    loop {
        match transaction(db, writes, &token, meter).await {
            Err(Unsent::Failed(Error::Throttled(_))) if retry.again(meter).await => {}
            sent => return sent,
        }
    }
}

/// Builds the action on the record: checks that it is still pending from the same write; at the end, removes the
/// pending state, or deletes the record.
fn own_request(target: &Target, pending: &Pending, is_last: bool) -> Result<WriteRequest, Error> {
    let key = target.key();
    let act = match (is_last, pending.gone) {
        (false, _) => Act::Check(key),
        (true, true) => Act::Delete(key),
        (true, false) => {
            let mut changes = Changes::new();
            changes.remove_value(PENDING);
            Act::Update(key, changes)
        }
    };
    WriteRequest::new(act, target, Clauses::unchanged(Some(pending.still())))
}
