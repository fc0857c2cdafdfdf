//! Work that is done in pages.

use std::fmt::Display;
use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::letters::short;
use super::{DeadLetter, Job, PutAside, Worker};

/// How many bytes the id of a job has at most: a sort key has 1,024, and escaping makes three of one.
const JOB_ID: usize = 300;

/// How far a job has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// A page was done, and this is where the next one begins.
    Next(String),
    /// It was the last one.
    Done,
}

/// What came of [`Worker::work`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Worked {
    /// How many pages were done.
    pub pages: u64,
    /// How many jobs were finished.
    pub done: u64,
    /// How many attempts failed.
    pub failed: u64,
    /// How many jobs were put aside.
    pub dead: u64,
}

impl Worker {
    /// Queues a job about a record, unless it is queued already: a record of a stream may come again. Returns whether it is
    /// new.
    pub async fn queue<E: Entity>(&self, db: &Db, about: &E) -> Result<bool, Error> {
        let key = about.key()?;
        let job = self.job(db, key.pk().to_owned(), key.sk().unwrap_or_default().to_owned(), None);
        match db.create(&job).await {
            Ok(()) => Ok(true),
            Err(Error::Exists(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Does pages of queued jobs, at most `pages`, one job after the other. Others may do the same at the same time: a job is
    /// leased to one of them, page by page, and its position is saved with each.
    ///
    /// A page whose handler fails is tried again by a later call, after a pause that doubles; after as many attempts as the rules say,
    /// those included in which the process ended, the job becomes a [`DeadLetter`]. A handler may be called again for a page that it
    /// has done.
    pub async fn work<E: Display>(
        &self,
        db: &Db,
        pages: u64,
        handle: impl AsyncFn(&Job) -> Result<Progress, E>,
    ) -> Result<Worked, Error> {
        let mut worked = Worked::default();
        let jobs = db.query(Job::of_worker(&self.name)).consistent().all().await?;
        let now = db.now();
        for job in jobs.into_iter().filter(|job| job.leased_until.is_none_or(|until| until <= now)) {
            if job.attempts >= self.rules.attempts {
                let reason =
                    format!("a worker ended in the middle of the page, or was too slow, {} times", job.attempts);
                worked.dead += u64::from(self.put_job_aside(db, &job, &reason).await?);
                continue;
            }
            let Some(mut job) = self.lease(db, job).await? else { continue };
            loop {
                if worked.pages + worked.failed >= pages {
                    self.release(db, &job).await?;
                    return Ok(worked);
                }
                match handle(&job).await {
                    Ok(Progress::Next(position)) => {
                        worked.pages += 1;
                        let next = Job { position: Some(position), attempts: 0, ..job.clone() };
                        match self.lease(db, next).await? {
                            Some(next) => job = next,
                            None => break,
                        }
                    }
                    Ok(Progress::Done) => {
                        worked.pages += 1;
                        worked.done += 1;
                        // Whoever took it over meanwhile does its last page once more.
                        held(db.delete(job.key()).existing().when(Job::fields().turn.eq(job.turn)).await)?;
                        break;
                    }
                    Err(error) => {
                        worked.failed += 1;
                        worked.dead += u64::from(self.failed(db, &job, &error.to_string()).await?);
                        break;
                    }
                }
            }
        }
        Ok(worked)
    }

    /// Queues the jobs again that were put aside, each with the page that failed. Returns how many.
    pub async fn requeue(&self, db: &Db) -> Result<u64, Error> {
        let letters = db.query(DeadLetter::of_worker(&self.name)).consistent().all().await?;
        let mut requeued = 0;
        for letter in letters {
            let Some(PutAside { record_pk, record_sk, position }) = letter.job.clone() else { continue };
            let job = self.job(db, record_pk, record_sk, position);
            match db.transact().create(&job).delete(letter.key()).await {
                Ok(()) => requeued += 1,
                // It was queued again meanwhile, from its beginning.
                Err(Error::Cancelled(cancelled)) if cancelled.failed_at().is_some() => db.delete(letter.key()).await?,
                Err(error) => return Err(error),
            }
        }
        Ok(requeued)
    }

    fn job(&self, db: &Db, record_pk: String, record_sk: String, position: Option<String>) -> Job {
        Job {
            worker: self.name.clone(),
            job_id: job_id(&record_pk, &record_sk),
            record_pk,
            record_sk,
            position,
            attempts: 0,
            leased_until: None,
            turn: 0,
            created_at: db.now(),
        }
    }

    /// Takes a job, or goes on with one that is taken, and counts that as an attempt; `None` if somebody else has it.
    async fn lease(&self, db: &Db, job: Job) -> Result<Option<Job>, Error> {
        let fields = Job::fields();
        let (until, attempts, turn) = (later(db, self.rules.lease), job.attempts + 1, job.turn + 1);
        let update = db.update(job.key()).set(fields.leased_until, until).set(fields.attempts, attempts);
        let update = match &job.position {
            Some(position) => update.set(fields.position, position),
            None => update,
        };
        let unchanged = fields.turn.eq(job.turn);
        let leased = Job { leased_until: Some(until), attempts, turn, ..job };
        Ok(held(update.set(fields.turn, turn).when(unchanged).await)?.then_some(leased))
    }

    /// Gives a job back whose next page was not begun.
    async fn release(&self, db: &Db, job: &Job) -> Result<(), Error> {
        let fields = Job::fields();
        let update =
            db.update(job.key()).remove(fields.leased_until).set(fields.attempts, job.attempts.saturating_sub(1));
        held(update.set(fields.turn, job.turn + 1).when(fields.turn.eq(job.turn)).await).map(drop)
    }

    /// Lets a failed page wait for its next attempt; returns whether this was the last one, and the job was put aside.
    async fn failed(&self, db: &Db, job: &Job, reason: &str) -> Result<bool, Error> {
        if job.attempts >= self.rules.attempts {
            return self.put_job_aside(db, job, reason).await;
        }
        // Nobody tries it again before the pause is over.
        let (fields, doubled) = (Job::fields(), 2_u32.saturating_pow(job.attempts.saturating_sub(1)));
        let pause = later(db, self.rules.pause.saturating_mul(doubled));
        let update = db.update(job.key()).set(fields.leased_until, pause).set(fields.turn, job.turn + 1);
        held(update.when(fields.turn.eq(job.turn)).await)?;
        Ok(false)
    }
}

/// Returns the id of a job: the key of its record, where that fits and cannot be taken for another one's.
fn job_id(pk: &str, sk: &str) -> String {
    let plain = [pk, sk].join(" ");
    if plain.len() <= JOB_ID && !pk.contains(' ') { plain } else { short(&[pk, sk]) }
}

/// So much later than now.
fn later(db: &Db, by: Duration) -> Timestamp {
    let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_millis(db.now().as_millis().saturating_add(by)).unwrap_or(Timestamp::MAX)
}

/// Whether a write was done by who holds the lease.
fn held(written: Result<(), Error>) -> Result<bool, Error> {
    match written {
        Ok(()) => Ok(true),
        Err(Error::ConditionFailed(_) | Error::NotFound(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
