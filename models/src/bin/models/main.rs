//! Exports, checks and changes the tables of all models: `cargo run -p models --bin models -- --help`.
//!
//! `studio` runs on an engine in this process, with the data of the examples' stories, unless an endpoint is named.

mod boards;
mod discord;
mod goals;
mod inviter;

use std::error::Error;
use std::process::ExitCode;

use dynamo_core::{Db, Names};
use dynamo_tools::Program;
use models::boards::{
    AvailableServices, BoardJoinRequests, BoardMemberships, BoardServicePermissions, BoardServiceSettingsTable, Boards,
    UserProfiles,
};
use models::discord::Discord;
use models::goals_guild::GgCore;
use models::inviter::Inviter;

/// The tables of all models.
type All = (
    GgCore,
    Discord,
    Inviter,
    UserProfiles,
    Boards,
    BoardMemberships,
    BoardJoinRequests,
    AvailableServices,
    BoardServiceSettingsTable,
    BoardServicePermissions,
);

fn main() -> ExitCode {
    let names_database =
        std::env::var_os("DYNAMODB_ENDPOINT").is_some() || std::env::args().any(|arg| arg.starts_with("--endpoint"));
    if std::env::args().nth(1).as_deref() != Some("studio") || names_database {
        return dynamo_tools::run::<All>();
    }
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    runtime.block_on(async {
        let db = match stories().await {
            Ok(db) => db,
            Err(error) => return failed(&*error),
        };
        let program = Program::new::<All>().with_db(db);
        ExitCode::from(program.execute(std::env::args_os(), &mut std::io::stdout(), &mut std::io::stderr()).await)
    })
}

fn failed(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(2)
}

/// An engine in this process, with what the people of the stories have done.
async fn stories() -> Result<Db, Box<dyn Error>> {
    let db = Db::embedded().await?.with_names(Names::new().fill("stage", "stories"));
    goals::write(&db).await?;
    discord::write(&db).await?;
    inviter::write(&db).await?;
    boards::write(&db).await?;
    Ok(db)
}
