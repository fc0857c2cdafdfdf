//! What workers remember.

use std::collections::BTreeMap;

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;
use dynamo_core::stream::Checkpoint;

use super::WorkerName;

/// The table of all workers, which has no stream.
#[allow(clippy::large_enum_variant)] // An item is read once and taken out.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "stream_workers", pk = "PK", sk = "SK", type_attribute = "type")]
pub enum StreamWorkers {
    /// How far a worker has come.
    Position(Position),
    /// A record that was put aside.
    DeadLetter(DeadLetter),
    /// A part of a record that is too large for its letter.
    DeadPart(DeadPart),
    /// Work that is done in pages.
    Job(Job),
}

/// How far a worker has come.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = StreamWorkers, pk = "WORKER#<worker>", sk = "POSITION", rename_all = "camelCase")]
#[access(of_worker(worker), get, rate = 1, about = "How far a worker has come")]
pub struct Position {
    /// The worker.
    pub worker: WorkerName,
    /// The position in the stream up to which records are handled.
    #[entity(serde)]
    pub checkpoint: Checkpoint,
    /// Whether a worker has begun here and not saved since: whoever finds it so goes on with care.
    pub began: bool,
    /// Records that were begun and not done, as their [letters](DeadLetter) would be called, and how often: known only while workers go
    /// on with care.
    pub trying: BTreeMap<String, u32>,
    /// Two that run under one name notice each other.
    #[entity(version)]
    pub version: u64,
    /// Saved when.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// The attributes of an item as they were.
pub type Image = BTreeMap<String, AttributeValue>;

/// A record, or a job, that was put aside because it kept failing.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = StreamWorkers, pk = "WORKER#<worker>", sk = "DEAD#<letter_id:escaped>", rename_all = "camelCase")]
#[access(of_worker(worker), rate = 0.1, items = 10, about = "What a worker has put aside")]
pub struct DeadLetter {
    /// The worker.
    pub worker: WorkerName,
    /// The same for every delivery of the record.
    pub letter_id: String,
    /// What the last attempt said.
    pub reason: String,
    /// How often it was tried.
    pub attempts: u32,
    /// The record's sequence number in its shard.
    pub sequence: Option<String>,
    /// When the item was written.
    pub written_at: Option<Timestamp>,
    /// Whether DynamoDB deleted the item because it had expired.
    pub expired: bool,
    /// The item before the change. Neither is there where records were lost.
    pub old: Option<Image>,
    /// The item after the change.
    pub new: Option<Image>,
    /// How many [parts](DeadPart) hold both items, where they are too large to be here.
    pub parts: u32,
    /// The job that was put aside, if it was one.
    pub job: Option<PutAside>,
    /// Put aside when.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// A part of a record that was put aside: an item has 400 KiB, and a record has two of them.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = StreamWorkers,
    pk = "WORKER#<worker>",
    sk = "PART#<letter_id:escaped>#<part:04>",
    rename_all = "camelCase",
)]
#[access(of_letter(worker, letter_id), about = "The parts of a record that was put aside")]
pub struct DeadPart {
    /// The worker.
    pub worker: WorkerName,
    /// The letter.
    pub letter_id: String,
    /// Which part.
    pub part: u32,
    /// A part of both items, as DynamoDB's JSON.
    pub json: String,
}

/// What is known of a job that was put aside.
#[derive(Attribute, Debug, Clone, PartialEq, Eq)]
#[attribute(rename_all = "camelCase")]
pub struct PutAside {
    /// The partition key of the record that it is about.
    pub record_pk: String,
    /// The sort key of the record that it is about.
    pub record_sk: String,
    /// The page that failed.
    pub position: Option<String>,
}

/// Work that is too much for one record: it is done in pages, and goes on where it ended.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = StreamWorkers, pk = "WORKER#<worker>", sk = "JOB#<job_id:escaped>", rename_all = "camelCase")]
#[access(of_worker(worker), rate = 1, items = 10, about = "What a worker has still to do")]
#[access(by_id(worker, job_id), get, rate = 1, about = "One job")]
pub struct Job {
    /// The worker.
    pub worker: WorkerName,
    /// The same for every delivery of the record that it is about.
    pub job_id: String,
    /// The partition key of the record that it is about.
    pub record_pk: String,
    /// The sort key of the record that it is about.
    pub record_sk: String,
    /// Where the next page begins; `None` for the first.
    pub position: Option<String>,
    /// How often the next page was begun: who ends in the middle of one has tried it, too.
    pub attempts: u32,
    /// Until when somebody does it.
    pub leased_until: Option<Timestamp>,
    /// Counts who took it: what was read before the last one took it is out of date.
    pub turn: u64,
    /// Queued when.
    #[entity(created_at)]
    pub created_at: Timestamp,
}
