//! The entities of a table, and which of them are companions of which.

use std::collections::{HashMap, HashSet};

use super::counters::Tally;
use crate::codec::Item;
use crate::companion::{Drift, DriftKind, Id, Pending, derive, id_of, owner_of};
use crate::db::Db;
use crate::entity::{CompanionKind, CompanionRole, EntityCode, TableCode, entity_of, is_own, is_token};
use crate::error::Error;
use crate::schema::TableLayout;
use crate::wire::Meter;
use crate::write::{Reconciled, is_consistent, read_all, reconcile, reconcile_orphan};

pub(super) struct Catalog {
    layout: &'static TableLayout,
    entities: Vec<&'static EntityCode>,
    /// Kinds of companions, each with the entity that it is derived from.
    kinds: Vec<(&'static EntityCode, CompanionKind)>,
    counters: Vec<CompanionKind>,
}

impl Catalog {
    pub(super) fn new(layout: &'static TableLayout, code: &'static TableCode) -> Self {
        let entities = code.all();
        let of_entity = |code: &'static EntityCode| {
            let kinds = code.companions.map_or(&[][..], |companions| companions.kinds);
            kinds.iter().map(move |kind| (code, *kind))
        };
        let kinds = entities.iter().copied().flat_map(of_entity);
        let (counters, kinds): (Vec<_>, Vec<_>) = kinds.partition(|(_, kind)| kind.is_counter());
        let counters = counters.into_iter().map(|(_, kind)| kind).collect();
        Self { layout, entities, kinds, counters }
    }

    /// Returns the entity of an item.
    pub(super) fn entity(&self, item: &Item) -> Option<&'static EntityCode> {
        entity_of(self.layout, &self.entities, item)
    }

    pub(super) fn entities(&self) -> &[&'static EntityCode] {
        &self.entities
    }

    /// Compares items with their companions, and companions with their records; with `repairs`, corrects them.
    pub(super) async fn compare(
        &self,
        db: &Db,
        items: &[Item],
        tally: &mut Tally,
        repairs: bool,
        meter: &Meter,
    ) -> Result<Reconciled, Error> {
        let (mut records, mut companions, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Reconciled::default();
        for item in items {
            let Some(code) = self.entity(item) else {
                tally.strangers |= !is_token(self.layout, item);
                continue;
            };
            let schema = code.schema;
            if code.companions.is_some() {
                let Ok(expected) = derive(code, item) else {
                    all.drift.push(Drift::new(DriftKind::Unreadable, schema, &id_of(self.layout, item)));
                    tally.unreadable = true;
                    continue;
                };
                tally.record(item, &expected);
                wanted.extend(expected.iter().map(|companion| (companion.schema.layout, companion.key())));
                records.push((code, item, expected));
            }
            for kind in self.counters.iter().filter(|kind| kind.schema.id == schema.id) {
                tally.counter(code, kind, item);
            }
            for (owner_code, kind) in self.kinds.iter().filter(|(_, kind)| kind.schema.id == schema.id) {
                if let Some(owner) = owner_of(owner_code.schema, kind, item) {
                    let layout = owner_code.schema.layout;
                    companions.push((*owner_code, kind, item, id_of(layout, &owner)));
                    wanted.push((layout, owner));
                }
            }
        }
        let mut seen = HashSet::new();
        wanted.retain(|(layout, key)| seen.insert(id_of(layout, key)));
        let found = read_all(db, wanted, meter).await?;
        // An apparent difference may be a concurrent write: `reconcile` reads the record again.
        for (code, item, expected) in records {
            if Pending::of(item).is_some() || !is_consistent(&expected, &found) {
                all.add(reconcile(db, code, item, &[], repairs, meter).await?);
            }
        }
        let mut owners: HashMap<&Id, HashSet<Id>> = HashMap::new();
        let mut claimed: HashSet<Id> = HashSet::new();
        for (code, kind, item, owner) in &companions {
            if !owners.contains_key(owner) {
                // A record that cannot be read may claim the companion.
                let expected = found.get(owner).filter(|record| is_own(code.schema, record));
                let expected = expected.map(|record| derive(code, record)).transpose();
                let Ok(expected) = expected else {
                    claimed.insert(id_of(kind.schema.layout, item));
                    continue;
                };
                owners.insert(owner, expected.unwrap_or_default().into_iter().map(|companion| companion.id).collect());
            }
            let id = id_of(kind.schema.layout, item);
            if owners.get(owner).is_some_and(|ids| ids.contains(&id)) {
                claimed.insert(id);
            }
        }
        // Several entities may have locks of one kind: a claim by any of them is enough.
        for (code, kind, item, _) in companions {
            if !claimed.insert(id_of(kind.schema.layout, item)) {
                continue;
            }
            if let CompanionRole::Lock = kind.role {
                // A record of an entity that the table does not know may hold it.
                tally.locks.push((code, *kind, item.clone()));
            } else {
                all.add(reconcile_orphan(db, code, kind, item, repairs, meter).await?);
            }
        }
        Ok(all)
    }
}
