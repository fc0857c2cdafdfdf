//! Asking, comparing with the model in memory, and adding up what it cost.

use std::fmt::Debug;
use std::future::IntoFuture;

use dynamo_core::prelude::*;
use dynamo_examples::Journal;

/// A pattern, and what all calls of it came to.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) pattern: &'static str,
    /// How often it was asked.
    pub(crate) calls: u32,
    /// How many items were found.
    pub(crate) items: f64,
    /// How many requests it took.
    pub(crate) requests: f64,
    /// In capacity units.
    pub(crate) units: f64,
    /// How many answers were not those of the model.
    pub(crate) wrong: u32,
    /// It reads the whole table, and is meant to.
    pub(crate) grows_by_design: bool,
}

/// Asks the database.
#[derive(Debug)]
pub(crate) struct Probe<'a> {
    /// The database.
    pub(crate) db: &'a Db,
    journal: Journal,
    samples: u32,
    random: fastrand::Rng,
    /// What came of it.
    pub(crate) rows: Vec<Row>,
}

impl<'a> Probe<'a> {
    /// The same seed asks the same.
    pub(crate) fn new(db: &'a Db, journal: Journal, samples: u32, seed: u64) -> Self {
        Self { db, journal, samples, random: fastrand::Rng::with_seed(seed), rows: Vec::new() }
    }

    /// Some of these.
    pub(crate) fn some<T: Clone>(&mut self, of: &[T]) -> Vec<T> {
        let one = |_| of.get(self.random.usize(..of.len().max(1))).cloned();
        (0..self.samples).filter_map(one).collect()
    }

    /// Asks once; the answer must be what is expected, in this order.
    pub(crate) async fn ordered<T, Q>(
        &mut self,
        pattern: &'static str,
        expected: Vec<T>,
        asking: Q,
    ) -> Result<(), Error>
    where
        T: PartialEq + Debug,
        Q: IntoFuture,
        Q::Output: IntoAnswer<T>,
    {
        self.listed(pattern, expected, async { asking.into_future().await.into_answer() }).await
    }

    /// The same of several operations, or of a part of their answer.
    pub(crate) async fn listed<T: PartialEq + Debug>(
        &mut self,
        pattern: &'static str,
        expected: Vec<T>,
        asking: impl Future<Output = Result<Vec<T>, Error>>,
    ) -> Result<(), Error> {
        let _ = self.journal.take();
        let found = asking.await?;
        let steps = self.journal.take();
        let at = self.rows.iter().position(|row| row.pattern == pattern).unwrap_or_else(|| {
            self.rows.push(Row {
                pattern,
                calls: 0,
                items: 0.0,
                requests: 0.0,
                units: 0.0,
                wrong: 0,
                grows_by_design: false,
            });
            self.rows.len() - 1
        });
        let row = &mut self.rows[at];
        row.calls += 1;
        row.wrong += u32::from(found != expected);
        row.items += f64::from(u32::try_from(found.len()).unwrap_or(u32::MAX));
        row.requests +=
            steps.iter().map(|step| f64::from(u32::try_from(step.requests).unwrap_or(u32::MAX))).sum::<f64>();
        row.units += steps.iter().map(|step| step.capacity).sum::<f64>();
        Ok(())
    }

    /// The last pattern reads the whole table, and is meant to.
    pub(crate) fn grows_by_design(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.grows_by_design = true;
        }
    }
}

/// What operations give, as a list.
pub(crate) trait IntoAnswer<T> {
    /// The items.
    fn into_answer(self) -> Result<Vec<T>, Error>;
}

impl<T> IntoAnswer<T> for Result<Page<T>, Error> {
    fn into_answer(self) -> Result<Vec<T>, Error> {
        Ok(self?.items)
    }
}

impl<T> IntoAnswer<T> for Result<Option<T>, Error> {
    fn into_answer(self) -> Result<Vec<T>, Error> {
        Ok(self?.into_iter().collect())
    }
}

impl<T> IntoAnswer<T> for Result<Vec<T>, Error> {
    fn into_answer(self) -> Result<Vec<T>, Error> {
        self
    }
}
