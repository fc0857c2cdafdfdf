//! Events are delivered to the connections of those who listen.

use std::collections::BTreeMap;

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::{StreamExt, TryStreamExt, stream};

use super::presence::{disconnect_from, forget};
use super::{Audience, Channel, ChatError, Connection, ConnectionId, Event, Notice, ServerMembership};

/// How many connections are sent to at once.
const CONCURRENCY: usize = 16;

/// What became of an event at one connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// The connection has it.
    Sent,
    /// There is no such connection any longer: it is forgotten.
    Gone,
    /// The connection belongs to another process, which delivers it: it is kept.
    Elsewhere,
}

/// What became of a notice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delivered {
    /// How many connections have it.
    pub sent: usize,
    /// How many connections were forgotten, because they were gone.
    pub dropped: usize,
}

/// Returns the connections that get a notice, each once. Those that have expired are left out.
pub async fn recipients(db: &Db, audience: Audience) -> Result<Vec<Connection>, Error> {
    let channels = match audience {
        Audience::Channel(channel) => vec![channel],
        Audience::Server(server) => {
            let channels = db.query(Channel::of_server(&server)).stream();
            channels.map_ok(|channel| channel.channel_id).try_collect().await?
        }
    };
    let listening = db.query_merged(channels.iter().map(Connection::in_channel)).stream();
    let by_id = listening.map_ok(|connection| (connection.connection_id.clone(), connection));
    let by_id: BTreeMap<ConnectionId, Connection> = by_id.try_collect().await?;
    Ok(by_id.into_values().collect())
}

/// Delivers a notice to the connections that get it, through `send`, and forgets those that `send` reports as gone.
///
/// Who has left a server is told so, and then listens to none of its channels any longer; nobody listens to a deleted channel.
///
/// One connection that fails does not hold back the others: the first error is returned after all of them were tried. The notice can
/// be delivered again then; some connections get it twice.
pub async fn deliver<E: From<ChatError>, F: Future<Output = Result<Delivery, E>>>(
    db: &Db,
    notice: &Notice,
    send: impl Fn(ConnectionId) -> F,
) -> Result<Delivered, E> {
    let to = recipients(db, notice.audience).await.map_err(ChatError::from)?;
    let sending = to.into_iter().map(|connection| {
        let sent = send(connection.connection_id.clone());
        async move {
            let sent = sent.await?;
            if sent == Delivery::Gone {
                // The index, by which the others are found, may not have it yet.
                db.delete(connection.key()).await.map_err(ChatError::from)?;
                forget(db, &connection.connection_id).await?;
            }
            Ok::<_, E>(sent)
        }
    });
    let sending: Vec<_> = sending.collect();
    let outcomes: Vec<Result<Delivery, E>> = stream::iter(sending).buffer_unordered(CONCURRENCY).collect().await;
    revoke(db, notice).await?;
    let mut delivered = Delivered::default();
    for outcome in outcomes {
        match outcome? {
            Delivery::Sent => delivered.sent += 1,
            Delivery::Gone => delivered.dropped += 1,
            Delivery::Elsewhere => {}
        }
    }
    Ok(delivered)
}

/// Ends what an event leaves nobody the right to.
async fn revoke(db: &Db, notice: &Notice) -> Result<(), ChatError> {
    match (&notice.event, notice.audience) {
        (Event::MemberLeft { server_id, user_id }, _) => {
            // Somebody who has come back meanwhile goes on listening.
            let back = db.get(ServerMembership::by_id(user_id, server_id)).consistent().await?;
            if back.is_none() {
                disconnect_from(db, *user_id, *server_id).await?;
            }
        }
        (Event::ChannelDeleted { .. }, Audience::Channel(channel)) => {
            let all: Vec<_> = db.query(Connection::query(&channel)).stream().try_collect().await?;
            db.batch_write().delete_all(all.iter().map(Entity::key)).await?;
        }
        _ => {}
    }
    Ok(())
}
