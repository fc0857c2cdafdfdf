//! `db.verify()` and `db.repair()`

use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;

use super::mend::{Mended, in_step, mend, mend_orphan, read_all};
use super::walk::{Progress, Walk};
use super::{About, Meter, Operation, awaitable};
use crate::codec::texts_of_item;
use crate::key::IntoKey;
use crate::schema::{EntitySchema, TableLayout, identify};
use crate::sync::{Drift, DriftKind, HeldKind, Id, Mark, Rules, id_of};
use crate::{Cursor, Db, Entity, Error, Item, Table};

impl Db {
    /// Looks through a whole table for pointers and locks that are out of step with their records, and changes nothing.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let report = db.verify::<App>().rate(500).progress(|so_far| println!("{}", so_far.checked)).await?;
    /// for drift in report.drift() {
    ///     println!("{drift}");
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Every item is read, so it costs what a scan does, and what it takes to read the pointers.
    pub fn verify<T: Table>(&self) -> Audit<T> {
        Audit { walk: Walk::new(self, T::LAYOUT), mends: false, table: PhantomData }
    }

    /// Looks through a whole table as [`verify`](Self::verify) does, and puts right what it finds: missing and stale
    /// pointers are written, orphaned ones deleted, unfinished writes finished.
    ///
    /// Records may be written meanwhile: each is put right only while it is what it was when it was read.
    pub fn repair<T: Table>(&self) -> Audit<T> {
        Audit { walk: Walk::new(self, T::LAYOUT), mends: true, table: PhantomData }
    }

    /// Looks for what is out of step with one record, and changes nothing.
    pub fn verify_record<K: IntoKey>(&self, key: K) -> AuditRecord<K::Entity> {
        AuditRecord { db: self.clone(), key: key.into_key(), mends: false }
    }

    /// Puts right what is out of step with one record.
    pub fn repair_record<K: IntoKey>(&self, key: K) -> AuditRecord<K::Entity> {
        AuditRecord { db: self.clone(), key: key.into_key(), mends: true }
    }
}

/// A walk through a table, for what is out of step: see [`Db::verify`] and [`Db::repair`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Audit<T> {
    walk: Walk,
    mends: bool,
    table: PhantomData<fn() -> T>,
}

impl<T: Table> Audit<T> {
    /// At most so many items a second.
    pub fn rate(mut self, items: u32) -> Self {
        self.walk.rate = Some(items);
        self
    }

    /// Is told after each page how far it is.
    pub fn progress(mut self, tell: impl FnMut(&Progress) + Send + 'static) -> Self {
        self.walk.tell = Some(Box::new(tell));
        self
    }

    /// Goes on where another one was: see [`Progress::next`].
    pub fn after(mut self, cursor: &Cursor) -> Self {
        self.walk.after = Some(cursor.clone());
        self
    }
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    checked: u64,
    written: u64,
    drift: Vec<Drift>,
}

impl Report {
    pub(crate) fn of_record(mended: Mended) -> Self {
        Self { checked: 1, written: mended.written, drift: mended.drift }
    }

    /// How many items were looked at.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.checked
    }

    /// How many items were written or deleted.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// What was out of step.
    #[must_use]
    pub fn drift(&self) -> &[Drift] {
        &self.drift
    }

    /// Whether everything was in step.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.drift.is_empty()
    }
}

/// Who makes what, in a table.
pub(super) struct Makers {
    layout: &'static TableLayout,
    entities: Vec<&'static EntitySchema>,
    held: Vec<(&'static Rules, HeldKind)>,
}

impl Makers {
    pub(super) fn of<T: Table>() -> Self {
        let entities: Vec<_> = T::SCHEMA.all_entities().collect();
        let rules = entities.iter().filter_map(|entity| entity.rules);
        let held = rules.flat_map(|rules| (rules.held)().kinds().iter().map(|kind| (rules, *kind)).collect::<Vec<_>>());
        Self { layout: T::LAYOUT, held: held.filter(|(_, kind)| !kind.counter).collect(), entities }
    }

    pub(super) fn entity(&self, item: &Item) -> Option<&'static EntitySchema> {
        let texts = texts_of_item(self.layout, item);
        identify(self.layout, self.entities.iter().copied(), &texts).map(|at| self.entities[at])
    }

    /// What is wrong with the items of a page, as makers of others or as made by others.
    async fn look(&self, db: &Db, items: &[Item], mends: bool, meter: &Meter) -> Result<Mended, Error> {
        let (mut makers, mut made, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Mended::default();
        for item in items {
            let Some(schema) = self.entity(item) else { continue };
            if let Some(rules) = schema.rules {
                let Ok(expected) = (rules.derive)(item) else {
                    all.drift.push(Drift::new(DriftKind::Unreadable, schema, &id_of(self.layout, item)));
                    continue;
                };
                wanted.extend(expected.iter().map(|companion| (companion.layout, companion.key.clone())));
                makers.push((rules, item, expected));
            }
            for (rules, kind) in self.held.iter().filter(|(_, kind)| kind.schema.id == schema.id) {
                if let Some(owner) = (kind.owner)(item) {
                    let (_, layout) = (rules.schema)();
                    made.push((*rules, kind, item, id_of(layout, &owner)));
                    wanted.push((layout, owner));
                }
            }
        }
        let mut seen = HashSet::new();
        wanted.retain(|(layout, key)| seen.insert(id_of(layout, key)));
        let found = read_all(db, wanted, meter).await?;
        // What seems to be wrong may have been written meanwhile: it is read again then.
        for (rules, item, expected) in makers {
            if Mark::of(item).is_some() || !in_step(&expected, &found) {
                all.add(mend(db, rules, item, &[], mends, meter).await?);
            }
        }
        let mut owners: HashMap<&Id, HashSet<Id>> = HashMap::new();
        let mut claimed: HashSet<Id> = HashSet::new();
        for (rules, kind, item, owner) in &made {
            if !owners.contains_key(owner) {
                // An owner that cannot be read may claim it.
                let expected = found.get(owner).map(rules.derive).transpose();
                let Ok(expected) = expected else {
                    claimed.insert(id_of(kind.layout, item));
                    continue;
                };
                owners.insert(owner, expected.unwrap_or_default().into_iter().map(|companion| companion.id).collect());
            }
            let id = id_of(kind.layout, item);
            if owners.get(owner).is_some_and(|ids| ids.contains(&id)) {
                claimed.insert(id);
            }
        }
        // Several entities may have locks of one kind: it is enough that one of them claims it.
        for (rules, kind, item, _) in &made {
            if claimed.insert(id_of(kind.layout, item)) {
                all.add(mend_orphan(db, rules, kind, item, mends, meter).await?);
            }
        }
        Ok(all)
    }
}

impl<T: Table + 'static> Operation for Audit<T> {
    type Output = Report;

    fn about(&self) -> About {
        let operation = if self.mends { "repair" } else { "verify" };
        About { operation, table: T::LAYOUT.table, entity: "", index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Report, Error> {
        let makers = Makers::of::<T>();
        let (db, mends) = (self.walk.db.clone(), self.mends);
        let (mut steps, fingerprint) = self.walk.begin("audit")?;
        let mut report = Report::default();
        while let Some(items) = steps.next(&meter).await? {
            let (found, written) = (report.drift.len(), report.written);
            let mended = makers.look(&db, &items, mends, &meter).await?;
            report.drift.extend(mended.drift);
            report.written += mended.written;
            let (found, written) = ((report.drift.len() - found) as u64, report.written - written);
            steps.done(fingerprint, found, written).await?;
        }
        report.checked = steps.progress.checked;
        Ok(report)
    }
}

awaitable!([T: Table + 'static] Audit<T>);

/// One record and what goes with it: see [`Db::verify_record`] and [`Db::repair_record`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct AuditRecord<E> {
    db: Db,
    key: Result<crate::Key<E>, Error>,
    mends: bool,
}

impl<E: Entity> Operation for AuditRecord<E> {
    type Output = Report;

    fn about(&self) -> About {
        let operation = if self.mends { "repair" } else { "verify" };
        About { operation, table: <E::Table as Table>::LAYOUT.table, entity: E::SCHEMA.name, index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Report, Error> {
        let key = self.key?.to_item();
        let Some(rules) = E::SCHEMA.rules else { return Ok(Report { checked: 1, ..Report::default() }) };
        mend(&self.db, rules, &key, &[], self.mends, &meter).await.map(Report::of_record)
    }
}

awaitable!([E: Entity] AuditRecord<E>);
