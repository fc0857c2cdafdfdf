//! The error of the operations.

use dynamo_core::Error;

use super::{BoardId, ServiceId, ServiceType, UserId};

/// The error of an operation, which has changed nothing, unless the database did not answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There is no such board.
    #[error("there is no board {0}")]
    NoSuchBoard(BoardId),
    /// The catalogue does not have this kind of service.
    #[error("the catalogue has no service {0}: seed it first")]
    NoSuchService(ServiceType),
    /// The kind of a service cannot change.
    #[error("service {0} is of another kind")]
    OtherKind(ServiceId),
    /// The user is in the board.
    #[error("user {0} is in the board already")]
    AlreadyMember(UserId),
    /// The user is not in the board.
    #[error("user {0} is not in the board")]
    NotMember(UserId),
    /// A board has one owner.
    #[error("a board has one owner, whose role does not change")]
    OneOwner,
    /// A request of the user stands.
    #[error("user {0} has asked already")]
    AlreadyAsked(UserId),
    /// The board asks whoever wants to join something.
    #[error("the board wants an answer: {0}")]
    AnswerWanted(String),
    /// There is no request, or it has expired.
    #[error("no request of user {0} stands")]
    NoRequest(UserId),
    /// Only an owner, a manager or someone with the permission may do this.
    #[error("user {0} may not do this")]
    NotAllowed(UserId),
    /// The retries are exhausted, because others change the same items.
    #[error("others are changing the same: try again")]
    Busy,
    /// The owner cannot leave.
    #[error("the owner cannot leave the board")]
    OwnerStays,
    /// The database failed. [`Error::unique_violation`] names the value that another user or board has.
    #[error(transparent)]
    Db(#[from] Error),
}
