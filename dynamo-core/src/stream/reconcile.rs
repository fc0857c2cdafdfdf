//! `db.reconcile(..)`

use std::marker::PhantomData;

use super::Change;
use crate::client::{About, Running, run};
use crate::companion::{Companion, derive, key_of};
use crate::db::Db;
use crate::entity::{EntityCode, Table, TableCode, texts_of_item};
use crate::error::Error;
use crate::maintain::Report;
use crate::op::{opaque, operation};
use crate::schema::{Item, TableLayout, identify};
use crate::write::reconcile;

impl Db {
    /// Reconciles the companions of a record after a change that the table's stream reports: for records that other
    /// programs write, for items that expire, and for writes that were interrupted.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # use dynamo_core::stream::Change;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK", stream)]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db, changes: Vec<Change<App>>) -> Result<(), Error> {
    /// for change in &changes {
    ///     db.reconcile(change).await?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Reads the record as it is now, so changes may be delivered repeatedly and in any order: the last one delivered
    /// finds the result of the last write. Does not change counters, which are updated in the transaction of their
    /// edge.
    pub fn reconcile<T: Table>(&self, change: &Change<T>) -> Reconcile<T> {
        Reconcile { db: self.clone(), images: change.images.clone(), table: PhantomData }
    }
}

/// Reconciles the companions of a record: see [`Db::reconcile`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Reconcile<T> {
    db: Db,
    images: Images,
    table: PhantomData<fn() -> T>,
}

/// The item before and after the change.
type Images = (Option<Item>, Option<Item>);

impl<T: Table> Reconcile<T> {
    fn run(self, metered: bool) -> Running<Report> {
        start(self.db, self.images, T::LAYOUT, T::CODE, metered)
    }

    #[allow(clippy::unnecessary_wraps)] // `operation!` asks for a `finish` that may fail.
    fn finish(report: Report) -> Result<Report, Error> {
        Ok(report)
    }
}

fn start(
    db: Db,
    images: Images,
    layout: &'static TableLayout,
    code: &'static TableCode,
    metered: bool,
) -> Running<Report> {
    run(About { table: layout.table, ..About::new("reconcile") }, metered, move |meter| async move {
        let (old, new) = images;
        let Some(image) = new.as_ref().or(old.as_ref()) else { return Ok(Report::default()) };
        let entities: Vec<&'static EntityCode> = code.all();
        let at = identify(layout, entities.iter().map(|code| code.schema), &texts_of_item(layout, image));
        let Some(code) = at.map(|at| entities[at]).filter(|code| code.companions.is_some()) else {
            return Ok(Report::default());
        };
        // Companions of either image may still exist, even if neither is the latest one.
        let mut before: Vec<Companion> = Vec::new();
        for image in [&old, &new].into_iter().flatten() {
            before.extend(derive(code, image)?);
        }
        reconcile(&db, code, &key_of(layout, image), &before, true, &meter).await.map(Report::of_record)
    })
}

operation!([T: Table] Reconcile<T> => Report);

opaque! {
    [T] Reconcile<T>: "Reconcile";
}
