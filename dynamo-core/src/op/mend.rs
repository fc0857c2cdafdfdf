//! One record and what goes with it: what is out of step, and putting it right.

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::types::{ConditionCheck, KeysAndAttributes, TransactWriteItem};

use super::Meter;
use super::finish::{Rest, chunks, fetch, finish};
use super::intent::{Action, Target};
use super::retry::{ATTEMPTS, pause};
use super::send::{Unsent, transaction};
use super::steps::step_action;
use super::transact::incomplete;
use super::write::Guard;
use crate::error::{Request, classify};
use crate::expr::{Placeholders, same_item};
use crate::schema::{EntitySchema, TableLayout};
use crate::sync::{Companion, Drift, DriftKind, HeldKind, Id, Kind, Mark, Rules, Step, id_of, key_of, unchanged};
use crate::wire::Hook;
use crate::{Db, Error, Item};

/// DynamoDB's limit of keys in a batch.
const KEYS: usize = 100;

/// What was out of step, and how many items were written for it.
#[derive(Debug, Default)]
pub(crate) struct Mended {
    pub(crate) drift: Vec<Drift>,
    pub(crate) written: u64,
}

impl Mended {
    pub(crate) fn add(&mut self, more: Self) {
        self.drift.extend(more.drift);
        self.written += more.written;
    }
}

/// Compares what goes with a record with what should, and with `write` puts it right. `gone` is what may have gone with it
/// before, and must not be left.
pub(crate) async fn mend(
    db: &Db,
    rules: &Rules,
    key: &Item,
    gone: &[Companion],
    write: bool,
    meter: &Meter,
) -> Result<Mended, Error> {
    let (schema, layout) = (rules.schema)();
    let target = Target::of_item(db, "repair", schema, layout, key)?;
    let mut mended = Mended::default();
    for attempt in 0..ATTEMPTS {
        let current = fetch(db, &target.request, &target.key(), meter).await?;
        if let Some(item) = &current
            && Mark::of(item).is_some()
        {
            mended.drift.push(Drift::new(DriftKind::Unfinished, schema, &target.id));
            if !write {
                return Ok(mended);
            }
            if let Some(rest) = Rest::of(db, rules, item)? {
                finish(db, rest, meter).await?;
                mended.written += 1;
            }
            continue;
        }
        let expected = current.as_ref().map(rules.derive).transpose()?.unwrap_or_default();
        let (drift, steps) = compare(db, rules, &target, expected, gone, meter).await?;
        if !write && !drift.is_empty() && !is_still(db, &target, current.as_ref(), meter).await? {
            // It was written while its pointers were read.
            meter.retried();
            pause(attempt).await;
            continue;
        }
        if !write || steps.is_empty() {
            mended.drift.extend(drift);
            return Ok(mended);
        }
        let count = steps.len() as u64;
        let condition = still(db, &target, schema, layout, current.as_ref())?;
        if send(db, &condition, steps, meter).await? {
            mended.drift.extend(drift);
            mended.written += count;
            return Ok(mended);
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
fn still(
    db: &Db,
    target: &Target,
    schema: &'static EntitySchema,
    layout: &'static TableLayout,
    current: Option<&Item>,
) -> Result<Action, Error> {
    let mut placeholders = Placeholders::default();
    let condition = unchanged(layout, schema, current).render_for(schema, &mut placeholders)?;
    let check = ConditionCheck::builder()
        .table_name(db.name_of(layout)?)
        .set_key(Some(target.key()))
        .condition_expression(condition)
        .set_expression_attribute_names(placeholders.names())
        .set_expression_attribute_values(placeholders.values())
        .build()
        .map_err(incomplete)?;
    Ok(Action::new(TransactWriteItem::builder().condition_check(check).build(), target, Guard::default()))
}

/// Whether all steps were carried out; not if the record, or a lock, changed meanwhile.
async fn send(db: &Db, condition: &Action, steps: Vec<Step>, meter: &Meter) -> Result<bool, Error> {
    let actions = steps.iter().map(|step| step_action(db, step)).collect::<Result<Vec<_>, _>>()?;
    for chunk in chunks(&actions) {
        let all: Vec<_> = [condition.clone()].into_iter().chain(chunk.iter().cloned()).collect();
        match transaction(db, &all, &format!("{:032x}", fastrand::u128(..)), meter).await {
            Ok(()) => {}
            Err(Unsent::Cancelled(reasons))
                if reasons.iter().flatten().any(|error| matches!(error, Error::Condition(_))) =>
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
    rules: &Rules,
    target: &Target,
    expected: Vec<Companion>,
    gone: &[Companion],
    meter: &Meter,
) -> Result<(Vec<Drift>, Vec<Step>), Error> {
    let expected: Vec<_> =
        expected.into_iter().filter(|companion| !matches!(companion.kind, Kind::Counter(_))).collect();
    let mut seen: HashSet<Id> = expected.iter().map(|companion| companion.id.clone()).collect();
    let gone = gone.iter().filter(|companion| !matches!(companion.kind, Kind::Counter(_)));
    let gone: Vec<_> = gone.filter(|companion| seen.insert(companion.id.clone())).cloned().collect();
    let wanted = expected.iter().chain(&gone).map(|companion| (companion.layout, companion.key.clone()));
    let found = read_all(db, wanted.collect(), meter).await?;
    let held = (rules.held)();
    let (mut drift, mut steps) = (Vec::new(), Vec::new());
    for companion in expected {
        let is_lock = matches!(companion.kind, Kind::Lock { .. });
        let kind = match found.get(&companion.id) {
            None => DriftKind::Missing,
            Some(item) if same_item(item, &companion.item) => continue,
            Some(item) if is_lock && is_of(&held, &companion, item, target) != Some(true) => DriftKind::Contested,
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
        if matches!(companion.kind, Kind::Lock { .. }) && is_of(&held, &companion, item, target) != Some(true) {
            continue;
        }
        drift.push(Drift::new(DriftKind::Orphaned, companion.schema, &companion.id));
        steps.push(Step::DropFound(Companion { item: item.clone(), ..companion }));
    }
    Ok((drift, steps))
}

/// Whether a lock goes with the record, if it says so.
fn is_of(held: &crate::sync::Held, lock: &Companion, item: &Item, target: &Target) -> Option<bool> {
    let kind = held.kinds().iter().find(|kind| kind.schema.id == lock.schema.id)?;
    (kind.owner)(item).map(|owner| owner == target.key())
}

/// An item that goes with a record, as it was found: deleted if the record does not say so, or is not there.
pub(crate) async fn mend_orphan(
    db: &Db,
    rules: &Rules,
    kind: &HeldKind,
    item: &Item,
    write: bool,
    meter: &Meter,
) -> Result<Mended, Error> {
    let Some(owner) = (kind.owner)(item) else { return Ok(Mended::default()) };
    let (schema, layout) = (rules.schema)();
    let (id, key) = (id_of(kind.layout, item), key_of(kind.layout, item));
    let target = Target::of_item(db, "repair", schema, layout, &owner)?;
    let asked = Request::new("repair", &db.name_of(kind.layout)?).entity(kind.schema);
    for attempt in 0..ATTEMPTS {
        // It may be gone by now, or be another's.
        if !fetch(db, &asked, &key, meter).await?.is_some_and(|found| same_item(&found, item)) {
            return Ok(Mended::default());
        }
        let current = fetch(db, &target.request, &target.key(), meter).await?;
        let expected = match &current {
            // Whoever finishes it sees to this one too.
            Some(item) if Mark::of(item).is_some() => return Ok(Mended::default()),
            Some(item) => (rules.derive)(item)?,
            None => Vec::new(),
        };
        if expected.iter().any(|companion| companion.id == id) {
            return Ok(Mended::default());
        }
        let drift = vec![Drift::new(DriftKind::Orphaned, kind.schema, &id)];
        if !write {
            return Ok(Mended { drift, written: 0 });
        }
        let (kind, id, key, item) = (*kind, id.clone(), key.clone(), item.clone());
        let lone = Companion { kind: Kind::Pointer, schema: kind.schema, layout: kind.layout, key, id, item };
        let condition = still(db, &target, schema, layout, current.as_ref())?;
        if send(db, &condition, vec![Step::DropFound(lone)], meter).await? {
            return Ok(Mended { drift, written: 1 });
        }
        meter.retried();
        pause(attempt).await;
    }
    Ok(Mended::default())
}

/// Whether what goes with a record, of which this was found, is as it should be.
pub(crate) fn in_step(expected: &[Companion], found: &HashMap<Id, Item>) -> bool {
    let expected = expected.iter().filter(|companion| !matches!(companion.kind, Kind::Counter(_)));
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
            let builder = db.client().batch_get_item().set_request_items(Some(requests.clone()));
            let builder = builder.set_return_consumed_capacity(meter.asks());
            let sent = builder.customize().interceptor(hook.clone()).send().await;
            meter.sent(&hook);
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
