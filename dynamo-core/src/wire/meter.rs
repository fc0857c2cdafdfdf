//! Counts what operations consume.

use std::sync::{Arc, Mutex, PoisonError};

/// The requests and the capacity that an operation consumed.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// let (book, consumed) = db.get(Book::key("fiction", "b1")).metered().await?;
/// assert_eq!(consumed.requests, 1);
/// assert_eq!(consumed.read_units, 0.5); // eventually consistent, up to 4 KB
/// # Ok(()) });
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Consumed {
    /// How many requests were made, without retries of the same one.
    pub requests: u64,
    /// How often a request was sent again.
    pub retries: u64,
    /// Read capacity units.
    pub read_units: f64,
    /// Write capacity units.
    pub write_units: f64,
}

/// Counts what an operation consumes while it runs.
#[derive(Debug, Clone)]
pub(crate) struct Meter {
    consumed: Arc<Mutex<Consumed>>,
    asks: bool,
}

impl Meter {
    pub(crate) fn new(asks: bool) -> Self {
        Self { consumed: Arc::default(), asks }
    }

    /// Returns whether DynamoDB is to report the consumed capacity.
    pub(crate) fn asks(&self) -> bool {
        self.asks
    }

    /// Counts a request that was sent so often.
    pub(crate) fn sent(&self, attempts: u32) {
        self.add(|consumed| {
            consumed.requests += 1;
            consumed.retries += u64::from(attempts.saturating_sub(1));
        });
    }

    /// Counts the next request as a retry.
    pub(crate) fn retried(&self) {
        self.add(|consumed| {
            consumed.requests = consumed.requests.saturating_sub(1);
            consumed.retries += 1;
        });
    }

    pub(crate) fn read(&self, units: f64) {
        self.add(|consumed| consumed.read_units += units);
    }

    pub(crate) fn written(&self, units: f64) {
        self.add(|consumed| consumed.write_units += units);
    }

    fn add(&self, change: impl FnOnce(&mut Consumed)) {
        change(&mut self.consumed.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn consumed(&self) -> Consumed {
        *self.consumed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
