//! Getting into servers.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use ulid::Ulid;

use super::{ChatError, Invite, InviteCode, Server, ServerMembership, ServerRole, UserId};

impl InviteCode {
    /// Ten random letters and digits.
    #[must_use]
    pub fn generate() -> Self {
        // The last ten of a ULID are random.
        Self(Ulid::generate().to_string().to_lowercase().split_off(16))
    }
}

/// Makes a server, with its owner in it.
pub async fn create_server(db: &Db, server: &Server) -> Result<(), ChatError> {
    let owner = ServerMembership {
        user_id: server.owner_id,
        server_id: server.server_id,
        role: ServerRole::Owner,
        joined_at: db.now(),
    };
    Ok(db.transact().create(server).create(&owner).await?)
}

/// A user joins a server with an invite: the use is counted, and the user is in the server, or neither.
///
/// However many come at once, an invite is not used more often than it can be.
pub async fn use_invite(db: &Db, code: &InviteCode, user_id: UserId) -> Result<ServerMembership, ChatError> {
    let no_such_invite = || ChatError::NoSuchInvite(code.clone());
    let invite = db.query(Invite::by_code(code)).await?.ok_or_else(no_such_invite)?;
    let (now, fields) = (db.now(), Invite::fields());
    let has_uses = fields.max_uses.eq(None) | fields.uses.lt(&fields.max_uses);
    let is_open = fields.expires_at.eq(None) | fields.expires_at.gt(Some(now));
    let used = db.update(invite.key()).add(fields.uses, 1).when(has_uses & is_open);
    let member = ServerMembership { user_id, server_id: invite.server_id, role: ServerRole::Member, joined_at: now };
    // The user first: whoever is in the server is told so, whatever became of the invite.
    match db.transact().create(&member).update(used).await {
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
