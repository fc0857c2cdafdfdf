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
    /// The lock on a board's name.
    BoardNameLock(BoardNameLock),
}

/// A board.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Boards,
    pk = "BOARD#<board_id>",
    sk = "META",
    owner = owner_id,
    board_name = board_name,
    unique(board_name as BoardNameLock),
    rename_all = "camelCase",
)]
#[access(by_id(board_id), get, rate = 200, about = "Board by id")]
#[access(by_owner(owner_id), index = owner, rate = 20, items = 3, about = "Boards of an owner")]
#[access(by_name(board_name), index = board_name, first, rate = 10, about = "Board by name")]
#[entity(allow(
    "mutable-index-key" = "boards rarely change their name or owner, and are found by both",
    "unbounded-collection" = "one of the few kinds of services each",
),
    load(items = 30_000, creates = 0.2, updates = 0.2, updates(board_name = 0.05), deletes = 0.05),
)]
pub struct Board {
    /// The board.
    pub board_id: BoardId,
    /// Unique.
    pub board_name: String,
    /// The owner.
    pub owner_id: UserId,
    /// What it can do.
    pub enabled_services: Vec<ServiceType>,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The lock of a board name.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Boards, pk = "BOARDNAME#<board_name:escaped>", sk = "LOCK", rename_all = "camelCase")]
pub struct BoardNameLock {
    /// In the key alone, so that the lock is not in the index.
    #[entity(key_only)]
    pub board_name: String,
    /// The board that holds the lock.
    pub board_id: BoardId,
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
    load(items = 500_000, creates = 1.5, updates = 0.1, deletes = 0.4),
)]
#[access(of_board(board_id), rate = 40, items = 30, about = "Members of a board")]
#[access(of_user(user_id), index = user, rate = 100, items = 5, about = "Boards that a user is in")]
#[access(by_id(board_id, user_id), get, rate = 300, about = "One membership")]
pub struct BoardMembership {
    /// The board.
    pub board_id: BoardId,
    /// The user.
    pub user_id: UserId,
    /// What the user may do there.
    pub role: BoardRole,
    /// The time since which the user is a member.
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
    load(items = 20_000, creates = 0.5, deletes = 0.5),
)]
#[access(of_board(board_id), unexpired, rate = 10, items = 5, about = "Requests to join a board")]
#[access(of_user(user_id), index = user, unexpired, rate = 10, items = 2, about = "Requests of a user")]
#[access(by_id(board_id, user_id), get, rate = 5, about = "One request")]
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
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}
