//! Messages, and rooms of two.

use std::time::Duration;

use dynamo_core::codec::digest;
use dynamo_core::prelude::*;
use ulid::Ulid;

use crate::goals_guild::call::{ATTEMPTS, once, or_before};
use crate::goals_guild::{
    Call, Done, GuildError, Made, Message, MessageId, Mutation, Request, Room, RoomId, RoomScope, User, UserId,
};

/// What is said, and for how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// What is said.
    pub text: String,
    /// The time after which a temporary message expires.
    pub keep: Option<Duration>,
    /// Whether it is listed in the timeline of who says it.
    pub in_timeline: bool,
}

/// A message that stays, and is read in its room alone.
impl<T: Into<String>> From<T> for NewMessage {
    fn from(text: T) -> Self {
        Self { text: text.into(), keep: None, in_timeline: false }
    }
}

/// The calling user writes in a room that it is in.
///
/// ```
/// use std::time::Duration;
/// use dynamo_core::prelude::*;
/// use models::goals_guild::{Call, GuildError, NewMessage, RoomId, send_message};
///
/// # async fn run(db: Db, ann: &[Call; 2], room: RoomId) -> Result<(), GuildError> {
/// send_message(&db, &ann[0], room, "See you at six").await?;
/// let soon_gone = NewMessage { keep: Some(Duration::from_hours(1)), ..NewMessage::from("The code is 4711") };
/// send_message(&db, &ann[1], room, soon_gone).await?;
/// # Ok(())
/// # }
/// ```
pub async fn send_message(
    db: &Db,
    call: &Call,
    room_id: RoomId,
    new: impl Into<NewMessage>,
) -> Result<Done<Made<MessageId>>, GuildError> {
    let NewMessage { text, keep, in_timeline } = new.into();
    let (user_id, open) = (call.user_id(), Timestamp::default());
    let ttl = keep.map(|keep| keep.as_secs());
    let message_id = MessageId::from_ulid(Ulid::nil());
    let message = Message { message_id, room_id, user_id, text, in_timeline, created_at: open, ttl };
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
    let (message_id, created_at) = (MessageId::new(), request.created_at);
    let message = Message { message_id, created_at, ttl: keep.map(|keep| created_at.second_after(keep)), ..message };
    let request = Request { made: Some(message_id.0), ..request };
    let done = once(db.transact().create(&message), &request).await?.map_err(|_| GuildError::Busy)?;
    Ok(done.made(MessageId))
}

/// The id of the room in which two users talk: the same for both. A digest of the pair comes first, and then as much of each
/// id as there is room for; that it is a room of these two is checked where it is opened and written in.
fn room_of_two(one: UserId, other: UserId) -> Result<RoomId, GuildError> {
    let (first, second) = (one.min(other), one.max(other));
    let pair = Room {
        room_id: RoomId::from_ulid(Ulid::nil()),
        scope: RoomScope::Dm,
        members: vec![first, second],
        created_at: Timestamp::MIN,
    };
    let digest = digest(&pair.to_item()?);
    let long = format!("{digest}-{first:.21}-{second:.21}");
    long.parse().or_else(|_| digest.parse()).map_err(|_| GuildError::Input("the users of a room have ids"))
}

/// The calling user opens the room in which it talks with another one. Both may open it, and as often as they like: there is
/// one.
pub async fn open_dm(db: &Db, call: &Call, with: UserId) -> Result<Done<RoomId>, GuildError> {
    let user_id = call.user_id();
    if user_id == with {
        return Err(GuildError::Input("nobody talks with themselves"));
    }
    let request = call.request(db, Mutation::OpenDm, &[&with]);
    let room_id = room_of_two(user_id, with)?;
    if db.get(User::by_id(&with)).consistent().await?.is_none() {
        let done = or_before(db, &request, GuildError::NoSuchUser(with)).await?;
        return Ok(Done { value: room_id, repeated: done.repeated });
    }
    let created_at = request.created_at;
    let room = Room { room_id, scope: RoomScope::Dm, members: vec![user_id, with], created_at };
    for _ in 0..ATTEMPTS {
        if let Ok(done) = once(db.transact().create(&room), &request).await? {
            return Ok(Done { value: room_id, repeated: done.repeated });
        }
        let unchanged = Request { changed: false, ..request.clone() };
        let members = Room::fields().members;
        let of_both = members.contains(user_id) & members.contains(with);
        if let Ok(done) = once(db.transact().check(room.key(), |check| check.when(of_both)), &unchanged).await? {
            return Ok(Done { value: room_id, repeated: done.repeated });
        }
    }
    Err(GuildError::Busy)
}
