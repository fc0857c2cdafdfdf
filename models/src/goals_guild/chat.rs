//! Rooms and messages.

use dynamo_core::prelude::*;

use super::{GgCore, MessageId, RoomId, ThreadId, UserId};

/// A chat room.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "ROOM#<room_id>", sk = "ROOM#<room_id>", rename_all = "camelCase")]
#[access(by_id(room_id), get, rate = 50, about = "One room")]
#[entity(allow("unbounded-collection" = "two users, or the members of one group"), load(items = 50_000, creates = 0.3, updates = 0.2))]
pub struct Room {
    /// Stored in the key alone.
    #[entity(key_only)]
    pub room_id: RoomId,
    /// Who is in it.
    pub scope: RoomScope,
    /// The members of it.
    pub members: Vec<UserId>,
    /// When it was opened.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// Who is in a room.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum RoomScope {
    /// Two users.
    Dm,
    /// A group.
    Group,
}

/// A message in a room.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "ROOM#<room_id>",
    sk = "MSG#<created_at>#<message_id>",
    gsi1 = when(in_timeline, ("USER#<user_id>", "ENTITY#Message#<created_at>")),
    rename_all = "camelCase",
)]
#[access(
    history(room_id),
    descending,
    unexpired,
    limit = 50,
    rate = 100,
    about = "What was said in a room, the latest first"
)]
#[access(
    timeline(user_id),
    index = gsi1,
    descending,
    unexpired,
    rate = 10,
    about = "Messages of a user that are in the timeline, the latest first"
)]
#[entity(allow("mutable-index-key" = "who said something does not change"), load(items = 10_000_000, creates = 50))]
pub struct Message {
    /// Stored as `id`.
    #[entity(rename = "id")]
    pub message_id: MessageId,
    /// The conversation that it was written in.
    pub room_id: RoomId,
    /// The author.
    pub user_id: UserId,
    /// The text.
    pub text: String,
    /// Whether it is in the timeline of who said it; stored only if it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_timeline: bool,
    /// The time at which it was written.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The epoch second at which a temporary message goes.
    #[entity(ttl)]
    pub ttl: Option<u64>,
}

/// A message of an assistance thread.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "ASSIST#<thread_id>", sk = "MSG#<created_at>#<message_id>", rename_all = "camelCase", load(items = 500_000, creates = 2))]
#[access(in_thread(thread_id), rate = 5, items = 30, about = "An assistance thread from its beginning")]
pub struct AssistMsg {
    /// Stored in the key alone.
    #[entity(key_only)]
    pub message_id: MessageId,
    /// The conversation that it was written in.
    pub thread_id: ThreadId,
    /// The author.
    pub user_id: UserId,
    /// The text.
    pub text: String,
    /// The time at which it was written.
    #[entity(created_at)]
    pub created_at: Timestamp,
}
