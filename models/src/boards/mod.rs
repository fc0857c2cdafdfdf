//! Boards that users join, in seven tables: no type tags, and indexes on plain attributes.
//!
//! Locks make the names of users and boards unique. [`TableNames`] has the names of the tables. In development, where a
//! table may lack an index, [`Db::scan_without_index`](dynamo_core::Db::scan_without_index) lets queries scan instead,
//! with a warning each time; without it they fail. [`user_by_name`], [`board_by_name`], [`service_by_id`],
//! [`services_of_board`] and [`services_of_type`] ask the primary key where a query would fail.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::boards::{BoardError, BoardId, BoardJoinRequest, Joining, UserId, approve, ask_to_join};
//!
//! # async fn run(db: Db, board: BoardId, ann: UserId, bob: UserId) -> Result<(), BoardError> {
//! match ask_to_join(&db, &board, &bob, Some("I grow tomatoes".to_owned())).await? {
//!     Joining::Joined(member) => println!("{} is in", member.user_id),
//!     Joining::Asked(request) => println!("{} waits until {}", request.user_id, request.expires_at),
//! }
//! let waiting = db.query(BoardJoinRequest::of_board(&board)).all().await?; // without those that have expired
//! approve(&db, &board, &bob, &ann).await?;
//! # Ok(())
//! # }
//! ```
//!
#![doc = include_str!("patterns.md")]

mod board;
mod catalogue;
mod config;
mod error;
mod join;
mod lookup;
mod manage;
mod role;
mod service;
mod tables;
mod user;

// With what is generated beside the entities.
pub use board::*;
pub use service::*;
pub use user::*;

pub use catalogue::{approve_join, catalogue, seed_services};
pub use config::ServiceConfig;
pub use error::BoardError;
pub use join::{Joining, approve, ask_to_join, create_board, leave_board, reject, rename_board};
pub use lookup::{board_by_name, service_by_id, services_of_board, services_of_type, user_by_name};
pub use manage::{configure_service, disable_service, enable_service, grant, on_change, revoke};
pub use role::set_role;
pub use tables::{TableNames, create_tables, delete_tables};

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
