//! Channels, what is said in them, and who listens.

use dynamo_core::prelude::*;
use serde::Serialize;

use super::{ChannelId, ConnectionId, Discord, MessageId, ServerId, UserId};

/// A channel of a server.
#[derive(Entity, Serialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Discord,
    pk = "SERVER#<server_id>",
    sk = "CHANNEL#<channel_id>",
    gsi1 = ("CHANNEL#<channel_id>", "META"),
    load(items = 100_000, creates = 0.1, updates = 0.1),
)]
#[access(of_server(server_id), rate = 200, items = 20, about = "Channels of a server")]
#[access(by_id(channel_id), index = gsi1, first, rate = 200, about = "Channel by id, and none of those who have read in it")]
pub struct Channel {
    /// The channel.
    pub channel_id: ChannelId,
    /// Its server.
    pub server_id: ServerId,
    /// The name.
    pub name: String,
    /// The topic.
    pub topic: Option<String>,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// A message in a channel.
#[derive(Entity, Serialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = Discord,
    pk = "CHANNEL#<channel_id>",
    sk = "MSG#<timestamp:013>#<message_id>",
    gsi1 = ("MSG#<message_id>", "CHANNEL#<channel_id>"),
    author = ("AUTHOR#<user_id>", "MSG#<timestamp:013>#<message_id>"),
)]
#[access(
    in_channel(channel_id),
    descending,
    limit = 100,
    rate = 500,
    about = "Messages of a channel, the latest first"
)]
#[access(after(channel_id, timestamp >), rate = 200, items = 30, about = "Messages after a time, which is not among them")]
#[access(from(channel_id, timestamp >=), rate = 20, items = 50, about = "Messages from a time on, with those of that time")]
#[access(by_id(message_id), index = gsi1, first, rate = 30, about = "Message by id, to change or delete it")]
#[access(by_author(user_id), index = author, descending, rate = 0.1, items = 2_000, about = "Messages that a user wrote, in all channels, to rename the author")]
#[entity(allow(
    "unbounded-collection" = "one entry for each emoji; a reaction rewrites the message, which stays small",
))]
#[entity(allow("mutable-index-key" = "who said something does not change"), load(items = 100_000_000, creates = 200, updates = 20, deletes = 1))]
pub struct Message {
    /// Milliseconds after 1970; in the key alone.
    #[entity(key_only)]
    pub timestamp: u64,
    /// The message.
    pub message_id: MessageId,
    /// The channel that it was written in.
    pub channel_id: ChannelId,
    /// The author.
    pub user_id: UserId,
    /// The author's name at that time.
    pub username: String,
    /// The text.
    pub content: String,
    /// Whether it was changed.
    pub edited: bool,
    /// The time of the last edit, if there was one.
    pub edited_at: Option<Timestamp>,
    /// The reactions, one for each emoji.
    pub reactions: Vec<Reaction>,
    /// The time at which it was written.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// Everyone who reacted in one way.
#[derive(Attribute, Serialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Reaction {
    /// In which way.
    pub emoji: String,
    /// The users who reacted with it.
    pub user_ids: Vec<UserId>,
    /// The number of those users.
    pub count: u32,
}

/// A connection that listens to a channel.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Discord,
    pk = "CHANNEL#<channel_id>",
    sk = "CONN#<connection_id>",
    gsi1 = ("CONN#<connection_id>", "USER#<user_id>"),
    pointers(UserConnection),
    rename_all = "camelCase",
)]
#[access(in_channel(channel_id), unexpired, rate = 100, items = 50, about = "Connections that listen to a channel")]
#[access(by_id(connection_id), index = gsi1, rate = 50, items = 10, about = "A connection by its id, in every channel that it listens to")]
#[entity(allow(
    "mutable-index-key" = "a connection is one user's for its whole life",
    "expiring-read" = "a disconnect cleans up after connections that have expired, too",
),
    load(items = 50_000, creates = 25, deletes = 25),
)]
pub struct Connection {
    /// The connection.
    pub connection_id: ConnectionId,
    /// What it listens to.
    pub channel_id: ChannelId,
    /// That channel's server.
    pub server_id: ServerId,
    /// Who listens.
    pub user_id: UserId,
    /// The time at which it connected.
    pub connected_at: Timestamp,
    /// The epoch second at which it goes.
    #[entity(ttl)]
    pub ttl: u64,
}

/// A connection in the list of its user, which expires with it: no index of the document's could have found it.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Discord,
    pk = "USER#<user_id>",
    sk = "CONN#<connection_id>#<channel_id>",
    gsi1 = none,
    pointer_of(Connection),
    rename_all = "camelCase",
)]
#[access(of_user(user_id), unexpired, rate = 100, items = 2, about = "Connections of a user")]
pub struct UserConnection {
    /// Whose connection it is.
    pub user_id: UserId,
    /// The connection.
    pub connection_id: ConnectionId,
    /// What it listens to.
    pub channel_id: ChannelId,
    /// The epoch second at which it goes.
    #[entity(ttl)]
    pub ttl: u64,
}

/// How far a user has read in a channel.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Discord,
    pk = "USER#<user_id>",
    sk = "LASTREAD#CHANNEL#<channel_id>",
    gsi1 = ("CHANNEL#<channel_id>", "USER#<user_id>"),
    rename_all = "camelCase",
    load(items = 2_000_000, creates = 5, updates = 145),
)]
#[access(by_id(user_id, channel_id), get, rate = 200, about = "How far a user has read in a channel")]
#[access(in_channel(channel_id), index = gsi1, rate = 20, items = 200, about = "How far everyone has read in a channel")]
pub struct LastRead {
    /// The user.
    pub user_id: UserId,
    /// The channel.
    pub channel_id: ChannelId,
    /// The last message that was read.
    pub last_read_message_id: MessageId,
    /// Its timestamp.
    pub last_read_timestamp: u64,
    /// The time at which it was read.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}
