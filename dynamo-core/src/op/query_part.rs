//! Queries of indexes that do not hold whole items.

use super::builders;
use super::query::{Count, QueryOp};
use crate::db::Db;
use crate::entity::{Entity, Projection};
use crate::query::{IntoQuery, Many, ReadFrom};

impl Db {
    /// Queries an index that does not hold whole items: reads projections of them, or counts them.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK")]
    /// # #[index(titles, name = "Titles", pk = "TitlePK", sk = "TitleSK", projection = ["title"])]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META", titles = ("USER#<owner>", "TITLE#<title>"))]
    /// # pub struct Note { id: String, owner: String, title: String, text: String }
    /// #[derive(Projection)]
    /// #[projection(of = Note, index = titles)]
    /// pub struct NoteTitle {
    ///     title: String,
    /// }
    ///
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let titles = db.query_part(Note::query_titles("ann")).project::<NoteTitle>().all().await?;
    /// let count = db.query_part(Note::query_titles("ann")).count().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn query_part<Q: IntoQuery>(&self, query: Q) -> PartQuery<Q::Entity, Q::Item, Q::Source, Q::Mode> {
        PartQuery(QueryOp::new(self, query))
    }
}

/// A query of an index that does not hold whole items: see [`Db::query_part`].
#[must_use = "this does nothing until it says what to read"]
pub struct PartQuery<E, R, S, M = Many>(QueryOp<E, R, S, M>);

impl<E: Entity, R, S, M> PartQuery<E, R, S, M> {
    /// Reads some fields of each item: see [`Db::query_part`].
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let titles = db.query_part(Book::query_by_author("Le Guin")).project::<Title>().all().await?;
    /// assert_eq!(titles[0].title, "The Dispossessed");
    /// # Ok(()) });
    /// ```
    pub fn project<P: Projection<Entity = E> + ReadFrom<S>>(self) -> QueryOp<E, P, S, M> {
        self.0.project()
    }
}

impl<E: Entity, R, S> PartQuery<E, R, S> {
    /// Counts the items. Only their keys are transferred, by which the items of one entity are told from others.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.query_part(Book::query_by_author("Le Guin")).count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(self) -> Count<E, R, S> {
        self.0.count()
    }
}

builders! {
    [E, R, S, M] PartQuery<E, R, S, M>: "PartQuery" { 0 };
}
