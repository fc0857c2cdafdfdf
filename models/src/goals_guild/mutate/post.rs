//! Activities and messages.

use dynamo_core::prelude::*;

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
    let activity_id = ActivityId::new();
    let (kind, text) = (format!("{:?} {:?}", new.verb, new.object_type), &new.preview_text);
    let request = call.request(db, Mutation::PostActivity, &[&kind, &new.object_id, text]);
    let request = Request { made: Some(activity_id.0), ..request };
    let activity = Activity {
        activity_id,
        actor_id: call.user_id(),
        verb: new.verb,
        object_type: new.object_type,
        object_id: new.object_id,
        preview_text: new.preview_text,
        media: new.media,
        tags: new.tags,
        created_at: request.created_at,
    };
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
    let (message_id, text) = (MessageId::new(), text.into());
    let request = call.request(db, Mutation::SendMessage, &[&room_id, &text]);
    // Not a part of the transaction: everyone who writes in a room would get in the way of everyone else.
    let refusal = match db.get(Room::by_id(&room_id)).consistent().await? {
        None => Some(GuildError::NoSuchRoom(room_id)),
        Some(room) if room.members.contains(&call.user_id()) => None,
        Some(_) => Some(GuildError::NotInRoom(call.user_id(), room_id)),
    };
    if let Some(refusal) = refusal {
        return Ok(or_before(db, &request, refusal).await?.made(MessageId));
    }
    let request = Request { made: Some(message_id.0), ..request };
    let message =
        Message { message_id, room_id, user_id: call.user_id(), text, created_at: request.created_at, ttl: None };
    let done = once(db.transact().create(&message), &request).await?.map_err(|_| GuildError::Busy)?;
    Ok(done.made(MessageId))
}
