//! `db.sync(..)`

use std::marker::PhantomData;

use super::Change;
use crate::codec::texts_of_item;
use crate::op::{About, Meter, Operation, Report, awaitable, mend};
use crate::schema::identify;
use crate::sync::key_of;
use crate::{Db, Error, Item, Table};

impl Db {
    /// Brings what goes with a record in step after a change of it, as the table's stream tells it: for records that
    /// others than this crate write, for items that expire, and for writes that broke off.
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
    ///     db.sync(change).await?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The record is read as it is now, so it does not matter how often a change is told, or in which order: the last one
    /// told finds what the last one written left. Counters are not changed: they count in the transaction of the edge.
    pub fn sync<T: Table>(&self, change: &Change<T>) -> Sync<T> {
        Sync { db: self.clone(), images: change.images.clone(), table: PhantomData }
    }
}

/// Brings in step what goes with a record: see [`Db::sync`].
#[must_use = "an operation does nothing until it is awaited"]
pub struct Sync<T> {
    db: Db,
    images: (Option<Item>, Option<Item>),
    table: PhantomData<fn() -> T>,
}

impl<T> std::fmt::Debug for Sync<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sync").finish_non_exhaustive()
    }
}

impl<T: Table + 'static> Operation for Sync<T> {
    type Output = Report;

    fn about(&self) -> About {
        About { operation: "sync", table: T::LAYOUT.table, entity: "", index: "" }
    }

    async fn run(self, meter: Meter) -> Result<Report, Error> {
        let (old, new) = self.images;
        let Some(image) = new.as_ref().or(old.as_ref()) else { return Ok(Report::default()) };
        let entities: Vec<_> = T::SCHEMA.all_entities().collect();
        let at = identify(T::LAYOUT, entities.iter().copied(), &texts_of_item(T::LAYOUT, image));
        let Some(rules) = at.and_then(|at| entities[at].rules) else { return Ok(Report::default()) };
        // What goes with either image may still be there, though neither is the last one.
        let mut before = old.as_ref().map(rules.derive).transpose()?.unwrap_or_default();
        before.extend(new.as_ref().map(rules.derive).transpose()?.unwrap_or_default());
        let key = key_of(T::LAYOUT, image);
        let mended = mend(&self.db, rules, &key, &before, true, &meter).await?;
        Ok(Report::of_record(mended))
    }
}

awaitable!([T: Table + 'static] Sync<T>);
