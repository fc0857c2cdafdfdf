//! Compares one record with its companions, and corrects them.

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::types::KeysAndAttributes;

use super::Target;
use super::request::{WriteKind, WriteRequest, incomplete};
use super::send::{Unsent, new_token, transaction};
use super::settle::{Remaining, chunks, complete, fetch};
use super::steps::step_request;
use crate::client::{ATTEMPTS, Hook, Meter, pause, send};
use crate::codec::same_item;
use crate::companion::{
    Companion, Drift, DriftKind, Id, Kind, Pending, Step, derive, id_of, key_of, owner_of, unchanged,
};
use crate::db::Db;
use crate::entity::{CompanionKind, EntityCode};
use crate::error::{Error, Request, classify};
use crate::expr::Placeholders;
use crate::schema::{Item, TableLayout};

/// DynamoDB's limit of keys in a batch.
const KEYS: usize = 100;

/// What was out of step, and how many items were written for it.
#[derive(Debug, Default)]
pub(crate) struct Reconciled {
    pub(crate) drift: Vec<Drift>,
    pub(crate) written: u64,
}

impl Reconciled {
    pub(crate) fn add(&mut self, more: Self) {
        self.drift.extend(more.drift);
        self.written += more.written;
    }
}

/// Compares what goes with a record with what should, and with `write` puts it right. `gone` is what may have gone with it
/// before, and must not be left.
pub(crate) async fn reconcile(
    db: &Db,
    code: &'static EntityCode,
    key: &Item,
    gone: &[Companion],
    write: bool,
    meter: &Meter,
) -> Result<Reconciled, Error> {
    let schema = code.schema;
    let target = Target::of_item(db, "repair", schema, key)?;
    let mut reconciled = Reconciled::default();
    for attempt in 0..ATTEMPTS {
        let current = fetch(db, &target.request, &target.key(), meter).await?;
        if let Some(item) = &current
            && Pending::of(item).is_some()
        {
            reconciled.drift.push(Drift::new(DriftKind::Unfinished, schema, &target.id));
            if !write {
                return Ok(reconciled);
            }
            if let Some(remaining) = Remaining::of(db, code, item)? {
                complete(db, remaining, meter).await?;
                reconciled.written += 1;
            }
            continue;
        }
        let expected = current.as_ref().map(|item| derive(code, item)).transpose()?.unwrap_or_default();
        let (drift, steps) = compare(db, code, &target, expected, gone, meter).await?;
        if !write && !drift.is_empty() && !is_still(db, &target, current.as_ref(), meter).await? {
            // It was written while its pointers were read.
            meter.retried();
            pause(attempt).await;
            continue;
        }
        if !write || steps.is_empty() {
            reconciled.drift.extend(drift);
            return Ok(reconciled);
        }
        let count = steps.len() as u64;
        let condition = still(&target, current.as_ref())?;
        if send_steps(db, &condition, steps, meter).await? {
            reconciled.drift.extend(drift);
            reconciled.written += count;
            return Ok(reconciled);
        }
        // Someone else wrote the record meanwhile.
        meter.retried();
        pause(attempt).await;
    }
    let fact = format_args!("`{}` changes too often to be repaired now", schema.name);
    Err(Error::refused(fact, "its writers keep it in step: try again later"))
}

/// Whether the record is still what it was.
async fn is_still(db: &Db, target: &Target, known: Option<&Item>, meter: &Meter) -> Result<bool, Error> {
    Ok(match (fetch(db, &target.request, &target.key(), meter).await?, known) {
        (Some(found), Some(known)) => same_item(&found, known),
        (found, known) => found.is_none() && known.is_none(),
    })
}

/// That the record is still what it was, as a condition.
fn still(target: &Target, current: Option<&Item>) -> Result<WriteRequest, Error> {
    let mut placeholders = Placeholders::default();
    let condition = unchanged(target.schema, current).render(target.schema, &mut placeholders)?;
    Ok(WriteRequest::new(WriteKind::Check { key: target.key() }, target).with(Some(condition), placeholders))
}

async fn send_steps(db: &Db, condition: &WriteRequest, steps: Vec<Step>, meter: &Meter) -> Result<bool, Error> {
    let actions = steps.iter().map(|step| step_request(db, step)).collect::<Result<Vec<_>, _>>()?;
    for chunk in chunks(&actions) {
        let all: Vec<_> = [condition.clone()].into_iter().chain(chunk.iter().cloned()).collect();
        match transaction(db, &all, &new_token(), meter).await {
            Ok(()) => {}
            Err(Unsent::Cancelled(reasons))
                if reasons.iter().flatten().any(|error| matches!(error, Error::ConditionFailed(_))) =>
            {
                return Ok(false);
            }
            Err(unsent) => return Err(unsent.into_error()),
        }
    }
    Ok(true)
}

/// What differs, and what to do about it.
async fn compare(
    db: &Db,
    code: &'static EntityCode,
    target: &Target,
    expected: Vec<Companion>,
    gone: &[Companion],
    meter: &Meter,
) -> Result<(Vec<Drift>, Vec<Step>), Error> {
    let expected: Vec<_> = expected.into_iter().filter(|companion| !companion.is_counter()).collect();
    let mut seen: HashSet<Id> = expected.iter().map(|companion| companion.id.clone()).collect();
    let gone = gone.iter().filter(|companion| !companion.is_counter());
    let gone: Vec<_> = gone.filter(|companion| seen.insert(companion.id.clone())).cloned().collect();
    let wanted = expected.iter().chain(&gone).map(|companion| (companion.schema.layout, companion.key()));
    let found = read_all(db, wanted.collect(), meter).await?;
    let (mut drift, mut steps) = (Vec::new(), Vec::new());
    for companion in expected {
        let is_lock = companion.is_lock();
        let kind = match found.get(&companion.id) {
            None => DriftKind::Missing,
            Some(item) if same_item(item, &companion.item) => continue,
            Some(item) if is_lock && is_of(code, &companion, item, target) != Some(true) => DriftKind::Contested,
            Some(_) => DriftKind::Stale,
        };
        drift.push(Drift::new(kind, companion.schema, &companion.id));
        match kind {
            DriftKind::Contested => {}
            DriftKind::Missing if is_lock => steps.push(Step::Take(companion)),
            _ => steps.push(Step::Put(companion)),
        }
    }
    for companion in gone {
        let Some(item) = found.get(&companion.id) else { continue };
        // A value that it had may be another record's by now, and one that does not say whose it is may be too.
        if companion.is_lock() && is_of(code, &companion, item, target) != Some(true) {
            continue;
        }
        drift.push(Drift::new(DriftKind::Orphaned, companion.schema, &companion.id));
        steps.push(Step::DropFound(Companion { item: item.clone(), ..companion }));
    }
    Ok((drift, steps))
}

/// Whether a lock goes with the record, if it says so.
fn is_of(code: &EntityCode, lock: &Companion, item: &Item, target: &Target) -> Option<bool> {
    let kinds = code.companions.map_or(&[][..], |companions| companions.kinds);
    let kind = kinds.iter().find(|kind| kind.schema.id == lock.schema.id)?;
    owner_of(code.schema, kind, item).map(|owner| owner == target.key())
}

/// An item that goes with a record, as it was found: deleted if the record does not say so, or is not there.
pub(crate) async fn reconcile_orphan(
    db: &Db,
    code: &'static EntityCode,
    kind: &CompanionKind,
    item: &Item,
    write: bool,
    meter: &Meter,
) -> Result<Reconciled, Error> {
    let schema = code.schema;
    let Some(owner) = owner_of(schema, kind, item) else { return Ok(Reconciled::default()) };
    let (id, key) = (id_of(kind.schema.layout, item), key_of(kind.schema.layout, item));
    let target = Target::of_item(db, "repair", schema, &owner)?;
    let asked = Request::new("repair", &db.name_of(kind.schema.layout)?).entity(kind.schema);
    for attempt in 0..ATTEMPTS {
        // It may be gone by now, or be another's.
        if !fetch(db, &asked, &key, meter).await?.is_some_and(|found| same_item(&found, item)) {
            return Ok(Reconciled::default());
        }
        let current = fetch(db, &target.request, &target.key(), meter).await?;
        let expected = match &current {
            // Whoever finishes it sees to this one too.
            Some(item) if Pending::of(item).is_some() => return Ok(Reconciled::default()),
            Some(item) => derive(code, item)?,
            None => Vec::new(),
        };
        if expected.iter().any(|companion| companion.id == id) {
            return Ok(Reconciled::default());
        }
        let drift = vec![Drift::new(DriftKind::Orphaned, kind.schema, &id)];
        if !write {
            return Ok(Reconciled { drift, written: 0 });
        }
        let lone = Companion::new(Kind::Pointer, kind.schema, id.clone(), item.clone());
        let condition = still(&target, current.as_ref())?;
        if send_steps(db, &condition, vec![Step::DropFound(lone)], meter).await? {
            return Ok(Reconciled { drift, written: 1 });
        }
        meter.retried();
        pause(attempt).await;
    }
    Ok(Reconciled::default())
}

/// Whether what goes with a record, of which this was found, is as it should be.
pub(crate) fn is_consistent(expected: &[Companion], found: &HashMap<Id, Item>) -> bool {
    let expected = expected.iter().filter(|companion| !companion.is_counter());
    expected.into_iter().all(|companion| found.get(&companion.id).is_some_and(|item| same_item(item, &companion.item)))
}

/// Reads items as they were last written.
pub(crate) async fn read_all(
    db: &Db,
    wanted: Vec<(&'static TableLayout, Item)>,
    meter: &Meter,
) -> Result<HashMap<Id, Item>, Error> {
    let mut found = HashMap::with_capacity(wanted.len());
    for chunk in wanted.chunks(KEYS) {
        let mut requests: HashMap<String, KeysAndAttributes> = HashMap::new();
        // A table and one that extends it have one name.
        let mut layouts: HashMap<String, Vec<&'static TableLayout>> = HashMap::new();
        let mut tables: HashMap<String, Vec<Item>> = HashMap::new();
        for (layout, key) in chunk {
            let table = db.name_of(layout)?.into_owned();
            layouts.entry(table.clone()).or_default().push(layout);
            let keys = tables.entry(table).or_default();
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        for (table, keys) in tables {
            let keys = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true).build();
            requests.insert(table, keys.map_err(incomplete)?);
        }
        let mut attempt = 0;
        while !requests.is_empty() {
            let table = requests.keys().next().cloned().unwrap_or_default();
            let hook = Hook::counting();
            let sent = send!(db.client().batch_get_item().set_request_items(Some(requests.clone())), hook, meter);
            let asked = || Request::new("batch_get", &table);
            let answer = sent.map_err(|error| classify(asked(), &error, None, hook.answered()))?;
            meter.read_all(answer.consumed_capacity());
            for (table, items) in answer.responses.unwrap_or_default() {
                for layout in layouts.get(&table).into_iter().flatten() {
                    found.extend(items.iter().map(|item| (id_of(layout, item), item.clone())));
                }
            }
            requests = answer.unprocessed_keys.unwrap_or_default();
            if !requests.is_empty() {
                attempt += 1;
                if attempt == ATTEMPTS {
                    return Err(Error::refused(
                        "DynamoDB left out keys again and again",
                        "try again later, more slowly",
                    ));
                }
                meter.retried();
                pause(attempt).await;
            }
        }
    }
    Ok(found)
}
