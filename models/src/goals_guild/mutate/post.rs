//! Activities and messages.

use dynamo_core::codec::digest;
use dynamo_core::prelude::*;
use ulid::Ulid;

use crate::goals_guild::call::{once, or_before};
use crate::goals_guild::{
    Activity, ActivityId, Call, Done, GuildError, Made, Media, Message, MessageId, Mutation, ObjectType, Request, Room,
    RoomId, Verb,
};

/// What a user did.
#[derive(Debug, Clone, PartialEq)]
pub struct NewActivity {
    /// What was done.
    pub verb: Verb,
    /// What it was done to.
    pub object_type: ObjectType,
    /// Which one.
    pub object_id: String,
    /// What a feed shows.
    pub preview_text: String,
    /// A picture.
    pub media: Option<Media>,
    /// Keywords.
    pub tags: Vec<String>,
}

/// The calling user did something. It is written once; from the stream, [`fan_out`](super::super::fan_out) copies it to
/// feeds if the user is promoted.
pub async fn post_activity(db: &Db, call: &Call, new: NewActivity) -> Result<Done<Made<ActivityId>>, GuildError> {
    let activity = Activity {
        activity_id: ActivityId(Ulid::nil()),
        actor_id: call.user_id(),
        verb: new.verb,
        object_type: new.object_type,
        object_id: new.object_id,
        preview_text: new.preview_text,
        media: new.media,
        tags: new.tags,
        created_at: Timestamp::default(),
    };
    let request = call.request(db, Mutation::PostActivity, &[&digest(&activity.to_item()?)]);
    let activity_id = ActivityId::new();
    let activity = Activity { activity_id, created_at: request.created_at, ..activity };
    let request = Request { made: Some(activity_id.0), ..request };
    let done = once(db.transact().create(&activity), &request).await?.map_err(|_| GuildError::Busy)?;
    Ok(done.made(ActivityId))
}

/// The calling user writes in a room that it is in.
pub async fn send_message(
    db: &Db,
    call: &Call,
    room_id: RoomId,
    text: impl Into<String>,
) -> Result<Done<Made<MessageId>>, GuildError> {
    let (user_id, text, open) = (call.user_id(), text.into(), Timestamp::default());
    let message_id = MessageId(Ulid::nil());
    let message = Message { message_id, room_id, user_id, text, created_at: open, ttl: None };
    let request = call.request(db, Mutation::SendMessage, &[&digest(&message.to_item()?)]);
    // Not a part of the transaction: everyone who writes in a room would get in the way of everyone else.
    let refusal = match db.get(Room::by_id(&room_id)).consistent().await? {
        None => Some(GuildError::NoSuchRoom(room_id)),
        Some(room) if room.members.contains(&call.user_id()) => None,
        Some(_) => Some(GuildError::NotInRoom(call.user_id(), room_id)),
    };
    if let Some(refusal) = refusal {
        return Ok(or_before(db, &request, refusal).await?.made(MessageId));
    }
    let message_id = MessageId::new();
    let message = Message { message_id, created_at: request.created_at, ..message };
    let request = Request { made: Some(message_id.0), ..request };
    let done = once(db.transact().create(&message), &request).await?.map_err(|_| GuildError::Busy)?;
    Ok(done.made(MessageId))
}
