//! Following a stream.

use std::collections::VecDeque;
use std::fmt::Display;

use dynamo_core::codec::digest;
use dynamo_core::prelude::*;
use dynamo_core::stream::{Change, Checkpoint, Tail};
use dynamo_core::{Error, Item};
use futures_util::TryStreamExt;

use super::{DeadLetter, Image, Position, Worker};

impl Worker {
    /// Follows the stream of a table, from where the worker of this name left off, or from its beginning.
    pub async fn follow<T: Table>(&self, db: &Db) -> Result<Follower<T>, Error> {
        let position = match db.get(Position::of_worker(&self.name)).consistent().await? {
            Some(position) => position,
            None => {
                let (worker, checkpoint) = (self.name.clone(), Checkpoint::default());
                Position { worker, checkpoint, version: 0, updated_at: db.now() }
            }
        };
        let tail = db.tail::<T>(Some(position.checkpoint.clone())).await?;
        Ok(Follower { db: db.clone(), worker: self.clone(), tail, position, undone: VecDeque::new() })
    }

    /// Tries records that were put aside again: what succeeds goes, and the rest stays with what it says now. Jobs are queued
    /// again by [`requeue`](Self::requeue).
    pub async fn redrive<T: Table, E: Display>(
        &self,
        db: &Db,
        handle: impl AsyncFn(&Change<T>) -> Result<(), E>,
    ) -> Result<Redriven, Error> {
        let mut redriven = Redriven::default();
        let letters: Vec<_> = db.query(DeadLetter::of_worker(&self.name)).consistent().stream().try_collect().await?;
        for letter in letters.into_iter().filter(|letter| letter.job.is_none()) {
            let failed = match change_of::<T>(&letter) {
                Ok(change) => handle(&change).await.err().map(|error| error.to_string()),
                Err(error) => Some(error.to_string()),
            };
            match failed {
                None => {
                    db.delete(letter.key()).await?;
                    redriven.done += 1;
                }
                Some(reason) => {
                    let fields = DeadLetter::fields();
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
}

/// What came of [`Worker::redrive`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Redriven {
    /// How many succeeded, and are gone.
    pub done: u64,
    /// How many failed again.
    pub failed: u64,
}

/// The record that was put aside.
fn change_of<T: Table>(letter: &DeadLetter) -> Result<Change<T>, Error> {
    let image = |image: &Option<Image>| image.clone().map(|image| image.into_iter().collect::<Item>());
    let mut change = Change::from_images(image(&letter.old), image(&letter.new))?;
    (change.sequence, change.at, change.expired) = (letter.sequence.clone(), letter.written_at, letter.expired);
    Ok(change)
}

/// What came of [`Follower::step`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Step {
    /// How many records were handled.
    pub handled: u64,
    /// How many were put aside.
    pub dead: u64,
}

impl Step {
    /// Returns whether the stream had nothing new.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        *self == Self::default()
    }
}

/// A worker that follows a stream: see [`Worker::follow`].
#[derive(Debug)]
pub struct Follower<T> {
    db: Db,
    worker: Worker,
    tail: Tail<T>,
    position: Position,
    /// Records that were read and are not handled yet.
    undone: VecDeque<Result<Change<T>, Error>>,
}

impl<T: Table> Follower<T> {
    /// Saves how far the worker has come, reads the next records, and handles each of them.
    ///
    /// An error is the database's: of the stream, of the position, or of a record that could not be put aside. Nothing is lost by it:
    /// the next call goes on with the same record, and so does a worker that is started again, which may handle some of
    /// the records once more.
    pub async fn step<E: Display>(&mut self, handle: impl AsyncFn(&Change<T>) -> Result<(), E>) -> Result<Step, Error> {
        if self.undone.is_empty() {
            // With this call, the records of the last one count as processed.
            let read = self.tail.next().await?;
            self.undone.extend(read);
        }
        self.save().await?;
        let mut step = Step::default();
        while let Some(record) = self.undone.front() {
            match self.try_to_handle(record, &handle).await {
                Ok(()) => step.handled += 1,
                Err((attempts, reason)) => {
                    let letter = self.letter(record, attempts, reason);
                    match self.db.create(&letter).await {
                        // It was put aside before, by a worker that ended then.
                        Ok(()) | Err(Error::Exists(_)) => step.dead += 1,
                        Err(error) => return Err(error),
                    }
                }
            }
            self.undone.pop_front();
        }
        Ok(step)
    }

    /// Saves the position, if it is another one.
    async fn save(&mut self) -> Result<(), Error> {
        if self.position.checkpoint == *self.tail.checkpoint() {
            return Ok(());
        }
        let next = Position { checkpoint: self.tail.checkpoint().clone(), ..self.position.clone() };
        self.position = self.db.put(&next).touch().returning_new().await?;
        Ok(())
    }

    /// Calls the handler until it succeeds, as often as the rules say.
    async fn try_to_handle<E: Display>(
        &self,
        record: &Result<Change<T>, Error>,
        handle: &impl AsyncFn(&Change<T>) -> Result<(), E>,
    ) -> Result<(), (u32, String)> {
        let change = match record {
            Ok(change) => change,
            // It does not get better by being read again.
            Err(error) => return Err((1, error.to_string())),
        };
        let rules = &self.worker.rules;
        let (mut attempt, mut pause) = (1, rules.pause);
        loop {
            match handle(change).await {
                Ok(()) => return Ok(()),
                Err(error) if attempt >= rules.attempts => return Err((attempt, error.to_string())),
                Err(_) => tokio::time::sleep(pause).await,
            }
            (attempt, pause) = (attempt + 1, pause.saturating_mul(2));
        }
    }

    fn letter(&self, record: &Result<Change<T>, Error>, attempts: u32, reason: String) -> DeadLetter {
        let image = |item: Option<&Item>| item.map(|item| item.clone().into_iter().collect::<Image>());
        let change = record.as_ref().ok();
        let (old, new) = change.map_or((None, None), Change::images);
        let sequence = change.and_then(|change| change.sequence.clone());
        // Where there is no number, what it is about tells one from another.
        let about = || {
            let text = |item: Option<&Item>| item.map_or_else(String::new, digest);
            format!("{} {} {reason}", text(old), text(new))
        };
        DeadLetter {
            worker: self.worker.name.clone(),
            letter_id: sequence.clone().unwrap_or_else(about).chars().take(200).collect(),
            attempts,
            written_at: change.and_then(|change| change.at),
            expired: change.is_some_and(|change| change.expired),
            old: image(old),
            new: image(new),
            job: None,
            created_at: self.db.now(),
            sequence,
            reason,
        }
    }
}
