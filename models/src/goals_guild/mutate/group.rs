//! Joining and leaving groups.

use dynamo_core::op::Transact;
use dynamo_core::prelude::*;

use crate::goals_guild::call::{ATTEMPTS, once};
use crate::goals_guild::{
    Call, Done, Effect, Group, GroupId, GroupMember, GroupRole, GuildError, Mutation, Request, Room, RoomId, UserId,
};

/// The calling user joins a group, and its room if one is named.
pub async fn join_group(
    db: &Db,
    call: &Call,
    group_id: GroupId,
    room: Option<RoomId>,
) -> Result<Done<Effect>, GuildError> {
    let (user_id, request) = (call.user_id(), call.request(db, Mutation::JoinGroup, &group_id));
    if db.get(Group::by_id(&group_id)).await?.is_none() {
        return Err(GuildError::NoSuchGroup(group_id));
    }
    let member = GroupMember { group_id, user_id, role: GroupRole::Member, joined_at: request.created_at };
    for _ in 0..ATTEMPTS {
        let transact = db.transact().create(&member);
        let transact = in_room(db, transact, room, user_id, true).await?;
        if let Ok(done) = once(transact, &request).await? {
            return Ok(done.effect());
        }
        let unchanged = Request { changed: false, ..request.clone() };
        if let Ok(done) = once(db.transact().check(db.check(member.key()).existing()), &unchanged).await? {
            return Ok(done.effect());
        }
    }
    Err(GuildError::Busy)
}

/// The calling user leaves a group, and its room if one is named. Its owner cannot.
pub async fn leave_group(
    db: &Db,
    call: &Call,
    group_id: GroupId,
    room: Option<RoomId>,
) -> Result<Done<Effect>, GuildError> {
    let (user_id, request) = (call.user_id(), call.request(db, Mutation::LeaveGroup, &group_id));
    let key = GroupMember::by_id(&group_id, &user_id)?;
    for _ in 0..ATTEMPTS {
        let not_owner = GroupMember::fields().role.ne(GroupRole::Owner);
        let transact = db.transact().delete(db.delete(&key).existing().when(not_owner));
        let transact = in_room(db, transact, room, user_id, false).await?;
        if let Ok(done) = once(transact, &request).await? {
            return Ok(done.effect());
        }
        let unchanged = Request { changed: false, ..request.clone() };
        if let Ok(done) = once(db.transact().check(db.check(&key).absent()), &unchanged).await? {
            return Ok(done.effect());
        }
        if let Some(GroupMember { role: GroupRole::Owner, .. }) = db.get(&key).consistent().await? {
            return Err(GuildError::OwnerStays(group_id));
        }
    }
    Err(GuildError::Busy)
}

/// The room's members change with those of the group, unless others have changed them meanwhile.
async fn in_room(
    db: &Db,
    transact: Transact,
    room: Option<RoomId>,
    user_id: UserId,
    is_in: bool,
) -> Result<Transact, GuildError> {
    let Some(room_id) = room else { return Ok(transact) };
    let room = db.get(Room::by_id(&room_id)).consistent().await?.ok_or(GuildError::NoSuchRoom(room_id))?;
    if room.members.contains(&user_id) == is_in {
        return Ok(transact);
    }
    let mut members = room.members.clone();
    if is_in {
        members.push(user_id);
    } else {
        members.retain(|member| *member != user_id);
    }
    let fields = Room::fields();
    let unchanged = fields.members.eq(room.members.clone());
    Ok(transact.update(db.update(room.key()).set(fields.members, members).when(unchanged)))
}
