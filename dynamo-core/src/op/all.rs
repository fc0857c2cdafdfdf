//! `.all()`

use super::collect::page;
use super::{QueryOp, Scan, operation};
use crate::entity::Entity;
use crate::error::Error;
use crate::query::{Lenient, Many, ManyItems, Page};
use crate::read::{PageAnswer, query_all, scan_all};
use crate::wire::{Collector, Running, collected};

impl<E: Entity, R, S, M: ManyItems> QueryOp<E, R, S, M> {
    /// Reads every page, up to the limit if there is one: a `Vec` of items, or a [`Page`] if the query is
    /// [lenient](QueryOp::lenient). All items are in memory at once; [`stream`](QueryOp::stream) returns them one by one.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books: Vec<Book> = db.query(Book::query("fiction")).page_size(1).all().await?;
    /// assert_eq!(books.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn all(self) -> AllItems<Self> {
        AllItems(self)
    }
}

impl<E, R, M: ManyItems, S> Scan<E, R, M, S> {
    /// Reads the whole table, up to the limit if there is one: a `Vec` of items, or a [`Page`] if the scan is
    /// [lenient](Scan::lenient).
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let books: Vec<Book> = db.scan::<Book>().page_size(1).all().await?;
    /// assert_eq!(books.len(), 2);
    /// # Ok(()) });
    /// ```
    pub fn all(self) -> AllItems<Self> {
        AllItems(self)
    }
}

/// Reads every page of a query or scan: see [`QueryOp::all`] and [`Scan::all`].
#[derive(Debug)]
#[must_use = "an operation does nothing until it is awaited"]
pub struct AllItems<O>(O);

impl<E: Entity, R: Send + 'static, S, M> AllItems<QueryOp<E, R, S, M>> {
    fn run(self, metered: bool) -> Running<PageAnswer> {
        let request = self.0.request;
        let sink = Collector::boxed(self.0.read, request.selection.asked, request.rules());
        query_all(request, sink, metered)
    }
}

impl<E, R: Send + 'static, M, S> AllItems<Scan<E, R, M, S>> {
    fn run(self, metered: bool) -> Running<PageAnswer> {
        let request = self.0.request;
        let sink = Collector::boxed(self.0.read, request.asked, request.rules());
        scan_all(request, sink, metered)
    }
}

/// Both modes of both operations.
macro_rules! finished {
    ($([$($generics:tt)*] $many:ty, $lenient:ty;)*) => {$(
        impl<$($generics)*> AllItems<$many> {
            fn finish(answer: PageAnswer) -> Result<Vec<R>, Error> {
                Ok(collected(answer.sink))
            }
        }

        impl<$($generics)*> AllItems<$lenient> {
            fn finish(answer: PageAnswer) -> Result<Page<R>, Error> {
                Ok(page(answer))
            }
        }

        operation!([$($generics)*] AllItems<$many> => Vec<R>, "db.query(Book::query(\"fiction\")).all()");
        operation!([$($generics)*] AllItems<$lenient> => Page<R>, "db.scan::<Book>().lenient().all()");
    )*};
}

finished! {
    [E: Entity, R: Send + 'static, S: 'static] QueryOp<E, R, S, Many>, QueryOp<E, R, S, Lenient>;
    [E: 'static, R: Send + 'static, S: 'static] Scan<E, R, Many, S>, Scan<E, R, Lenient, S>;
}
