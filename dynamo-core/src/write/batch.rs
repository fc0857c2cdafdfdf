//! Executes any number of puts and deletes, each on its own and in no particular order.

use std::collections::HashSet;

use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;
use futures_util::{StreamExt, stream};

use super::Write;
use super::execute::execute_one;
use super::request::WriteRequest;
use crate::codec::Item;
use crate::db::Db;
use crate::entity::texts_of_item;
use crate::error::{BatchError, Error, InvalidKind, RequestInfo, Undone};
use crate::schema::TableLayout;
use crate::wire::{ByTable, Meter, Operation, Request, RequestJson, Retry};

/// DynamoDB's limits of a request.
const LIMIT: usize = 25;
const SIZE_LIMIT: usize = 16 * 1024 * 1024 - AROUND;

/// The bytes of a request that are not part of a write: the name of the table, and punctuation.
const AROUND: usize = 1024;

/// How many requests of one batch are sent concurrently.
pub(crate) const CONCURRENCY: usize = 4;

/// The writes of a batch.
#[derive(Clone, Default)]
pub(crate) struct BatchWrites {
    parts: Vec<BatchPart>,
    /// Writes that need a condition or have companions, each of which is sent on its own.
    singles: Vec<(Undone, Write)>,
}

#[derive(Clone)]
pub(crate) struct BatchPart {
    layout: &'static TableLayout,
    undone: Undone,
    write: WriteRequest,
}

/// Requests of up to 25 writes, and the writes that go by themselves.
type Split = (Vec<Vec<BatchPart>>, Vec<(Undone, Write)>);

/// Writes that were not completed, and why.
type Undelivered = (Vec<BatchPart>, Option<Error>);

impl BatchWrites {
    pub(crate) fn push(&mut self, write: Write) -> Result<(), Error> {
        let target = &write.target;
        let key = (target.id.1.clone(), target.id.2.clone());
        let undone = Undone::new(target.request.operation, target.schema, &target.request.table, key);
        if write.fits_batch() {
            let layout = target.schema.layout;
            let write = write.request(None, None, None)?;
            write.check()?;
            self.parts.push(BatchPart { layout, undone, write });
        } else {
            self.singles.push((undone, write));
        }
        Ok(())
    }

    /// Returns an error if an item is written twice, which DynamoDB rejects, and splits the rest into requests.
    fn checked(self) -> Result<Split, Error> {
        let mut seen = HashSet::with_capacity(self.parts.len() + self.singles.len());
        let all = self.parts.iter().map(|part| &part.undone).chain(self.singles.iter().map(|(undone, _)| undone));
        for undone in all {
            if !seen.insert(undone.id()) {
                let fact = format_args!("two writes of one item are in one batch: {undone}");
                return Err(Error::invalid(
                    InvalidKind::Conflicting,
                    fact,
                    "DynamoDB does not say which comes last: leave one of them out",
                ));
            }
        }
        let mut chunks: Vec<Vec<BatchPart>> = Vec::new();
        let mut size = 0;
        for part in self.parts {
            let weight = part.write.wire_size();
            match chunks.last_mut() {
                Some(chunk) if chunk.len() < LIMIT && size + weight < SIZE_LIMIT => {
                    size += weight;
                    chunk.push(part);
                }
                _ => {
                    size = weight;
                    chunks.push(vec![part]);
                }
            }
        }
        Ok((chunks, self.singles))
    }

    /// Builds the SDK's own requests.
    pub(crate) fn into_sdk(self, db: &Db) -> Result<Vec<BatchWriteItemFluentBuilder>, Error> {
        if let Some((undone, _)) = self.singles.first() {
            let fact = format_args!("a batch of the SDK cannot write this item with its companions: {undone}");
            return Err(Error::invalid(InvalidKind::NotOneRequest, fact, "await the batch instead"));
        }
        let (chunks, _) = self.checked()?;
        let meter = Meter::new(false);
        chunks.iter().map(|chunk| request(chunk, &meter).into_sdk(db.client())).collect()
    }

    /// Executes all writes; the error lists those that were not completed.
    pub(crate) async fn execute(self, db: &Db, meter: &Meter) -> Result<(), Error> {
        let (chunks, singles) = self.checked()?;
        // An error of the whole batch, and not of each write.
        db.connection().check_interceptors()?;
        let writes = chunks.into_iter().map(|parts| chunk(db, parts, meter));
        let mut writes = stream::iter(writes).buffer_unordered(CONCURRENCY);
        let (mut undone, mut cause) = (Vec::new(), None);
        while let Some(failed) = writes.next().await {
            if let Some((parts, error)) = failed {
                undone.extend(parts.into_iter().map(|part| part.undone));
                cause = error.or(cause);
            }
        }
        let singles: Vec<_> = singles.into_iter().map(|(undone, write)| single(db, undone, write, meter)).collect();
        let mut singles = stream::iter(singles).buffer_unordered(CONCURRENCY);
        while let Some(failed) = singles.next().await {
            if let Some((write, error)) = failed {
                undone.push(write);
                cause = Some(error);
            }
        }
        if undone.is_empty() { Ok(()) } else { Err(BatchError::new(undone, cause).into()) }
    }
}

/// Executes one write on its own; returns it with the error if it fails.
async fn single(db: &Db, undone: Undone, write: Write, meter: &Meter) -> Option<(Undone, Error)> {
    let mut retry = Retry::new();
    loop {
        match execute_one(db, write.clone(), meter).await {
            Ok(_) => return None,
            // Another transaction is at work on the item.
            Err(Error::Conflict(_)) if retry.again(meter).await => {}
            Err(error) => return Some((undone, error)),
        }
    }
}

/// Sends up to 25 writes, retrying unprocessed ones while there is progress.
async fn chunk(db: &Db, mut parts: Vec<BatchPart>, meter: &Meter) -> Option<Undelivered> {
    let mut retry = Retry::new();
    loop {
        let unprocessed = match once(db, &parts, meter).await {
            Ok(unprocessed) => unprocessed,
            // DynamoDB answers so if it processes none of the writes.
            Err(Error::Throttled(_)) if retry.again(meter).await => continue,
            Err(error) => return Some((parts, Some(error))),
        };
        let before = parts.len();
        let is_unprocessed = |part: &BatchPart| {
            let items = unprocessed.get(&part.undone.table).map(Vec::as_slice).unwrap_or_default();
            items.iter().any(|item| is_of(part, item))
        };
        let left = parts.iter().filter(|part| is_unprocessed(part)).count();
        if left != unprocessed.values().map(Vec::len).sum::<usize>() {
            // The unprocessed writes are not among those that were sent: none may count as completed.
            let error = Error::invalid(
                InvalidKind::Busy,
                "DynamoDB left out writes that were not sent",
                "send the batch again",
            );
            return Some((parts, Some(error)));
        }
        parts.retain(is_unprocessed);
        if parts.is_empty() {
            return None;
        }
        // Only attempts without any progress count.
        if parts.len() < before {
            retry.progressed();
        }
        if !retry.again(meter).await {
            return Some((parts, None));
        }
    }
}

/// Returns whether a part is the one with this item or key.
fn is_of(part: &BatchPart, item: &Item) -> bool {
    let texts = texts_of_item(part.layout, item);
    texts.pk.as_deref() == Some(part.undone.pk.as_str())
        && (part.layout.sk.is_none() || texts.sk.as_deref() == part.undone.sk.as_deref())
}

/// Sends writes; returns the items and keys of the unprocessed ones by table.
async fn once(db: &Db, parts: &[BatchPart], meter: &Meter) -> Result<ByTable, Error> {
    let asked = || match parts.first() {
        Some(part) => RequestInfo::new("batch_write", &part.undone.table).entity(part.undone.entity),
        None => RequestInfo::new("batch_write", ""),
    };
    let answer = db.connection().items(request(parts, meter), meter).await;
    let answer = answer.map_err(|rejected| rejected.about(asked()))?;
    meter.written(answer.units);
    Ok(answer.unprocessed)
}

/// Returns the request of up to 25 writes.
fn request(parts: &[BatchPart], meter: &Meter) -> Request {
    let mut tables: Vec<&str> = Vec::new();
    for part in parts {
        if !tables.contains(&part.undone.table.as_str()) {
            tables.push(&part.undone.table);
        }
    }
    let size: usize = parts.iter().map(|part| part.write.weight()).sum();
    let mut json = RequestJson::with_capacity(size + 256);
    json.object("RequestItems", |json| {
        for table in tables {
            let of_table = parts.iter().filter(|part| part.undone.table == table);
            json.list(table, |json| of_table.for_each(|part| part.write.write_batch(json)));
        }
    });
    Request::new(Operation::BatchWriteItem, parts.first().map_or("", |part| &part.undone.table), json.end(meter))
}
