//! Streams: the changes of a table as typed records.
//!
//! A [`Change`] comes from a record of DynamoDB Streams (feature `streams`) or from the event of a Lambda function (feature
//! `lambda`), and has the item before and after as the table's enum. [`Db::reconcile`](crate::Db::reconcile) derives companions
//! from it.

#[cfg(feature = "lambda")]
mod lambda;
mod reconcile;
mod record;
#[cfg(feature = "streams")]
mod sdk;
#[cfg(feature = "streams")]
mod shards;
#[cfg(feature = "streams")]
mod tail;

use crate::codec::{Item, item_to_json};
use crate::entity::{Table, is_token};
use crate::error::{Error, InvalidKind};
use crate::key::Timestamp;

pub use reconcile::Reconcile;
pub use record::Record;
#[cfg(feature = "streams")]
pub use shards::Checkpoint;
#[cfg(feature = "streams")]
pub use tail::Tail;

/// Reads an image of a record. The token of a transaction, which the framework writes, is none of the table's items.
fn read<T: Table>(image: Option<&Item>) -> Result<Option<T>, Error> {
    image.filter(|image| !is_token(T::LAYOUT, image)).map(|image| T::read_json(&item_to_json(image))).transpose()
}

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// The item was created.
    Insert,
    /// The item existed, and was changed.
    Modify,
    /// The item was deleted.
    Remove,
}

/// One change of an item, as the table's stream reports it: the item before and after, as the table's enum.
///
/// ```
/// use dynamo_core::prelude::*;
/// use dynamo_core::stream::{Change, ChangeKind};
///
/// #[derive(Table, Debug, PartialEq)]
/// #[table(name = "app", pk = "PK", sk = "SK", stream)]
/// pub enum App {
///     Note(Note),
/// }
///
/// #[derive(Entity, Debug, PartialEq)]
/// #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
/// pub struct Note {
///     id: String,
///     text: String,
/// }
///
/// let note = |text: &str| Note { id: "n1".into(), text: text.into() };
/// let images = (note("a").to_item()?, note("b").to_item()?);
/// let change = Change::<App>::from_images(Some(images.0), Some(images.1))?;
/// assert_eq!(change.kind(), ChangeKind::Modify);
/// assert_eq!(change.new, Some(App::Note(note("b"))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Change<T> {
    /// The item before the change, if it existed.
    pub old: Option<T>,
    /// The item after the change, if it exists.
    pub new: Option<T>,
    /// The sequence number of the record in its shard, if known.
    pub sequence: Option<String>,
    /// When the item was written, to the second, if known.
    pub at: Option<Timestamp>,
    /// Whether DynamoDB deleted the item because it had expired.
    pub expired: bool,
    pub(crate) images: (Option<Item>, Option<Item>),
}

impl<T: Table> Change<T> {
    /// Creates a change from the item before and after. Returns an error if an item is none of the table's entities.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::stream::Change;
    /// let change = Change::<Library>::from_images(None, Some(book().to_item()?))?;
    /// assert!(change.old.is_none());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_images(old: Option<Item>, new: Option<Item>) -> Result<Self, Error> {
        let Record { old, new, .. } = Record::new(old, new);
        if old.is_none() && new.is_none() {
            return Err(Error::invalid(
                InvalidKind::Undeclared,
                "a record of a stream has neither an old image nor a new one",
                "set the stream's view type to NEW_AND_OLD_IMAGES: `create_table` does",
            ));
        }
        Ok(Self {
            old: read(old.as_ref())?,
            new: read(new.as_ref())?,
            sequence: None,
            at: None,
            expired: false,
            images: (old, new),
        })
    }
}

/// Shows the entities through their own `Debug`, which hides sensitive fields, and omits the raw images.
impl<T: std::fmt::Debug> std::fmt::Debug for Change<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Change")
            .field("old", &self.old)
            .field("new", &self.new)
            .field("sequence", &self.sequence)
            .field("at", &self.at)
            .field("expired", &self.expired)
            .finish_non_exhaustive()
    }
}

impl<T> Change<T> {
    /// Returns the kind of the change.
    ///
    /// ```
    /// # use doc_tables::library::*;
    /// use dynamo_core::stream::{Change, ChangeKind};
    /// let change = Change::<Library>::from_images(None, Some(book().to_item()?))?;
    /// assert_eq!(change.kind(), ChangeKind::Insert);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        match &self.images {
            (None, _) => ChangeKind::Insert,
            (Some(_), Some(_)) => ChangeKind::Modify,
            (Some(_), None) => ChangeKind::Remove,
        }
    }

    /// Returns the attributes of the item before and after, with those that no field has.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// # use dynamo_core::stream::Change;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # let item = Note { id: "n1".into() }.to_item()?;
    /// # let change = Change::<App>::from_images(None, Some(item))?;
    /// let (old, new) = change.images();
    /// assert!(old.is_none() && new.is_some_and(|item| item.contains_key("id")));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn images(&self) -> (Option<&Item>, Option<&Item>) {
        (self.images.0.as_ref(), self.images.1.as_ref())
    }

    /// Maps both items through `part`, for example to the table that another one extends, or to one of its entities.
    /// Where `part` returns `None`, `old` or `new` is `None`; [`kind`](Self::kind) still is that of the item.
    ///
    /// ```
    /// # use dynamo_core::prelude::*;
    /// # use dynamo_core::stream::Change;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # let item = Note { id: "n1".into() }.to_item()?;
    /// # let change = Change::<App>::from_images(None, Some(item))?;
    /// let change: Change<Note> = change.map(|App::Note(note)| Some(note));
    /// assert!(change.new.is_some());
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn map<U>(self, mut part: impl FnMut(T) -> Option<U>) -> Change<U> {
        let Self { old, new, sequence, at, expired, images } = self;
        let (old, new) = (old.and_then(&mut part), new.and_then(&mut part));
        Change { old, new, sequence, at, expired, images }
    }
}

/// The principal that deletes expired items.
#[cfg(any(feature = "lambda", feature = "streams"))]
const TTL_PRINCIPAL: &str = "dynamodb.amazonaws.com";

#[cfg(any(feature = "lambda", feature = "streams"))]
impl Record {
    fn delivered(
        images: (Item, Item),
        sequence: Option<String>,
        at: Option<Timestamp>,
        principal: Option<&str>,
    ) -> Self {
        let record = Self::new(Some(images.0), Some(images.1));
        Self { sequence, at, expired: principal == Some(TTL_PRINCIPAL), ..record }
    }
}

/// Converts a time of a stream, which is in seconds.
#[cfg(any(feature = "lambda", feature = "streams"))]
fn at_second(seconds: i64) -> Option<Timestamp> {
    seconds.checked_mul(1000).and_then(Timestamp::from_millis)
}
