//! The error of the operations.

use dynamo_core::Error;

use super::{InviteCode, MessageId, UserId};

/// The error of an operation, which has changed nothing, unless the database did not answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChatError {
    /// There is no such message, or no longer.
    #[error("there is no message {0}")]
    NoSuchMessage(MessageId),
    /// Only its author changes a message.
    #[error("user {0} did not write message {1}")]
    NotTheAuthor(UserId, MessageId),
    /// There is no such invite.
    #[error("there is no invite {0}")]
    NoSuchInvite(InviteCode),
    /// The invite was used as often as it can be.
    #[error("invite {0} is used up")]
    InviteUsedUp(InviteCode),
    /// The invite has expired.
    #[error("invite {0} has expired")]
    InviteExpired(InviteCode),
    /// The user is in the server, and the invite was not used for that.
    #[error("user {0} is in the server already")]
    AlreadyMember(UserId),
    /// The retries are exhausted, because others change the same items.
    #[error("others are changing the same: try again")]
    Busy,
    /// The database failed. [`Error::unique_violation`] tells whether another user has the e-mail address.
    #[error(transparent)]
    Db(#[from] Error),
}
