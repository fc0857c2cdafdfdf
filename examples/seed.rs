//! Seeds the catalogue of services that boards can have: `cargo run --example seed -- --help`.
//!
//! Run it again as often as you like: what is in the catalogue stays as it is.

use std::process::ExitCode;

use clap::Parser;
use dynamo_core::Db;
use dynamo_examples::say;
use models::boards::{AvailableServices, BoardError, TableNames, catalogue, create_tables, seed_services};

const ENVIRONMENT: &str = "\
Environment:
  DYNAMODB_ENDPOINT  an endpoint such as http://localhost:8000; otherwise AWS, with the usual variables and profiles
  DYNAMODB_TABLE_AVAILABLESERVICES, AVAILABLE_SERVICES_TABLE  the name of the table, and so on for the others

Exit status: 0 if all went well, 1 if the database refused something, 2 if the arguments are wrong.";

/// Seed the catalogue of services
#[derive(Debug, Parser)]
#[command(after_help = ENVIRONMENT)]
struct Arguments {
    /// Create the seven tables first, where they are missing
    #[arg(long)]
    create: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let seeded = runtime.block_on(async {
        let db = Db::from_env().await?.with_names(TableNames::default().with_env().to_names());
        let name = db.table_name::<AvailableServices>()?;
        let new = seed(&db, arguments.create).await?;
        say(format_args!("{name}: {new} new of {}", catalogue().len()));
        Ok::<(), BoardError>(())
    });
    match seeded {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

/// Seeds the catalogue; gives how many kinds of services are new.
pub async fn seed(db: &Db, create: bool) -> Result<usize, BoardError> {
    if create {
        create_tables(db).await?;
    }
    seed_services(db, &catalogue()).await
}
