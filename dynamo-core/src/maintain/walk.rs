//! Walks through a whole table page by page, with a limited rate, and resumably.

use std::time::{Duration, Instant};

use crate::codec::Item;
use crate::db::Db;
use crate::error::{Error, RequestInfo};
use crate::query::{Cursor, Fingerprint, Start};
use crate::schema::TableLayout;
use crate::wire::{Meter, Operation, Request, RequestJson};

const PAGE: usize = 100;

/// The progress of a walk through a table.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How many items were checked.
    pub checked: u64,
    /// How many of them, or of their companions, differed from what they should be.
    pub found: u64,
    /// How many items were written or deleted.
    pub written: u64,
    /// Where to continue, should the program stop here; `None` at the end.
    pub next: Option<Cursor>,
}

type Tell = Box<dyn FnMut(&Progress) + Send>;

/// A walk through a table.
pub(crate) struct Walk {
    pub(crate) db: Db,
    pub(crate) layout: &'static TableLayout,
    /// The limit of items per second.
    pub(crate) rate: Option<u32>,
    pub(crate) after: Option<Cursor>,
    pub(crate) tell: Option<Tell>,
}

/// A walk in progress.
pub(crate) struct Steps {
    walk: Walk,
    table: String,
    start: Start,
    began: Instant,
    pub(crate) progress: Progress,
}

impl Walk {
    pub(crate) fn new(db: &Db, layout: &'static TableLayout) -> Self {
        Self { db: db.clone(), layout, rate: None, after: None, tell: None }
    }

    pub(crate) fn begin(self, operation: &str) -> Result<(Steps, u64), Error> {
        let table = self.db.name_of(self.layout)?.into_owned();
        let fingerprint = Fingerprint::new(operation, &table).finish();
        let start = match &self.after {
            Some(cursor) => cursor.starts(fingerprint, 1)?.into_iter().next().unwrap_or(Start::Beginning),
            None => Start::Beginning,
        };
        let steps = Steps { walk: self, table, start, began: Instant::now(), progress: Progress::default() };
        Ok((steps, fingerprint))
    }
}

impl Steps {
    /// Reads the next page of items; returns `None` at the end.
    pub(crate) async fn next(&mut self, meter: &Meter) -> Result<Option<Vec<Item>>, Error> {
        if self.start == Start::End {
            return Ok(None);
        }
        let mut json = RequestJson::with_capacity(512);
        json.text("TableName", Some(&self.table));
        json.flag("ConsistentRead", true);
        json.number("Limit", Some(PAGE));
        json.item("ExclusiveStartKey", self.start.key());
        let request = Request::new(Operation::Scan, &self.table, json.end(meter));
        let asked = || RequestInfo::new("scan", &self.table);
        let answer = self.walk.db.connection().read_items(request, &asked, meter).await?;
        self.start = answer.last.map_or(Start::End, Start::After);
        self.progress.checked += answer.items.len() as u64;
        Ok(Some(answer.items))
    }

    /// Completes a page: reports progress, and waits if the walk exceeds its rate.
    pub(crate) async fn done(&mut self, fingerprint: u64, found: u64, written: u64) -> Result<(), Error> {
        self.progress.found += found;
        self.progress.written += written;
        self.progress.next = match &self.start {
            Start::End => None,
            start => Some(Cursor::new(fingerprint, std::slice::from_ref(start))?),
        };
        if let Some(tell) = &mut self.walk.tell {
            tell(&self.progress);
        }
        if let (Some(rate), false) = (self.walk.rate, self.start == Start::End) {
            #[allow(clippy::cast_precision_loss)] // Nobody counts that far.
            let due = Duration::from_secs_f64(self.progress.checked as f64 / f64::from(rate.max(1)));
            tokio::time::sleep(due.saturating_sub(self.began.elapsed())).await;
        }
        Ok(())
    }
}

/// Adds `rate`, `progress` and `after` to an operation that walks through a table.
macro_rules! walking {
    ($op:ident) => {
        impl<T> $op<T> {
            /// Limits how many items are read per second.
            ///
            /// ```
            /// # use doc_tables::library::*; example(async |db| {
            /// let report = db.verify::<Library>().rate(200).await?; // at most 200 items per second
            /// assert_eq!(report.checked(), 3);
            /// # Ok(()) });
            /// ```
            pub fn rate(mut self, items: u32) -> Self {
                self.walk.rate = Some(items);
                self
            }

            /// Reports progress after each page.
            ///
            /// ```
            /// # use doc_tables::library::*; example(async |db| {
            /// let walk = db.verify::<Library>().progress(|so_far| println!("{} items", so_far.checked));
            /// assert_eq!(walk.await?.checked(), 3);
            /// # Ok(()) });
            /// ```
            pub fn progress(mut self, tell: impl FnMut(&super::Progress) + Send + 'static) -> Self {
                self.walk.tell = Some(Box::new(tell));
                self
            }

            /// Continues where another walk stopped: see [`Progress::next`](super::Progress::next).
            ///
            /// ```
            /// # use doc_tables::library::*; example(async |db| {
            /// let mut next = None;
            /// db.backfill::<Library>().progress(move |progress| next = progress.next.clone()).await?;
            /// // Later, with the cursor that was stored: db.backfill::<Library>().after(&cursor)
            /// # Ok(()) });
            /// ```
            pub fn after(mut self, cursor: impl crate::query::IntoCursor) -> Self {
                self.walk.after = cursor.into_cursor();
                self
            }
        }
    };
}

pub(super) use walking;
