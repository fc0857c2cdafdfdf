//! Lookups that an index serves, and the primary key where a table lacks the index.
//!
//! In development a table may have been made without its indexes. What a primary key can answer as well is asked of it then:
//! a lock has the name or the id in its key, and the services of a board are in the board's partition.
//! For the rest there is [`Db::scan_without_index`].

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::{
    Board, BoardId, BoardNameLock, BoardServiceSettings, ServiceId, ServiceIdLock, ServiceType, UserNameLock,
    UserProfile,
};

/// The answer of an index; `None` if the table does not have it.
fn indexed<T>(answer: Result<T, Error>) -> Result<Option<T>, Error> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(Error::MissingTable(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The user with a name: by the index, or by the lock of the name.
pub async fn user_by_name(db: &Db, name: &str) -> Result<Option<UserProfile>, Error> {
    if let Some(found) = indexed(db.query(UserProfile::by_name(name)).first().await)? {
        return Ok(found);
    }
    let Some(lock) = db.get(UserNameLock::key(name)).await? else { return Ok(None) };
    db.get(UserProfile::by_id(&lock.user_id)).await
}

/// The board with a name: by the index, or by the lock of the name.
pub async fn board_by_name(db: &Db, name: &str) -> Result<Option<Board>, Error> {
    if let Some(found) = indexed(db.query(Board::by_name(name)).first().await)? {
        return Ok(found);
    }
    let Some(lock) = db.get(BoardNameLock::key(name)).await? else { return Ok(None) };
    db.get(Board::by_id(&lock.board_id)).await
}

/// A service wherever it is: by the index, or by the lock of its id.
pub async fn service_by_id(db: &Db, service: &ServiceId) -> Result<Option<BoardServiceSettings>, Error> {
    if let Some(found) = indexed(db.query(BoardServiceSettings::by_service(service)).first().await)? {
        return Ok(found);
    }
    let Some(lock) = db.get(ServiceIdLock::key(service)).await? else { return Ok(None) };
    db.get(BoardServiceSettings::by_id(&lock.board_id, service)).await
}

/// The services of a board, by kind: by the index, or all in the board's partition.
pub async fn services_of_board(db: &Db, board: &BoardId) -> Result<Vec<BoardServiceSettings>, Error> {
    if let Some(found) = indexed(db.query(BoardServiceSettings::of_board(board)).all().await)? {
        return Ok(found);
    }
    let mut services = db.query(BoardServiceSettings::query(board)).all().await?;
    services.sort_by(|a, b| (&a.service_type, &a.service_id).cmp(&(&b.service_type, &b.service_id)));
    Ok(services)
}

/// The services of a board that are of one kind: by the index, or filtered in the board's partition.
pub async fn services_of_type(
    db: &Db,
    board: &BoardId,
    kind: &ServiceType,
) -> Result<Vec<BoardServiceSettings>, Error> {
    if let Some(found) = indexed(db.query(BoardServiceSettings::of_type(board, kind)).all().await)? {
        return Ok(found);
    }
    let is_of_kind = BoardServiceSettings::fields().service_type.eq(kind);
    db.query(BoardServiceSettings::query(board)).filter(is_of_kind).all().await
}
