//! Who may do what in a board.

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::{BoardError, BoardId, BoardMembership, BoardRole, UserId};

/// The owner makes a member a manager, or a manager a member again. There is one owner, and that does not change.
///
/// ```
/// use dynamo_core::prelude::*;
/// use models::boards::{BoardError, BoardId, BoardRole, UserId, set_role};
///
/// # async fn run(db: Db, board: BoardId, bob: UserId, owner: UserId) -> Result<(), BoardError> {
/// set_role(&db, &board, &bob, BoardRole::Manager, &owner).await?;
/// # Ok(())
/// # }
/// ```
pub async fn set_role(db: &Db, board: &BoardId, user: &UserId, role: BoardRole, by: &UserId) -> Result<(), BoardError> {
    if role == BoardRole::Owner || user == by {
        return Err(BoardError::OneOwner);
    }
    let own = BoardMembership::fields().role;
    let transact = db
        .transact()
        .check(BoardMembership::by_id(board, by), |member| member.when(own.eq(BoardRole::Owner)))
        .update(BoardMembership::by_id(board, user), |member| member.set(own, role).when(own.ne(BoardRole::Owner)));
    match transact.await {
        Err(Error::Cancelled(cancelled)) => Err(match cancelled.failed_at() {
            Some(0) => BoardError::NotAllowed(by.clone()),
            Some(_) => BoardError::NotMember(user.clone()),
            None => Error::Cancelled(cancelled).into(),
        }),
        done => Ok(done?),
    }
}
