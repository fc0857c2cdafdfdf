//! The services of boards, and who may use them.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::TryStreamExt;

use super::join::{ATTEMPTS, in_charge};
use super::{
    AvailableService, Board, BoardError, BoardId, BoardServicePermission, BoardServiceSettings,
    BoardServiceSettingsTable, ServiceConfig, ServiceId, ServiceType, UserId,
};

/// So many permissions go in one transaction, beside the condition.
const AT_ONCE: usize = 99;

/// An owner or a manager gives a board a service of a kind that is in the catalogue, or sets one up anew.
pub async fn enable_service(db: &Db, settings: &BoardServiceSettings, by: &UserId) -> Result<(), BoardError> {
    let BoardServiceSettings { board_id, service_type, .. } = settings;
    for _ in 0..ATTEMPTS {
        let board = db.get(Board::by_id(board_id)).consistent().await?;
        let board = board.ok_or_else(|| BoardError::NoSuchBoard(board_id.clone()))?;
        let kind = BoardServiceSettings::fields().service_type;
        let same_kind = kind.absent() | kind.eq(service_type);
        let transact = db.transact().check(AvailableService::by_type(service_type), |check| check.existing());
        let transact = in_charge(transact, board_id, by).put_if(settings, |put| put.when(same_kind));
        let fields = Board::fields();
        let has = fields.enabled_services.contains(service_type.clone());
        // Either way something of the board is wanted, so that nobody disables the kind in between.
        let transact = if board.enabled_services.contains(service_type) {
            transact.check(board.key(), |check| check.when(has))
        } else {
            let append = [service_type.clone()];
            transact.update(board.key(), |update| update.append(fields.enabled_services, append).when(!has))
        };
        match transact.await {
            Ok(()) => return Ok(()),
            Err(Error::Cancelled(cancelled)) => match cancelled.failed_at() {
                Some(0) => return Err(BoardError::NoSuchService(service_type.clone())),
                Some(1) => return Err(BoardError::NotAllowed(by.clone())),
                Some(2) => return Err(BoardError::OtherKind(settings.service_id.clone())),
                // Someone else has enabled or disabled it meanwhile.
                Some(3) => {}
                _ => return Err(Error::Cancelled(cancelled).into()),
            },
            Err(error) => return Err(error.into()),
        }
    }
    Err(BoardError::Busy)
}

/// An owner or a manager sets a service of a board up in another way.
pub async fn configure_service(
    db: &Db,
    board: &BoardId,
    service: &ServiceId,
    config: ServiceConfig,
    by: &UserId,
) -> Result<(), BoardError> {
    let fields = BoardServiceSettings::fields();
    let key = BoardServiceSettings::by_id(board, service);
    let transact = in_charge(db.transact(), board, by).update(key, |update| update.set(fields.config, config));
    or_not_allowed(transact.await, by)
}

/// Removes a service and all permissions for it from a board, on behalf of an owner or a manager. The kind is disabled
/// with the last service of it.
///
/// If it ends in the middle, the kind may still be enabled, and a door stays closed; [`on_change`] does the rest from the record of
/// the stream.
pub async fn disable_service(db: &Db, board_id: &BoardId, service: &ServiceId, by: &UserId) -> Result<(), BoardError> {
    let key = BoardServiceSettings::by_id(board_id, service)?;
    let Some(BoardServiceSettings { service_type: kind, .. }) = db.get(&key).consistent().await? else { return Ok(()) };
    or_not_allowed(in_charge(db.transact(), board_id, by).delete(key).await, by)?;
    clear_permissions(db, board_id, service).await?;
    sync_kind(db, board_id, &kind).await
}

/// Completes what a record of the stream began: the permissions for a service that was removed go, and so does its kind
/// if it was the last one. Gives how many permissions went.
///
/// What it finds is compared with what is there now, so records may come repeatedly and late: a service that is back keeps
/// its permissions.
pub async fn on_change(db: &Db, change: &Change<BoardServiceSettingsTable>) -> Result<u64, BoardError> {
    let (Some(BoardServiceSettingsTable::BoardServiceSettings(old)), None) = (&change.old, &change.new) else {
        return Ok(0);
    };
    let cleared = clear_permissions(db, &old.board_id, &old.service_id).await?;
    match sync_kind(db, &old.board_id, &old.service_type).await {
        // It is gone by now.
        Ok(()) | Err(BoardError::NoSuchBoard(_)) => Ok(cleared),
        Err(error) => Err(error),
    }
}

/// Deletes the permissions for a service that the board does not have.
async fn clear_permissions(db: &Db, board: &BoardId, service: &ServiceId) -> Result<u64, BoardError> {
    let settings = BoardServiceSettings::by_id(board, service)?;
    let permissions = db.query(BoardServicePermission::of_service(board, service)).consistent().stream();
    let permissions: Vec<_> = permissions.try_collect().await?;
    let mut cleared = 0;
    for some in permissions.chunks(AT_ONCE) {
        let mut transact = db.transact().check(&settings, |check| check.absent());
        for permission in some {
            transact = transact.delete(permission.key());
        }
        match transact.await {
            Ok(()) => cleared += u64::try_from(some.len()).unwrap_or_default(),
            // The board has it again.
            Err(Error::Cancelled(cancelled)) if cancelled.failed_at() == Some(0) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(cleared)
}

/// Disables a kind that no service of the board is of.
async fn sync_kind(db: &Db, board_id: &BoardId, kind: &ServiceType) -> Result<(), BoardError> {
    for _ in 0..ATTEMPTS {
        let board = db.get(Board::by_id(board_id)).consistent().await?;
        let enabled = board.ok_or_else(|| BoardError::NoSuchBoard(board_id.clone()))?.enabled_services;
        // After the board was read: whoever enables the kind meanwhile changes one of the two.
        let wanted = is_in_use(db, board_id, kind).await?;
        let mut next = enabled.clone();
        next.retain(|other| wanted || other != kind);
        if wanted && !next.contains(kind) {
            next.push(kind.clone());
        }
        if next != enabled {
            let fields = Board::fields();
            let unchanged = fields.enabled_services.eq(enabled);
            match db.update(Board::by_id(board_id)).set(fields.enabled_services, next).when(unchanged).await {
                Err(Error::ConditionFailed(_)) => continue,
                done => done?,
            }
        }
        // Someone may have given the board another service of the kind since it was looked at.
        if is_in_use(db, board_id, kind).await? == wanted {
            return Ok(());
        }
    }
    Err(BoardError::Busy)
}

/// Whether a board has a service of a kind.
async fn is_in_use(db: &Db, board: &BoardId, kind: &ServiceType) -> Result<bool, BoardError> {
    let is_of_kind = BoardServiceSettings::fields().service_type.eq(kind);
    let services = db.query(BoardServiceSettings::query(board)).consistent().filter(is_of_kind);
    Ok(services.first().await?.is_some())
}

/// The first action of these transactions is that someone is in charge.
fn or_not_allowed(done: Result<(), Error>, by: &UserId) -> Result<(), BoardError> {
    match done {
        Err(Error::Cancelled(cancelled)) if cancelled.failed_at() == Some(0) => Err(BoardError::NotAllowed(by.clone())),
        done => Ok(done?),
    }
}

/// An owner or a manager lets a user use a service of a board. Granted twice, it stays as it was.
pub async fn grant(
    db: &Db,
    board: &BoardId,
    service: &ServiceId,
    user: &UserId,
    by: &UserId,
) -> Result<(), BoardError> {
    let permission = BoardServicePermission {
        board_id: board.clone(),
        user_id: user.clone(),
        service_id: service.clone(),
        granted_at: db.now(),
        granted_by: by.clone(),
    };
    match in_charge(db.transact(), board, by).create(&permission).await {
        Err(Error::Cancelled(cancelled)) => match cancelled.failed_at() {
            Some(0) => Err(BoardError::NotAllowed(by.clone())),
            Some(_) => Ok(()),
            None => Err(Error::Cancelled(cancelled).into()),
        },
        done => Ok(done?),
    }
}

/// Revokes a permission on behalf of an owner or a manager.
pub async fn revoke(
    db: &Db,
    board: &BoardId,
    service: &ServiceId,
    user: &UserId,
    by: &UserId,
) -> Result<(), BoardError> {
    let permission = BoardServicePermission::by_id(board, service, user)?;
    or_not_allowed(in_charge(db.transact(), board, by).delete(permission).await, by)
}
