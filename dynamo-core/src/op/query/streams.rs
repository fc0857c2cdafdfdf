//! `.stream()` and `.pages()`

use futures_core::Stream;
use futures_util::{StreamExt, TryStreamExt, stream};
use tracing::Instrument;

use super::merge::Merge;
use super::{Many, QueryOp};
use crate::op::{Watch, operate};
use crate::query::Page;
use crate::{Entity, Error};

impl<E: Entity + 'static, R: Send + 'static, V: 'static> QueryOp<E, R, V, Many> {
    /// All items, one after the other: pages are fetched as they are needed.
    ///
    /// Items of types that were not asked for are left out, unless the query is [`strict`](Self::strict); the pages of
    /// [`pages`](Self::pages) have them.
    pub fn stream(self) -> impl Stream<Item = Result<R, Error>> + Send + Unpin + use<E, R, V> {
        if matches!(&self.plans, Ok(plans) if plans.len() > 1) {
            return self.merged().boxed();
        }
        let pages = self.pages().map_ok(|page| stream::iter(page.items.into_iter().map(Ok)));
        pages.try_flatten().boxed()
    }

    /// What is read of the partitions is kept until it is wanted.
    fn merged(self) -> impl Stream<Item = Result<R, Error>> + Send + use<E, R, V> {
        let limit = self.options.limit.unwrap_or(usize::MAX);
        let watch = Watch::new(self.about(), false);
        let merge = self.fetch().and_then(|fetch| {
            let plans = self.plans.clone()?;
            let starts = self.starts(&fetch, &plans)?;
            let size = self.options.page_size.or(self.options.limit);
            Ok(Merge::new(fetch, plans, starts, size, self.options.concurrency, watch.meter.clone()))
        });
        // One span for the whole stream, until its end or until it is dropped.
        let items = stream::try_unfold((merge, watch), |(merge, watch)| async move {
            let mut merge = merge.inspect_err(|error| watch.failed(error))?;
            let item = merge.next(false).instrument(watch.span.clone()).await;
            let item = item.inspect_err(|error| watch.failed(error))?;
            Ok(item.map(|item| (item, (Ok(merge), watch))))
        });
        items.take(limit)
    }

    /// All pages, one after the other.
    pub fn pages(self) -> impl Stream<Item = Result<Page<R>, Error>> + Send + Unpin + use<E, R, V> {
        let limit = self.options.limit;
        let pages = stream::try_unfold((Some(self), limit), |(query, left)| async move {
            let Some(mut query) = query.filter(|_| left != Some(0)) else { return Ok(None) };
            query.options.limit = left;
            let (page, _) = operate(query.clone(), false).await?;
            let left = left.map(|left| left.saturating_sub(page.items.len()));
            query.options.cursor.clone_from(&page.next);
            let next = page.next.is_some().then_some(query);
            Ok(Some((page, (next, left))))
        });
        pages.boxed()
    }
}
