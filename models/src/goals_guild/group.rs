//! Groups and their members.

use dynamo_core::prelude::*;

use super::{GgCore, GroupId, UserId};

/// A group.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "GROUP#<group_id>", sk = "GROUP#<group_id>", rename_all = "camelCase")]
#[access(by_id(group_id), get, rate = 100, about = "One group")]
#[entity(allow("unbounded-collection" = "a few keywords that a person types"), load(items = 20_000, creates = 0.05, updates = 0.15))]
pub struct Group {
    /// Stored in the key alone.
    #[entity(key_only)]
    pub group_id: GroupId,
    /// The name.
    pub name: String,
    /// The topic.
    pub description: String,
    /// The owner.
    pub owner_id: UserId,
    /// Keywords.
    pub tags: Vec<String>,
    /// Whether it outlives its project.
    pub is_persistent: bool,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// A member of a group, and the group among those of the member.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "GROUP#<group_id>",
    sk = "MEMBER#<user_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#Group#<joined_at>#<group_id>"),
    rename_all = "camelCase",
)]
#[access(of_group(group_id), rate = 30, items = 40, about = "Members of a group")]
#[access(of_user(user_id), index = gsi1, rate = 60, items = 5, about = "Groups that a user is in, in the order of joining")]
#[access(by_id(group_id, user_id), get, rate = 80, about = "One membership")]
#[entity(allow("mutable-index-key" = "the time of joining is written once"), load(items = 400_000, creates = 1.5, updates = 0.1, deletes = 0.4))]
pub struct GroupMember {
    /// The group.
    pub group_id: GroupId,
    /// The member.
    pub user_id: UserId,
    /// What the member may do.
    pub role: GroupRole,
    /// The time since which the user is a member.
    pub joined_at: Timestamp,
}

/// What a member may do.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum GroupRole {
    /// Everything.
    Owner,
    /// Most.
    Admin,
    /// Take part.
    Member,
}
