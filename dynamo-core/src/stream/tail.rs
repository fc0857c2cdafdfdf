//! Follows a stream, for development, tests and small services.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodbstreams::types::{Shard, ShardIteratorType};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use serde::{Deserialize, Serialize};

use super::Change;
use crate::db::Db;
use crate::entity::Table;
use crate::error::{Answered, Error, Request, classify};

/// The position in a stream, to be stored and given to the next [`Tail`].
///
/// ```
/// use dynamo_core::stream::Checkpoint;
///
/// let checkpoint: Checkpoint = Checkpoint::default();
/// assert_eq!(checkpoint, Checkpoint::default());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The last sequence number processed in each shard; `None` for a shard that is processed to its end.
    shards: BTreeMap<String, Option<String>>,
}

impl Db {
    /// Follows the stream of a table, from its beginning or from a checkpoint.
    ///
    /// ```no_run
    /// # use dynamo_core::prelude::*;
    /// # #[derive(Table)]
    /// # #[table(name = "app", pk = "PK", sk = "SK", stream)]
    /// # pub enum App { Note(Note) }
    /// # #[derive(Entity)]
    /// # #[entity(table = App, pk = "NOTE#<id>", sk = "META")]
    /// # pub struct Note { id: String }
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let mut tail = db.tail::<App>(None).await?;
    /// loop {
    ///     for change in tail.next().await? {
    ///         db.reconcile(&change?).await?;
    ///     }
    ///     // keep tail.checkpoint() somewhere
    ///     tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    /// }
    /// # }
    /// ```
    ///
    /// Reads all shards one after the other, a parent before its children. Returns every record at least once: those of
    /// a batch count as processed when the next one is requested. For many shards, AWS runs a Lambda function for each.
    pub async fn tail<T: Table>(&self, from: Option<Checkpoint>) -> Result<Tail<T>, Error> {
        let name = self.table_name::<T>()?;
        let described = self.client().describe_table().table_name(&name).send().await;
        let described = described
            .map_err(|error| classify(Request::new("describe_table", &name), &error, None, Answered::default()))?;
        let arn = described.table.and_then(|table| table.latest_stream_arn).ok_or_else(|| {
            let fact = format_args!("table {name} has no stream");
            Error::refused(fact, "declare it: `#[table(.., stream)]`, and create the table anew")
        })?;
        self.streams()?;
        let checkpoint = from.unwrap_or_default();
        Ok(Tail {
            db: self.clone(),
            name,
            arn,
            pending: checkpoint.clone(),
            checkpoint,
            open: BTreeMap::new(),
            table: PhantomData,
        })
    }
}

/// Follows a stream: see [`Db::tail`].
#[derive(Debug)]
pub struct Tail<T> {
    db: Db,
    name: String,
    arn: String,
    checkpoint: Checkpoint,
    /// The position after the batch that was returned last.
    pending: Checkpoint,
    /// The iterators of the shards that are being read.
    open: BTreeMap<String, String>,
    table: PhantomData<fn() -> T>,
}

impl<T: Table> Tail<T> {
    /// Returns the changes since the last call, if any, and counts those returned before as processed. A record that is
    /// none of the table's entities, or cannot be read, is an error in its position, and does not hold back the others.
    ///
    /// After an error, or when the future is dropped, the next call returns the same changes again.
    pub async fn next(&mut self) -> Result<Vec<Result<Change<T>, Error>>, Error> {
        self.checkpoint = self.pending.clone();
        let (mut changes, mut reached) = (Vec::new(), self.pending.clone());
        let mut open = self.open.clone();
        for shard in self.ready().await? {
            self.read(&shard, &mut open, &mut reached, &mut changes).await?;
        }
        (self.pending, self.open) = (reached, open);
        Ok(changes)
    }

    /// Returns the position up to which changes are processed; a tail that begins there returns all later ones.
    #[must_use]
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    fn failed<E>(&self, operation: &'static str, error: &SdkError<E, HttpResponse>) -> Error
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        classify(Request::new(operation, &self.name), error, None, Answered::default())
    }

    /// Returns the shards that can be read: those whose parents are processed.
    async fn ready(&self) -> Result<Vec<String>, Error> {
        let mut shards: Vec<Shard> = Vec::new();
        let mut last = None;
        loop {
            let describe = self.db.streams()?.describe_stream().stream_arn(&self.arn);
            let described = describe.set_exclusive_start_shard_id(last).send().await;
            let described = described.map_err(|error| self.failed("describe_stream", &error))?;
            let Some(description) = described.stream_description else { break };
            shards.extend(description.shards.unwrap_or_default());
            last = description.last_evaluated_shard_id;
            if last.is_none() {
                break;
            }
        }
        let is_done = |id: &str| matches!(self.pending.shards.get(id), Some(None));
        let is_there = |id: &str| shards.iter().any(|shard| shard.shard_id.as_deref() == Some(id));
        let waits =
            |shard: &Shard| shard.parent_shard_id.as_deref().is_some_and(|parent| is_there(parent) && !is_done(parent));
        let ready = shards.iter().filter(|shard| !waits(shard)).filter_map(|shard| shard.shard_id.clone());
        Ok(ready.filter(|id| !is_done(id)).collect())
    }

    async fn read(
        &self,
        shard: &str,
        open: &mut BTreeMap<String, String>,
        reached: &mut Checkpoint,
        changes: &mut Vec<Result<Change<T>, Error>>,
    ) -> Result<(), Error> {
        let iterator = match open.remove(shard) {
            Some(iterator) => iterator,
            None => self.iterator(shard).await?,
        };
        let sent = self.db.streams()?.get_records().shard_iterator(iterator).send().await;
        let answer = match sent {
            Ok(answer) => answer,
            // An iterator expires after fifteen minutes; the next call requests a new one.
            Err(error) if error.code() == Some("ExpiredIteratorException") => return Ok(()),
            Err(error) => return Err(self.failed("get_records", &error)),
        };
        for record in answer.records.unwrap_or_default() {
            let sequence = record.dynamodb.as_ref().and_then(|record| record.sequence_number.clone());
            changes.push(Change::try_from(record));
            if sequence.is_some() {
                reached.shards.insert(shard.to_owned(), sequence);
            }
        }
        match answer.next_shard_iterator {
            Some(iterator) => {
                open.insert(shard.to_owned(), iterator);
            }
            None => {
                reached.shards.insert(shard.to_owned(), None);
            }
        }
        Ok(())
    }

    async fn iterator(&self, shard: &str) -> Result<String, Error> {
        let request = self.db.streams()?.get_shard_iterator().stream_arn(&self.arn).shard_id(shard);
        let request = match self.pending.shards.get(shard) {
            Some(Some(sequence)) => {
                request.shard_iterator_type(ShardIteratorType::AfterSequenceNumber).sequence_number(sequence)
            }
            _ => request.shard_iterator_type(ShardIteratorType::TrimHorizon),
        };
        let answer = match request.send().await {
            // Records are trimmed after a day: continue with the oldest that remains.
            Err(error) if error.code() == Some("TrimmedDataAccessException") => {
                let request = self.db.streams()?.get_shard_iterator().stream_arn(&self.arn).shard_id(shard);
                request.shard_iterator_type(ShardIteratorType::TrimHorizon).send().await
            }
            other => other,
        };
        let answer = answer.map_err(|error| self.failed("get_shard_iterator", &error))?;
        answer.shard_iterator.ok_or_else(|| Error::refused("a shard of the stream has no iterator", "try again"))
    }
}
