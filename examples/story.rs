//! A program that tells what it asks of a database, and what it is told.

use std::fmt::Display;
use std::future::{Future, poll_fn};
use std::io::{self, Write};
use std::pin::pin;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use clap::{CommandFactory, FromArgMatches, Parser};
use dynamo_core::{Db, Error, Names, Table};

use crate::journal::{Journal, Step};

/// What a story ends with.
pub type Outcome = Result<(), Box<dyn std::error::Error>>;

const ENVIRONMENT: &str = "\
Environment:
  DYNAMODB_ENDPOINT  an endpoint such as http://localhost:8000, instead of the engine in this process
  AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY  for that endpoint, if it looks at them

Exit status: 0 if all went well, 1 if the database refused something, 2 if the arguments are wrong.";

#[derive(Debug, Parser)]
#[command(after_help = ENVIRONMENT)]
struct Arguments {
    /// Leave the tables at the endpoint when the story is over
    #[arg(long)]
    keep: bool,
    /// Only what was asked and answered, without what it cost
    #[arg(long)]
    brief: bool,
}

/// A program that tells what it asks of a database.
#[derive(Debug)]
pub struct Story {
    /// The database.
    pub db: Db,
    /// What was asked of it.
    pub journal: Journal,
    brief: bool,
    /// Whether it is told to nobody.
    quiet: bool,
}

/// Runs a story: the whole of a program. `names` gives the tables names that nobody else has; what `tables` makes is gone
/// afterwards, however the story ends.
#[allow(clippy::needless_pass_by_value)] // Closures read better without a reference to them.
pub fn run(
    title: &'static str,
    about: &'static str,
    names: impl FnOnce(Names, &str) -> Names,
    tables: impl AsyncFn(&Db, Tables) -> Result<(), Error>,
    tell: impl AsyncFnOnce(&Story) -> Outcome,
) -> ExitCode {
    let arguments = Arguments::from_arg_matches(&Arguments::command().about(about).get_matches());
    let arguments = arguments.unwrap_or_else(|error| error.exit());
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let (journal, _watching) = Journal::watch();
    let told: Outcome = runtime.block_on(async {
        let (db, engine) = match std::env::var("DYNAMODB_ENDPOINT") {
            Ok(endpoint) => (Db::from_env().await?, endpoint),
            Err(_) => (Db::embedded().await?, "an engine in this process".to_owned()),
        };
        say(format_args!("{title}, on {engine}"));
        let db = db.with_names(names(Names::new(), &unique()));
        let story = Story { db, journal, brief: arguments.brief, quiet: false };
        let told = match tables(&story.db, Tables::Create).await {
            Ok(()) => while_heard(tell(&story)).await,
            Err(error) => Err(error.into()),
        };
        let cleared = if arguments.keep { Ok(()) } else { tables(&story.db, Tables::Delete).await };
        told.and_then(|()| Ok(cleared?))
    });
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&*error),
    }
}

/// Whether whoever read the output has gone: `cargo run --example boards | head`.
static UNHEARD: AtomicBool = AtomicBool::new(false);

/// Prints a line. That nobody reads it is no mistake of the program, and no reason to panic, as `println!` does.
pub fn say(line: impl Display) {
    if UNHEARD.load(Ordering::Relaxed) {
        return;
    }
    if let Err(error) = writeln!(io::stdout(), "{line}") {
        UNHEARD.store(true, Ordering::Relaxed);
        if error.kind() != io::ErrorKind::BrokenPipe {
            eprintln!("error: {error}");
        }
    }
}

/// Goes on with a story only while somebody listens: what is left of it is not asked, and the tables are cleared as ever.
async fn while_heard(story: impl Future<Output = Outcome>) -> Outcome {
    let mut story = pin!(story);
    poll_fn(|context| {
        if UNHEARD.load(Ordering::Relaxed) {
            return Poll::Ready(Ok(()));
        }
        story.as_mut().poll(context)
    })
    .await
}

/// What becomes of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    /// The story begins.
    Create,
    /// The story is over.
    Delete,
}

impl Tables {
    /// Does that to a table.
    pub async fn of<T: Table>(self, db: &Db) -> Result<(), Error> {
        match self {
            Self::Create => db.create_table::<T>().await,
            Self::Delete => db.delete_table::<T>().await,
        }
    }
}

/// A part of a name that no other run has, so that nobody's tables are written to, or deleted.
#[must_use]
pub fn unique() -> String {
    let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("example-{}-{nanos}", std::process::id())
}

fn failed(error: &dyn Display) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

impl Story {
    /// A story that prints nothing, for tests.
    #[must_use]
    pub fn of(db: Db, journal: Journal) -> Self {
        Self { db, journal, brief: false, quiet: true }
    }

    fn line(&self, line: impl Display) {
        if !self.quiet {
            say(line);
        }
    }

    /// The next part of it.
    pub fn part(&self, title: impl Display) {
        self.line(format_args!("\n== {title}"));
        let _ = self.journal.take();
    }

    /// Asks something of the database, and shows what that was, which index answered, and what it cost.
    pub async fn ask<T, E>(&self, what: impl Display, asking: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        self.line(format_args!("\n- {what}"));
        let _ = self.journal.take();
        let answer = asking.await;
        let steps = self.journal.take();
        if !self.brief {
            for step in &steps {
                self.line(format_args!("    {}", shown(step)));
            }
            if steps.len() > 1 {
                let requests: u64 = steps.iter().map(|step| step.requests).sum();
                let capacity: f64 = steps.iter().map(|step| step.capacity).sum();
                self.line(format_args!("    {:<60} {}", "in all", cost(requests, capacity)));
            }
        }
        answer
    }

    /// What the database answered.
    pub fn tell(&self, line: impl Display) {
        self.line(format_args!("  > {line}"));
    }
}

/// `query    Message            index gsi1   1 request, 0.5 units`
fn shown(step: &Step) -> String {
    let Step { operation, table, entity, index, requests, capacity } = step;
    let place = if index.is_empty() { table.as_str() } else { index.as_str() };
    let (operation, entity) = (operation.as_str(), entity.as_str());
    format!("{operation:<12} {entity:<22} {place:<24} {}", cost(*requests, *capacity))
}

fn cost(requests: u64, capacity: f64) -> String {
    let requests = if requests == 1 { "1 request".to_owned() } else { format!("{requests} requests") };
    format!("{requests:<12} {capacity:>5} units")
}
