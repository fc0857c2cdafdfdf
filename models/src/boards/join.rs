//! Making boards, and getting into them.

use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::op::Transact;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::{
    Board, BoardError, BoardId, BoardJoinRequest, BoardMembership, BoardRole, BoardServicePermission,
    BoardServiceSettings, UserId, approve_join,
};

/// How long a request stands where the board does not say.
const DAYS: u32 = 3;

/// How often something is tried again that others changed meanwhile.
pub(super) const ATTEMPTS: usize = 8;

/// Creates a board, with its owner in it. Its name must be unique.
pub async fn create_board(db: &Db, board: &Board) -> Result<(), BoardError> {
    let owner = BoardMembership {
        board_id: board.board_id.clone(),
        user_id: board.owner_id.clone(),
        role: BoardRole::Owner,
        joined_at: db.now(),
    };
    Ok(db.transact().create(board).create(&owner).await?)
}

/// Renames a board on behalf of an owner or a manager. The new name must be unique; the old one becomes available.
pub async fn rename_board(db: &Db, board: &BoardId, name: &str, by: &UserId) -> Result<(), BoardError> {
    let transact = in_charge(db.transact(), board, by);
    match transact.update(Board::by_id(board), |update| update.set(Board::fields().board_name, name)).await {
        Err(Error::Cancelled(cancelled)) => Err(match cancelled.failed_at() {
            Some(0) => BoardError::NotAllowed(by.clone()),
            Some(_) => BoardError::NoSuchBoard(board.clone()),
            None => Error::Cancelled(cancelled).into(),
        }),
        done => Ok(done?),
    }
}

/// Requires of a transaction that a user is the owner or a manager of a board.
pub(super) fn in_charge(transact: Transact, board: &BoardId, user: &UserId) -> Transact {
    let role = BoardMembership::fields().role.is_in(IN_CHARGE);
    transact.check(BoardMembership::by_id(board, user), |check| check.when(role))
}

const IN_CHARGE: [BoardRole; 2] = [BoardRole::Owner, BoardRole::Manager];

/// What came of wanting to join.
#[derive(Debug, Clone, PartialEq)]
pub enum Joining {
    /// The user has joined, because the board admits everyone.
    Joined(BoardMembership),
    /// Someone has to approve, until the request expires.
    Asked(BoardJoinRequest),
}

/// A user wants to join a board. Whether that takes someone's approval, for how long the request stands and what is asked,
/// is in the settings of the board's approval service: of the first, if it has several.
pub async fn ask_to_join(
    db: &Db,
    board_id: &BoardId,
    user_id: &UserId,
    answer: Option<String>,
) -> Result<Joining, BoardError> {
    for _ in 0..ATTEMPTS {
        let keys = (Board::by_id(board_id), BoardMembership::by_id(board_id, user_id));
        let (board, member) = db.transact_get(keys).await?;
        let board = board.ok_or_else(|| BoardError::NoSuchBoard(board_id.clone()))?;
        if member.is_some() {
            return Err(BoardError::AlreadyMember(user_id.clone()));
        }
        let joining = if board.enabled_services.contains(&approve_join()) {
            ask(db, board_id, user_id, answer.clone()).await?
        } else {
            join(db, board_id, user_id).await?
        };
        if let Some(joining) = joining {
            return Ok(joining);
        }
    }
    Err(BoardError::Busy)
}

/// Joins a board that admits everyone; returns `None` if it no longer does, or if the user is in it by now.
async fn join(db: &Db, board_id: &BoardId, user_id: &UserId) -> Result<Option<Joining>, BoardError> {
    let (board_id, user_id) = (board_id.clone(), user_id.clone());
    let takes_everyone = !Board::fields().enabled_services.contains(approve_join());
    let member = BoardMembership { board_id, user_id, role: BoardRole::Member, joined_at: db.now() };
    // A request from before is granted with it.
    let request = BoardJoinRequest::by_id(&member.board_id, &member.user_id)?;
    let transact = db.transact().create(&member).delete(request);
    match transact.check(Board::by_id(&member.board_id), |board| board.when(takes_everyone)).await {
        Err(Error::Cancelled(cancelled)) if cancelled.failed_at().is_some() => Ok(None),
        done => Ok(done.map(|()| Some(Joining::Joined(member)))?),
    }
}

/// Requests to join a board; returns `None` if the user is in it by now, or if it admits everyone.
async fn ask(
    db: &Db,
    board_id: &BoardId,
    user_id: &UserId,
    answer: Option<String>,
) -> Result<Option<Joining>, BoardError> {
    let config = approval_services(db, board_id).await?.into_iter().next().map(|service| service.config);
    let config = config.unwrap_or_default();
    if config.ask_question == Some(true) && answer.as_deref().is_none_or(|answer| answer.trim().is_empty()) {
        return Err(BoardError::AnswerWanted(config.question_text.unwrap_or_default()));
    }
    let (now, days) = (db.now(), u64::from(config.ttl_days.unwrap_or(DAYS).max(1)));
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
    let wants_approval = Board::fields().enabled_services.contains(approve_join());
    let transact = db
        .transact()
        .put_if(&request, |put| put.when(free))
        .check(BoardMembership::by_id(board_id, user_id), |member| member.absent())
        .check(Board::by_id(board_id), |board| board.when(wants_approval));
    match transact.await {
        Err(Error::Cancelled(cancelled)) => match cancelled.failed_at() {
            Some(0) => Err(BoardError::AlreadyAsked(user_id.clone())),
            Some(_) => Ok(None),
            None => Err(Error::Cancelled(cancelled).into()),
        },
        done => Ok(done.map(|()| Some(Joining::Asked(request)))?),
    }
}

/// The approval services of a board, as they are now: the index may be behind.
async fn approval_services(db: &Db, board: &BoardId) -> Result<Vec<BoardServiceSettings>, BoardError> {
    let is_approval = BoardServiceSettings::fields().service_type.eq(approve_join());
    let services = db.query(BoardServiceSettings::query(board)).consistent().filter(is_approval);
    Ok(services.stream().try_collect().await?)
}

/// Someone else who may lets a user in. The request goes and the member comes in one transaction; a request that has expired is
/// none, whether or not it was deleted yet.
pub async fn approve(db: &Db, board: &BoardId, user: &UserId, by: &UserId) -> Result<BoardMembership, BoardError> {
    if by == user {
        return Err(BoardError::NotAllowed(by.clone()));
    }
    let (now, fields) = (db.now(), BoardJoinRequest::fields());
    let member =
        BoardMembership { board_id: board.clone(), user_id: user.clone(), role: BoardRole::Member, joined_at: now };
    let stands = fields.expires_at.gt(now.second_after(Duration::ZERO));
    let request = BoardJoinRequest::by_id(board, user);
    let transact = db.transact().delete_if(request, |delete| delete.existing().when(stands)).create(&member);
    match authority(db, board, by).await?.checked_in(transact, board).await {
        Err(Error::Cancelled(cancelled)) => Err(match cancelled.failed_at() {
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
    let stands = BoardJoinRequest::fields().expires_at.gt(db.now().second_after(Duration::ZERO));
    let request = BoardJoinRequest::by_id(board, user);
    let transact = db.transact().delete_if(request, |delete| delete.existing().when(stands));
    match authority(db, board, by).await?.checked_in(transact, board).await {
        Err(Error::Cancelled(cancelled)) => Err(match cancelled.failed_at() {
            Some(0) => BoardError::NoRequest(user.clone()),
            Some(_) => BoardError::NotAllowed(by.clone()),
            None => Error::Cancelled(cancelled).into(),
        }),
        done => Ok(done?),
    }
}

/// A member leaves; the owner cannot.
pub async fn leave_board(db: &Db, board: &BoardId, user: &UserId) -> Result<(), BoardError> {
    let not_owner = BoardMembership::fields().role.ne(BoardRole::Owner);
    match db.delete(BoardMembership::by_id(board, user)).when(not_owner).await {
        Err(Error::ConditionFailed(_)) => Err(BoardError::OwnerStays),
        done => Ok(done?),
    }
}

/// Why someone may let others in, which the transaction checks again.
enum Authority {
    Role(UserId),
    Permission(Key<BoardServicePermission>),
}

impl Authority {
    /// Adds the condition to a transaction.
    fn checked_in(self, transact: Transact, board: &BoardId) -> Transact {
        match self {
            Self::Role(user) => in_charge(transact, board, &user),
            Self::Permission(key) => transact.check(key, |permission| permission.existing()),
        }
    }
}

/// Owners and managers may, and members who have the permission for one of the board's approval services.
async fn authority(db: &Db, board: &BoardId, by: &UserId) -> Result<Authority, BoardError> {
    let member = db.get(BoardMembership::by_id(board, by)).consistent().await?;
    match member {
        None => return Err(BoardError::NotAllowed(by.clone())),
        Some(member) if IN_CHARGE.contains(&member.role) => return Ok(Authority::Role(by.clone())),
        Some(_) => {}
    }
    let services = approval_services(db, board).await?;
    let keys: Vec<_> = services
        .iter()
        .map(|service| BoardServicePermission::by_id(board, &service.service_id, by))
        .collect::<Result<_, _>>()?;
    let permissions = db.batch_get(keys).consistent().await?;
    match permissions.into_iter().flatten().next() {
        Some(permission) => Ok(Authority::Permission(permission.key()?)),
        None => Err(BoardError::NotAllowed(by.clone())),
    }
}
