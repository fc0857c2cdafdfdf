//! `.stream()` and `.pages()`

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_util::stream;

use super::read::page;
use super::{SegmentedScan, UnfinishedQuery, UnfinishedScan};
use crate::entity::Entity;
use crate::entity::UnreadableItem;
use crate::error::Error;
use crate::query::{HoldsAll, Mode, Page};
use crate::read::{PageStream, merged, query_pages, scan_pages};
use crate::wire::collected;

/// A stream of the items of pages.
struct Items<R> {
    pages: PageStream,
    items: std::vec::IntoIter<R>,
    /// Items that could not be decoded, if the query or scan is lenient: they do not end the stream.
    unreadable: std::vec::IntoIter<UnreadableItem>,
    /// How many more items to return.
    left: usize,
}

impl<R> Unpin for Items<R> {}

impl<R: 'static> Items<R> {
    fn new(pages: PageStream, limit: Option<usize>) -> Self {
        Self {
            pages,
            items: Vec::new().into_iter(),
            unreadable: Vec::new().into_iter(),
            left: limit.unwrap_or(usize::MAX),
        }
    }
}

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
struct Pages<R> {
    pages: PageStream,
    items: PhantomData<fn() -> R>,
}

impl<R: 'static> Stream for Pages<R> {
    type Item = Result<Page<R>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.pages.as_mut().poll_next(context).map(|next| next.map(|answer| answer.and_then(page)))
    }
}

impl<E: Entity, R: Send + 'static, S, M: Mode> UnfinishedQuery<E, R, S, M> {
    /// Returns a stream of all items; pages are fetched as needed.
    ///
    /// Omits items of types that were not asked for, or returns an error if the query is [`strict`](Self::strict);
    /// [`pages`](Self::pages) includes them.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let mut books = db.query(Book::query("fiction")).stream();
    /// assert_eq!(books.try_next().await?.unwrap().id, "b1");
    /// assert_eq!(books.try_next().await?.unwrap().id, "b2");
    /// assert_eq!(books.try_next().await?, None);
    /// # Ok(()) });
    /// ```
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        let limit = self.request.selection.settings.limit;
        let is_merged = matches!(&self.request.selection.conditions, Ok(conditions) if conditions.len() > 1);
        let (request, new_sink) = self.into_parts();
        let pages = if is_merged { merged(&request, new_sink) } else { query_pages(request, new_sink) };
        Items::new(pages, limit)
    }

    /// Returns a stream of all pages.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let pages: Vec<Page<Book>> = db.query(Book::query("fiction")).page_size(1).pages().try_collect().await?;
    /// assert_eq!(pages[0].items, [book()]);
    /// # Ok(()) });
    /// ```
    pub fn pages(self) -> impl Stream<Item = Result<Page<R>, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        let (request, new_sink) = self.into_parts();
        Pages { pages: query_pages(request, new_sink), items: PhantomData }
    }
}

impl<E, R: Send + 'static, S, M: Mode> UnfinishedScan<E, R, S, M> {
    /// Returns a stream of all items; pages are fetched as needed.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let pages: Vec<u32> = db.scan::<Book>().stream().map_ok(|book| book.pages).try_collect().await?;
    /// assert_eq!(pages.iter().sum::<u32>(), 520);
    /// # Ok(()) });
    /// ```
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        let limit = self.request.limit;
        let (request, new_sink) = self.into_parts();
        Items::new(scan_pages(request, new_sink), limit)
    }
}

impl<E, R: Send + 'static, S, M: Mode> SegmentedScan<E, R, S, M> {
    /// Returns a stream of all items, in the order in which they arrive.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// use futures_util::TryStreamExt;
    /// let pages: Vec<u32> = db.scan::<Book>().segments(4).stream().map_ok(|book| book.pages).try_collect().await?;
    /// assert_eq!(pages.iter().sum::<u32>(), 520);
    /// # Ok(()) });
    /// ```
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R, S, M>
    where
        S: HoldsAll,
    {
        let limit = self.scan.request.limit;
        let (request, new_sink) = self.scan.into_parts();
        let parts = request.segments(self.segments).into_iter();
        let pages = stream::select_all(parts.map(|part| scan_pages(part, new_sink.clone())));
        Items::new(Box::pin(pages), limit)
    }
}
