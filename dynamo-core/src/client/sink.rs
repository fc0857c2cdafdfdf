//! Where the items of an answer go.

use std::any::Any;

use crate::codec::JsonReader;
use crate::entity::{Found, ReadItem, Unreadable};
use crate::schema::Item;

/// Takes the items of answers, one after the other: all that an operation needs to know of what they become.
pub(crate) trait ItemSink: Send {
    /// Reads the item that comes next; gives it back as it is if it is not of a type that was asked for.
    fn read(&mut self, reader: &mut JsonReader<'_>) -> Result<Option<Item>, Unreadable>;
    /// How many items it has taken.
    fn len(&self) -> usize;
    /// Drops the items after the first `len`.
    fn truncate(&mut self, len: usize);
    /// For [`collected`].
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

/// What a [`Collector`] has collected.
pub(crate) fn collected<R: 'static>(sink: Box<dyn ItemSink>) -> Vec<R> {
    // The builder that made the sink takes it back: it is always of this type.
    sink.into_any().downcast::<Collector<R>>().map(|collector| collector.items).unwrap_or_default()
}
