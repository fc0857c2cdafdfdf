//! Counters compared with the records that they count.
//!
//! The walk through the table counts them. A number that differs then may have changed during the walk, so it is counted
//! once more in a second walk, over that counter alone; if it has changed meanwhile, it is busy, and not wrong.

use std::collections::HashMap;

use super::walk::Walk;
use crate::codec::{Item, same_if_any};
use crate::companion::{Companion, CompanionForm, Drift, DriftKind, Id, Pending, derive, id_of, key_item};
use crate::db::Db;
use crate::entity::{CompanionKind, CompanionRole, EntityCode, entity_of, is_token};
use crate::error::Error;
use crate::schema::TableLayout;
use crate::wire::Meter;
use crate::write::{Counter, Expiring, Reconciled, SEEN_MAX, read_all, reconcile_orphan};

/// The numbers of counters, as the records say.
#[derive(Default)]
pub(super) struct Tally {
    counters: HashMap<(Id, &'static str), (Counter, u64)>,
    /// Whether a record could not be read, so that nothing can be said of any number.
    pub(super) unreadable: bool,
    /// Whether there are items of entities that the table does not know, which may be counted too.
    pub(super) strangers: bool,
    /// Locks that no record claims.
    pub(super) locks: Vec<(&'static EntityCode, CompanionKind, Item)>,
}

impl Tally {
    /// Counts a record in its counters.
    pub(super) fn record(&mut self, record: &Item, companions: &[Companion]) {
        for companion in companions.iter().filter(|_| !Pending::is_gone(record)) {
            let CompanionForm::Counter(counting) = &companion.kind else { continue };
            let counter = || Counter {
                schema: companion.schema,
                code: counting.code,
                id: companion.id.clone(),
                attribute: counting.attribute,
                fresh: (!counting.existing).then(|| companion.item.clone()),
            };
            let key = (companion.id.clone(), counting.attribute);
            let entry = self.counters.entry(key).or_insert_with(|| (counter(), 0));
            entry.1 += 1;
            // The counter itself may have been found before.
            if entry.0.fresh.is_none() && !counting.existing {
                entry.0.fresh = Some(companion.item.clone());
            }
        }
    }

    /// Notes a counter that exists, though it may count nothing.
    pub(super) fn counter(&mut self, code: &'static EntityCode, kind: &CompanionKind, item: &Item) {
        let CompanionRole::Counter { number, .. } = kind.role else { return };
        let field = kind.schema.fields.iter().find(|field| field.field == number);
        let Some(attribute) = field.and_then(|field| field.attribute) else { return };
        let id = id_of(kind.schema.layout, item);
        let counter = Counter { schema: kind.schema, code, id: id.clone(), attribute, fresh: None };
        self.counters.entry((id, attribute)).or_insert((counter, 0));
    }

    /// Compares the locks that no record claims once more, after the walk. With `repairs`, deletes those that belong to
    /// none. Where there are items of entities that the table does not know, they may be theirs.
    pub(super) async fn locks(&mut self, again: &Recounting<'_>, repairs: bool, meter: &Meter) -> Result<Locks, Error> {
        let mut locks = Locks::default();
        let unclaimed = std::mem::take(&mut self.locks);
        // A lock is written with its record: whoever holds one of these is there by now.
        let strangers = !unclaimed.is_empty() && (self.strangers || again.has_strangers(meter).await?);
        for (code, kind, item) in unclaimed {
            let found = reconcile_orphan(again.db, code, &kind, &item, repairs && !strangers, meter).await?;
            if strangers {
                let id = id_of(kind.schema.layout, &item);
                locks.unclaimed.extend(found.drift.iter().map(|_| Drift::new(DriftKind::Unclaimed, kind.schema, &id)));
            } else {
                locks.reconciled.add(found);
            }
        }
        Ok(locks)
    }

    /// Compares the numbers with the counters. With `repairs`, sets those that are wrong.
    pub(super) async fn settle(self, again: &Recounting<'_>, repairs: bool, meter: &Meter) -> Result<Counted, Error> {
        let (mut counted, db) = (Counted::default(), again.db);
        if self.unreadable || self.strangers {
            return Ok(counted);
        }
        let suspects = self.suspects(db, meter).await?;
        if suspects.is_empty() {
            return Ok(counted);
        }
        let mut before = read(db, suspects.values(), meter).await?;
        if repairs {
            for counter in suspects.values().filter(|counter| counter.is_first(&suspects)) {
                before.insert(counter.id.clone(), counter.watch(db, meter).await?);
            }
        }
        let (from, records) = (db.now(), again.recount(&suspects, meter).await?);
        let until = db.now().epoch_second().min(from.epoch_second() + SOON);
        let after = read(db, suspects.values(), meter).await?;
        for counter in suspects.values().filter(|counter| counter.is_first(&suspects)) {
            let (before, after) = (before[&counter.id].as_ref(), after[&counter.id].as_ref());
            let drift = |kind| Drift::new(kind, counter.schema, &counter.id);
            if !same_if_any(before, after) {
                counted.busy.push(drift(DriftKind::Busy));
                continue;
            }
            // One item may have several numbers.
            let of_item = suspects.iter().filter(|((id, _), _)| *id == counter.id);
            let numbers: Vec<_> = of_item
                .map(|(key, counter)| {
                    let records = records.get(key).cloned().unwrap_or_default();
                    (counter, records.number, again.layout.ttl.map(|_| records.expiring))
                })
                .collect();
            let wrong = numbers.iter().filter(|(counter, records, _)| counter.number(after) != *records).count();
            let expiring = numbers.iter().filter_map(|(.., expiring)| expiring.as_ref());
            // More than can be remembered: it is left until DynamoDB has deleted some.
            if repairs && expiring.into_iter().any(|expiring| expiring.len() > SEEN_MAX) {
                counted.busy.push(drift(DriftKind::Busy));
                continue;
            }
            let kind = if after.is_none() { DriftKind::Missing } else { DriftKind::Miscounted };
            // Also where no number is wrong, since the mark has to go.
            let can = repairs && (after.is_some() || counter.fresh.is_some());
            if can && !counter.set(db, after, &numbers, (from, until), meter).await? {
                counted.busy.push(drift(DriftKind::Busy));
            } else if wrong > 0 {
                counted.reconciled.written += u64::from(can);
                counted.reconciled.drift.push(drift(kind));
            }
        }
        Ok(counted)
    }

    /// Returns the counters whose numbers are not those of the walk.
    async fn suspects(self, db: &Db, meter: &Meter) -> Result<Suspects, Error> {
        let found = read(db, self.counters.values().map(|(counter, _)| counter), meter).await?;
        let differ = self
            .counters
            .into_iter()
            .filter(|(key, (counter, records))| counter.number(found.get(&key.0).and_then(Option::as_ref)) != *records);
        Ok(differ.map(|(key, (counter, _))| (key, counter)).collect())
    }
}

/// The locks that were compared.
#[derive(Default)]
pub(super) struct Locks {
    pub(super) reconciled: Reconciled,
    /// Those that a record of an unknown entity may hold.
    pub(super) unclaimed: Vec<Drift>,
}

/// The counters that were compared.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) reconciled: Reconciled,
    /// Those that changed meanwhile.
    pub(super) busy: Vec<Drift>,
}

type ItemsById = HashMap<Id, Option<Item>>;
type Suspects = HashMap<(Id, &'static str), Counter>;

async fn read(db: &Db, counters: impl Iterator<Item = &Counter>, meter: &Meter) -> Result<ItemsById, Error> {
    let mut items: ItemsById = HashMap::new();
    let mut wanted = Vec::new();
    for counter in counters {
        if items.insert(counter.id.clone(), None).is_none() {
            wanted.push((counter.schema.layout, key_item(counter.schema.layout, &counter.id)));
        }
    }
    let found = read_all(db, wanted, meter).await?;
    items.extend(found.into_iter().map(|(id, item)| (id, Some(item))));
    Ok(items)
}

/// The records of one number, in a second walk.
#[derive(Default, Clone)]
struct RecordCount {
    number: u64,
    /// Those that have expired, or will before the walk ends.
    expiring: Vec<Expiring>,
}

/// For how many seconds a walk is expected to last.
const SOON: i64 = 24 * 3600;

/// What a second walk needs.
pub(super) struct Recounting<'a> {
    pub(super) db: &'a Db,
    pub(super) layout: &'static TableLayout,
    pub(super) rate: Option<u32>,
    pub(super) entities: &'a [&'static EntityCode],
}

impl Recounting<'_> {
    /// Returns whether there is an item of an entity that the table does not know.
    async fn has_strangers(&self, meter: &Meter) -> Result<bool, Error> {
        let walk = Walk { rate: self.rate, ..Walk::new(self.db, self.layout) };
        let (mut steps, fingerprint) = walk.begin("verify")?;
        while let Some(items) = steps.next(meter).await? {
            let is_stranger =
                |item: &Item| entity_of(self.layout, self.entities, item).is_none() && !is_token(self.layout, item);
            if items.iter().any(is_stranger) {
                return Ok(true);
            }
            steps.done(fingerprint, 0, 0).await?;
        }
        Ok(false)
    }

    /// Counts the records of some counters in another walk through the table.
    async fn recount(
        &self,
        suspects: &Suspects,
        meter: &Meter,
    ) -> Result<HashMap<(Id, &'static str), RecordCount>, Error> {
        let soon = self.db.now().epoch_second() + SOON;
        let walk = Walk { rate: self.rate, ..Walk::new(self.db, self.layout) };
        let (mut steps, fingerprint) = walk.begin("verify")?;
        let mut counts: HashMap<_, RecordCount> = HashMap::new();
        while let Some(items) = steps.next(meter).await? {
            for item in &items {
                let Some(code) = entity_of(self.layout, self.entities, item) else { continue };
                if Pending::is_gone(item) {
                    continue;
                }
                let expiring = Expiring::of(self.layout, item).filter(|expiring| expiring.until <= soon);
                for companion in derive(code, item)? {
                    let CompanionForm::Counter(counting) = &companion.kind else { continue };
                    let key = (companion.id, counting.attribute);
                    if suspects.contains_key(&key) {
                        let records = counts.entry(key).or_default();
                        records.number += 1;
                        records.expiring.extend(expiring.clone());
                    }
                }
            }
            steps.done(fingerprint, 0, 0).await?;
        }
        Ok(counts)
    }
}

impl Counter {
    /// Whether it is the first number of its item.
    fn is_first(&self, suspects: &Suspects) -> bool {
        let attributes = suspects.keys().filter(|(id, _)| *id == self.id).map(|(_, attribute)| *attribute);
        attributes.min() == Some(self.attribute)
    }
}
