//! The error of the operations.

use dynamo_core::Error;

use super::{ChannelId, InviteCode, MessageId, ServerId, UserId};

/// The error of an operation, which has changed nothing, unless the database did not answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChatError {
    /// The input is not what it must be; the text names the field.
    #[error("{0}")]
    Input(String),
    /// There is no such user.
    #[error("there is no user {0}")]
    NoSuchUser(UserId),
    /// There is no such channel.
    #[error("there is no channel {0}")]
    NoSuchChannel(ChannelId),
    /// The user is not in the server.
    #[error("user {0} is not in server {1}")]
    NotAMember(UserId, ServerId),
    /// Only the owner and the administrators of a server do this.
    #[error("user {0} does not manage server {1}")]
    NotAManager(UserId, ServerId),
    /// The owner of a server cannot leave it.
    #[error("the owner of server {0} cannot leave it")]
    OwnerStays(ServerId),
    /// Another user has the e-mail address.
    #[error("the e-mail address has an account already")]
    EmailTaken,
    /// The id of a message was used for another one.
    #[error("the id {0} was used for another message")]
    MessageIdTaken(MessageId),
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
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl ChatError {
    /// Returns the HTTP status that says this to a client. What has one of 500 or more is not the client's fault, and its text is none
    /// of the client's business.
    ///
    /// ```
    /// use models::discord::ChatError;
    ///
    /// assert_eq!(ChatError::EmailTaken.http_status(), 409);
    /// ```
    #[must_use]
    pub fn http_status(&self) -> u16 {
        match self {
            Self::Input(_) | Self::Db(Error::Cursor(_) | Error::Key(_)) => 400,
            Self::NotAMember(..) | Self::NotAManager(..) | Self::NotTheAuthor(..) => 403,
            Self::NoSuchUser(_) | Self::NoSuchChannel(_) | Self::NoSuchMessage(_) | Self::NoSuchInvite(_) => 404,
            Self::EmailTaken | Self::AlreadyMember(_) | Self::MessageIdTaken(_) | Self::OwnerStays(_) => 409,
            Self::InviteExpired(_) | Self::InviteUsedUp(_) => 410,
            Self::Busy => 503,
            Self::Db(error) if error.is_retryable() => 503,
            Self::Db(_) => 500,
        }
    }
}
