//! A worker that follows the stream of a table: it remembers how far it has come, tries a record that fails a few times, puts it
//! aside if that does not help, and does work that is too much for one record in pages.
//!
//! It knows nothing of any application, and has a table of its own, so that what it remembers is not in the stream that it
//! follows.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::inviter::{Inviter, on_change};
//! use models::worker::{Worker, WorkerRules};
//!
//! # async fn run(db: Db) -> Result<(), Error> {
//! let worker = Worker::new("names", WorkerRules::default());
//! let mut follower = worker.follow::<Inviter>(&db).await?; // where it left off
//! loop {
//!     let step = follower.step(async |change| on_change(&db, change).await.map(drop)).await?;
//!     if step.is_idle() {
//!         tokio::time::sleep(std::time::Duration::from_millis(250)).await;
//!     }
//! }
//! # }
//! ```
//!
//! | what happens | what becomes of it |
//! |---|---|
//! | the process ends in the middle of a batch | the next one begins with that batch: handlers get a record at least once |
//! | a handler fails | it is called again, after a pause that doubles |
//! | it fails as often as [`WorkerRules::attempts`] says | the record becomes a [`DeadLetter`], and the worker goes on; [`Worker::redrive`] tries again |
//! | the process ends with a record, again and again | whoever begins next counts that, and puts the record aside after as many times |
//! | a record cannot be read | a [`DeadLetter`] with all of it, which [`Worker::redrive`] reads again |
//! | records were lost, because nobody read them for a day | a [`DeadLetter`] that says so |
//! | a record is larger than an item | its letter has [parts](DeadPart) |
//! | two run under one name | the one that began first fails when it saves its position, with [`Error::VersionConflict`](dynamo_core::Error::VersionConflict) |
//! | the process ends in the middle of a [`Job`] | after the lease, another one goes on with the page that was not done; that was an attempt |

mod follow;
mod jobs;
mod letters;
mod table;

// With what is generated beside the entities.
pub use table::*;

pub use follow::{Follower, Step};
pub use jobs::{Progress, Worked};
pub use letters::Redriven;

use std::time::Duration;

crate::id::text_ids! {
    /// The name under which a worker remembers how far it has come.
    WorkerName,
}

/// How much a worker tries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerRules {
    /// How often a handler is called for a record, or for a page of a job, before it is put aside.
    pub attempts: u32,
    /// The pause before the second attempt, which doubles with each, in the same call for a record and until a later call for a job.
    pub pause: Duration,
    /// The time after which a job that nobody goes on with is taken over.
    pub lease: Duration,
}

/// Four attempts, with pauses of 100, 200 and 400 milliseconds, and leases of a minute.
impl Default for WorkerRules {
    fn default() -> Self {
        Self { attempts: 4, pause: Duration::from_millis(100), lease: Duration::from_mins(1) }
    }
}

/// A worker: see the [module](self).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    name: WorkerName,
    rules: WorkerRules,
}

impl Worker {
    /// Creates a worker. One name stands for one stream and one handler.
    pub fn new(name: impl Into<WorkerName>, rules: WorkerRules) -> Self {
        Self { name: name.into(), rules }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &WorkerName {
        &self.name
    }
}
