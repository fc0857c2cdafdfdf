//! Exports, checks and changes the tables of all models: `cargo run -p models --bin models -- --help`.

use std::process::ExitCode;

use models::boards::{
    AvailableServices, BoardJoinRequests, BoardMemberships, BoardServicePermissions, BoardServiceSettingsTable, Boards,
    UserProfiles,
};
use models::discord::Discord;
use models::goals_guild::GgCore;
use models::inviter::Inviter;

fn main() -> ExitCode {
    dynamo_tools::run::<(
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
    )>()
}
