//! Writing, and looking things up in memory.

use dynamo_core::prelude::*;
use dynamo_core::{Creatable, Db, Error, Writable};
use indicatif::ProgressBar;

/// How many are given to one batch.
const BATCH: usize = 500;

/// Writes all `entities`, each of which is `items` items with its companions.
pub(crate) async fn write_all<E: Writable>(
    db: &Db,
    entities: &[E],
    items: u64,
    bar: &ProgressBar,
) -> Result<(), Error> {
    for batch in entities.chunks(BATCH) {
        db.batch_write().put_all(batch).await?;
        bar.inc(items * u64::try_from(batch.len()).unwrap_or_default());
    }
    Ok(())
}

/// So many fit into a transaction.
const AT_ONCE: usize = 100;

/// Creates all `entities`, which are written once and never again.
pub(crate) async fn create_all<E: Creatable>(db: &Db, entities: &[E], bar: &ProgressBar) -> Result<(), Error> {
    for some in entities.chunks(AT_ONCE) {
        let mut transact = db.transact();
        for entity in some {
            transact = transact.create(entity);
        }
        transact.await?;
        bar.inc(u64::try_from(some.len()).unwrap_or_default());
    }
    Ok(())
}

/// So many seconds after a day in the past.
pub(crate) fn at(seconds: u32) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000 + i64::from(seconds) * 1_000).unwrap_or_default()
}

/// Those that are wanted.
pub(crate) fn only<T: Clone>(all: &[T], keep: impl Fn(&T) -> bool) -> Vec<T> {
    all.iter().filter(|item| keep(item)).cloned().collect()
}

/// In this order.
pub(crate) fn sorted_by<T, K: Ord>(mut items: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    items.sort_by_key(key);
    items
}
