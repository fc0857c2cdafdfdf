//! Groups and their members.

use dynamo_core::prelude::*;

use super::{GroupId, Inviter, UserId};

/// A group.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Inviter, pk = "GROUP#<group_id>", sk = "METADATA", entity_time = none, rename_all = "camelCase")]
#[access(by_id(group_id), get, about = "One group")]
pub struct Group {
    /// The group.
    pub group_id: GroupId,
    /// What it is called.
    pub group_name: String,
}

/// A user is in a group, with the names that lists show.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Inviter,
    pk = "GROUP#<group_id>",
    sk = "USER#<user_id>",
    user_group = ("USER#<user_id>", "GROUP#<group_id>"),
    entity_time = none,
    rename_all = "camelCase",
)]
#[access(of_user(user_id), index = user_group, about = "Groups that a user is in")]
#[access(of_group(group_id), about = "Members of a group")]
#[access(by_id(group_id, user_id), get, about = "One membership")]
pub struct GroupMembership {
    /// The group.
    pub group_id: GroupId,
    /// The user.
    pub user_id: UserId,
    /// What the group is called.
    pub group_name: String,
    /// What the user is called.
    pub user_name: String,
}
