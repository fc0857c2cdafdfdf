//! The pages that queries return.

use super::Cursor;
use crate::codec::Item;
use crate::entity::UnreadableItem;

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
