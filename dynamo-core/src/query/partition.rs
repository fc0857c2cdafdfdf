//! Ranges of the items of a whole partition.

use super::key_condition::{KeyCondition, KeyRange};
use super::key_range::{between, last_within};
use super::narrow::Narrow;
use super::select::Query;
use super::source::{Mixed, PrimaryKey};
use crate::entity::{AnyKey, AnyOf, Entity, InTable, Key, Table};
use crate::error::Error;
use crate::schema::{KeyAttribute, KeyType, keys_are_sensitive};

/// Where reading a partition begins and ends, each with whether that sort key itself is read. In the order of reading: what
/// comes first is the highest key if the newest items come first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bounds {
    begin: Option<(String, bool)>,
    end: Option<(String, bool)>,
}

impl Bounds {
    pub(crate) fn is_empty(&self) -> bool {
        self.begin.is_none() && self.end.is_none()
    }
}

impl KeyCondition {
    /// Returns the key condition with the range that its bounds are in the order of reading, within its prefix if it has
    /// one.
    pub(crate) fn bounded(mut self, descending: bool) -> Result<Self, Error> {
        if self.bounds.is_empty() {
            return Ok(self);
        }
        let Some(sort) = self.sort().first().copied() else {
            let fact = format_args!("`{}` has no sort key, so a partition has no range", self.layout.table);
            return Err(Error::refused(fact, "leave `from` and `to` out"));
        };
        let Bounds { begin, end } = std::mem::take(&mut self.bounds);
        if sort.key_type == KeyType::N
            && let Some((text, _)) = begin.iter().chain(&end).find(|(text, _)| text.parse::<f64>().is_err())
        {
            let fact = format_args!(
                "the sort key `{}` is a Number, and a range of it begins or ends at {text:?}",
                sort.name.text
            );
            return Err(Error::refused(fact, "give the text of a number"));
        }
        let (mut low, mut high) = if descending { (end, begin) } else { (begin, end) };
        if let Some((_, KeyRange::Prefix(prefix))) = &self.range {
            let last = last_within(prefix);
            low = Some(low.filter(|(low, _)| low > prefix).unwrap_or_else(|| (prefix.clone(), true)));
            high = Some(high.filter(|(high, _)| *high < last).unwrap_or((last, true)));
        }
        self.range = Some((sort, range(&sort, low, high)?));
        Ok(self)
    }
}

fn range(sort: &KeyAttribute, low: Option<(String, bool)>, high: Option<(String, bool)>) -> Result<KeyRange, Error> {
    Ok(match (low, high) {
        (Some((low, true)), None) => KeyRange::AtLeast(low),
        (Some((low, false)), None) => KeyRange::Greater(low),
        (None, Some((high, true))) => KeyRange::AtMost(high),
        (None, Some((high, false))) => KeyRange::Less(high),
        (Some(low), Some(high)) => between(sort, low, high)?,
        (None, None) => KeyRange::Empty,
    })
}

/// The partition of a position, if it is known, and its sort key.
type Place = Result<(Option<String>, Option<String>), Error>;

/// A position in a partition: a key of any entity of the table `T`, or the text of a sort key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a position in a partition of `{T}`",
    label = "neither a key of the table nor the text of a sort key",
    note = "help: `.from(&key)` with a key of an entity of `{T}`, or `.from(\"NOTE#\")`"
)]
pub trait Position<T> {
    /// Returns the partition, if it is known, and the sort key.
    #[doc(hidden)]
    fn into_position(self) -> Place;
}

impl<T> Position<T> for AnyKey<T> {
    fn into_position(self) -> Place {
        let (pk, sk) = self.into_parts().1?;
        Ok((Some(pk), sk))
    }
}

/// Everything that converts into a key of the table.
macro_rules! keys {
    ($([$($generics:tt)*] $key:ty, $self:ident => $any:expr;)*) => {$(
        impl<$($generics)*> Position<T> for $key {
            fn into_position($self) -> Place {
                AnyKey::<T>::from($any).into_position()
            }
        }
    )*};
}

keys! {
    [T] &AnyKey<T>, self => self.clone();
    [T, E: InTable<T>] Key<E>, self => self;
    [T, E: InTable<T>] &Key<E>, self => self;
    [T, E: InTable<T>] Result<Key<E>, Error>, self => self;
    [T, E: InTable<T>] &Result<Key<E>, Error>, self => self.clone();
}

impl<T> Position<T> for &str {
    fn into_position(self) -> Place {
        Ok((None, Some(self.to_owned())))
    }
}

impl<T> Position<T> for String {
    fn into_position(self) -> Place {
        Ok((None, Some(self)))
    }
}

impl<T> Position<T> for &String {
    fn into_position(self) -> Place {
        Ok((None, Some(self.clone())))
    }
}

/// A bound of a range, before the partition is known.
#[derive(Default)]
pub(super) struct Ends {
    begin: Option<(Place, bool)>,
    end: Option<(Place, bool)>,
}

impl Ends {
    /// Restricts key conditions of whole partitions.
    pub(super) fn restrict(self, mut conditions: Vec<KeyCondition>) -> Result<Vec<KeyCondition>, Error> {
        let begin = self.begin.map(|end| text(end, &conditions)).transpose()?;
        let end = self.end.map(|end| text(end, &conditions)).transpose()?;
        for condition in &mut conditions {
            condition.bounds = Bounds { begin: begin.clone(), end: end.clone() };
        }
        Ok(conditions)
    }
}

fn text((position, included): (Place, bool), conditions: &[KeyCondition]) -> Result<(String, bool), Error> {
    let (pk, sk) = position?;
    let is_there = |pk: &str| conditions.iter().any(|condition| condition.order().next() == Some(pk));
    if pk.is_some_and(|pk| !is_there(&pk)) {
        return Err(Error::refused(
            "a range of a partition begins or ends at a key of another partition",
            "give a key of the partition that is queried, or the text of a sort key",
        ));
    }
    match sk.filter(|sk| !sk.is_empty()) {
        Some(sk) => Ok((sk, included)),
        None => Err(Error::refused(
            "a range of a partition begins or ends at an empty sort key",
            "leave the bound out, or give the text of a sort key",
        )),
    }
}

impl<T: Table + 'static> Query<AnyOf<T>, T, PrimaryKey> {
    /// Queries all items of the partition whose key is `pk`. Called by generated code.
    #[doc(hidden)]
    pub fn of_partition(pk: &str) -> Self {
        Self::partition(Narrow::partition(pk, keys_are_sensitive(T::SCHEMA)))
    }
}

/// Ranges of a whole partition. The bounds are in the order of reading: with
/// [`descending`](crate::op::UnfinishedQuery::descending), a query [from](Self::from) a key reads that item and those below it.
impl<E: Entity> Query<E, E::Table, PrimaryKey> {
    /// Begins at a key of any entity of the table, or at the text of a sort key, in the order of reading: reads the item
    /// with that key, if there is one, and what follows it.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # pub enum App { Repo(Repo), Issue(Issue) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "REPO#<name>", sk = "REPO")]
    /// # pub struct Repo { name: String }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "REPO#<name>", sk = "ISSUE#<number:05>")]
    /// # pub struct Issue { name: String, number: u32 }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// // The repository, and its latest issues, which are below it.
    /// let key = Repo::key("dynamo")?;
    /// let tail = db.query(App::partition(key.pk()).from(&key)).descending().limit(20).page().await?;
    /// let more = tail.next; // the cursor of the next page
    /// // The other way round, from an issue upwards.
    /// let rest = db.query(Repo::partition("dynamo").from(Issue::key("dynamo", &7))).all().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn from(mut self, position: impl Position<E::Table>) -> Self {
        self.untyped.ends.begin = Some((position.into_position(), true));
        self
    }

    /// Begins beyond a key or a sort key, in the order of reading: like [`from`](Self::from) without that item.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let key = Book::key("fiction", "b1")?;
    /// let items = db.query(Library::partition("SHELF#fiction").beyond(&key)).all().await?;
    /// assert_eq!(items.len(), 2); // the other book, and the shelf
    /// # Ok(()) });
    /// ```
    pub fn beyond(mut self, position: impl Position<E::Table>) -> Self {
        self.untyped.ends.begin = Some((position.into_position(), false));
        self
    }

    /// Ends at a key or a sort key, in the order of reading, with that item.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let key = Book::key("fiction", "b2")?;
    /// let items = db.query(Library::partition("SHELF#fiction").to(&key)).all().await?;
    /// assert_eq!(items.len(), 2); // the books
    /// # Ok(()) });
    /// ```
    pub fn to(mut self, position: impl Position<E::Table>) -> Self {
        self.untyped.ends.end = Some((position.into_position(), true));
        self
    }

    /// Ends before a key or a sort key, in the order of reading: like [`to`](Self::to) without that item.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let key = Book::key("fiction", "b2")?;
    /// let items = db.query(Library::partition("SHELF#fiction").before(&key)).all().await?;
    /// assert_eq!(items.len(), 1);
    /// # Ok(()) });
    /// ```
    pub fn before(mut self, position: impl Position<E::Table>) -> Self {
        self.untyped.ends.end = Some((position.into_position(), false));
        self
    }
}

/// The text of a sort key in an index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the text of a sort key",
    label = "not the text of a sort key",
    note = "help: an index has sort keys of its own: `.from(\"AT#2026\")`, or that of an item, `item.gsi1_key()?.sk()`"
)]
pub trait SortText {
    #[doc(hidden)]
    fn into_sort_text(self) -> String;
}

impl SortText for &str {
    fn into_sort_text(self) -> String {
        self.to_owned()
    }
}

impl SortText for String {
    fn into_sort_text(self) -> String {
        self
    }
}

impl SortText for &String {
    fn into_sort_text(self) -> String {
        self.clone()
    }
}

/// Ranges of a whole partition of an index, by the text of its sort key (of the first one, if it has several), in the order of
/// reading as above.
impl<E: Entity, S> Query<E, E::Table, Mixed<S>> {
    /// Begins at the text of a sort key of the index: reads the items with that sort key, and what follows them.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK", type_attribute = "type")]
    /// # #[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    /// # pub enum App { Repo(Repo), Issue(Issue) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "REPO#<name>", sk = "REPO", gsi1 = ("OWNER#<owner>", "REPO#<name>"))]
    /// # pub struct Repo { name: String, owner: String }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "REPO#<name>", sk = "ISSUE#<number:05>", gsi1 = ("OWNER#<owner>", "ISSUE#<number:05>"))]
    /// # pub struct Issue { name: String, owner: String, number: u32 }
    /// # async fn run(db: Db, issue: Issue) -> Result<(), Error> {
    /// let rest = db.query(Repo::partition_gsi1("ann").from("ISSUE#00007")).all().await?;
    /// let key = issue.gsi1_key()?;
    /// let later = db.query(Repo::partition_gsi1("ann").beyond(key.sk().unwrap_or_default())).all().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn from(self, sort_key: impl SortText) -> Self {
        self.begin(sort_key, true)
    }

    /// Begins beyond the text of a sort key: like [`from`](Self::from) without items that have it.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let items = db.query(Book::partition("fiction").beyond("BOOK#b1")).all().await?;
    /// assert_eq!(items.len(), 2); // the other book, and the shelf
    /// # Ok(()) });
    /// ```
    pub fn beyond(self, sort_key: impl SortText) -> Self {
        self.begin(sort_key, false)
    }

    /// Ends at the text of a sort key, with items that have it.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let items = db.query(Book::partition("fiction").to("BOOK#b1")).all().await?;
    /// assert_eq!(items.len(), 1);
    /// # Ok(()) });
    /// ```
    pub fn to(self, sort_key: impl SortText) -> Self {
        self.end(sort_key, true)
    }

    /// Ends before the text of a sort key: like [`to`](Self::to) without items that have it.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let items = db.query(Book::partition("fiction").before("SHELF")).all().await?;
    /// assert_eq!(items.len(), 2); // the books
    /// # Ok(()) });
    /// ```
    pub fn before(self, sort_key: impl SortText) -> Self {
        self.end(sort_key, false)
    }

    fn begin(mut self, sort_key: impl SortText, included: bool) -> Self {
        self.untyped.ends.begin = Some((Ok((None, Some(sort_key.into_sort_text()))), included));
        self
    }

    fn end(mut self, sort_key: impl SortText, included: bool) -> Self {
        self.untyped.ends.end = Some((Ok((None, Some(sort_key.into_sort_text()))), included));
        self
    }
}
