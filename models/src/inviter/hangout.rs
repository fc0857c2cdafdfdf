//! Hangouts and their pointers.

use std::collections::BTreeSet;

use dynamo_core::prelude::*;

use super::{GroupId, HangoutId, Inviter, UserId};

/// A hangout: the canonical record, which is in no list itself. Its companions are the pointers in the lists of groups
/// and users, written with it.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Inviter,
    pk = "EVENT#<hangout_id>",
    sk = "METADATA",
    user_group = none,
    entity_time = none,
    pointers(HangoutPointer, InvitedPointer),
    rename_all = "camelCase",
)]
#[access(by_id(hangout_id), get, rate = 100, about = "All about one hangout")]
#[entity(allow(
    "unbounded-collection" = "the groups and friends that one person invites",
    "transaction-size" = "above a hundred pointers the write goes on in resumable steps, which the tests interrupt",
),
    load(items = 1_000_000, creates = 1, updates = 0.5, updates(title = 0.5, start_timestamp = 0.5, group_ids = 0.3), deletes = 0.2),
)]
pub struct Hangout {
    /// The hangout.
    pub hangout_id: HangoutId,
    /// The name.
    pub title: String,
    /// The topic.
    pub description: Option<String>,
    /// Where it is.
    pub location: Option<String>,
    /// When it begins, in epoch seconds.
    pub start_timestamp: u64,
    /// The groups that see it.
    pub group_ids: BTreeSet<GroupId>,
    /// The users who were invited by themselves; nobody, where a hangout does not say.
    #[serde(default)]
    pub invited_user_ids: BTreeSet<UserId>,
}

/// A hangout in the list of a group: all that the list shows.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Inviter,
    pk = "GROUP#<group_id>",
    sk = "HANGOUT#<hangout_id>",
    user_group = none,
    entity_time = ("GROUP#<group_id>", start_timestamp),
    pointer_of(Hangout, each(group_id in group_ids)),
    rename_all = "camelCase",
    load(items = 2_000_000),
)]
#[access(feed(group_id), rate = 100, items = 40, about = "The feed of a group: pointers alone")]
#[access(upcoming(group_id, start_timestamp >), index = entity_time, rate = 100, items = 5, about = "Hangouts of a group after a time, in order")]
pub struct HangoutPointer {
    /// Whose list it is in.
    pub group_id: GroupId,
    /// The hangout.
    pub hangout_id: HangoutId,
    /// The name.
    pub title: String,
    /// Where it is.
    pub location: Option<String>,
    /// When it begins, in epoch seconds.
    pub start_timestamp: u64,
}

/// A hangout in the list of a user who was invited.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Inviter,
    pk = "USER#<user_id>",
    sk = "HANGOUT#<hangout_id>",
    user_group = none,
    entity_time = ("USER#<user_id>", start_timestamp),
    pointer_of(Hangout, each(user_id in invited_user_ids)),
    rename_all = "camelCase",
    load(items = 8_000_000),
)]
#[access(upcoming(user_id, start_timestamp >), index = entity_time, rate = 50, items = 5, about = "Invitations of a user after a time, in order")]
pub struct InvitedPointer {
    /// Whose list it is in.
    pub user_id: UserId,
    /// The hangout.
    pub hangout_id: HangoutId,
    /// The name.
    pub title: String,
    /// Where it is.
    pub location: Option<String>,
    /// When it begins, in epoch seconds.
    pub start_timestamp: u64,
}
