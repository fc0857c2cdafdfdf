//! Ranges of the items of a whole partition.

use super::key_condition::{Bounds, PartialKey};
use super::select::Query;
use super::source::{Mixed, PrimaryKey};
use super::spec::ReadPart;
use crate::entity::{AnyKey, AnyOf, Entity, InTable, Key, Table};
use crate::error::{Error, InvalidKind};
use crate::schema::keys_are_sensitive;

/// The partition of a position, if it is known, and its sort key.
type PositionKey = Result<(Option<String>, Option<String>), Error>;

/// A position in a partition: a key of any entity of the table `T`, or the text of a sort key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a position in a partition of `{T}`",
    label = "neither a key of the table nor the text of a sort key",
    note = "help: `.from(&key)` with a key of an entity of `{T}`, or `.from(\"NOTE#\")`"
)]
pub trait Position<T> {
    /// Returns the partition, if it is known, and the sort key.
    #[doc(hidden)]
    fn into_position(self) -> PositionKey;
}

impl<T> Position<T> for AnyKey<T> {
    fn into_position(self) -> PositionKey {
        let (pk, sk) = self.into_parts().1?;
        Ok((Some(pk), sk))
    }
}

/// Everything that converts into a key of the table.
macro_rules! keys {
    ($([$($generics:tt)*] $key:ty, $self:ident => $any:expr;)*) => {$(
        impl<$($generics)*> Position<T> for $key {
            fn into_position($self) -> PositionKey {
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
    fn into_position(self) -> PositionKey {
        Ok((None, Some(self.to_owned())))
    }
}

impl<T> Position<T> for String {
    fn into_position(self) -> PositionKey {
        Ok((None, Some(self)))
    }
}

impl<T> Position<T> for &String {
    fn into_position(self) -> PositionKey {
        Ok((None, Some(self.clone())))
    }
}

impl<E, R, S> Query<E, R, S> {
    /// Lets reading begin or end at a position.
    fn bounded(mut self, position: PositionKey, set: impl Fn(&mut Bounds, String)) -> Self {
        match self.spec.parts.as_deref().map_or(Ok(None), |parts| sort_key(position, parts).map(Some)) {
            Ok(Some(sort_key)) => self.spec.conditions(|condition| set(&mut condition.bounds, sort_key.clone())),
            Ok(None) => {}
            Err(error) => self.spec.parts = Err(error),
        }
        self
    }
}

/// Returns the sort key of a position in one of these partitions.
fn sort_key(position: PositionKey, parts: &[ReadPart]) -> Result<String, Error> {
    let (pk, sk) = position?;
    let mut partitions = parts.iter().filter_map(|part| part.condition()?.order().next());
    if pk.is_some_and(|pk| !partitions.any(|known| known == pk)) {
        return Err(Error::invalid(
            InvalidKind::Argument,
            "a range of a partition begins or ends at a key of another partition",
            "give a key of the partition that is queried, or the text of a sort key",
        ));
    }
    sk.filter(|sk| !sk.is_empty()).ok_or_else(|| {
        Error::invalid(
            InvalidKind::Argument,
            "a range of a partition begins or ends at an empty sort key",
            "leave the bound out, or give the text of a sort key",
        )
    })
}

impl<T: Table + 'static> Query<AnyOf<T>, T, PrimaryKey> {
    /// Queries all items of the partition whose key is `pk`. Called by generated code.
    #[doc(hidden)]
    pub fn of_partition(pk: &str) -> Self {
        Self::partition(PartialKey::of_partition(AnyOf::<T>::SCHEMA, pk, keys_are_sensitive(T::SCHEMA)))
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
    pub fn from(self, position: impl Position<E::Table>) -> Self {
        self.bounded(position.into_position(), |bounds, key| bounds.begin = Some((key, true)))
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
    pub fn beyond(self, position: impl Position<E::Table>) -> Self {
        self.bounded(position.into_position(), |bounds, key| bounds.begin = Some((key, false)))
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
    pub fn to(self, position: impl Position<E::Table>) -> Self {
        self.bounded(position.into_position(), |bounds, key| bounds.end = Some((key, true)))
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
    pub fn before(self, position: impl Position<E::Table>) -> Self {
        self.bounded(position.into_position(), |bounds, key| bounds.end = Some((key, false)))
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
        self.bounded(Ok((None, Some(sort_key.into_sort_text()))), |bounds, key| bounds.begin = Some((key, true)))
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
        self.bounded(Ok((None, Some(sort_key.into_sort_text()))), |bounds, key| bounds.begin = Some((key, false)))
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
        self.bounded(Ok((None, Some(sort_key.into_sort_text()))), |bounds, key| bounds.end = Some((key, true)))
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
        self.bounded(Ok((None, Some(sort_key.into_sort_text()))), |bounds, key| bounds.end = Some((key, false)))
    }
}
