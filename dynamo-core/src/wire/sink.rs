//! Receivers of the items of an answer.

use std::any::Any;
use std::sync::Arc;

use crate::codec::{Item, JsonReader, Mark, item_from_json};
use crate::entity::{
    Among, Expected, Found, OldFilter, ReadItem, Unreadable, UnreadableItem, among, has_constants_json, texts_of_json,
};
use crate::error::Error;
use crate::schema::TableLayout;

/// Receives the items of answers one by one, so that operations need not know the type that they are decoded into.
pub(crate) trait ItemSink: Send {
    /// Reads the next item; returns false if it was not one of those that were asked for.
    fn read(&mut self, reader: &mut JsonReader<'_>) -> Result<bool, Unreadable>;
    /// Returns the number of items received.
    fn len(&self) -> usize;
    /// Drops the items after the first `len`, and what came between and after them.
    fn truncate(&mut self, len: usize);
    /// Passes over items once there are so many, without decoding them.
    fn stop_at(&mut self, len: Option<usize>);
    /// Returns whether items were passed over since the last call.
    fn take_surplus(&mut self) -> bool;
    /// Returns whether nothing was received and nothing set aside.
    fn is_empty(&self) -> bool;
    /// Returns what was set aside, and forgets it.
    fn take_aside(&mut self) -> Aside;
    /// Appends what another sink of the same type received.
    fn append(&mut self, other: Box<dyn ItemSink>);
    /// Turns the sink into its own type, for [`collected`].
    fn into_any(self: Box<Self>) -> Box<dyn Any + Send>;
}

/// Creates the sink of a page.
pub(crate) type NewSink = Arc<dyn Fn() -> Box<dyn ItemSink> + Send + Sync>;

/// What happens to items other than those that were asked for.
#[derive(Clone, Default)]
pub(crate) struct Rules {
    /// Softly deleted items are returned too.
    pub(crate) deleted: bool,
    /// Items that cannot be decoded are set aside.
    pub(crate) lenient: bool,
    /// Items of entities that were not asked for are set aside; otherwise they are left out.
    pub(crate) keep_others: bool,
    /// Items of entities that were not asked for are errors, unless others of this table are expected among them.
    pub(crate) strict: Option<Expected>,
    /// The filter on items of old schema versions, which DynamoDB cannot evaluate.
    pub(crate) old: Option<OldFilter>,
}

impl Rules {
    /// Passes the next item if it is one of an old schema version that the filter leaves out.
    fn leaves_out(&self, reader: &mut JsonReader<'_>) -> Result<bool, Unreadable> {
        self.old.as_ref().map_or(Ok(false), |old| old.leaves_out(reader))
    }
}

/// Items that were set aside.
#[derive(Default)]
pub(crate) struct Aside {
    /// Each with the number of items before it.
    others: Vec<(usize, Item)>,
    unreadable: Vec<(usize, UnreadableItem)>,
}

impl Aside {
    pub(crate) fn into_parts(self) -> (Vec<Item>, Vec<UnreadableItem>) {
        let items = self.others.into_iter().map(|(_, item)| item).collect();
        (items, self.unreadable.into_iter().map(|(_, item)| item).collect())
    }

    fn append(&mut self, before: usize, other: Self) {
        self.others.extend(other.others.into_iter().map(|(at, item)| (before + at, item)));
        self.unreadable.extend(other.unreadable.into_iter().map(|(at, item)| (before + at, item)));
    }

    fn truncate(&mut self, len: usize) {
        self.others.retain(|(before, _)| *before < len);
        self.unreadable.retain(|(before, _)| *before < len);
    }

    /// Deals with an item of an entity that was not asked for.
    fn other(&mut self, before: usize, json: &[u8], rules: &Rules, asked: &Among) -> Result<(), Unreadable> {
        let is_token = |layout: &TableLayout| texts_of_json(layout, json).is_token(layout);
        if (rules.strict.is_some() || rules.keep_others) && asked.layout().is_some_and(is_token) {
            return Ok(());
        }
        if let (Some(expected), Some(layout)) = (rules.strict, asked.layout()) {
            let texts = texts_of_json(layout, json);
            let table = expected.table.filter(|_| expected.others);
            let like = table.and_then(|table| Among::Table(table).identify(&texts)).or_else(|| asked.identify(&texts));
            let like = like.map(|(_, schema)| schema);
            if table.is_none() || like.is_none_or(|schema| !has_constants_json(schema, json)) {
                let unknown = texts.unknown(layout, expected.table, like);
                return Err(Unreadable::Item(Error::UnknownItem(Box::new(unknown))));
            }
        }
        if rules.keep_others {
            self.others.push((before, item_from_json(json)?));
        }
        Ok(())
    }

    /// Deals with an item that cannot be decoded.
    fn unreadable(&mut self, before: usize, json: &[u8], error: Error) -> Result<(), Unreadable> {
        self.unreadable.push((before, UnreadableItem { item: item_from_json(json)?, error }));
        Ok(())
    }
}

/// Collects items as values.
pub(crate) struct Collector<R> {
    read: ReadItem<R>,
    items: Vec<R>,
    untyped: SinkState,
}

/// What a [`Collector`] has besides values: the same for all types of them, and compiled once.
struct SinkState {
    asked: Among,
    rules: Rules,
    aside: Aside,
    stop: Option<usize>,
    surplus: bool,
}

impl SinkState {
    /// Passes the next item if it is not to be decoded.
    fn passes(&mut self, len: usize, reader: &mut JsonReader<'_>) -> Result<bool, Unreadable> {
        if self.stop.is_some_and(|stop| len >= stop) {
            reader.raw()?;
            self.surplus = true;
            return Ok(true);
        }
        self.rules.leaves_out(reader)
    }

    /// Deals with an item of an entity that was not asked for.
    #[inline(never)]
    fn other(&mut self, len: usize, json: &[u8]) -> Result<bool, Unreadable> {
        self.aside.other(len, json, &self.rules, &self.asked).map(|()| false)
    }

    /// Deals with an item that cannot be decoded.
    #[cold]
    fn failed(
        &mut self,
        len: usize,
        reader: &mut JsonReader<'_>,
        start: Mark,
        error: Unreadable,
    ) -> Result<bool, Unreadable> {
        match error {
            Unreadable::Item(error) if self.rules.lenient => {
                reader.rewind(start);
                self.aside.unreadable(len, reader.raw()?, error).map(|()| false)
            }
            error => Err(error),
        }
    }
}

impl<R: Send + 'static> Collector<R> {
    pub(crate) fn boxed(read: ReadItem<R>, asked: Among, rules: Rules) -> Box<dyn ItemSink> {
        let untyped = SinkState { asked, rules, aside: Aside::default(), stop: None, surplus: false };
        Box::new(Self { read, items: Vec::new(), untyped })
    }
}

impl<R: Send + 'static> ItemSink for Collector<R> {
    fn read(&mut self, reader: &mut JsonReader<'_>) -> Result<bool, Unreadable> {
        let (len, untyped) = (self.items.len(), &mut self.untyped);
        if untyped.passes(len, reader)? {
            return Ok(false);
        }
        let start = reader.mark();
        match (self.read.0)(reader, untyped.rules.deleted) {
            Ok(Found::Known(item)) => {
                self.items.push(item);
                Ok(true)
            }
            Ok(Found::Deleted) => Ok(false),
            Ok(Found::Other) => untyped.other(len, reader.since(start.pos)),
            Err(error) => untyped.failed(len, reader, start, error),
        }
    }

    fn len(&self) -> usize {
        self.items.len()
    }

    fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
        self.untyped.aside.truncate(len);
    }

    fn stop_at(&mut self, len: Option<usize>) {
        self.untyped.stop = len;
    }

    fn take_surplus(&mut self) -> bool {
        std::mem::take(&mut self.untyped.surplus)
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty() && self.untyped.aside.others.is_empty() && self.untyped.aside.unreadable.is_empty()
    }

    fn take_aside(&mut self) -> Aside {
        std::mem::take(&mut self.untyped.aside)
    }

    fn append(&mut self, mut other: Box<dyn ItemSink>) {
        self.untyped.aside.append(self.items.len(), other.take_aside());
        self.items.extend(collected::<R>(other));
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

/// Counts items without decoding them.
pub(crate) struct CountingSink {
    asked: Among,
    rules: Rules,
    count: usize,
}

impl CountingSink {
    pub(crate) fn new(asked: Among, rules: Rules) -> Self {
        Self { asked, rules, count: 0 }
    }

    /// Creates a sink that has received so many items.
    pub(crate) fn counted(count: usize) -> Self {
        Self { asked: Among::Some(&[]), rules: Rules::default(), count }
    }
}

impl ItemSink for CountingSink {
    fn read(&mut self, reader: &mut JsonReader<'_>) -> Result<bool, Unreadable> {
        if self.rules.leaves_out(reader)? {
            return Ok(false);
        }
        let start = reader.position();
        match among(reader, &self.asked, self.rules.deleted)? {
            Found::Known(_) => {
                self.count += 1;
                Ok(true)
            }
            Found::Deleted => Ok(false),
            Found::Other => {
                let rules = Rules { keep_others: false, ..self.rules.clone() };
                Aside::default().other(0, reader.since(start), &rules, &self.asked).map(|()| false)
            }
        }
    }

    fn len(&self) -> usize {
        self.count
    }

    fn truncate(&mut self, len: usize) {
        self.count = self.count.min(len);
    }

    fn stop_at(&mut self, _: Option<usize>) {}

    fn take_surplus(&mut self) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn take_aside(&mut self) -> Aside {
        Aside::default()
    }

    fn append(&mut self, other: Box<dyn ItemSink>) {
        self.count += other.len();
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send> {
        self
    }
}
