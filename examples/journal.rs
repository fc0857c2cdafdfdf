//! What was asked of the database, as the spans of its operations tell.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// One operation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Step {
    /// `query`, `get`, `transact`, ..
    pub operation: String,
    /// The table.
    pub table: String,
    /// What was read or written.
    pub entity: String,
    /// The index that was read; empty for the table.
    pub index: String,
    /// How many requests it took.
    pub requests: u64,
    /// What it cost, in capacity units.
    pub capacity: f64,
}

/// The operations since it was last looked at.
///
/// ```
/// let (journal, _watching) = dynamo_examples::Journal::watch();
/// assert_eq!(journal.take(), []);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Journal(Arc<Mutex<Vec<(Id, Step)>>>);

impl Journal {
    /// Writes down what this thread asks of any database, until the guard goes.
    #[must_use]
    pub fn watch() -> (Self, tracing::subscriber::DefaultGuard) {
        let journal = Self::default();
        let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(journal.clone()));
        (journal, guard)
    }

    /// What was asked, which is then forgotten.
    #[must_use]
    pub fn take(&self) -> Vec<Step> {
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        steps.drain(..).map(|(_, step)| step).collect()
    }

    fn record(&self, id: &Id, record: impl FnOnce(&mut Step)) {
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, step)) = steps.iter_mut().rev().find(|(known, _)| known == id) {
            record(step);
        }
    }
}

impl Visit for Step {
    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "operation" => value.clone_into(&mut self.operation),
            "table" => value.clone_into(&mut self.table),
            "entity" => value.clone_into(&mut self.entity),
            "index" => value.clone_into(&mut self.index),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "requests" {
            self.requests = value;
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "capacity" {
            self.capacity = value;
        }
    }
}

impl<S: tracing::Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Journal {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        if attributes.metadata().name() == "dynamo" {
            let mut step = Step::default();
            attributes.record(&mut step);
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((id.clone(), step));
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _: Context<'_, S>) {
        self.record(id, |step| values.record(step));
    }
}
