//! `db.reconcile(..)`

use std::marker::PhantomData;

use super::Change;
use crate::codec::Item;
use crate::companion::{Companion, derive, key_of};
use crate::db::Db;
use crate::entity::{Table, TableCode, entity_of};
use crate::maintain::Report;
use crate::op::{builders, operation};
use crate::schema::TableLayout;
use crate::wire::{About, Running, run};
use crate::write::{count_off, reconcile};

impl Db {
    /// Reconciles the companions of a record after a change that the table's stream reports: for records that other
    /// programs write, for items that expire, and for writes that were interrupted.
    ///
    /// ```
    /// # use doc_tables::readers::*; example(async |db| {
    /// use dynamo_core::stream::Change;
    ///
    /// lose(&db, "BRANCH#north", "READER#ann").await; // deletes a pointer, as another program would
    /// let change = Change::<Readers>::from_images(None, Some(ann().to_item()?))?; // or from a stream
    /// db.reconcile(&change).await?;
    /// assert!(db.get(Visitor::key("north", "ann")).await?.is_some());
    /// # Ok(()) });
    /// ```
    ///
    /// Reads the record as it is now, so changes may be delivered repeatedly and in any order: the last one delivered
    /// finds the result of the last write. Counters are updated in the transaction of their edge, so that only edges
    /// which expired are counted off here: once for the sequence number of the record, however often it is delivered.
    pub fn reconcile<T: Table>(&self, change: &Change<T>) -> Reconcile<T> {
        let event = change.sequence.clone().filter(|_| change.expired);
        Reconcile { db: self.clone(), images: change.images.clone(), event, table: PhantomData }
    }
}

/// Reconciles the companions of a record: see [`Db::reconcile`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Reconcile<T> {
    db: Db,
    images: Images,
    /// The sequence number of a record that DynamoDB deleted because it had expired.
    event: Option<String>,
    table: PhantomData<fn() -> T>,
}

/// The item before and after the change.
type Images = (Option<Item>, Option<Item>);

impl<T: Table> Reconcile<T> {
    fn run(self, metered: bool) -> Running<Report> {
        start(self.db, (self.images, self.event), T::LAYOUT, T::CODE, metered)
    }
}

fn start(
    db: Db,
    (images, event): (Images, Option<String>),
    layout: &'static TableLayout,
    code: &'static TableCode,
    metered: bool,
) -> Running<Report> {
    run(About { table: layout.table, ..About::new("reconcile") }, metered, move |meter| async move {
        let (old, new) = images;
        let Some(image) = new.as_ref().or(old.as_ref()) else { return Ok(Report::default()) };
        let code = entity_of(layout, &code.all(), image).filter(|code| code.companions.is_some());
        let Some(code) = code else { return Ok(Report::default()) };
        // Companions of either image may still exist, even if neither is the latest one.
        let mut before: Vec<Companion> = Vec::new();
        for image in [&old, &new].into_iter().flatten() {
            before.extend(derive(code, image)?);
        }
        let mut reconciled = reconcile(&db, code, &key_of(layout, image), &before, true, &meter).await?;
        if let (Some(event), Some(old), None) = (event, &old, &new) {
            reconciled.written += count_off(&db, code, old, &format!("expired#{event}"), &meter).await?;
        }
        Ok(Report::of_record(reconciled))
    })
}

operation!([T: Table] Reconcile<T> => Report, "db.reconcile(&dynamo_core::stream::Change::<Readers>::from_images(None, Some(ann().to_item()?))?)", "readers", Ok);

builders! {
    [T] Reconcile<T>: "Reconcile" { db, images, event, table };
}
