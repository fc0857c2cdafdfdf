//! The pages that queries return, and the cursors that continue after them.

use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;

use serde::de::Error as _;

use crate::codec::{Item, item_from_json, to_json};
use crate::entity::{Among, UnreadableItem};
use crate::error::{CursorError, Error, InvalidKind};

const VERSION: u8 = 1;

/// One page of results, with the cursor of the next page.
///
/// A page is not everything. It ends at the query's `limit`, or without one at the megabyte that DynamoDB reads in a request,
/// and leaves out what comes after: [`next`](Self::next) is `Some` then. It also leaves out items of entities that were not
/// asked for, items that are softly deleted, and those that a filter rejects, so that a page may be empty and not the last.
/// [`all`](crate::op::UnfinishedQuery::all) reads every page, [`stream`](crate::op::UnfinishedQuery::stream) item by item, and
/// [`pages`](crate::op::UnfinishedQuery::pages) page by page. It is what [`page`](crate::op::UnfinishedQuery::page) returns.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// let page = db.query(Book::query("fiction")).limit(1).page().await?;
/// assert_eq!(page.items.len(), 1);
/// if let Some(cursor) = page.next {
///     let second = db.query(Book::query("fiction")).limit(1).after(&cursor).page().await?;
///     assert_ne!(second.items, page.items);
///     let is_last = second.next.is_none();
/// }
/// # Ok(()) });
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Page<R> {
    /// The items.
    pub items: Vec<R>,
    /// The cursor of the next page; `None` if this is the last. A page before the last may be empty: DynamoDB reads up
    /// to one megabyte and filters it afterwards.
    pub next: Option<Cursor>,
    /// Undecoded items of entities that the table does not have, where a query or scan reads the items of all entities.
    pub raw: Vec<Item>,
    /// Items that could not be decoded, if the query or scan is [lenient](crate::op::UnfinishedQuery::lenient).
    pub unreadable: Vec<UnreadableItem>,
}

/// Shows only the number of raw items, since it is unknown which of their attributes are sensitive.
impl<R: std::fmt::Debug> std::fmt::Debug for Page<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { items, next, raw, unreadable } = self;
        let mut page = f.debug_struct("Page");
        page.field("items", items).field("next", next).field("raw", &raw.len()).field("unreadable", unreadable).finish()
    }
}

impl<R> Page<R> {
    /// Iterates over the items.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.query(Book::query("fiction")).limit(20).page().await?;
    /// let pages: u32 = page.iter().map(|book| book.pages).sum();
    /// assert_eq!((pages, page.next), (520, None));
    /// # Ok(()) });
    /// ```
    pub fn iter(&self) -> std::slice::Iter<'_, R> {
        self.items.iter()
    }
}

impl<'a, R> IntoIterator for &'a Page<R> {
    type Item = &'a R;
    type IntoIter = std::slice::Iter<'a, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<R> IntoIterator for Page<R> {
    type Item = R;
    type IntoIter = std::vec::IntoIter<R>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

/// The position after a page, returned by one query and passed to the next with `after`.
///
/// A cursor is an opaque, URL-safe text that belongs to its query: any other query rejects it with a [`CursorError`].
/// It contains the keys of the last item, readable by whoever decodes it, and is not signed. What a caller may read
/// must be decided by the query that the program builds, never by the cursor. `Display` and serde write it as it is, keys
/// included; `Debug` shows nothing of it, so that a page can be logged.
///
/// ```
/// use dynamo_core::{Cursor, CursorError};
///
/// assert_eq!("anything".parse::<Cursor>(), Err(CursorError::Malformed));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cursor(String);

/// A cursor, or none for the first page: what `after` takes.
///
/// ```
/// # use doc_tables::library::*; example(async |db| {
/// let mut cursor: Option<Cursor> = None;
/// loop {
///     let page = db.query(Book::query("fiction")).limit(1).after(cursor).page().await?;
///     println!("{:?}", page.items);
///     let Some(next) = page.next else { break };
///     cursor = Some(next);
/// }
/// # Ok(()) });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cursor",
    label = "neither a `Cursor` nor an `Option` of one",
    note = "help: `page.next`, or `text.parse::<Cursor>()?`; a range of keys is `Message::query(..).number(gt(28))`"
)]
pub trait IntoCursor {
    #[doc(hidden)]
    fn into_cursor(self) -> Option<Cursor>;
}

macro_rules! cursors {
    ($($cursor:ty, $self:ident => $into:expr;)*) => {$(
        impl IntoCursor for $cursor {
            fn into_cursor($self) -> Option<Cursor> {
                $into
            }
        }
    )*};
}

cursors! {
    Cursor, self => Some(self);
    &Cursor, self => Some(self.clone());
    Option<Cursor>, self => self;
    Option<&Cursor>, self => self.cloned();
    &Option<Cursor>, self => self.clone();
}

/// Shows nothing of the keys, which may contain sensitive values; `Display` writes the whole cursor.
impl fmt::Debug for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor").finish_non_exhaustive()
    }
}

/// The position in one partition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Start {
    Beginning,
    After(Item),
    /// The partition is exhausted.
    End,
}

impl Start {
    /// Returns the key that a request begins after.
    pub(crate) fn key(&self) -> Option<&Item> {
        match self {
            Self::After(key) => Some(key),
            Self::Beginning | Self::End => None,
        }
    }
}

/// A hash that identifies a query.
pub(crate) struct Fingerprint(fnv::FnvHasher);

impl Fingerprint {
    pub(crate) fn new(operation: &str, table: &str) -> Self {
        let mut print = Self(fnv::FnvHasher::default());
        print.text(operation);
        print.text(table);
        print
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.0.write(&(text.len() as u64).to_be_bytes());
        self.0.write(text.as_bytes());
    }

    /// Adds the entities that are asked for: others are left out, so that what is left to read differs too. A table may get
    /// more entities, and its queries remain the same.
    pub(crate) fn asked(&mut self, asked: &Among) {
        match asked {
            Among::Table(_) => self.text("all"),
            some => some.each(|schema| self.text(schema.name)),
        }
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0.finish()
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

impl Cursor {
    /// Encodes version, checksum, fingerprint, and the position in each partition.
    pub(crate) fn new(fingerprint: u64, starts: &[Start]) -> Result<Self, Error> {
        let mut content = fingerprint.to_be_bytes().to_vec();
        for start in starts {
            match start {
                Start::Beginning => content.push(b'B'),
                Start::End => content.push(b'E'),
                Start::After(key) => {
                    let unwritable = |_| {
                        Error::invalid(
                            InvalidKind::Internal,
                            "a key of DynamoDB's cannot be written",
                            "report this as a bug",
                        )
                    };
                    // Sorted, so that equal positions have equal cursors.
                    let key: std::collections::BTreeMap<_, _> = key.clone().into_iter().collect();
                    let json = to_json(&key).map_err(unwritable)?;
                    let len = u32::try_from(json.len()).unwrap_or(u32::MAX);
                    content.push(b'A');
                    content.extend_from_slice(&len.to_be_bytes());
                    content.extend_from_slice(&json);
                }
            }
        }
        let mut bytes = vec![VERSION];
        bytes.extend_from_slice(&checksum(&content).to_be_bytes());
        bytes.extend_from_slice(&content);
        Ok(Self(base64_simd::URL_SAFE_NO_PAD.encode_to_string(bytes)))
    }

    /// Returns the text of the cursor.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let page = db.query(Book::query("fiction")).limit(1).page().await?;
    /// let token = page.next.unwrap().as_str().to_owned(); // for a link to the next page
    /// let cursor: Cursor = token.parse()?;
    /// let rest = db.query(Book::query("fiction")).after(cursor).page().await?;
    /// assert_eq!((rest.items[0].id.as_str(), rest.next), ("b2", None));
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the positions in the `count` partitions of the query.
    pub(crate) fn starts(&self, fingerprint: u64, count: usize) -> Result<Vec<Start>, CursorError> {
        let content = content(&self.0).ok_or(CursorError::Malformed)?;
        let (print, mut rest) = content.split_first_chunk::<8>().ok_or(CursorError::Malformed)?;
        if u64::from_be_bytes(*print) != fingerprint {
            return Err(CursorError::OtherQuery);
        }
        let mut starts = Vec::new();
        while let Some((state, after)) = rest.split_first() {
            rest = after;
            starts.push(match state {
                b'B' => Start::Beginning,
                b'E' => Start::End,
                b'A' => {
                    let (len, after) = rest.split_first_chunk::<4>().ok_or(CursorError::Malformed)?;
                    let len = usize::try_from(u32::from_be_bytes(*len)).unwrap_or(usize::MAX);
                    let (json, after) = after.split_at_checked(len).ok_or(CursorError::Malformed)?;
                    rest = after;
                    // An encoded map is wrapped in `{"M": ..}`, an item is not.
                    let inside = json.strip_prefix(b"{\"M\":").and_then(|json| json.strip_suffix(b"}"));
                    let key = inside.and_then(|json| item_from_json(json).ok());
                    Start::After(key.ok_or(CursorError::Malformed)?)
                }
                _ => return Err(CursorError::Malformed),
            });
        }
        if starts.len() == count { Ok(starts) } else { Err(CursorError::Malformed) }
    }
}

/// Returns the content after the checksum, if version and checksum are right.
fn content(text: &str) -> Option<Vec<u8>> {
    let bytes = base64_simd::URL_SAFE_NO_PAD.decode_to_vec(text).ok()?;
    let (version, rest) = bytes.split_first()?;
    let (sum, content) = rest.split_first_chunk::<8>()?;
    (*version == VERSION && u64::from_be_bytes(*sum) == checksum(content)).then(|| content.to_vec())
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        content(text).map(|_| Self(text.to_owned())).ok_or(CursorError::Malformed)
    }
}

impl serde::Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Cursor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
