//! Streams of pages, which are fetched as needed.

use std::pin::Pin;
use std::sync::Arc;

use futures_core::Stream;
use futures_util::{StreamExt, stream};
use tracing::Instrument;

use super::PageAnswer;
use super::merge::Ask;
use super::query::{QueryRequest, query};
use super::scan::{ScanRequest, scan};
use crate::error::Error;
use crate::wire::{ItemSink, Watch};

/// Pages of a query or a scan.
pub(crate) type PageStream = Pin<Box<dyn Stream<Item = Result<PageAnswer, Error>> + Send>>;

/// Creates the sink of a page.
pub(crate) type NewSink = Arc<dyn Fn() -> Box<dyn ItemSink> + Send + Sync>;

/// Returns a stream of all pages of a query.
pub(crate) fn query_pages(request: QueryRequest, new_sink: NewSink) -> PageStream {
    let limit = request.selection.settings.limit;
    let state = (Some(request), limit, new_sink);
    let pages = stream::try_unfold(state, |(request, left, new_sink)| async move {
        let Some(mut request) = request.filter(|_| left != Some(0)) else { return Ok(None) };
        request.selection.settings.limit = left;
        let (page, _) = query(request.clone(), new_sink.clone(), false).await?;
        let left = left.map(|left| left.saturating_sub(page.sink.len()));
        request.selection.settings.cursor.clone_from(&page.next);
        let next = page.next.is_some().then_some(request);
        Ok(Some((page, (next, left, new_sink))))
    });
    pages.boxed()
}

/// Returns a stream of all pages of a scan.
pub(crate) fn scan_pages(request: ScanRequest, new_sink: NewSink) -> PageStream {
    let limit = request.limit;
    let pages = stream::try_unfold((Some(request), limit, new_sink), |(request, left, new_sink)| async move {
        let Some(mut request) = request.filter(|_| left != Some(0)) else { return Ok(None) };
        request.limit = left;
        let (page, _) = scan(request.clone(), new_sink.clone(), false).await?;
        let left = left.map(|left| left.saturating_sub(page.sink.len()));
        request.cursor.clone_from(&page.next);
        let next = page.next.is_some().then_some(request);
        Ok(Some((page, (next, left, new_sink))))
    });
    pages.boxed()
}

/// Returns a stream of the merged items of several partitions; buffers items that were read ahead.
pub(crate) fn merged(request: &QueryRequest, new_sink: NewSink) -> PageStream {
    let limit = request.selection.settings.limit.unwrap_or(usize::MAX);
    let watch = Watch::new(request.about("query"), false);
    let merge = request.fetch().and_then(|fetch| {
        let conditions = request.conditions()?;
        let starts = request.starts(&fetch, &conditions)?;
        Ok(request.merge(fetch, conditions, starts, &watch.meter))
    });
    // One span for the whole stream, until its end or until it is dropped.
    let pages = stream::try_unfold((merge, watch, limit, new_sink), |(merge, watch, left, new_sink)| async move {
        let mut merge = merge.inspect_err(|error| watch.failed(error))?;
        let mut sink = new_sink();
        while sink.len() < left {
            let next = merge.next(Ask::WhileEmpty, &mut *sink).instrument(watch.span.clone()).await;
            match next.inspect_err(|error| watch.failed(error)) {
                Ok(true) => {}
                Ok(false) => break,
                // Items that were read before the error are returned first.
                Err(error) if sink.is_empty() => return Err(error),
                Err(error) => {
                    let page = PageAnswer { sink, next: None };
                    return Ok(Some((page, (Err(error), watch, left, new_sink))));
                }
            }
        }
        let (read, is_empty) = (sink.len(), sink.is_empty());
        let page = PageAnswer { sink, next: None };
        Ok((!is_empty).then(|| (page, (Ok(merge), watch, left - read, new_sink))))
    });
    pages.boxed()
}
