//! `db.scan_index(..)`

use std::marker::PhantomData;

use super::scan::Scan;
use super::{ScanCount, builders};
use crate::db::Db;
use crate::entity::{Entity, Projection, ReadItem, Table, read_entity};
use crate::query::{EntityIndex, HoldsAll, Many, ReadFrom};
use crate::read::ScanRequest;

impl Db {
    /// Reads all items of an entity that are in an index, by scanning the index.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let written: Vec<Book> = db.scan_index(Book::by_author()).all().await?;
    /// assert_eq!(written.len(), 2);
    /// # Ok(()) });
    /// ```
    ///
    /// An index that few items are in is far cheaper to scan than its table. It is scanned as a whole, and items of other
    /// entities are left out, as by [`scan`](Self::scan). Items have no order.
    pub fn scan_index<E: Entity, S: HoldsAll>(&self, index: EntityIndex<E, S>) -> Scan<E, E, Many, S> {
        Scan { request: request(self, index), read: ReadItem(read_entity::<E>), types: PhantomData }
    }

    /// Scans an index that does not hold whole items: reads projections of them, or counts them.
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
    /// let titles: Vec<NoteTitle> = db.scan_index_part(Note::titles()).project().all().await?;
    /// let count: u64 = db.scan_index_part(Note::titles()).count().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn scan_index_part<E: Entity, S>(&self, index: EntityIndex<E, S>) -> PartScan<E, S> {
        PartScan(Scan { request: request(self, index), read: ReadItem(read_entity::<E>), types: PhantomData })
    }
}

fn request<E: Entity, S>(db: &Db, index: EntityIndex<E, S>) -> ScanRequest {
    ScanRequest::of_entity(db, E::SCHEMA, <E::Table as Table>::SCHEMA, index.schema())
}

/// A scan of an index that does not hold whole items: see [`Db::scan_index_part`].
#[must_use = "this does nothing until it says what to read"]
pub struct PartScan<E, S>(Scan<E, E, Many, S>);

impl<E: Entity, S> PartScan<E, S> {
    /// Reads some fields of each item.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let titles = db.scan_index(Book::by_author()).project::<Title>().all().await?;
    /// assert_eq!(titles.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn project<P: Projection<Entity = E> + ReadFrom<S>>(self) -> Scan<E, P, Many, S> {
        self.0.project()
    }

    /// Counts the items. Only their keys are transferred, by which the items of one entity are told from others.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// assert_eq!(db.scan_index(Book::by_author()).count().await?, 2);
    /// # Ok(()) });
    /// ```
    pub fn count(self) -> ScanCount<E, E, S> {
        self.0.count()
    }
}

builders! {
    [E, S] PartScan<E, S>: "PartScan" { 0 };
}
