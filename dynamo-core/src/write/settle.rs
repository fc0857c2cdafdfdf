//! Settles an item before a write: a pending record is completed, an older version upgraded, and then it is read.

use super::Write;
use super::fetch::{fetch, read_with_revision};
use super::pending::{Remaining, complete};
use super::upgrade::store_upgraded;
use crate::codec::Item;
use crate::companion::Pending;
use crate::db::Db;
use crate::error::Error;
use crate::wire::Meter;

/// Reads the item of a write, after completing a pending record and upgrading an older version; `None` if there is none of the
/// entity's.
pub(crate) async fn settle(db: &Db, write: &Write, meter: &Meter) -> Result<Option<Item>, Error> {
    let target = &write.target;
    loop {
        let item = if write.needs_revision() {
            read_with_revision(db, target, meter).await?
        } else {
            fetch(db, &target.request, &target.key(), meter).await?
        };
        let Some(item) = item else { return Ok(None) };
        if write.clauses.is_foreign(&item)? {
            return Ok(None);
        }
        if Pending::of(&item).is_none()
            && let Some(new) = write.upgraded(&item)?
        {
            Box::pin(store_upgraded(db, write.code, &item, new, meter)).await?;
            continue;
        }
        if write.companions().is_none() {
            return Ok(Some(item));
        }
        match Remaining::of(db, write.code, &item)? {
            Some(remaining) => complete(db, remaining, meter).await?,
            None => return Ok(Some(item)),
        }
    }
}
