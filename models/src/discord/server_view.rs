//! What a user sees.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::{StreamExt, TryStreamExt, stream};

use super::{Channel, Chat, ChatError, Server, ServerAccess, ServerMembership, ServerRole, User, UserId};

/// How many servers are asked at once.
const CONCURRENCY: usize = 8;

/// A server in a user's list.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerOverview {
    /// The server.
    pub server: Server,
    /// How the user is in it.
    pub membership: ServerMembership,
    /// How many channels it has.
    pub channels: u64,
}

/// The servers that a user is in: one query, one batch for the servers, and one count for each of them.
pub async fn servers_of(chat: &Chat, user: UserId) -> Result<Vec<ServerOverview>, ChatError> {
    let db = chat.db();
    let memberships: Vec<_> = db.query(ServerMembership::of_user(&user)).stream().try_collect().await?;
    let servers = db.batch_get(memberships.iter().map(|member| Server::by_id(&member.server_id))).await?;
    let found = memberships.into_iter().zip(servers).filter_map(|(membership, server)| Some((membership, server?)));
    let overviews = found.map(|(membership, server)| async move {
        let channels = db.query(Channel::of_server(&server.server_id)).count().await?;
        Ok::<_, Error>(ServerOverview { server, membership, channels })
    });
    let overviews: Vec<_> = overviews.collect();
    Ok(stream::iter(overviews).buffered(CONCURRENCY).try_collect().await?)
}

/// The channels of a server, for its members.
pub async fn channels(chat: &Chat, access: &ServerAccess) -> Result<Vec<Channel>, ChatError> {
    Ok(chat.db().query(Channel::of_server(&access.server_id())).all().await?)
}

/// A member of a server, as the other members see one: no address, and nothing of a password.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The user.
    pub user_id: UserId,
    /// For showing.
    pub username: String,
    /// What the member may do.
    pub role: ServerRole,
}

/// The members of a server, for its members: one query, and a batch for their names. Who has no account any longer is left out.
pub async fn members(chat: &Chat, access: &ServerAccess) -> Result<Vec<Member>, ChatError> {
    let members = chat.db().query(ServerMembership::of_server(&access.server_id())).all().await?;
    let users = chat.db().batch_get(members.iter().map(|member| User::by_id(&member.user_id))).await?;
    let known = members.iter().zip(users).filter_map(|(member, user)| Some((member.role, user?)));
    Ok(known.map(|(role, user)| Member { user_id: user.user_id, username: user.username, role }).collect())
}

/// All servers there are, for an administrator: the table is read in parallel parts, and what it costs grows with the table.
/// No key has all of them, and DynamoDB finds no partition by a part of its key.
pub async fn all_servers(db: &Db) -> Result<Vec<Server>, Error> {
    db.scan::<Server>().segments(4).all().await
}
