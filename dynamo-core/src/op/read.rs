//! Queries and scans with their ends.

use std::sync::Arc;

use super::{Operation, OperationFuture, finish, finish_metered, opaque, operation};
use crate::entity::{Among, ReadItem};
use crate::error::Error;
use crate::query::{Mode, Page};
use crate::read::{NewSink, PageAnswer};
use crate::wire::{Collector, Consumed, Rules, Running, collected};

/// A query or a scan with its end, such as [`page`](super::UnfinishedQuery::page): returns a `T` when awaited.
#[must_use = "an operation does nothing until it is awaited"]
pub struct Read<T> {
    start: Box<dyn FnOnce(bool) -> Running<PageAnswer> + Send + Sync>,
    finish: fn(PageAnswer) -> Result<T, Error>,
}

impl<T> Read<T> {
    pub(super) fn new(
        start: impl FnOnce(bool) -> Running<PageAnswer> + Send + Sync + 'static,
        finish: fn(PageAnswer) -> Result<T, Error>,
    ) -> Self {
        Self { start: Box::new(start), finish }
    }
}

impl<T: 'static> Operation for Read<T> {
    type Output = T;

    fn start(self) -> OperationFuture<T> {
        finish((self.start)(false), self.finish)
    }

    fn start_metered(self) -> OperationFuture<(T, Consumed)> {
        finish_metered((self.start)(true), self.finish)
    }
}

operation!(awaited [T: 'static] Read<T> => T, "db.query(Book::query(\"fiction\")).page()", "library");

opaque! { [T] Read<T>: "Read"; }

/// Returns the collectors of pages, one for each.
pub(super) fn sinks<R: Send + 'static>(read: ReadItem<R>, asked: Among, rules: Rules) -> NewSink {
    Arc::new(move || Collector::boxed(read, asked, rules.clone()))
}

/// Takes the items of a page from its collector.
pub(super) fn page<R: 'static>(mut answer: PageAnswer) -> Result<Page<R>, Error> {
    let (raw, unreadable) = answer.sink.take_aside().into_parts();
    Ok(Page { items: collected(answer.sink), next: answer.next, raw, unreadable })
}

pub(super) fn all<R: 'static, M: Mode>(answer: PageAnswer) -> Result<M::All<R>, Error> {
    page(answer).map(M::all)
}

pub(super) fn first<R: 'static>(answer: PageAnswer) -> Result<Option<R>, Error> {
    Ok(collected(answer.sink).into_iter().next())
}

pub(super) fn counted(answer: PageAnswer) -> Result<u64, Error> {
    Ok(u64::try_from(answer.sink.len()).unwrap_or(u64::MAX))
}

/// Has no end yet.
#[doc(hidden)]
#[derive(Debug)]
pub enum Unfinished {}

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
    fn poll(read: &Q) -> std::task::Poll<Self::Output>;
}

/// Makes `.await` of a query or scan without an end an error of [`End`]. If there were no `Future` at all, rustc would not say more
/// than that the type is none. The bound is one of another type, since rustc tells only the outermost of several about one type.
macro_rules! unfinished {
    ([$($generics:tt)*] $read:ty) => {
        #[doc(hidden)]
        impl<$($generics)*> std::future::Future for $read
        where
            crate::op::Unfinished: crate::op::End<Self>,
        {
            type Output = <crate::op::Unfinished as crate::op::End<Self>>::Output;

            fn poll(
                self: std::pin::Pin<&mut Self>,
                _: &mut std::task::Context<'_>,
            ) -> std::task::Poll<Self::Output> {
                <crate::op::Unfinished as crate::op::End<Self>>::poll(&*self)
            }
        }
    };
}

pub(super) use unfinished;
