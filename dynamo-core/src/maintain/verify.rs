//! `db.verify()` and `db.repair()`

use std::marker::PhantomData;

use super::catalog::Catalog;
use super::counters::{Recounting, Tally};
use super::walk::{Walk, walking};
use crate::companion::{Drift, key_item};
use crate::db::Db;
use crate::entity::{Entity, EntityCode, IntoKey, Table, TableCode};
use crate::error::Error;
use crate::op::{builders, opaque, operation};
use crate::wire::{About, Meter, Running, run};
use crate::write::{Reconciled, reconcile};

impl Db {
    /// Verifies a whole table: finds pointers and locks that differ from their records, and counters that differ from the
    /// number of theirs, and changes nothing.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let report = db.verify::<Readers>().rate(500).progress(|so_far| println!("{}", so_far.checked)).await?;
    /// for drift in report.drift() {
    ///     println!("{drift}");
    /// }
    /// assert!(report.is_clean());
    /// # Ok(()) });
    /// ```
    ///
    /// Reads every item, so it costs as much as a scan, and as much as reading the companions. If a counter differs, a
    /// second scan decides whether it is wrong or has changed meanwhile ([`Report::busy`]). A walk that begins with a
    /// cursor leaves counters alone, and so does one that finds items which are none of the table's entities or cannot be
    /// read: they may be counted too. For the same reason, locks that no record claims are then [reported
    /// apart](Report::unclaimed) and left alone; a scan after the walk decides. Use the table that knows all entities.
    pub fn verify<T: Table>(&self) -> Verify<T> {
        Verify::new(self, false)
    }

    /// Verifies a whole table as [`verify`](Self::verify) does, and repairs what it finds: writes missing and stale
    /// companions, deletes orphaned ones, and completes pending records.
    ///
    /// Records may be written meanwhile: each is repaired only if it has not changed since it was read.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// lose(&db, "BRANCH#north", "READER#ann").await; // deletes a pointer, as another program would
    /// assert_eq!(db.repair::<Readers>().await?.written(), 1);
    /// assert!(db.verify::<Readers>().await?.is_clean());
    /// # Ok(()) });
    /// ```
    pub fn repair<T: Table>(&self) -> Verify<T> {
        Verify::new(self, true)
    }

    /// Verifies the companions of one record, and changes nothing.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// assert!(db.verify_record(Reader::key("ann")).await?.is_clean());
    /// # Ok(()) });
    /// ```
    pub fn verify_record<K: IntoKey>(&self, key: K) -> VerifyRecord<K::Entity> {
        VerifyRecord::new(self, key, false)
    }

    /// Repairs the companions of one record.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// lose(&db, "EMAIL#ann@example.com", "EMAIL").await; // deletes a lock, as another program would
    /// assert_eq!(db.repair_record(Reader::key("ann")).await?.written(), 1);
    /// assert!(db.get(EmailLock::key("ann@example.com")).await?.is_some());
    /// # Ok(()) });
    /// ```
    pub fn repair_record<K: IntoKey>(&self, key: K) -> VerifyRecord<K::Entity> {
        VerifyRecord::new(self, key, true)
    }
}

/// Verifies or repairs a table: see [`Db::verify`] and [`Db::repair`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Verify<T> {
    walk: Walk,
    code: &'static TableCode,
    repairs: bool,
    table: PhantomData<fn() -> T>,
}

walking!(Verify);

/// The result of verifying or repairing companions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    checked: u64,
    written: u64,
    drift: Vec<Drift>,
    busy: Vec<Drift>,
    unclaimed: Vec<Drift>,
}

impl Report {
    pub(crate) fn of_record(reconciled: Reconciled) -> Self {
        Self { checked: 1, written: reconciled.written, drift: reconciled.drift, ..Self::default() }
    }

    /// Returns how many items were checked.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let report = db.verify::<Readers>().await?;
    /// assert_eq!(report.checked(), 3); // a reader, her lock and her pointer
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.checked
    }

    /// Returns how many items were written or deleted.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let report = db.verify::<Library>().await?;
    /// assert_eq!(report.written(), 0);
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Returns the differences that were found.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// lose(&db, "BRANCH#north", "READER#ann").await; // deletes a pointer, as another program would
    /// let report = db.verify::<Readers>().await?;
    /// assert_eq!(report.drift()[0].entity(), "Visitor");
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn drift(&self) -> &[Drift] {
        &self.drift
    }

    /// Returns the counters that changed while their records were counted: nothing can be said of them, and another run
    /// may find them at rest.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let report = db.verify::<Readers>().await?;
    /// assert!(report.busy().is_empty()); // otherwise verify again
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn busy(&self) -> &[Drift] {
        &self.busy
    }

    /// Returns the locks that no record of the table's entities claims, while there are items of entities that the table
    /// does not know: they may be theirs. They are left alone; verify with the table that knows all entities.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// let report = db.verify::<Readers>().await?;
    /// assert!(report.unclaimed().is_empty()); // every item is one of an entity that `Readers` lists
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn unclaimed(&self) -> &[Drift] {
        &self.unclaimed
    }

    /// Returns whether no difference was found.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let report = db.verify::<Library>().await?;
    /// assert!(report.is_clean());
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.drift.is_empty()
    }
}

fn operation_of(repairs: bool) -> &'static str {
    if repairs { "repair" } else { "verify" }
}

impl<T: Table> Verify<T> {
    fn new(db: &Db, repairs: bool) -> Self {
        Self { walk: Walk::new(db, T::LAYOUT), code: T::CODE, repairs, table: PhantomData }
    }

    fn run(self, metered: bool) -> Running<Report> {
        let Self { walk, code, repairs, .. } = self;
        start(walk, code, repairs, metered)
    }
}

fn start(walk: Walk, code: &'static TableCode, repairs: bool, metered: bool) -> Running<Report> {
    let about = About { table: walk.layout.table, ..About::new(operation_of(repairs)) };
    run(about, metered, move |meter| async move { verify(walk, code, repairs, &meter).await })
}

async fn verify(walk: Walk, code: &'static TableCode, repairs: bool, meter: &Meter) -> Result<Report, Error> {
    let catalog = Catalog::new(walk.layout, code);
    let db = walk.db.clone();
    // One name for both operations, so that a cursor of either continues the other.
    let (layout, rate, is_whole) = (walk.layout, walk.rate, walk.after.is_none());
    let (mut steps, fingerprint) = walk.begin("verify")?;
    let (mut report, mut tally) = (Report::default(), Tally::default());
    while let Some(items) = steps.next(meter).await? {
        let found = catalog.compare(&db, &items, &mut tally, repairs, meter).await?;
        let (drift, written) = (found.drift.len() as u64, found.written);
        report.drift.extend(found.drift);
        report.written += written;
        steps.done(fingerprint, drift, written).await?;
    }
    report.checked = steps.progress.checked;
    let again = Recounting { db: &db, layout, rate, entities: catalog.entities() };
    let locks = tally.locks(&again, repairs, meter).await?;
    report.written += locks.reconciled.written;
    report.drift.extend(locks.reconciled.drift);
    report.unclaimed = locks.unclaimed;
    // A part of the table says nothing about a number.
    if is_whole {
        let counted = tally.settle(&again, repairs, meter).await?;
        report.written += counted.reconciled.written;
        report.drift.extend(counted.reconciled.drift);
        report.busy = counted.busy;
    }
    Ok(report)
}

operation!([T: Table] Verify<T> => Report, "db.verify::<Library>()", "library", Ok);

/// Verifies or repairs the companions of one record: see [`Db::verify_record`] and [`Db::repair_record`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct VerifyRecord<E> {
    db: Db,
    code: &'static EntityCode,
    key: Result<(String, Option<String>), Error>,
    repairs: bool,
    entity: PhantomData<fn() -> E>,
}

impl<E: Entity> VerifyRecord<E> {
    fn new(db: &Db, key: impl IntoKey<Entity = E>, repairs: bool) -> Self {
        Self { db: db.clone(), code: E::CODE, key: key.into_texts(), repairs, entity: PhantomData }
    }

    fn run(self, metered: bool) -> Running<Report> {
        start_record(self.db, self.code, self.key, self.repairs, metered)
    }
}

fn start_record(
    db: Db,
    code: &'static EntityCode,
    key: Result<(String, Option<String>), Error>,
    repairs: bool,
    metered: bool,
) -> Running<Report> {
    let about = About::entity(operation_of(repairs), code.schema);
    run(about, metered, move |meter| async move {
        let (pk, sk) = key?;
        if code.companions.is_none() {
            return Ok(Report { checked: 1, ..Report::default() });
        }
        let layout = code.schema.layout;
        let key = key_item(layout, &(layout.id, pk, sk));
        reconcile(&db, code, &key, &[], repairs, &meter).await.map(Report::of_record)
    })
}

operation!([E: Entity] VerifyRecord<E> => Report, "db.verify_record(Reader::key(\"ann\"))", "readers", Ok);

opaque! {
    [T] Verify<T>: "Verify";
}

builders! {
    [E] VerifyRecord<E>: "VerifyRecord" { db, code, key, repairs, entity };
}
