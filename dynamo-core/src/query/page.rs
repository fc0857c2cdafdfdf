//! The pages that queries return.

use super::Cursor;
use crate::schema::Item;

/// One page of results, with the cursor of the next page.
///
/// ```no_run
/// # use dynamo_core::prelude::*;
/// # #[derive(Table)]
/// # #[table(name = "app", pk = "PK", sk = "SK")]
/// # pub enum App { Note(Note) }
/// # #[derive(Entity, Debug)]
/// # #[entity(table = App, pk = "USER#<owner>", sk = "NOTE#<id>")]
/// # pub struct Note { owner: String, id: String }
/// # async fn run(db: Db) -> Result<(), Error> {
/// let page = db.query(Note::query("ann")).limit(20).await?;
/// for note in &page.items {
///     println!("{note:?}");
/// }
/// if let Some(cursor) = page.next {
///     let next = db.query(Note::query("ann")).limit(20).after(&cursor).await?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Page<R> {
    /// The items.
    pub items: Vec<R>,
    /// The cursor of the next page; `None` if this is the last. A page before the last may be empty: DynamoDB reads up
    /// to one megabyte and filters it afterwards.
    pub next: Option<Cursor>,
    /// Undecoded items of entities that were not requested, where a query or scan also reads those of others.
    pub raw: Vec<Item>,
}

/// Shows only the number of raw items, since it is unknown which of their attributes are sensitive.
impl<R: std::fmt::Debug> std::fmt::Debug for Page<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { items, next, raw } = self;
        f.debug_struct("Page").field("items", items).field("next", next).field("raw", &raw.len()).finish()
    }
}

impl<R> Page<R> {
    /// Iterates over the items.
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
