//! The companions that are written with a record, as `dynamo-core` plans them.

use dynamo_core::schema::{CompanionUse, EntitySchema, PointerSource, TableSchema};
use serde_json::json;

use super::change::{Change, counted, entries, units};
use super::size::{Sizes, item_size};
use crate::sample;

/// Actions of a transaction, and what they cost there.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) actions: f64,
    pub(super) units: f64,
}

impl Tally {
    fn add(&mut self, count: f64, units: f64) {
        self.actions += count;
        self.units += count * units;
    }
}

/// What is written with a record, and whether that is read first.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Companions {
    pub(super) pointers: Tally,
    pub(super) locks: Tally,
    pub(super) counters: Tally,
    /// Whether the record is read first, consistently: to compare its companions before and after.
    pub(super) reads: bool,
    /// The bytes of the keys of pointers that are deleted, as a pending record lists them.
    pub(super) listed: f64,
}

impl Companions {
    pub(super) fn actions(&self) -> f64 {
        self.pointers.actions + self.locks.actions + self.counters.actions
    }
}

/// How many companions of this kind a record has. A counter is one of many records.
#[allow(clippy::cast_precision_loss)] // Numbers of items.
pub(super) fn multiplicity(record: &EntitySchema, companion: &EntitySchema, used: &CompanionUse) -> f64 {
    match (record.load.items, companion.load.items, used.counts) {
        (Some(records), Some(companions), None) if records > 0 => companions as f64 / records as f64,
        _ => 1.0,
    }
}

/// The companions of an entity in its table. Numbers that are counted in one item change together.
pub(super) fn uses<'a>(
    table: &TableSchema,
    entity: &'a EntitySchema,
) -> Vec<(&'static EntitySchema, &'a CompanionUse, f64)> {
    let mut uses: Vec<(&'static EntitySchema, &CompanionUse, f64)> = Vec::new();
    for used in entity.companion_uses {
        let Some(companion) = table.all_entities().find(|other| other.id == used.entity) else { continue };
        let is_counted = |(_, known, _): &(_, &CompanionUse, _)| {
            known.counts.is_some() && used.counts.is_some() && known.entity == used.entity && known.key == used.key
        };
        if !uses.iter().any(is_counted) {
            uses.push((companion, used, multiplicity(entity, companion, used)));
        }
    }
    uses
}

/// What a transaction charges for an item: twice the item, and its index entries once.
fn charged(sizes: &Sizes, entity: &EntitySchema, change: Change<'_>) -> f64 {
    2.0 * units(sizes.item(entity)) + entries(sizes, entity, change, 0).units
}

/// What changes beside a record.
pub(super) fn companions(table: &TableSchema, record: &EntitySchema, sizes: &Sizes, change: Change<'_>) -> Companions {
    let mut all = Companions { reads: matches!(change, Change::Delete), ..Companions::default() };
    for (companion, used, count) in uses(table, record) {
        let charged = |change| charged(sizes, companion, change);
        match (used.counts, companion.pointer, change) {
            // The item of a counter is there already.
            (Some(number), _, Change::Put | Change::Delete) => {
                all.counters.add(1.0, charged(Change::Fields(&counted(companion, number))));
            }
            (None, Some(_), Change::Put | Change::Delete) => all.pointers.add(count, charged(change)),
            (None, None, Change::Put | Change::Delete) => all.locks.add(count, charged(change)),
            (Some(number), _, Change::Fields(fields)) if used.key.iter().any(|field| fields.contains(field)) => {
                all.reads = true;
                // Counted off in one item, and on in another.
                all.counters.add(2.0, charged(Change::Fields(&counted(companion, number))));
            }
            (Some(_), _, Change::Fields(_)) => {}
            (None, Some(source), Change::Fields(fields)) => {
                pointer(&mut all, (record, companion, count), &source, fields, sizes);
            }
            (None, None, Change::Fields(fields)) => {
                let held = companion.fields.iter().map(|field| field.field).filter(|field| fields.contains(field));
                let held: Vec<_> = held.collect();
                if used.key.iter().any(|field| fields.contains(field)) {
                    // The old value is freed, and the new one taken.
                    all.locks.add(2.0 * count, charged(Change::Put));
                } else if !held.is_empty() || expires(record, companion, fields) {
                    all.locks.add(count, charged(Change::Fields(&held)));
                }
                all.reads |= all.locks.actions > 0.0;
            }
        }
    }
    all
}

/// Whether a lock expires with its record, at another time now.
fn expires(record: &EntitySchema, lock: &EntitySchema, fields: &[&str]) -> bool {
    let Some(ttl) = record.layout.ttl.filter(|_| record.layout.id == lock.layout.id) else { return false };
    record.fields.iter().any(|field| field.attribute == Some(ttl) && fields.contains(&field.field))
}

/// What happens to the pointers of one kind if fields of their record change. One that a function makes is written only if
/// the function returns something else, which is not assumed.
fn pointer(
    all: &mut Companions,
    (record, pointer, count): (&EntitySchema, &EntitySchema, f64),
    source: &PointerSource,
    fields: &[&'static str],
    sizes: &Sizes,
) {
    all.reads |= source.fed_by.is_none_or(|fed_by| fields.iter().any(|field| fed_by.contains(field)));
    let charged = |change| charged(sizes, pointer, change);
    let each = source.each.map(|each| each.split('.').next().unwrap_or(each)).filter(|each| fields.contains(each));
    if let Some(each) = each {
        // Of a collection, one element comes or goes; another value of an option takes the place of the old one.
        let is_option = record.fields.iter().any(|field| field.field == each && field.optional);
        if is_option {
            all.listed += listed(pointer, sizes);
        }
        return all.pointers.add(if is_option { 2.0 } else { 1.0 }, charged(Change::Put));
    }
    let copied = source.copies.iter().filter(|(of, _)| fields.contains(of)).map(|(_, own)| *own);
    let copied: Vec<_> = copied.collect();
    if copied.is_empty() {
        return;
    }
    let keys = crate::keys::Sides::of_table(pointer);
    let mut in_key = keys.all().flat_map(|(_, spec)| crate::keys::fields(spec));
    if in_key.any(|part| copied.contains(&part.field)) {
        all.listed += count * listed(pointer, sizes);
        return all.pointers.add(2.0 * count, charged(Change::Put));
    }
    all.pointers.add(count, charged(Change::Fields(&copied)));
}

/// The bytes of a deleted pointer in the pending state of its record: its table and its key.
#[allow(clippy::cast_precision_loss)] // A key.
fn listed(pointer: &EntitySchema, sizes: &Sizes) -> f64 {
    let layout = pointer.layout;
    let names = [Some(layout.pk), layout.sk].map(|key| key.map(|key| key.name.text));
    let item = sizes.one(pointer).cloned().unwrap_or_else(|| sample::item(pointer));
    let key = item.into_iter().filter(|(name, _)| names.contains(&Some(name))).collect::<serde_json::Map<_, _>>();
    let entry = json!({"L": [{"M": {"table": {"S": layout.name}, "key": {"M": key}}}]});
    let empty = json!({"L": []});
    let size = |list| item_size(&[(String::new(), list)].into());
    (size(entry) - size(empty)) as f64
}

/// The bytes of the pending state of a record, without the pointers that it lists.
pub(super) fn pending() -> u64 {
    let state = json!({"M": {"id": {"S": "0".repeat(32)}, "gone": {"BOOL": false}, "drop": {"L": []}}});
    item_size(&[("_pending".to_owned(), state)].into())
}
