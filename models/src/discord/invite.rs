//! Servers and channels are made, and users get into them and out.

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::input::check_text;
use super::{
    Channel, ChannelId, Chat, ChatError, Invite, InviteCode, ManagerAccess, NewChannel, NewInvite, NewServer, Server,
    ServerAccess, ServerId, ServerMembership, ServerRole, UserId,
};

/// How many characters the name of a server or of a channel has at most.
const NAME: usize = 100;

/// How many characters a topic has at most.
const TOPIC: usize = 1024;

/// Makes a server, with its owner in it.
pub async fn create_server(chat: &Chat, owner: UserId, new: NewServer) -> Result<Server, ChatError> {
    let db = chat.db();
    check_text("the name of a server", &new.name, NAME)?;
    let (server_id, now) = (ServerId::new(), db.now());
    let NewServer { name, icon_url } = new;
    let server = Server { server_id, name, owner_id: owner, icon_url, created_at: now, updated_at: now };
    let owner = ServerMembership { user_id: owner, server_id, role: ServerRole::Owner, joined_at: now };
    db.transact().create(&server).create(&owner).await?;
    Ok(server)
}

/// Makes a channel in a server, which its managers do.
pub async fn create_channel(chat: &Chat, access: &ManagerAccess, new: NewChannel) -> Result<Channel, ChatError> {
    let db = chat.db();
    check_text("the name of a channel", &new.name, NAME)?;
    if let Some(topic) = &new.topic {
        check_text("the topic of a channel", topic, TOPIC)?;
    }
    let (channel_id, now) = (ChannelId::new(), db.now());
    let NewChannel { name, topic } = new;
    let server_id = access.server().server_id();
    let channel = Channel { channel_id, server_id, name, topic, created_at: now, updated_at: now };
    db.create(&channel).await?;
    Ok(channel)
}

/// Makes an invite to a server, which every member does.
pub async fn create_invite(chat: &Chat, access: &ServerAccess, new: NewInvite) -> Result<Invite, ChatError> {
    let db = chat.db();
    let now = db.now();
    if new.max_uses == Some(0) || new.expires_at.is_some_and(|expires| expires <= now) {
        return Err(ChatError::Input("an invite must be usable once, and expire in the future".to_owned()));
    }
    let invite = Invite {
        invite_code: InviteCode::generate(),
        server_id: access.server_id(),
        created_by: access.user_id(),
        expires_at: new.expires_at,
        max_uses: new.max_uses,
        uses: 0,
        created_at: now,
    };
    db.create(&invite).await?;
    Ok(invite)
}

/// A user leaves a server. Leaving twice is leaving once.
pub async fn leave_server(chat: &Chat, access: &ServerAccess) -> Result<(), ChatError> {
    let db = chat.db();
    let is_owner = ServerMembership::fields().role.eq(ServerRole::Owner);
    match db.delete(access.membership().key()).when(!is_owner).await {
        Err(Error::ConditionFailed(_)) => Err(ChatError::OwnerStays(access.server_id())),
        done => Ok(done?),
    }
}

/// A user joins a server with an invite: the use is counted, and the user is in the server, or neither.
///
/// However many come at once, an invite is not used more often than it can be.
pub async fn use_invite(chat: &Chat, code: &InviteCode, user_id: UserId) -> Result<ServerMembership, ChatError> {
    let db = chat.db();
    let no_such_invite = || ChatError::NoSuchInvite(code.clone());
    let invite = db.query(Invite::by_code(code)).first().await?.ok_or_else(no_such_invite)?;
    let (now, fields) = (db.now(), Invite::fields());
    let has_uses = fields.max_uses.eq(None) | fields.uses.lt(&fields.max_uses);
    let is_open = fields.expires_at.eq(None) | fields.expires_at.gt(Some(now));
    let member = ServerMembership { user_id, server_id: invite.server_id, role: ServerRole::Member, joined_at: now };
    // The user first: whoever is in the server is told so, whatever became of the invite.
    let transact = db.transact().create(&member);
    match transact.update(invite.key(), |invite| invite.add(fields.uses, 1).when(has_uses & is_open)).await {
        Ok(()) => Ok(member),
        Err(Error::Cancelled(cancelled)) => {
            let refused = cancelled.actions().iter().find(|action| Some(action.position()) == cancelled.failed_at());
            match refused.map(|action| (action.position(), action.error())) {
                Some((0, _)) => Err(ChatError::AlreadyMember(user_id)),
                Some((_, Error::NotFound(_))) => Err(no_such_invite()),
                Some((_, Error::ConditionFailed(failure))) => Err(match failure.item::<Invite>()? {
                    Some(invite) if invite.expires_at.is_some_and(|expires| expires <= now) => {
                        ChatError::InviteExpired(code.clone())
                    }
                    _ => ChatError::InviteUsedUp(code.clone()),
                }),
                _ => Err(Error::Cancelled(cancelled).into()),
            }
        }
        Err(error) => Err(error.into()),
    }
}
