//! Following a stream.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;

use dynamo_core::Error;
use dynamo_core::prelude::*;
use dynamo_core::stream::{Change, Checkpoint, Record, Tail};

use super::letters::letter_id;
use super::{Position, Worker};

impl Worker {
    /// Follows the stream of a table, from where the worker of this name left off, or from its beginning. Whoever ran under this name
    /// until now fails when it saves its position the next time.
    pub async fn follow<T: Table>(&self, db: &Db) -> Result<Follower<T>, Error> {
        let position = match db.get(Position::of_worker(&self.name)).consistent().await? {
            Some(position) => position,
            None => {
                let (worker, checkpoint) = (self.name.clone(), Checkpoint::default());
                Position { worker, checkpoint, began: false, trying: BTreeMap::new(), version: 0, updated_at: db.now() }
            }
        };
        let tail = db.tail::<T>(Some(position.checkpoint.clone())).await?;
        let careful = position.began;
        let position = db.put(&Position { began: true, ..position }).touch().returning_new().await?;
        Ok(Follower {
            db: db.clone(),
            worker: self.clone(),
            tail,
            position,
            careful,
            begun: None,
            undone: VecDeque::new(),
        })
    }
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
    /// Whether another one ended here before it could save.
    careful: bool,
    /// The record that was noted last, while that is so.
    begun: Option<String>,
    /// Records that were read and are not handled yet.
    undone: VecDeque<Result<Record, Error>>,
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
            let read = self.tail.next_records().await?;
            self.undone.extend(read);
        }
        self.save().await?;
        let mut step = Step::default();
        while let Some(id) = self.undone.front().map(letter_id) {
            let ended = self.begin(id).await?;
            let Some(record) = self.undone.front() else { break };
            let handled = if ended < self.worker.rules.attempts {
                self.try_to_handle(record, &handle).await
            } else {
                Err((ended, format!("a worker ended {ended} times while it handled this record")))
            };
            match handled {
                Ok(()) => step.handled += 1,
                Err((attempts, reason)) => {
                    self.worker.put_record_aside(&self.db, record, attempts, &reason).await?;
                    step.dead += 1;
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
        let checkpoint = self.tail.checkpoint().clone();
        let next = Position { checkpoint, began: false, trying: BTreeMap::new(), ..self.position.clone() };
        self.position = self.db.put(&next).touch().returning_new().await?;
        (self.careful, self.begun) = (false, None);
        Ok(())
    }

    /// Notes which record is handled next, where a worker ended before it could save: one record may be why. Returns how often a worker
    /// ended while it handled this one.
    async fn begin(&mut self, record: String) -> Result<u32, Error> {
        if !self.careful || self.begun.as_ref() == Some(&record) {
            return Ok(0);
        }
        let ended = self.position.trying.get(&record).copied().unwrap_or_default();
        if ended < self.worker.rules.attempts {
            let mut trying = self.position.trying.clone();
            if let Some(done) = &self.begun {
                trying.remove(done);
            }
            trying.insert(record.clone(), ended + 1);
            self.position = self.db.put(&Position { trying, ..self.position.clone() }).touch().returning_new().await?;
            self.begun = Some(record);
        }
        Ok(ended)
    }

    /// Calls the handler until it succeeds, as often as the rules say.
    async fn try_to_handle<E: Display>(
        &self,
        record: &Result<Record, Error>,
        handle: &impl AsyncFn(&Change<T>) -> Result<(), E>,
    ) -> Result<(), (u32, String)> {
        let change = match record.as_ref().map(Record::read::<T>) {
            Ok(Ok(change)) => change,
            // It does not get better by being read again.
            Ok(Err(error)) => return Err((1, error.to_string())),
            Err(error) => return Err((1, error.to_string())),
        };
        let rules = &self.worker.rules;
        let (mut attempt, mut pause) = (1, rules.pause);
        loop {
            match handle(&change).await {
                Ok(()) => return Ok(()),
                Err(error) if attempt >= rules.attempts => return Err((attempt, error.to_string())),
                Err(_) => tokio::time::sleep(pause).await,
            }
            (attempt, pause) = (attempt + 1, pause.saturating_mul(2));
        }
    }
}
