//! Boards that users join, in seven tables: no type tags, and indexes on plain attributes.
//!
//! Names of users and boards are unique by locks beside them. Tables are called as [`TableNames`] says. In development,
//! where a table may lack an index, [`Db::scan_without_index`](dynamo_core::Db::scan_without_index) lets queries scan
//! instead, with a warning each time; without it they are refused.
//!
#![doc = include_str!("patterns.md")]

mod board;
mod error;
mod join;
mod manage;
mod service;
mod tables;
mod user;

pub use board::{
    Board, BoardJoinRequest, BoardJoinRequests, BoardMembership, BoardMemberships, BoardNameLock, BoardRole, Boards,
};
pub use error::BoardError;
pub use join::{Joining, approve, ask_to_join, create_board, leave_board, reject, rename_board};
pub use manage::{
    approve_join, catalogue, configure_service, disable_service, enable_service, grant, revoke, seed_services,
};
pub use service::{
    AvailableService, AvailableServices, BoardServicePermission, BoardServicePermissions, BoardServiceSettings,
    BoardServiceSettingsTable, ServiceConfig, ServiceIdLock,
};
pub use tables::{TableNames, create_tables, delete_tables};
pub use user::{UserNameLock, UserProfile, UserProfiles};

crate::id::text_ids! {
    /// A user.
    UserId,
    /// A board.
    BoardId,
    /// A service of one board.
    ServiceId,
    /// A kind of service.
    ServiceType,
}
