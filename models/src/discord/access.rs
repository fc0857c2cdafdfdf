//! Proofs of membership: what lets a user into a server and its channels.
//!
//! A proof has private fields, and its check is the only way to one: what takes a proof cannot be called for somebody who is
//! not in the server. It is as old as its check, so a program makes one for each request.

use super::{Channel, ChannelId, Chat, ChatError, ServerId, ServerMembership, ServerRole, UserId};

/// Proof that a user is in a server.
///
/// ```
/// use models::discord::{Chat, ChatError, NewInvite, ServerAccess, ServerId, UserId, create_invite};
///
/// # async fn run(chat: Chat, ann: UserId, server: ServerId) -> Result<(), ChatError> {
/// let access = ServerAccess::check(&chat, ann, server).await?;
/// let invite = create_invite(&chat, &access, NewInvite { max_uses: Some(1), expires_at: None }).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ServerAccess(ServerMembership);

impl ServerAccess {
    /// Checks that a user is in a server, as it is now: one consistent read.
    pub async fn check(chat: &Chat, user: UserId, server: ServerId) -> Result<Self, ChatError> {
        let db = chat.db();
        let member = db.get(ServerMembership::by_id(&user, &server)).consistent().await?;
        member.map(Self).ok_or(ChatError::NotAMember(user, server))
    }

    /// Returns the user.
    #[must_use]
    pub fn user_id(&self) -> UserId {
        self.0.user_id
    }

    /// Returns the server.
    #[must_use]
    pub fn server_id(&self) -> ServerId {
        self.0.server_id
    }

    /// Returns how the user is in the server.
    #[must_use]
    pub fn membership(&self) -> &ServerMembership {
        &self.0
    }

    /// Checks that the user manages the server, as its owner or as an administrator.
    pub fn as_manager(&self) -> Result<ManagerAccess, ChatError> {
        match self.0.role {
            ServerRole::Owner | ServerRole::Admin => Ok(ManagerAccess(self.clone())),
            ServerRole::Member => Err(ChatError::NotAManager(self.user_id(), self.server_id())),
        }
    }
}

/// Proof that a user manages a server: there is no other way to one than [`ServerAccess::as_manager`].
#[derive(Debug, Clone, PartialEq)]
pub struct ManagerAccess(ServerAccess);

impl ManagerAccess {
    /// Returns what it is also a proof of.
    #[must_use]
    pub fn server(&self) -> &ServerAccess {
        &self.0
    }
}

/// Proof that a user is in the server of a channel, with the channel.
///
/// ```
/// use models::discord::{ChannelAccess, ChannelId, Chat, ChatError, ServerId, UserId, messages, send_message};
///
/// # async fn run(chat: Chat, ann: UserId, server: ServerId, channel: ChannelId) -> Result<(), ChatError> {
/// let access = ChannelAccess::check_in(&chat, ann, server, channel).await?;
/// send_message(&chat, &access, "Hello").await?;
/// let page = messages(&chat, &access).limit(50).page().await?; // the latest first; `page.next` continues
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelAccess {
    server: ServerAccess,
    channel: Channel,
}

impl ChannelAccess {
    /// Checks that a user may see a channel: one query of an index for the channel, and one consistent read for the membership.
    ///
    /// The index may not have a channel yet that was made a moment ago; [`check_in`](Self::check_in) always has it.
    pub async fn check(chat: &Chat, user: UserId, channel: ChannelId) -> Result<Self, ChatError> {
        let found =
            chat.db().query(Channel::by_id(&channel)).first().await?.ok_or(ChatError::NoSuchChannel(channel))?;
        let server = ServerAccess::check(chat, user, found.server_id).await?;
        Ok(Self { server, channel: found })
    }

    /// Checks the same where the server is known, as it is in a link: one request, with both as they are now.
    pub async fn check_in(chat: &Chat, user: UserId, server: ServerId, channel: ChannelId) -> Result<Self, ChatError> {
        let db = chat.db();
        let keys = (Channel::key(&server, &channel), ServerMembership::by_id(&user, &server));
        let (found, member) = db.transact_get(keys).await?;
        // The membership first: who is not in the server is not told which channels it has.
        let member = member.ok_or(ChatError::NotAMember(user, server))?;
        let channel = found.ok_or(ChatError::NoSuchChannel(channel))?;
        Ok(Self { server: ServerAccess(member), channel })
    }

    /// Returns the channel.
    #[must_use]
    pub fn channel(&self) -> &Channel {
        &self.channel
    }

    /// Returns the id of the channel.
    #[must_use]
    pub fn channel_id(&self) -> ChannelId {
        self.channel.channel_id
    }

    /// Returns what it is also a proof of.
    #[must_use]
    pub fn server(&self) -> &ServerAccess {
        &self.server
    }

    /// Returns the user.
    #[must_use]
    pub fn user_id(&self) -> UserId {
        self.server.user_id()
    }
}
