//! What writes cost.

use dynamo_core::inspect::is_written_alone;
use dynamo_core::schema::{EntitySchema, FieldSchema, Part, Role, TableSchema};
use serde::Serialize;

use super::change::{Change, entries, indexes, units, with_managed};
use super::companions::{companions, pending, uses};
use super::prices::Prices;
use super::size::Sizes;

/// The actions of a transaction.
const ACTIONS: f64 = 100.0;

/// What is done to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WriteKind {
    /// It is created.
    Create,
    /// Fields of it are set.
    Update,
    /// It is deleted.
    Delete,
}

/// The cost of one kind of write of one record, with its index entries and its companions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WriteCost {
    /// What is done.
    pub write: WriteKind,
    /// The fields that an update sets, one of them at a time: each costs the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<&'static str>,
    /// How many index entries of the record are written. One that gets another key is deleted, and another one is put.
    pub index_entries: u64,
    /// How many writes of companions come with it, those of a lock or a pointer that gets another key counted twice.
    pub companions: f64,
    /// The requests: a read, where companions are compared with what they were, and one transaction for every hundred actions.
    pub requests: u64,
    /// The read units, of a consistent read.
    pub read_units: f64,
    /// The write units.
    pub write_units: f64,
    /// How often in a second it is done, where that is declared.
    pub rate: Option<f64>,
    /// Dollars a month at that rate.
    pub dollars: Option<f64>,
}

/// The cost of writing the records of an entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntityCost {
    /// The entity.
    pub entity: &'static str,
    /// The bytes of an item.
    pub item_size: u64,
    /// In how many indexes an item is.
    pub index_entries: u64,
    /// How many companions a record has: as many of a kind as its `load(items = ..)` and that of the record say, and
    /// otherwise one.
    pub companions: f64,
    /// Whether it is written with the records of other entities alone, and paid for with them.
    pub companion: bool,
    /// A create, the updates, those of one field each, and a delete; none of a companion.
    pub writes: Vec<WriteCost>,
    /// Dollars a month for those whose rate is declared.
    pub dollars: Option<f64>,
}

impl EntityCost {
    /// Returns what a create costs.
    #[must_use]
    pub fn create(&self) -> Option<&WriteCost> {
        self.writes.iter().find(|write| write.write == WriteKind::Create)
    }

    /// Returns what a delete costs.
    #[must_use]
    pub fn delete(&self) -> Option<&WriteCost> {
        self.writes.iter().find(|write| write.write == WriteKind::Delete)
    }

    /// Returns what an update of one field costs; `None` if updates do not set it.
    #[must_use]
    pub fn update(&self, field: &str) -> Option<&WriteCost> {
        self.writes.iter().find(|write| write.fields.contains(&field))
    }
}

/// Returns what it costs to write a record of an entity: to create it, to set each of its fields, and to delete it.
///
/// A write that changes companions is a transaction, which is charged twice for items, and once for entries of indexes. Where
/// it has more than a hundred actions, it is several: the first leaves the record pending, each of the others checks that it
/// is, and the last one writes or deletes it a second time. Items have the same size before and after an update, and numbers
/// that are counted are there already.
///
/// ```
/// use dynamo_core::prelude::*;
/// use dynamo_tools::cost::{Prices, Sizes, write_costs};
///
/// #[derive(Table)]
/// #[table(name = "app", pk = "PK", sk = "SK")]
/// #[index(by_state, name = "ByState", pk = "StatePK", sk = "StateSK")]
/// pub enum App {
///     Task(Task),
/// }
///
/// #[derive(Entity)]
/// #[entity(table = App, pk = "TASK#<id>", sk = "META", by_state = ("STATE#<state>", "TASK#<id>"))]
/// pub struct Task {
///     id: String,
///     state: String,
///     text: String,
/// }
///
/// let costs = write_costs(App::SCHEMA, App::SCHEMA.entities[0], &Sizes::default(), &Prices::included()?);
/// // The item and its entry; an entry with another key is deleted, and another one is put.
/// assert_eq!(costs.update("text").map(|cost| cost.write_units), Some(2.0));
/// assert_eq!(costs.update("state").map(|cost| cost.write_units), Some(3.0));
/// # Ok::<(), dynamo_tools::ToolError>(())
/// ```
#[must_use]
pub fn write_costs(table: &TableSchema, entity: &EntitySchema, sizes: &Sizes, prices: &Prices) -> EntityCost {
    let is_alone = is_written_alone(table, entity);
    let mut updates: Vec<WriteCost> = Vec::new();
    for field in entity.fields.iter().filter(|field| is_alone && is_updated(entity, field)) {
        let changed = with_managed(entity, field.field);
        let cost = one(table, entity, sizes, WriteKind::Update, Change::Fields(&changed));
        let alike = |known: &&mut WriteCost| WriteCost { fields: Vec::new(), ..(*known).clone() } == cost;
        match updates.iter_mut().find(alike) {
            Some(known) => known.fields.push(field.field),
            None => updates.push(WriteCost { fields: vec![field.field], ..cost }),
        }
    }
    updates.sort_by(|a, b| a.write_units.total_cmp(&b.write_units).then(a.read_units.total_cmp(&b.read_units)));
    let mut writes = Vec::new();
    if is_alone {
        writes.push(one(table, entity, sizes, WriteKind::Create, Change::Put));
        writes.extend(updates);
        writes.push(one(table, entity, sizes, WriteKind::Delete, Change::Delete));
    }
    set_rates(&mut writes, entity, prices);
    let declared = entity.load.has_writes();
    EntityCost {
        entity: entity.name,
        item_size: sizes.item(entity),
        index_entries: indexes(entity).len() as u64,
        // The sum of nothing is -0.
        companions: uses(table, entity).iter().map(|(.., count)| count).sum::<f64>() + 0.0,
        companion: !is_alone,
        dollars: declared.then(|| writes.iter().filter_map(|write| write.dollars).sum::<f64>() + 0.0),
        writes,
    }
}

/// Whether updates set a field: it is no part of the primary key, not immutable, and not set by the library.
fn is_updated(entity: &EntitySchema, field: &FieldSchema) -> bool {
    let in_key = [Some(&entity.pk), entity.sk.as_ref()]
        .into_iter()
        .flatten()
        .any(|spec| spec.parts().iter().any(|part| matches!(part, Part::Field(part) if part.field == field.field)));
    let is_free = matches!(field.role, Role::Plain | Role::Ttl);
    !entity.write_once && field.attribute.is_some() && is_free && !field.immutable && !in_key
}

/// Gives each write the rate that the entity declares, and its price.
fn set_rates(writes: &mut [WriteCost], entity: &EntitySchema, prices: &Prices) {
    let load = &entity.load;
    if !load.has_writes() {
        return;
    }
    // The cheapest update comes first: of fields that no key and no companion has, where there are any.
    let plain = writes.iter().position(|write| write.write == WriteKind::Update);
    for (at, write) in writes.iter_mut().enumerate() {
        let rate = match write.write {
            WriteKind::Create => load.creates,
            WriteKind::Delete => load.deletes,
            WriteKind::Update => {
                let named = load.updates_of.iter().filter(|(field, _)| write.fields.contains(field));
                let rates = named.map(|(_, rate)| *rate).chain(load.updates.filter(|_| plain == Some(at)));
                Some(rates.sum::<f64>() + 0.0)
            }
        };
        let rate = rate.unwrap_or(0.0);
        write.rate = Some(rate);
        write.dollars = Some(prices.month(rate * write.read_units, rate * write.write_units));
    }
}

/// What one write costs.
fn one(table: &TableSchema, entity: &EntitySchema, sizes: &Sizes, write: WriteKind, change: Change<'_>) -> WriteCost {
    let size = sizes.item(entity);
    let own = entries(sizes, entity, change, 0);
    let cost = WriteCost {
        write,
        fields: Vec::new(),
        index_entries: own.count,
        companions: 0.0,
        requests: 1,
        read_units: 0.0,
        write_units: units(size) + own.units,
        rate: None,
        dollars: None,
    };
    // An index key with `updated_at` and other fields moves with every update, which reads them.
    let moves = entity.updates_read && write == WriteKind::Update;
    if entity.companion_uses.is_empty() {
        let (reads, read_units) = if moves { (1, read_units(size)) } else { (0, 0.0) };
        return WriteCost { requests: 1 + reads, read_units, ..cost };
    }
    let beside = companions(table, entity, sizes, change);
    let (reads, read_units) = if beside.reads || moves { (1, read_units(size)) } else { (0, 0.0) };
    let cost = WriteCost { companions: beside.actions(), requests: 1 + reads, read_units, ..cost };
    // A record whose companions stay as they are is written by itself; one that is new might be there already.
    if beside.actions() <= 0.0 && write != WriteKind::Create {
        return cost;
    }
    let of_companions = beside.pointers.units + beside.locks.units + beside.counters.units;
    let room = ACTIONS - 1.0 - beside.locks.actions - beside.counters.actions;
    if beside.pointers.actions <= room {
        return WriteCost { write_units: 2.0 * units(size) + own.units + of_companions, ..cost };
    }
    let rest = beside.pointers.actions - room;
    let mut more = (rest / (ACTIONS - 1.0)).ceil();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A few kilobytes.
    let marked = pending() + beside.listed.ceil() as u64;
    let touched = |change| entries(sizes, entity, change, marked);
    let (first, last) = match change {
        Change::Delete => {
            // The locks of a record are freed with it, at the end.
            let of_last = rest - (more - 1.0) * (ACTIONS - 1.0);
            more += if of_last + beside.locks.actions < ACTIONS { 0.0 } else { 1.0 };
            (touched(Change::Fields(&[])), touched(change))
        }
        _ => (touched(change), touched(Change::Fields(&[]))),
    };
    WriteCost {
        index_entries: first.count + last.count,
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A whole number from 1 on.
        requests: cost.requests + more as u64,
        write_units: 2.0 * units(size + marked) * (1.0 + more) + first.units + last.units + of_companions,
        ..cost
    }
}

/// What a consistent read of an item takes.
#[allow(clippy::cast_precision_loss)] // Sizes of items.
fn read_units(bytes: u64) -> f64 {
    bytes.div_ceil(4096).max(1) as f64
}
