//! The catalogue, the services of boards, and who may use them.

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::{
    AvailableService, Board, BoardError, BoardId, BoardMembership, BoardRole, BoardServicePermission,
    BoardServiceSettings, ServiceConfig, ServiceId, ServiceType, UserId,
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

/// Gives a board a service of a kind that is in the catalogue.
pub async fn enable_service(db: &Db, settings: &BoardServiceSettings) -> Result<(), BoardError> {
    let BoardServiceSettings { board_id, service_type, .. } = settings;
    let fields = Board::fields();
    let board = db.get(Board::by_id(board_id)).await?.ok_or_else(|| BoardError::NoSuchBoard(board_id.clone()))?;
    let transact = db.transact().check(db.check(AvailableService::by_type(service_type)).existing()).put(settings);
    let transact = if board.enabled_services.contains(service_type) {
        transact
    } else {
        let lacks = !fields.enabled_services.contains(service_type.clone());
        let append = db.update(board.key()).append(fields.enabled_services, [service_type.clone()]);
        transact.update(append.when(lacks))
    };
    match transact.await {
        Err(Error::Cancelled(cancelled)) if cancelled.refused_at() == Some(0) => {
            Err(BoardError::NoSuchService(service_type.clone()))
        }
        done => Ok(done?),
    }
}

/// Sets a service of a board up in another way.
pub async fn configure_service(
    db: &Db,
    board: &BoardId,
    service: &ServiceId,
    config: ServiceConfig,
) -> Result<(), BoardError> {
    let fields = BoardServiceSettings::fields();
    Ok(db.update(BoardServiceSettings::by_id(board, service)).set(fields.config, config).await?)
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
    let high = BoardMembership::fields().role.is_in([BoardRole::Owner, BoardRole::Manager]);
    let allowed = db.check(BoardMembership::by_id(board, by)).when(high);
    match db.transact().check(allowed).create(&permission).await {
        Err(Error::Cancelled(cancelled)) => match cancelled.refused_at() {
            Some(0) => Err(BoardError::NotAllowed(by.clone())),
            Some(_) => Ok(()),
            None => Err(Error::Cancelled(cancelled).into()),
        },
        done => Ok(done?),
    }
}

/// A user may no longer use a service of a board.
pub async fn revoke(db: &Db, board: &BoardId, service: &ServiceId, user: &UserId) -> Result<(), BoardError> {
    Ok(db.delete(BoardServicePermission::by_id(board, service, user)).await?)
}
