//! Boards, who is in them, and who wants to be.

use dynamo_core::prelude::*;

use super::{BoardId, ServiceType, UserId};

/// The table of boards.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "Boards", pk = "PK", sk = "SK")]
#[index(owner, name = "ownerId-index", pk = "ownerId")]
#[index(board_name, name = "boardName-index", pk = "boardName")]
pub enum Boards {
    /// A board.
    Board(Board),
}

/// A board.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Boards,
    pk = "BOARD#<board_id>",
    sk = "META",
    owner = owner_id,
    board_name = board_name,
    rename_all = "camelCase",
)]
pub struct Board {
    /// The board.
    pub board_id: BoardId,
    /// Unique.
    pub board_name: String,
    /// Who owns it.
    pub owner_id: UserId,
    /// What it can do.
    pub enabled_services: Vec<ServiceType>,
    /// When it was made.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The table of members.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "BoardMemberships", pk = "PK", sk = "SK")]
#[index(user, name = "userId-index", pk = "userId")]
pub enum BoardMemberships {
    /// A member.
    BoardMembership(BoardMembership),
}

/// A user is in a board.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = BoardMemberships,
    pk = "BOARD#<board_id>",
    sk = "USER#<user_id>",
    user = user_id,
    rename_all = "camelCase",
)]
pub struct BoardMembership {
    /// The board.
    pub board_id: BoardId,
    /// The user.
    pub user_id: UserId,
    /// What the user may do there.
    pub role: BoardRole,
    /// Since when.
    pub joined_at: Timestamp,
}

/// What a member may do.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum BoardRole {
    /// Take part.
    Member,
    /// Most.
    Manager,
    /// Everything.
    Owner,
}

/// The table of requests.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "BoardJoinRequests", pk = "PK", sk = "SK", ttl = "expiresAt")]
#[index(user, name = "userId-index", pk = "userId")]
pub enum BoardJoinRequests {
    /// A request.
    BoardJoinRequest(BoardJoinRequest),
}

/// A user wants to join a board.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = BoardJoinRequests,
    pk = "BOARD#<board_id>",
    sk = "REQUEST#<user_id>",
    user = user_id,
    rename_all = "camelCase",
)]
pub struct BoardJoinRequest {
    /// The board.
    pub board_id: BoardId,
    /// The user.
    pub user_id: UserId,
    /// What the user answered to the board's question.
    pub answer: Option<String>,
    /// The epoch second at which it goes.
    #[entity(ttl)]
    pub expires_at: u64,
    /// When it was made.
    #[entity(created_at)]
    pub created_at: Timestamp,
}
