//! Who listens, and how far everyone has read.

use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_core::{Error, gt};
use futures_util::TryStreamExt;

use super::{
    ChannelAccess, Chat, ChatError, Connection, ConnectionId, LastRead, Message, ServerId, ServerMembership,
    UserConnection, UserId,
};

/// The time after which a connection expires if nobody closes it.
const LIFETIME: Duration = Duration::from_hours(24);

/// A connection begins to listen to a channel, and is forgotten after a day.
pub async fn connect(
    chat: &Chat,
    access: &ChannelAccess,
    connection_id: impl Into<ConnectionId>,
) -> Result<Connection, ChatError> {
    let db = chat.db();
    let now = db.now();
    let connection = Connection {
        connection_id: connection_id.into(),
        channel_id: access.channel_id(),
        server_id: access.server().server_id(),
        user_id: access.user_id(),
        connected_at: now,
        ttl: now.second_after(LIFETIME),
    };
    // Who leaves at the same time does not come to listen for a day.
    let is_member = ServerMembership::by_id(&connection.user_id, &connection.server_id);
    match db.transact().put(&connection).check(is_member, |check| check.existing()).await {
        Err(Error::Cancelled(cancelled)) if cancelled.failed_at() == Some(1) => {
            Err(ChatError::NotAMember(connection.user_id, connection.server_id))
        }
        done => Ok(done.map(|()| connection)?),
    }
}

/// A connection is gone: from every channel that it listened to, and from its user's list. Gives how many channels it was.
///
/// They are found by an index: what was connected a moment ago may be missed, and goes when it expires.
pub async fn disconnect(chat: &Chat, connection: &ConnectionId) -> Result<usize, ChatError> {
    forget(chat.db(), connection).await
}

/// A connection that is known no longer listens to its channel: no index is asked, which could be behind.
pub async fn stop_listening(chat: &Chat, connection: &Connection) -> Result<(), ChatError> {
    Ok(chat.db().delete(connection.key()).await?)
}

pub(super) async fn forget(db: &Db, connection: &ConnectionId) -> Result<usize, ChatError> {
    let all: Vec<_> = db.query(Connection::by_id(connection)).stream().try_collect().await?;
    db.batch_write().delete_all(all.iter().map(Entity::key)).await?;
    Ok(all.len())
}

/// A user leaves a server: none of the connections of that user listens to its channels any longer. Gives how many did.
pub(super) async fn disconnect_from(db: &Db, user: UserId, server: ServerId) -> Result<usize, ChatError> {
    let listed: Vec<_> = db.query(UserConnection::query(&user)).consistent().stream().try_collect().await?;
    let keys = listed.iter().map(|entry| Connection::key(&entry.channel_id, &entry.connection_id));
    let all = db.batch_get(keys).consistent().await?;
    let of_server: Vec<_> = all.into_iter().flatten().filter(|connection| connection.server_id == server).collect();
    db.batch_write().delete_all(of_server.iter().map(Entity::key)).await?;
    Ok(of_server.len())
}

/// A user has read up to a message. Having read further already stays as it is.
pub async fn mark_read(chat: &Chat, access: &ChannelAccess, message: &Message) -> Result<(), ChatError> {
    let db = chat.db();
    if message.channel_id != access.channel_id() {
        return Err(ChatError::NoSuchMessage(message.message_id));
    }
    let read = LastRead {
        user_id: access.user_id(),
        channel_id: message.channel_id,
        last_read_message_id: message.message_id,
        last_read_timestamp: message.timestamp,
        updated_at: db.now(),
    };
    let fields = LastRead::fields();
    let (timestamp, id) = (fields.last_read_timestamp, fields.last_read_message_id);
    let is_further = timestamp.absent()
        | timestamp.lt(message.timestamp)
        | (timestamp.eq(message.timestamp) & id.lt(message.message_id));
    match db.put(&read).when(is_further).await {
        Ok(()) | Err(Error::ConditionFailed(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// How many messages of a channel a user has not read: DynamoDB counts them, and sends none.
pub async fn unread_count(chat: &Chat, access: &ChannelAccess) -> Result<u64, ChatError> {
    let db = chat.db();
    let channel_id = &access.channel_id();
    let Some(read) = db.get(LastRead::by_id(&access.user_id(), channel_id)).await? else {
        return Ok(db.query(Message::query(channel_id)).count().await?);
    };
    // Of messages of one time, those with higher ids come later.
    let (timestamp, id) = (&read.last_read_timestamp, &read.last_read_message_id);
    let same_time = Message::query(channel_id).timestamp(timestamp).message_id(gt(id));
    Ok(db.query_merged([Message::after(channel_id, timestamp), same_time.into()]).count().await?)
}
