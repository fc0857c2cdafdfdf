//! Who follows whom.

use dynamo_core::prelude::*;

use super::{GgCore, UserId};

/// One user follows another. The mirror for the followed user is this item's entry in the first index; both users'
/// counters and the timeline copy are its companions.
///
/// The mirror of an edge to a very large account lies in one of ten partitions, so that reading them does not heat one. That
/// is a matter of the index key alone: whom a user follows and how many follow is read as for any other account, and
/// [`followers`](super::followers) reads both kinds of mirrors. Which of the two a new edge has,
/// [`follow_user`](super::follow_user) decides.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<follower_id>",
    sk = "FOLLOWING#<followee_id>",
    gsi1 = when(
        spread,
        ("USER#<followee_id>#<shard>", "FOLLOWER#<follower_id>"),
        ("USER#<followee_id>", "FOLLOWER#<follower_id>"),
    ),
    sharded(10),
    pointers(FollowingEntry),
    counted(count in FollowerCounter(user_id = followee_id), count in FollowingCounter(user_id = follower_id)),
    rename_all = "camelCase",
    load(items = 8_000_000, creates = 7, deletes = 3),
)]
#[access(following(follower_id), rate = 100, items = 80, about = "Whom a user follows")]
#[access(followers(followee_id), index = gsi1_else, rate = 40, items = 80, about = "Who follows a user")]
#[access(spread_followers(followee_id), index = gsi1, rate = 2, items = 1_000, about = "Who follows a very large account: ten partitions, merged")]
#[access(between(follower_id, followee_id), get, rate = 60, about = "Whether one user follows another")]
pub struct Follow {
    /// Who follows.
    pub follower_id: UserId,
    /// Who is followed.
    pub followee_id: UserId,
    /// Whether the mirror is in one of ten partitions; stored only if it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spread: bool,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The copy of a [`Follow`] in the follower's timeline. An item has one entry in an index, and the edge's is the
/// mirror, so this is an item of its own; a query for edges does not match its sort key.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<follower_id>",
    sk = "TIMELINE#FOLLOWING#<followee_id>",
    gsi1 = ("USER#<follower_id>", "ENTITY#Following#<created_at>#<followee_id>"),
    pointer_of(Follow),
    rename_all = "camelCase",
)]
pub struct FollowingEntry {
    /// Who follows.
    pub follower_id: UserId,
    /// Who is followed.
    pub followee_id: UserId,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// How many follow a user.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "USER#<user_id>", sk = "COUNTER#FOLLOWERS", rename_all = "camelCase")]
#[access(of_user(user_id), get, rate = 100, about = "How many follow a user")]
pub struct FollowerCounter {
    /// Stored in the key alone.
    #[entity(key_only)]
    pub user_id: UserId,
    /// The count.
    pub count: u64,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// How many a user follows.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "USER#<user_id>", sk = "COUNTER#FOLLOWING", rename_all = "camelCase")]
#[access(of_user(user_id), get, rate = 100, about = "How many a user follows")]
pub struct FollowingCounter {
    /// Stored in the key alone.
    #[entity(key_only)]
    pub user_id: UserId,
    /// The count.
    pub count: u64,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}
