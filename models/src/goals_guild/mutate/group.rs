//! Groups, and the rooms in which their members talk.

use dynamo_core::codec::digest;
use dynamo_core::op::Transact;
use dynamo_core::prelude::*;
use ulid::Ulid;

use crate::goals_guild::call::{ATTEMPTS, once, or_before};
use crate::goals_guild::{
    Call, Done, Effect, Group, GroupId, GroupMember, GroupRole, GuildError, Mutation, Request, Room, RoomId, RoomScope,
};

impl GroupId {
    /// The room in which the group talks: it has the group's id.
    #[must_use]
    pub fn room(self) -> RoomId {
        RoomId(self.0)
    }
}

/// What a group is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct NewGroup {
    /// The name.
    pub name: String,
    /// The topic.
    pub description: String,
    /// Keywords.
    pub tags: Vec<String>,
    /// Whether it outlives its project.
    pub is_persistent: bool,
}

/// The calling user makes a group, is its owner, and alone in its room.
pub async fn create_group(db: &Db, call: &Call, new: NewGroup) -> Result<Done<GroupId>, GuildError> {
    if new.name.trim().is_empty() {
        return Err(GuildError::Input("a group has a name"));
    }
    let owner_id = call.user_id();
    let NewGroup { name, description, tags, is_persistent } = new;
    let (group_id, open) = (GroupId::from_ulid(Ulid::nil()), Timestamp::default());
    let group =
        Group { group_id, name, description, owner_id, tags, is_persistent, created_at: open, updated_at: open };
    let request = call.request(db, Mutation::CreateGroup, &[&digest(&group.to_item()?)]);
    let (group_id, created_at) = (GroupId::new(), request.created_at);
    let request = Request { made: Some(group_id.0), ..request };
    let group = Group { group_id, created_at, updated_at: created_at, ..group };
    let owner = GroupMember { group_id, user_id: owner_id, role: GroupRole::Owner, joined_at: created_at };
    let room = Room { room_id: group_id.room(), scope: RoomScope::Group, members: vec![owner_id], created_at };
    let transact = db.transact().create(&group).create(&owner).create(&room);
    let done = once(transact, &request).await?.map_err(|_| GuildError::Busy)?.made(GroupId);
    Ok(Done { value: done.value.id, repeated: done.repeated })
}

/// The calling user joins a group, and its room if it has one.
pub async fn join_group(db: &Db, call: &Call, group_id: GroupId) -> Result<Done<Effect>, GuildError> {
    let (user_id, request) = (call.user_id(), call.request(db, Mutation::JoinGroup, &[&group_id]));
    let (key, fields) = (GroupMember::by_id(&group_id, &user_id)?, Room::fields);
    for _ in 0..ATTEMPTS {
        let (group, member, room) = look(db, group_id, &key).await?;
        if group.is_none() {
            return Ok(or_before(db, &request, GuildError::NoSuchGroup(group_id)).await?.effect());
        }
        let new = GroupMember { group_id, user_id, role: GroupRole::Member, joined_at: request.created_at };
        let transact = match member {
            None => db.transact().create(&new),
            Some(_) => db.transact().check(&key, |check| check.existing()),
        };
        let is_in = room.as_ref().is_none_or(|room| room.members.contains(&user_id));
        let transact = match room {
            None => transact,
            Some(room) if is_in => transact.check(room.key(), |check| check.when(fields().members.contains(user_id))),
            Some(room) => {
                let is_out = !fields().members.contains(user_id);
                transact.update(room.key(), |room| room.append(fields().members, [user_id]).when(is_out))
            }
        };
        let changed = member.is_none() || !is_in;
        if let Ok(done) = once(transact, &Request { changed, ..request.clone() }).await? {
            return Ok(done.effect());
        }
    }
    Err(GuildError::Busy)
}

/// The calling user leaves a group and its room. Its owner cannot.
pub async fn leave_group(db: &Db, call: &Call, group_id: GroupId) -> Result<Done<Effect>, GuildError> {
    let (user_id, request) = (call.user_id(), call.request(db, Mutation::LeaveGroup, &[&group_id]));
    let (key, fields) = (GroupMember::by_id(&group_id, &user_id)?, Room::fields);
    for _ in 0..ATTEMPTS {
        let (_, member, room) = look(db, group_id, &key).await?;
        let transact: Transact = match &member {
            Some(GroupMember { role: GroupRole::Owner, .. }) => {
                return Ok(or_before(db, &request, GuildError::OwnerStays(group_id)).await?.effect());
            }
            Some(_) => {
                let not_owner = GroupMember::fields().role.ne(GroupRole::Owner);
                db.transact().delete_if(&key, |delete| delete.existing().when(not_owner))
            }
            None => db.transact().check(&key, |check| check.absent()),
        };
        let is_in = room.as_ref().is_some_and(|room| room.members.contains(&user_id));
        let transact = match room {
            None => transact,
            Some(room) if is_in => {
                let left: Vec<_> = room.members.iter().copied().filter(|member| *member != user_id).collect();
                let unchanged = fields().members.eq(&room.members);
                transact.update(room.key(), |room| room.set(fields().members, left).when(unchanged))
            }
            Some(room) => transact.check(room.key(), |check| check.when(!fields().members.contains(user_id))),
        };
        let changed = member.is_some() || is_in;
        if let Ok(done) = once(transact, &Request { changed, ..request.clone() }).await? {
            return Ok(done.effect());
        }
    }
    Err(GuildError::Busy)
}

/// The group, the membership and the room as they are, together.
async fn look(
    db: &Db,
    group_id: GroupId,
    member: &Key<GroupMember>,
) -> Result<(Option<Group>, Option<GroupMember>, Option<Room>), GuildError> {
    Ok(db.transact_get((Group::by_id(&group_id), member, Room::by_id(&group_id.room()))).await?)
}
