//! What was put aside, and is tried again.

use std::fmt::Display;

use base64_simd::URL_SAFE_NO_PAD;
use dynamo_core::codec::{self, digest};
use dynamo_core::prelude::*;
use dynamo_core::stream::{Change, Record};
use dynamo_core::{Error, Item};
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};

use super::{DeadLetter, DeadPart, Image, PutAside, Worker};

/// How many bytes of JSON one item takes: DynamoDB's limit is 400 KiB, and JSON is never shorter than what DynamoDB counts.
const PART: usize = 300 * 1024;

/// How many characters of a reason are kept.
const REASON: usize = 2000;

/// Both items of a record.
#[derive(Attribute)]
struct Images {
    old: Option<Image>,
    new: Option<Image>,
}

/// What came of [`Worker::redrive`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Redriven {
    /// How many succeeded, and are gone.
    pub done: u64,
    /// How many failed again.
    pub failed: u64,
}

/// Returns the same id for every delivery of a record: sequence numbers are those of a shard, so it takes what the record says, too.
pub(super) fn letter_id(record: &Result<Record, Error>) -> String {
    let text = |item: &Option<Item>| item.as_ref().map_or_else(|| "-".to_owned(), digest);
    match record {
        Ok(record) => {
            let sequence = record.sequence.as_deref().unwrap_or("-");
            format!("{sequence} {} {}", text(&record.old), text(&record.new))
        }
        Err(lost) => short(&[&lost.to_string()]),
    }
}

/// Returns a short text that stands for several, none of which runs into the next.
pub(super) fn short(texts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update(text.len().to_be_bytes());
        hasher.update(text);
    }
    URL_SAFE_NO_PAD.encode_to_string(&hasher.finalize()[..18])
}

impl Worker {
    /// Puts a record aside. One that was put aside before, by a worker that ended then, stays as it is.
    pub(super) async fn put_record_aside(
        &self,
        db: &Db,
        record: &Result<Record, Error>,
        attempts: u32,
        reason: &str,
    ) -> Result<(), Error> {
        let image = |item: &Option<Item>| item.clone().map(|item| item.into_iter().collect::<Image>());
        let lost = Record::default();
        let known = record.as_ref().unwrap_or(&lost);
        let letter = DeadLetter {
            worker: self.name.clone(),
            letter_id: letter_id(record),
            reason: reason.chars().take(REASON).collect(),
            attempts,
            sequence: known.sequence.clone(),
            written_at: known.at,
            expired: known.expired,
            old: image(&known.old),
            new: image(&known.new),
            parts: 0,
            job: None,
            created_at: db.now(),
        };
        let (letter, parts) = split(letter);
        let mut create = db.transact().create(&letter);
        for part in &parts {
            create = create.put(part);
        }
        match create.await {
            Err(Error::Cancelled(cancelled)) if cancelled.failed_at() == Some(0) => Ok(()),
            done => done,
        }
    }

    /// Puts a job aside, if it is still as it was read. Returns whether it was.
    pub(super) async fn put_job_aside(&self, db: &Db, job: &super::Job, reason: &str) -> Result<bool, Error> {
        let letter = DeadLetter {
            worker: self.name.clone(),
            letter_id: job.job_id.clone(),
            reason: reason.chars().take(REASON).collect(),
            attempts: job.attempts,
            sequence: None,
            written_at: None,
            expired: false,
            old: None,
            new: None,
            parts: 0,
            job: Some(PutAside {
                record_pk: job.record_pk.clone(),
                record_sk: job.record_sk.clone(),
                position: job.position.clone(),
            }),
            created_at: db.now(),
        };
        let same_turn = super::Job::fields().turn.eq(job.turn);
        match db.transact().put(&letter).delete_if(job.key(), |job| job.existing().when(same_turn)).await {
            Ok(()) => Ok(true),
            // Somebody else has taken it over.
            Err(Error::Cancelled(cancelled)) if cancelled.failed_at().is_some() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Tries records that were put aside again: what succeeds goes, and the rest stays with what it says now. Those that could not
    /// be read are read again, by the program as it is now. Jobs are queued again by [`requeue`](Self::requeue).
    pub async fn redrive<T: Table, E: Display>(
        &self,
        db: &Db,
        handle: impl AsyncFn(&Change<T>) -> Result<(), E>,
    ) -> Result<Redriven, Error> {
        let mut redriven = Redriven::default();
        let mut letters = db.query(DeadLetter::of_worker(&self.name)).consistent().stream();
        while let Some(letter) = letters.try_next().await? {
            if letter.job.is_some() {
                continue;
            }
            let change = self.record_of(db, &letter).await?.map(|record| record.read::<T>());
            let failed = match change {
                Some(Ok(change)) => handle(&change).await.err().map(|error| error.to_string()),
                Some(Err(error)) => Some(error.to_string()),
                None => Some("the parts of this letter are not complete".to_owned()),
            };
            match failed {
                None => {
                    self.forget(db, &letter).await?;
                    redriven.done += 1;
                }
                Some(reason) => {
                    let (fields, reason) = (DeadLetter::fields(), reason.chars().take(REASON).collect::<String>());
                    let update = db.update(letter.key()).set(fields.reason, reason).add(fields.attempts, 1);
                    match update.await {
                        Ok(()) | Err(Error::NotFound(_)) => redriven.failed += 1,
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        Ok(redriven)
    }

    /// The record of a letter; `None` if parts of it are missing.
    async fn record_of(&self, db: &Db, letter: &DeadLetter) -> Result<Option<Record>, Error> {
        let images = if letter.parts == 0 {
            Images { old: letter.old.clone(), new: letter.new.clone() }
        } else {
            let parts = db.query(DeadPart::of_letter(&self.name, &letter.letter_id)).consistent().all().await?;
            let json: String = parts.into_iter().map(|part| part.json).collect();
            let Ok(images) = codec::from_json(json.as_bytes()) else { return Ok(None) };
            images
        };
        let item = |image: Option<Image>| image.map(|image| image.into_iter().collect::<Item>());
        let mut record = Record::new(item(images.old), item(images.new));
        (record.sequence, record.at, record.expired) = (letter.sequence.clone(), letter.written_at, letter.expired);
        Ok(Some(record))
    }

    /// Deletes a letter with its parts.
    async fn forget(&self, db: &Db, letter: &DeadLetter) -> Result<(), Error> {
        let mut delete = db.transact().delete(letter.key());
        for part in 0..letter.parts {
            delete = delete.delete(DeadPart::key(&self.name, &letter.letter_id, &part));
        }
        delete.await
    }
}

/// Takes the items out of a letter that they make too large, in parts.
fn split(letter: DeadLetter) -> (DeadLetter, Vec<DeadPart>) {
    let images = Images { old: letter.old.clone(), new: letter.new.clone() };
    // What DynamoDB delivered can be written; if it could not, writing the letter would say why.
    let json = codec::to_json(&images).ok().and_then(|json| String::from_utf8(json).ok()).unwrap_or_default();
    if json.len() <= PART {
        return (letter, Vec::new());
    }
    let (mut parts, mut rest, mut part) = (Vec::new(), json.as_str(), 0);
    while !rest.is_empty() {
        let end = (0..=PART.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let (json, later) = rest.split_at(end);
        let (worker, letter_id) = (letter.worker.clone(), letter.letter_id.clone());
        parts.push(DeadPart { worker, letter_id, part, json: json.to_owned() });
        (rest, part) = (later, part + 1);
    }
    (DeadLetter { old: None, new: None, parts: part, ..letter }, parts)
}
