//! Making boards, and getting into them.

use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::op::Check;
use dynamo_core::prelude::*;

use super::{
    Board, BoardError, BoardId, BoardJoinRequest, BoardMembership, BoardRole, BoardServicePermission,
    BoardServiceSettings, UserId, approve_join,
};

/// How long a request stands where the board does not say.
const DAYS: u32 = 3;

/// Makes a board, with its owner in it. Its name must be free.
pub async fn create_board(db: &Db, board: &Board) -> Result<(), BoardError> {
    let owner = BoardMembership {
        board_id: board.board_id.clone(),
        user_id: board.owner_id.clone(),
        role: BoardRole::Owner,
        joined_at: db.now(),
    };
    Ok(db.transact().create(board).create(&owner).await?)
}

/// Gives a board another name, which must be free; the old one is, afterwards.
pub async fn rename_board(db: &Db, board: &BoardId, name: &str) -> Result<(), BoardError> {
    match db.update(Board::by_id(board)).set(Board::fields().board_name, name).await {
        Err(Error::NotFound(_)) => Err(BoardError::NoSuchBoard(board.clone())),
        done => Ok(done?),
    }
}

/// What came of wanting to join.
#[derive(Debug, Clone, PartialEq)]
pub enum Joining {
    /// The board takes everyone.
    Joined(BoardMembership),
    /// Someone has to approve, until the request expires.
    Asked(BoardJoinRequest),
}

/// A user wants to join a board. Whether that takes someone's approval, for how long the request stands and what is asked,
/// is in the settings of the board's approval service.
pub async fn ask_to_join(
    db: &Db,
    board_id: &BoardId,
    user_id: &UserId,
    answer: Option<String>,
) -> Result<Joining, BoardError> {
    let (board, member) = db.transact_get((Board::by_id(board_id), BoardMembership::by_id(board_id, user_id))).await?;
    let board = board.ok_or_else(|| BoardError::NoSuchBoard(board_id.clone()))?;
    if member.is_some() {
        return Err(BoardError::AlreadyMember(user_id.clone()));
    }
    let now = db.now();
    if !board.enabled_services.contains(&approve_join()) {
        let (board_id, user_id) = (board_id.clone(), user_id.clone());
        let member = BoardMembership { board_id, user_id, role: BoardRole::Member, joined_at: now };
        return match db.create(&member).await {
            Err(Error::Exists(_)) => Err(BoardError::AlreadyMember(member.user_id)),
            done => Ok(done.map(|()| Joining::Joined(member))?),
        };
    }
    let settings = db.query(BoardServiceSettings::of_type(board_id, &approve_join())).one().await?;
    let config = settings.map(|settings| settings.config).unwrap_or_default();
    if config.ask_question && answer.as_deref().is_none_or(|answer| answer.trim().is_empty()) {
        return Err(BoardError::AnswerWanted(config.question_text.unwrap_or_default()));
    }
    let days = u64::from(config.ttl_days.unwrap_or(DAYS));
    let request = BoardJoinRequest {
        board_id: board_id.clone(),
        user_id: user_id.clone(),
        answer,
        expires_at: now.second_after(Duration::from_hours(days * 24)),
        created_at: now,
    };
    // One that has expired may still be there, and is written over.
    let fields = BoardJoinRequest::fields();
    let free = fields.expires_at.absent() | fields.expires_at.le(now.second_after(Duration::ZERO));
    match db.put(&request).when(free).await {
        Err(Error::Condition(_)) => Err(BoardError::AlreadyAsked(user_id.clone())),
        done => Ok(done.map(|()| Joining::Asked(request))?),
    }
}

/// Someone who may lets a user in. The request goes and the member comes in one transaction; a request that has expired is
/// none, whether or not it was deleted yet.
pub async fn approve(db: &Db, board: &BoardId, user: &UserId, by: &UserId) -> Result<BoardMembership, BoardError> {
    let (now, fields) = (db.now(), BoardJoinRequest::fields());
    let member =
        BoardMembership { board_id: board.clone(), user_id: user.clone(), role: BoardRole::Member, joined_at: now };
    let stands = fields.expires_at.gt(now.second_after(Duration::ZERO));
    let request = db.delete(BoardJoinRequest::by_id(board, user)).existing().when(stands);
    let transact = db.transact().delete(request).create(&member);
    let transact = match authority(db, board, by).await? {
        Authority::Role(check) => transact.check(check),
        Authority::Permission(check) => transact.check(check),
    };
    match transact.await {
        Err(Error::Cancelled(cancelled)) => Err(match cancelled.refused_at() {
            Some(0) => BoardError::NoRequest(user.clone()),
            Some(1) => BoardError::AlreadyMember(user.clone()),
            Some(_) => BoardError::NotAllowed(by.clone()),
            None => Error::Cancelled(cancelled).into(),
        }),
        done => Ok(done.map(|()| member)?),
    }
}

/// Someone who may turns a user away.
pub async fn reject(db: &Db, board: &BoardId, user: &UserId, by: &UserId) -> Result<(), BoardError> {
    authority(db, board, by).await?;
    match db.delete(BoardJoinRequest::by_id(board, user)).existing().await {
        Err(Error::NotFound(_)) => Err(BoardError::NoRequest(user.clone())),
        done => Ok(done?),
    }
}

/// A member leaves; the owner cannot.
pub async fn leave_board(db: &Db, board: &BoardId, user: &UserId) -> Result<(), BoardError> {
    let not_owner = BoardMembership::fields().role.ne(BoardRole::Owner);
    match db.delete(BoardMembership::by_id(board, user)).when(not_owner).await {
        Err(Error::Condition(_)) => Err(BoardError::OwnerStays),
        done => Ok(done?),
    }
}

/// By what someone may let others in: still true when the transaction is carried out, or it is not.
pub(super) enum Authority {
    Role(Check<BoardMembership>),
    Permission(Check<BoardServicePermission>),
}

/// Owners and managers may, and whoever has the permission for the board's approval service.
async fn authority(db: &Db, board: &BoardId, by: &UserId) -> Result<Authority, BoardError> {
    let key = BoardMembership::by_id(board, by)?;
    let high = [BoardRole::Owner, BoardRole::Manager];
    if db.get(&key).await?.is_some_and(|member| high.contains(&member.role)) {
        return Ok(Authority::Role(db.check(key).when(BoardMembership::fields().role.is_in(high))));
    }
    if let Some(service) = db.query(BoardServiceSettings::of_type(board, &approve_join())).one().await? {
        let key = BoardServicePermission::by_id(board, &service.service_id, by)?;
        if db.get(&key).await?.is_some() {
            return Ok(Authority::Permission(db.check(key).existing()));
        }
    }
    Err(BoardError::NotAllowed(by.clone()))
}
