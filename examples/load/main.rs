//! A thousand users and a hundred thousand items over the four models, then every access pattern against a model in memory:
//! `cargo run --release --example load`.
//!
//! A tenth of the items is written first, and every pattern is asked; then the rest, and the same is asked again: what it
//! costs must be the same, since a pattern that reads its own items does not feel how many others there are.

mod boards;
mod discord;
mod goals;
mod goals_items;
mod inviter;
mod probe;
mod write;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use dynamo_core::prelude::*;
use dynamo_core::schema::EntitySchema;
use dynamo_core::{Db, Names};
use dynamo_examples::{Journal, say, unique};
use indicatif::{ProgressBar, ProgressStyle};
use models::discord::Discord;
use models::goals_guild::GgCore;
use models::inviter::Inviter;

use probe::{Probe, Row};

/// Loads the models, and asks every access pattern what it costs
#[derive(Debug, Parser)]
#[command(after_help = "\
Environment:
  DYNAMODB_ENDPOINT  an endpoint such as http://localhost:8000, instead of the engine in this process

Exit status: 0 if every answer was right and no cost grew, 1 if not, 2 if the arguments are wrong.")]
struct Arguments {
    /// How many users there are in each of the four
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(20..=100_000))]
    users: u32,
    /// How many items there are in all, about
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1_000..=10_000_000))]
    items: u64,
    /// How often each pattern is asked
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    samples: u32,
    /// For other users and items
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(&arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every answer was right, and no cost grew.
async fn run(arguments: &Arguments) -> Result<bool, Error> {
    let db = match std::env::var("DYNAMODB_ENDPOINT") {
        Ok(_) => Db::from_env().await?,
        Err(_) => Db::embedded().await?,
    };
    let stage = unique();
    let names = Names::new().fill("stage", &stage);
    let names = names.rename::<GgCore>(format!("gg_core-{stage}")).rename::<Inviter>(format!("InviterTable-{stage}"));
    let db = db.with_names(boards::names(names, &stage));
    let verdict = match create_tables(&db).await {
        Ok(()) => load(&db, arguments).await,
        Err(error) => Err(error),
    };
    // However it ended.
    let deleted = delete_tables(&db).await;
    verdict.and_then(|verdict| deleted.map(|()| verdict))
}

async fn load(db: &Db, arguments: &Arguments) -> Result<bool, Error> {
    let (first, users) = (arguments.users / 10, arguments.users);
    let per_user = (arguments.items / u64::from(users) / 4).clamp(20, MOST);
    let mut random = fastrand::Rng::with_seed(arguments.seed);
    let bar = progress(arguments.items);
    let started = Instant::now();

    let small = World::write(db, &mut random, 0..first, per_user, &bar).await?;
    let early = small.ask(db, arguments, &bar).await?;
    let large = World::write(db, &mut random, first..users, per_user, &bar).await?;
    let late = small.ask(db, arguments, &bar).await?;
    let others = large.ask(db, arguments, &bar).await?;
    let items = bar.position();
    bar.finish_and_clear();

    let (seconds, samples) = (started.elapsed().as_secs_f64(), arguments.samples);
    say(format_args!(
        "{items} items, {} users, in {seconds:.0} s; every pattern asked {samples} times of each world\n",
        users * 4
    ));
    Ok(report(&early, &late, &others))
}

/// So many items has a user at most: a page of DynamoDB holds all that one pattern finds.
const MOST: u64 = 900;

/// The users of all four models, in memory.
struct World {
    goals: goals::Goals,
    boards: boards::BoardsWorld,
    discord: discord::Chat,
    inviter: inviter::Hangouts,
}

impl World {
    async fn write(
        db: &Db,
        random: &mut fastrand::Rng,
        users: std::ops::Range<u32>,
        per_user: u64,
        bar: &ProgressBar,
    ) -> Result<Self, Error> {
        bar.set_message("goals");
        let goals = goals::Goals::write(db, random, users.clone(), per_user, bar).await?;
        bar.set_message("boards");
        let boards = boards::BoardsWorld::write(db, random, users.clone(), per_user, bar).await?;
        bar.set_message("discord");
        let discord = discord::Chat::write(db, random, users.clone(), per_user, bar).await?;
        bar.set_message("inviter");
        let inviter = inviter::Hangouts::write(db, random, users, per_user, bar).await?;
        Ok(Self { goals, boards, discord, inviter })
    }

    /// The same questions each time.
    async fn ask(&self, db: &Db, arguments: &Arguments, bar: &ProgressBar) -> Result<Vec<Row>, Error> {
        bar.set_message("asking every pattern");
        let (journal, _watching) = Journal::watch();
        let mut probe = Probe::new(db, journal, arguments.samples, arguments.seed);
        self.goals.ask(&mut probe).await?;
        self.boards.ask(&mut probe).await?;
        self.discord.ask(&mut probe).await?;
        self.inviter.ask(&mut probe).await?;
        Ok(probe.rows)
    }
}

fn progress(items: u64) -> ProgressBar {
    let bar = ProgressBar::new(items);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} items, {per_sec}, {eta} left: {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

async fn create_tables(db: &Db) -> Result<(), Error> {
    db.create_table::<GgCore>().await?;
    db.create_table::<Discord>().await?;
    db.create_table::<Inviter>().await?;
    models::boards::create_tables(db).await?;
    // The engine in this process slows down with every record of a stream, and nothing here follows one.
    for table in [db.table_name::<GgCore>()?, db.table_name::<Discord>()?, db.table_name::<Inviter>()?] {
        let update = db.client().update_table().table_name(table);
        let off = aws_sdk_dynamodb::types::StreamSpecification::builder().stream_enabled(false).build();
        if let Ok(off) = off {
            let _ = update.stream_specification(off).send().await;
        }
    }
    Ok(())
}

async fn delete_tables(db: &Db) -> Result<(), Error> {
    db.delete_table::<GgCore>().await?;
    db.delete_table::<Discord>().await?;
    db.delete_table::<Inviter>().await?;
    models::boards::delete_tables(db).await
}

/// Prints what each pattern costs; whether all is well.
fn report(early: &[Row], late: &[Row], others: &[Row]) -> bool {
    let mut all_well = true;
    say(format_args!(
        "{:<44} {:>8} {:>10} {:>10}   {:>10} {:>10}",
        "for each call", "items", "requests", "units", "later", "units"
    ));
    for row in early {
        let named = |rows: &[Row]| rows.iter().find(|other| other.pattern == row.pattern).cloned();
        let (Some(late), Some(other)) = (named(late), named(others)) else {
            say(format_args!("{:<44} was not asked each time", row.pattern));
            all_well = false;
            continue;
        };
        let grows = !row.grows_by_design && (late.requests > row.requests || late.units > row.units);
        let verdict = match (row.wrong + late.wrong + other.wrong, grows) {
            (0, false) => "",
            (0, true) => "  GROWS",
            _ => "  WRONG",
        };
        all_well &= verdict.is_empty();
        let by_design = if row.grows_by_design { "  reads the table" } else { "" };
        let mean = |total: f64| total / f64::from(row.calls.max(1));
        say(format_args!(
            "{:<44} {:>8.1} {:>10.1} {:>10.1}   {:>10.1} {:>10.1}{verdict}{by_design}",
            row.pattern,
            mean(row.items),
            mean(row.requests),
            mean(row.units),
            mean(late.requests),
            mean(late.units)
        ));
    }
    for function in patterns() {
        // Where two models have an entity of one name, the model's name stands before it.
        if !early.iter().any(|row| row.pattern.split(' ').next_back() == Some(&function)) {
            say(format_args!("{function} was not asked"));
            all_well = false;
        }
    }
    let verdict = if all_well { "every answer is right, and no cost grows" } else { "not all is well" };
    say(format_args!("\n{} patterns: {verdict}", early.len()));
    all_well
}

/// Every access pattern that has a name: `Goal::of_user`.
fn patterns() -> Vec<String> {
    use models::boards::{
        AvailableServices, BoardJoinRequests, BoardMemberships, BoardServicePermissions, BoardServiceSettingsTable,
        Boards, UserProfiles,
    };
    let schemas = [
        GgCore::SCHEMA,
        Discord::SCHEMA,
        Inviter::SCHEMA,
        UserProfiles::SCHEMA,
        Boards::SCHEMA,
        BoardMemberships::SCHEMA,
        BoardJoinRequests::SCHEMA,
        AvailableServices::SCHEMA,
        BoardServiceSettingsTable::SCHEMA,
        BoardServicePermissions::SCHEMA,
    ];
    let named = |entity: &EntitySchema| {
        entity.patterns.iter().map(|pattern| format!("{}::{}", entity.name, pattern.name)).collect::<Vec<_>>()
    };
    schemas.iter().flat_map(|schema| schema.all_entities().flat_map(named)).collect()
}
