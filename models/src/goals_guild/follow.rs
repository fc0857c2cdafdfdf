//! Who follows whom.

use dynamo_core::prelude::*;

use super::{GgCore, UserId};

/// One user follows another. The mirror for the followed user is this item's entry in the first index; both users'
/// counters and the timeline copy are its companions. Edges to very large accounts are [`ShardedFollow`]s:
/// [`followees`](super::followees) and [`followers`](super::followers) read both.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<follower_id>",
    sk = "FOLLOWING#<followee_id>",
    gsi1 = ("USER#<followee_id>", "FOLLOWER#<follower_id>"),
    pointers(FollowingEntry),
    counted(count in FollowerCounter(user_id = followee_id), count in FollowingCounter(user_id = follower_id)),
    rename_all = "camelCase",
)]
#[access(following(follower_id), about = "Whom a user follows")]
#[access(followers(followee_id), index = gsi1, about = "Who follows a user")]
#[access(between(follower_id, followee_id), get, about = "Whether one user follows another")]
pub struct Follow {
    /// Who follows.
    pub follower_id: UserId,
    /// Who is followed.
    pub followee_id: UserId,
    /// Since when.
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
    /// Since when.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The same edge to an account that so many follow that one partition of the index would not do: the mirror is spread over
/// ten. Which of the two a new edge is, [`follow_user`](super::follow_user) decides; whoever reads edges reads both.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<follower_id>",
    sk = "FOLLOWS#<followee_id>",
    gsi1 = ("USER#<followee_id>#<shard>", "FOLLOWER#<follower_id>"),
    sharded(10),
    pointers(ShardedFollowingEntry),
    counted(count in FollowerCounterShard(user_id = followee_id, shard = sharded(10))),
    counted(count in FollowingCounter(user_id = follower_id)),
    rename_all = "camelCase",
)]
#[access(following(follower_id), about = "Whom of the very large accounts a user follows")]
#[access(followers(followee_id), index = gsi1, about = "Who follows a very large account: ten partitions, merged")]
#[access(between(follower_id, followee_id), get, about = "Whether a user follows a very large account")]
pub struct ShardedFollow {
    /// Who follows.
    pub follower_id: UserId,
    /// Who is followed.
    pub followee_id: UserId,
    /// Since when.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The copy of a [`ShardedFollow`] in the follower's timeline.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<follower_id>",
    sk = "TIMELINE#FOLLOWS#<followee_id>",
    gsi1 = ("USER#<follower_id>", "ENTITY#Follows#<created_at>#<followee_id>"),
    pointer_of(ShardedFollow),
    rename_all = "camelCase",
)]
pub struct ShardedFollowingEntry {
    /// Who follows.
    pub follower_id: UserId,
    /// Who is followed.
    pub followee_id: UserId,
    /// Since when.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// How many follow a user.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "USER#<user_id>", sk = "COUNTER#FOLLOWERS", rename_all = "camelCase")]
#[access(of_user(user_id), get, about = "How many follow a user")]
pub struct FollowerCounter {
    /// In the key alone.
    #[entity(key_only)]
    pub user_id: UserId,
    /// How many.
    pub count: u64,
    /// Counted when.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// A part of how many follow a very large account, so that those who begin to at once do not wait for each other.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "COUNTER#<user_id>#<shard>", sk = "COUNTER#FOLLOWERS", rename_all = "camelCase")]
#[access(part(user_id, shard), get, about = "One of ten parts of how many follow a very large account")]
pub struct FollowerCounterShard {
    /// In the key alone.
    #[entity(key_only)]
    pub user_id: UserId,
    /// In the key alone: from 0 to 9.
    #[entity(key_only)]
    pub shard: u32,
    /// How many.
    pub count: u64,
    /// Counted when.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// How many a user follows.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "USER#<user_id>", sk = "COUNTER#FOLLOWING", rename_all = "camelCase")]
#[access(of_user(user_id), get, about = "How many a user follows")]
pub struct FollowingCounter {
    /// In the key alone.
    #[entity(key_only)]
    pub user_id: UserId,
    /// How many.
    pub count: u64,
    /// Counted when.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}
