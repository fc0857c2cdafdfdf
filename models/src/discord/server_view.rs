//! What a user sees.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::{StreamExt, TryStreamExt, stream};

use super::{Channel, ChannelId, Server, ServerId, ServerMembership, UserId};

/// How many servers are asked at once.
const CONCURRENCY: usize = 8;

/// The channel, if the user is in its server: one query for the channel, one get for the membership. Neither is consistent:
/// someone who was removed a moment ago may still be let in, which [`accessible_channel_of`] does not do.
pub async fn accessible_channel(db: &Db, user: UserId, channel: ChannelId) -> Result<Option<Channel>, Error> {
    let Some(channel) = db.query(Channel::by_id(&channel)).await? else { return Ok(None) };
    let member = db.get(ServerMembership::by_id(&user, &channel.server_id)).await?;
    Ok(member.map(|_| channel))
}

/// The same where the server is known, as it is in a link: one request, with both as they are now.
pub async fn accessible_channel_of(
    db: &Db,
    user: UserId,
    server: ServerId,
    channel: ChannelId,
) -> Result<Option<Channel>, Error> {
    let keys = (Channel::key(&server, &channel), ServerMembership::by_id(&user, &server));
    let (channel, member) = db.transact_get(keys).await?;
    Ok(member.and(channel))
}

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
pub async fn servers_of(db: &Db, user: UserId) -> Result<Vec<ServerOverview>, Error> {
    let memberships: Vec<_> = db.query(ServerMembership::of_user(&user)).stream().try_collect().await?;
    let servers = db.batch_get(memberships.iter().map(|member| Server::by_id(&member.server_id))).await?;
    let found = memberships.into_iter().zip(servers).filter_map(|(membership, server)| Some((membership, server?)));
    let overviews = found.map(|(membership, server)| async move {
        let channels = db.query(Channel::of_server(&server.server_id)).count().await?;
        Ok::<_, Error>(ServerOverview { server, membership, channels })
    });
    let overviews: Vec<_> = overviews.collect();
    stream::iter(overviews).buffered(CONCURRENCY).try_collect().await
}

/// All servers there are, for an administrator: the table is read in parallel parts, and what it costs grows with the table.
/// No key has all of them, and DynamoDB finds no partition by a part of its key.
pub async fn all_servers(db: &Db) -> Result<Vec<Server>, Error> {
    db.scan::<Server>().segments(4).await
}
