//! Why something was not done.

use dynamo_core::Error;

use super::{BoardId, ServiceId, ServiceType, UserId};

/// Why something was not done. Nothing was changed then, unless the database did not answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There is no such board.
    #[error("there is no board {0}")]
    NoSuchBoard(BoardId),
    /// The catalogue does not have this kind of service.
    #[error("the catalogue has no service {0}: seed it first")]
    NoSuchService(ServiceType),
    /// A service keeps its kind.
    #[error("service {0} is of another kind")]
    OtherKind(ServiceId),
    /// The user is in the board.
    #[error("user {0} is in the board already")]
    AlreadyMember(UserId),
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
    /// Others change the same, faster.
    #[error("others are changing the same: try again")]
    Busy,
    /// The owner cannot leave.
    #[error("the owner cannot leave the board")]
    OwnerStays,
    /// The database. [`Error::taken`] names what another user or board has.
    #[error(transparent)]
    Db(#[from] Error),
}
