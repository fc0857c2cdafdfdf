//! Groups, users and their memberships.

use dynamo_core::prelude::*;

use super::{GroupId, Inviter, UserId};

/// A group.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = Inviter, pk = "GROUP#<group_id>", sk = "METADATA", entity_time = none, rename_all = "camelCase", load(items = 30_000, creates = 0.1, updates = 0.2))]
#[access(by_id(group_id), get, rate = 100, about = "One group")]
pub struct Group {
    /// The group.
    pub group_id: GroupId,
    /// The name.
    pub group_name: String,
}

/// A user, as far as lists of members show one.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Inviter,
    pk = "USER#<user_id>",
    sk = "METADATA",
    user_group = none,
    entity_time = none,
    rename_all = "camelCase",
    load(items = 100_000, creates = 0.5, updates = 0.5),
)]
#[access(by_id(user_id), get, rate = 200, about = "One user")]
pub struct User {
    /// The user.
    pub user_id: UserId,
    /// What the user is called.
    pub user_name: String,
}

/// A user is in a group, with the names that lists show: those of the group and of the user.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Inviter,
    pk = "GROUP#<group_id>",
    sk = "USER#<user_id>",
    user_group = ("USER#<user_id>", "GROUP#<group_id>"),
    entity_time = none,
    rename_all = "camelCase",
    load(items = 500_000, creates = 0.6, updates = 0.2, deletes = 0.2),
)]
#[access(of_user(user_id), index = user_group, rate = 100, items = 6, about = "Groups that a user is in")]
#[access(of_group(group_id), rate = 50, items = 15, about = "Members of a group")]
#[access(by_id(group_id, user_id), get, rate = 200, about = "One membership")]
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
