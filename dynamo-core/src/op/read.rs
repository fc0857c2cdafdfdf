//! Queries and scans with their ends.

use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::{Awaitable, OperationFuture, finish, finish_metered, opaque, operation};
use crate::db::Db;
use crate::entity::{Entity, Projection, ReadItem, UnreadableItem, Upgraded, read_current_projection, read_projection};
use crate::error::Error;
use crate::expr::{Condition, Node};
use crate::query::{Mode, Page, QuerySpec};
use crate::read::{Extent, PageAnswer, PageStream, Upgrades, pages, read, rules};
use crate::wire::{Collector, Consumed, NewSink, Running, collected};

/// A query or scan, and the function that reads its items.
pub(super) struct Reading<R> {
    pub(super) db: Db,
    pub(super) spec: QuerySpec,
    read: ReadItem<R>,
}

impl<R> Reading<R> {
    pub(super) fn new(db: &Db, spec: QuerySpec, read: ReadItem<R>) -> Self {
        Self { db: db.clone(), spec, read }
    }

    /// Restricts it to the fields of `P`.
    pub(super) fn project<P: Projection>(mut self) -> Reading<P> {
        let read = match self.spec.project(P::FIELDS) {
            Upgrades::Possible => read_projection::<P>,
            Upgrades::Impossible => read_current_projection::<P>,
        };
        Reading { db: self.db, spec: self.spec, read: ReadItem(read) }
    }

    pub(super) fn filter<E: Entity>(&mut self, condition: Condition<E>) {
        self.spec.filter = Some(Node::both(self.spec.filter.take(), condition.node));
        self.spec.upgraded = Upgraded::new(E::SCHEMA, E::upgrade);
    }
}

impl<R> Clone for Reading<R> {
    fn clone(&self) -> Self {
        Self { db: self.db.clone(), spec: self.spec.clone(), read: self.read }
    }
}

impl<R: Send + 'static> Reading<R> {
    pub(super) fn page(self) -> Read<Page<R>> {
        self.end(Extent::Page, page)
    }

    pub(super) fn all<M: Mode>(self) -> Read<M::All<R>> {
        self.end(Extent::All, |answer| page(answer).map(M::all))
    }

    pub(super) fn first(mut self) -> Read<Option<R>> {
        // `None` must mean that there is no item, so the limit of requests is lifted.
        (self.spec.limit, self.spec.requests) = (Some(1), None);
        self.end(Extent::Page, |answer| Ok(collected(answer.sink).into_iter().next()))
    }

    pub(super) fn count(mut self) -> Read<u64> {
        // An item that cannot be decoded is counted, as it is where only keys are read.
        self.spec.lenient = true;
        self.end(Extent::Count, |answer| Ok(u64::try_from(answer.sink.len()).unwrap_or(u64::MAX)))
    }

    pub(super) fn stream(self) -> Items<R> {
        let left = self.spec.limit.unwrap_or(usize::MAX);
        let (items, unreadable) = (Vec::new().into_iter(), Vec::new().into_iter());
        Items { pages: self.page_stream(false), items, unreadable, left }
    }

    pub(super) fn pages(self) -> Pages<R> {
        Pages { pages: self.page_stream(true), items: PhantomData }
    }

    fn page_stream(self, cursors: bool) -> PageStream {
        let new_sink = self.new_sink();
        pages(&self.db, self.spec, new_sink, cursors)
    }

    fn end<T>(self, extent: Extent, finish: fn(PageAnswer) -> Result<T, Error>) -> Read<T> {
        let new_sink = self.new_sink();
        Read { db: self.db, spec: self.spec, extent, new_sink, finish }
    }

    fn new_sink(&self) -> NewSink {
        let (read, asked, rules) = (self.read, self.spec.asked, rules(&self.spec));
        Arc::new(move || Collector::boxed(read, asked, rules.clone()))
    }
}

/// A query or a scan with its end, such as [`page`](super::UnfinishedQuery::page): returns a `T` when awaited.
#[must_use = "an operation does nothing until it is awaited"]
pub struct Read<T> {
    db: Db,
    spec: QuerySpec,
    extent: Extent,
    new_sink: NewSink,
    finish: fn(PageAnswer) -> Result<T, Error>,
}

impl<T> Read<T> {
    fn run(self, metered: bool) -> Running<PageAnswer> {
        read(self.db, self.spec, self.extent, self.new_sink, metered)
    }
}

impl<T: 'static> Awaitable for Read<T> {
    type Output = T;

    fn start(self) -> OperationFuture<T> {
        let finish_with = self.finish;
        finish(self.run(false), finish_with)
    }

    fn start_metered(self) -> OperationFuture<(T, Consumed)> {
        let finish_with = self.finish;
        finish_metered(self.run(true), finish_with)
    }
}

operation!(awaited [T: 'static] Read<T> => T, "db.query(Book::query(\"fiction\")).page()", "library");

opaque! { [T] Read<T>: "Read"; }

/// Takes the items of a page from its collector.
fn page<R: 'static>(mut answer: PageAnswer) -> Result<Page<R>, Error> {
    let (raw, unreadable) = answer.sink.take_aside().into_parts();
    Ok(Page { items: collected(answer.sink), next: answer.next, raw, unreadable })
}

/// A stream of the items of pages.
pub(super) struct Items<R> {
    pages: PageStream,
    items: std::vec::IntoIter<R>,
    /// Items that could not be decoded, if the query or scan is lenient: they do not end the stream.
    unreadable: std::vec::IntoIter<UnreadableItem>,
    /// How many more items to return.
    left: usize,
}

impl<R> Unpin for Items<R> {}

impl<R: 'static> Stream for Items<R> {
    type Item = Result<R, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        loop {
            if let Some(item) = self.items.next() {
                self.left -= 1;
                return Poll::Ready(Some(Ok(item)));
            }
            if let Some(unreadable) = self.unreadable.next() {
                return Poll::Ready(Some(Err(unreadable.error)));
            }
            match self.pages.as_mut().poll_next(context) {
                Poll::Ready(Some(Ok(mut page))) => {
                    self.unreadable = page.sink.take_aside().into_parts().1.into_iter();
                    self.items = collected(page.sink).into_iter();
                }
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

/// A stream of pages with their items as values.
pub(super) struct Pages<R> {
    pages: PageStream,
    items: PhantomData<fn() -> R>,
}

impl<R: 'static> Stream for Pages<R> {
    type Item = Result<Page<R>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.pages.as_mut().poll_next(context).map(|next| next.map(|answer| answer.and_then(page)))
    }
}

/// The end of a query or scan that has none.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoEnd {}

/// Never implemented: its error says how a query or scan `Q` ends.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Q}` is awaited without an end",
    label = "reads a page, everything, or the first item?",
    note = "help: end it in `.page()`, `.all()`, `.first()`, `.stream()` or `.count()`"
)]
pub trait End<Q> {
    /// What it would return.
    type Output;
    #[doc(hidden)]
    fn poll(read: &Q) -> Poll<Self::Output>;
}

/// Makes `.await` of a query or scan without an end an error of [`End`]. If there were no `Future` at all, rustc would not say more
/// than that the type is none. The bound is one of another type, since rustc tells only the outermost of several about one type.
macro_rules! unfinished {
    ([$($generics:tt)*] $read:ty) => {
        #[doc(hidden)]
        impl<$($generics)*> std::future::Future for $read
        where
            crate::op::NoEnd: crate::op::End<Self>,
        {
            type Output = <crate::op::NoEnd as crate::op::End<Self>>::Output;

            fn poll(
                self: std::pin::Pin<&mut Self>,
                _: &mut std::task::Context<'_>,
            ) -> std::task::Poll<Self::Output> {
                <crate::op::NoEnd as crate::op::End<Self>>::poll(&*self)
            }
        }
    };
}

pub(super) use unfinished;
