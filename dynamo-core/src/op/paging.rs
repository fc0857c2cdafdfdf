//! Pages of as many items as are wanted.

use std::future::Future;

use super::Meter;
use crate::Error;
use crate::query::{Page, Start};
use crate::wire::Items;

/// Something that is read request by request.
pub(crate) trait Requests<R>: Sync {
    /// Whether items are left out after DynamoDB has counted them.
    fn drops_items(&self) -> bool;

    /// One request; `track` asks where each item stands.
    fn once(
        &self,
        start: &Start,
        limit: Option<usize>,
        track: bool,
        meter: &Meter,
    ) -> impl Future<Output = Result<Items<R>, Error>> + Send;
}

/// Fills a page; gives back where it goes on.
pub(crate) async fn fill<R: Send>(
    requests: &impl Requests<R>,
    mut start: Start,
    limit: Option<usize>,
    page_size: Option<usize>,
    page: &mut Page<R>,
    meter: &Meter,
) -> Result<Start, Error> {
    // Where items are left out, looking at more of them at a time saves requests, and what is too much is cut off.
    let widens = requests.drops_items();
    let track = limit.is_some() && (widens || page_size.is_some());
    let mut looked_at = limit;
    loop {
        let wanted = limit.map(|limit| limit - page.items.len());
        if wanted == Some(0) {
            return Ok(start);
        }
        let evaluate = page_size.or(if widens { looked_at } else { wanted });
        let mut answer = requests.once(&start, evaluate, track, meter).await?;
        let cut = wanted.filter(|wanted| answer.items.len() > *wanted);
        if let Some(cut) = cut {
            answer.items.truncate(cut);
            let before_cut = answer.raw_at.iter().take_while(|before| **before < cut).count();
            answer.raw.truncate(before_cut);
        }
        page.raw.append(&mut answer.raw);
        if page.items.is_empty() {
            page.items = answer.items;
        } else {
            page.items.append(&mut answer.items);
        }
        if let Some(last) = cut.and_then(|cut| cut.checked_sub(1)) {
            return Ok(answer.keys.into_iter().nth(last).map_or(start, Start::After));
        }
        start = answer.last.map_or(Start::End, Start::After);
        if limit.is_none() || start == Start::End {
            return Ok(start);
        }
        looked_at = looked_at.map(|looked_at| looked_at.saturating_mul(2));
    }
}
