//! The catalogue, the services of boards, and who may use them.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::TryStreamExt;

use super::join::{ATTEMPTS, is_in_charge};
use super::{
    AvailableService, Board, BoardError, BoardId, BoardServicePermission, BoardServiceSettings, ServiceConfig,
    ServiceId, ServiceType, UserId,
};

/// The kind of service that makes joining a matter of approval.
#[must_use]
pub fn approve_join() -> ServiceType {
    ServiceType::from("approveJoin")
}

/// The kinds of services that a new installation has.
#[must_use]
pub fn catalogue() -> Vec<AvailableService> {
    vec![AvailableService {
        service_type: approve_join(),
        display_name: "Approval to join".into(),
        description: "Whoever wants to join the board asks, and someone approves".into(),
    }]
}

/// Writes kinds of services that are not in the catalogue yet, and leaves those that are as they are. Gives how many are
/// new: called again, it does nothing.
pub async fn seed_services(db: &Db, services: &[AvailableService]) -> Result<usize, BoardError> {
    let mut new = 0;
    for service in services {
        match db.create(service).await {
            Ok(()) => new += 1,
            Err(Error::Exists(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(new)
}

/// An owner or a manager gives a board a service of a kind that is in the catalogue, or sets one up anew.
pub async fn enable_service(db: &Db, settings: &BoardServiceSettings, by: &UserId) -> Result<(), BoardError> {
    let BoardServiceSettings { board_id, service_type, .. } = settings;
    for _ in 0..ATTEMPTS {
        let board = db.get(Board::by_id(board_id)).consistent().await?;
        let board = board.ok_or_else(|| BoardError::NoSuchBoard(board_id.clone()))?;
        let kind = BoardServiceSettings::fields().service_type;
        let same_kind = kind.absent() | kind.eq(service_type);
        let transact = db
            .transact()
            .check(db.check(AvailableService::by_type(service_type)).existing())
            .check(is_in_charge(db, board_id, by))
            .put(db.put(settings).when(same_kind));
        let fields = Board::fields();
        let has = fields.enabled_services.contains(service_type.clone());
        // Either way something of the board is wanted, so that nobody disables the kind in between.
        let transact = if board.enabled_services.contains(service_type) {
            transact.check(db.check(board.key()).when(has))
        } else {
            let append = db.update(board.key()).append(fields.enabled_services, [service_type.clone()]);
            transact.update(append.when(!has))
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
    let update = db.update(BoardServiceSettings::by_id(board, service)).set(fields.config, config);
    in_charge(db.transact().check(is_in_charge(db, board, by)).update(update).await, by)
}

/// Removes a service and all permissions for it from a board, on behalf of an owner or a manager. The kind is disabled
/// with the last service of it.
///
/// If it ends in the middle, the kind may still be enabled: a door stays closed.
pub async fn disable_service(db: &Db, board_id: &BoardId, service: &ServiceId, by: &UserId) -> Result<(), BoardError> {
    let key = BoardServiceSettings::by_id(board_id, service)?;
    let Some(BoardServiceSettings { service_type: kind, .. }) = db.get(&key).consistent().await? else { return Ok(()) };
    in_charge(db.transact().check(is_in_charge(db, board_id, by)).delete(key).await, by)?;
    let permissions = db.query(BoardServicePermission::of_service(board_id, service)).consistent().stream();
    let permissions: Vec<_> = permissions.try_collect().await?;
    db.batch_write().delete_all(permissions.iter().map(Entity::key)).await?;
    for _ in 0..ATTEMPTS {
        let board = db.get(Board::by_id(board_id)).consistent().await?;
        let enabled = board.ok_or_else(|| BoardError::NoSuchBoard(board_id.clone()))?.enabled_services;
        // After the board was read: whoever enables the kind meanwhile changes one of the two.
        let wanted = is_in_use(db, board_id, &kind).await?;
        let mut next = enabled.clone();
        next.retain(|other| wanted || *other != kind);
        if wanted && !next.contains(&kind) {
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
        if is_in_use(db, board_id, &kind).await? == wanted {
            return Ok(());
        }
    }
    Err(BoardError::Busy)
}

/// Whether a board has a service of a kind.
async fn is_in_use(db: &Db, board: &BoardId, kind: &ServiceType) -> Result<bool, BoardError> {
    let is_of_kind = BoardServiceSettings::fields().service_type.eq(kind);
    let services = db.query(BoardServiceSettings::query(board)).consistent().filter(is_of_kind);
    Ok(services.one().await?.is_some())
}

/// The first action of these transactions is that someone is in charge.
fn in_charge(done: Result<(), Error>, by: &UserId) -> Result<(), BoardError> {
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
    match db.transact().check(is_in_charge(db, board, by)).create(&permission).await {
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
    in_charge(db.transact().check(is_in_charge(db, board, by)).delete(permission).await, by)
}
