//! Receivers of the items of an answer.

use std::any::Any;

use crate::codec::JsonReader;
use crate::entity::{Found, ReadItem, Unreadable};
use crate::schema::Item;

/// Receives the items of answers one by one, so that operations need not know the type that they are decoded into.
pub(crate) trait ItemSink: Send {
    /// Reads the next item; returns it as attribute values if it is of a type that was not asked for.
    fn read(&mut self, reader: &mut JsonReader<'_>) -> Result<Option<Item>, Unreadable>;
    /// Returns the number of items received.
    fn len(&self) -> usize;
    /// Drops the items after the first `len`.
    fn truncate(&mut self, len: usize);
    /// Turns the sink into its own type, for [`collected`].
    fn into_any(self: Box<Self>) -> Box<dyn Any + Send>;
}

/// Collects items as values.
pub(crate) struct Collector<R> {
    read: ReadItem<R>,
    items: Vec<R>,
}

impl<R: Send + 'static> Collector<R> {
    pub(crate) fn boxed(read: ReadItem<R>) -> Box<dyn ItemSink> {
        Box::new(Self { read, items: Vec::new() })
    }
}

impl<R: Send + 'static> ItemSink for Collector<R> {
    fn read(&mut self, reader: &mut JsonReader<'_>) -> Result<Option<Item>, Unreadable> {
        match (self.read.0)(reader)? {
            Found::Known(item) => {
                self.items.push(item);
                Ok(None)
            }
            Found::Other(item) => Ok(Some(item)),
        }
    }

    fn len(&self) -> usize {
        self.items.len()
    }

    fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send> {
        self
    }
}

/// Returns the items of a [`Collector`].
pub(crate) fn collected<R: 'static>(sink: Box<dyn ItemSink>) -> Vec<R> {
    // The builder that created the sink gets it back: it is always of this type.
    sink.into_any().downcast::<Collector<R>>().map(|collector| collector.items).unwrap_or_default()
}
