//! Runs an operation in a span of its own, and meters it.

use std::future::Future;
use std::pin::Pin;

use tracing::Instrument;
use tracing::field::Empty;

use super::Meter;
use crate::error::Error;

/// The fields of an operation's span.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    pub(crate) operation: &'static str,
    pub(crate) table: &'static str,
    pub(crate) entity: &'static str,
    pub(crate) index: &'static str,
}

impl About {
    pub(crate) fn new(operation: &'static str) -> Self {
        Self { operation, table: "", entity: "", index: "" }
    }

    pub(crate) fn entity(operation: &'static str, schema: &crate::schema::EntitySchema) -> Self {
        Self { table: schema.layout.table, entity: schema.name, ..Self::new(operation) }
    }
}

/// A running operation: its plain answer, and its span, which stays open until the answer is turned into the output.
pub(crate) type Running<A> = Pin<Box<dyn Future<Output = Result<(A, Watch), Error>> + Send>>;

/// The span of an operation, which records what it consumed when this is dropped.
pub(crate) struct Watch {
    pub(crate) span: tracing::Span,
    pub(crate) meter: Meter,
}

impl Watch {
    pub(crate) fn new(about: About, metered: bool) -> Self {
        let About { operation, table, entity, index } = about;
        let span = tracing::debug_span!(
            "dynamo",
            operation,
            table,
            entity,
            index,
            requests = Empty,
            retries = Empty,
            capacity = Empty,
            error = Empty,
        );
        let meter = Meter::new(metered || !span.is_disabled());
        Self { span, meter }
    }

    /// Records the error of an answer that could not be turned into the output.
    pub(crate) fn noted<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        if let Err(error) = &result {
            self.failed(error);
        }
        result
    }

    pub(crate) fn failed(&self, error: &Error) {
        self.span.record("error", tracing::field::display(error));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.span.is_disabled() {
            let consumed = self.meter.consumed();
            self.span.record("requests", consumed.requests).record("retries", consumed.retries);
            self.span.record("capacity", consumed.read_units + consumed.write_units);
        }
    }
}

/// Runs an operation in a span of its own.
pub(crate) fn run<A, F>(about: About, metered: bool, work: impl FnOnce(Meter) -> F + Send + 'static) -> Running<A>
where
    A: Send + 'static,
    F: Future<Output = Result<A, Error>> + Send + 'static,
{
    Box::pin(async move {
        let watch = Watch::new(about, metered);
        let result = work(watch.meter.clone()).instrument(watch.span.clone()).await;
        match result {
            Ok(answer) => Ok((answer, watch)),
            Err(error) => {
                watch.failed(&error);
                Err(error)
            }
        }
    })
}
