//! Follows a stream, for development, tests and small services.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodbstreams::types::{Shard, ShardIteratorType};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::shards::Checkpoint;
use super::{Change, Record};
use crate::db::Db;
use crate::entity::Table;
use crate::error::{Answered, Error, InvalidKind, RequestInfo, StreamGap, classify};

impl Db {
    /// Follows the stream of a table, from its beginning or from a checkpoint.
    ///
    /// ```no_run
    /// # use doc_tables::note::*;
    /// # async fn run(db: Db) -> Result<(), Error> {
    /// let mut tail = db.tail::<App>(None).await?;
    /// loop {
    ///     for change in tail.next().await? {
    ///         match change {
    ///             Ok(change) => drop(db.reconcile(&change).await?),
    ///             // Unreadable, or lost: report it and go on, since it does not get better by being read again.
    ///             Err(error) => eprintln!("{error}"),
    ///         }
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
            .map_err(|error| classify(RequestInfo::new("describe_table", &name), &error, Answered::default()))?;
        let arn = described.table.and_then(|table| table.latest_stream_arn).ok_or_else(|| {
            let fact = format_args!("table {name} has no stream");
            Error::invalid(
                InvalidKind::Undeclared,
                fact,
                "declare it: `#[table(.., stream)]`, and create the table anew",
            )
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
    /// Returns the changes since the last call, if any, and counts those returned before as processed.
    ///
    /// A record that is none of the table's entities, or cannot be read, is an error in its position, and does not hold back
    /// the others: the next call goes on after it. Records that DynamoDB removed before they were read are an
    /// [`Error::StreamGap`] in their position.
    ///
    /// After an error of the call itself, or when the future is dropped, the next call returns the same changes again.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let mut tail = db.tail::<Library>(None).await?;
    /// let changes = tail.next().await?;
    /// assert_eq!(changes.len(), 3); // a shelf and two books were written
    /// # Ok(()) });
    /// ```
    pub async fn next(&mut self) -> Result<Vec<Result<Change<T>, Error>>, Error> {
        let records = self.next_records().await?;
        Ok(records.into_iter().map(|record| record.and_then(|record| record.read())).collect())
    }

    /// Does the same as [`next`](Self::next), and returns the records unread: a program that keeps what it cannot handle has
    /// all of it, even of items that it cannot read.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let mut tail = db.tail::<Library>(None).await?;
    /// for record in tail.next_records().await? {
    ///     let record = record?; // still read if it is no item of `Library`
    ///     assert!(record.read::<Library>().is_ok());
    ///     assert!(record.new.unwrap().contains_key("PK"));
    /// }
    /// # Ok(()) });
    /// ```
    pub async fn next_records(&mut self) -> Result<Vec<Result<Record, Error>>, Error> {
        self.checkpoint = self.pending.clone();
        let mut batch = Records { records: Vec::new(), reached: self.pending.clone(), open: self.open.clone() };
        let (ready, gaps) = batch.reached.follow(&self.name, &self.shards().await?);
        batch.records.extend(gaps.into_iter().map(|gap| Err(gap.into())));
        batch.open.retain(|shard, _| ready.contains(shard));
        for shard in ready {
            self.read(&shard, &mut batch).await?;
        }
        (self.pending, self.open) = (batch.reached, batch.open);
        Ok(batch.records)
    }

    /// Returns the position up to which changes are processed; a tail that begins there returns all later ones.
    ///
    /// ```
    /// # use doc_tables::library::*; example(async |db| {
    /// let mut tail = db.tail::<Library>(None).await?;
    /// assert_eq!(tail.next().await?.len(), 3);
    /// assert!(tail.next().await?.is_empty()); // asked for more, so that the first three are done
    /// let mut later = db.tail::<Library>(Some(tail.checkpoint().clone())).await?;
    /// assert!(later.next().await?.is_empty());
    /// # Ok(()) });
    /// ```
    #[must_use]
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    fn failed<E>(&self, operation: &'static str, error: &SdkError<E, HttpResponse>) -> Error
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        classify(RequestInfo::new(operation, &self.name), error, Answered::default())
    }

    /// Returns all shards that the stream lists.
    async fn shards(&self) -> Result<Vec<Shard>, Error> {
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
        Ok(shards)
    }

    /// Reads the next records of a shard.
    async fn read(&self, shard: &str, batch: &mut Records) -> Result<(), Error> {
        let iterator = match batch.open.remove(shard) {
            Some(iterator) => Some(iterator),
            None => self.iterator(shard, batch).await?,
        };
        // Without one, the shard is gone: the next call reports what that means.
        let Some(iterator) = iterator else { return Ok(()) };
        let sent = self.db.streams()?.get_records().shard_iterator(iterator).send().await;
        let answer = match sent {
            Ok(answer) => answer,
            Err(error) => {
                return match error.code() {
                    // An iterator expires after fifteen minutes; the next call requests a new one.
                    Some("ExpiredIteratorException" | "ResourceNotFoundException") => Ok(()),
                    Some("TrimmedDataAccessException") => {
                        batch.lost(&self.name, shard);
                        Ok(())
                    }
                    _ => Err(self.failed("get_records", &error)),
                };
            }
        };
        for record in answer.records.unwrap_or_default() {
            let sequence = record.dynamodb.as_ref().and_then(|record| record.sequence_number.clone());
            batch.records.push(Record::try_from(record));
            if let Some(sequence) = sequence {
                batch.reached.reach(shard, sequence);
            }
        }
        match answer.next_shard_iterator {
            Some(iterator) => drop(batch.open.insert(shard.to_owned(), iterator)),
            None => batch.reached.finish(shard),
        }
        Ok(())
    }

    /// Requests an iterator after the last record that was read, or at the oldest one; `None` if the shard is gone.
    async fn iterator(&self, shard: &str, batch: &mut Records) -> Result<Option<String>, Error> {
        loop {
            let request = self.db.streams()?.get_shard_iterator().stream_arn(&self.arn).shard_id(shard);
            let request = match batch.reached.sequence(shard) {
                Some(sequence) => {
                    request.shard_iterator_type(ShardIteratorType::AfterSequenceNumber).sequence_number(sequence)
                }
                None => request.shard_iterator_type(ShardIteratorType::TrimHorizon),
            };
            match request.send().await {
                Ok(answer) => return Ok(answer.shard_iterator),
                // Records are trimmed after a day: continue with the oldest that remains.
                Err(error) if error.code() == Some("TrimmedDataAccessException") => {
                    if batch.reached.sequence(shard).is_none() {
                        return Err(self.failed("get_shard_iterator", &error));
                    }
                    batch.lost(&self.name, shard);
                }
                Err(error) if error.code() == Some("ResourceNotFoundException") => return Ok(None),
                Err(error) => return Err(self.failed("get_shard_iterator", &error)),
            }
        }
    }
}

/// What a call has read so far.
struct Records {
    records: Vec<Result<Record, Error>>,
    reached: Checkpoint,
    open: BTreeMap<String, String>,
}

impl Records {
    /// Reports records that were removed before they were read, and continues with the oldest that remains.
    fn lost(&mut self, table: &str, shard: &str) {
        self.records.push(Err(StreamGap::new(table, shard, self.reached.sequence(shard)).into()));
        self.reached.restart(shard);
    }
}
