//! Reads that take more than one query.

use std::collections::HashSet;

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::future::{try_join, try_join3};
use futures_util::{Stream, StreamExt, TryStreamExt};

use super::{
    Activity, ActivityId, FeedItem, Follow, FollowerCounter, FollowerCounterShard, FollowingCounter, ObjectType,
    Promotion, ShardedFollow, UserId, Verb,
};

/// Whom a user follows, very large accounts among them.
pub async fn followees(db: &Db, user: UserId) -> Result<Vec<UserId>, Error> {
    let plain = db.query(Follow::following(&user)).stream().map_ok(|follow| follow.followee_id);
    let sharded = db.query(ShardedFollow::following(&user)).stream().map_ok(|follow| follow.followee_id);
    let (mut plain, sharded): (Vec<_>, Vec<_>) = try_join(plain.try_collect(), sharded.try_collect()).await?;
    plain.extend(sharded);
    plain.sort_unstable();
    plain.dedup();
    Ok(plain)
}

/// Who follows a user: page by page, however many they are.
pub fn followers(db: &Db, user: UserId) -> impl Stream<Item = Result<UserId, Error>> + Send + Unpin {
    let plain = db.query(Follow::followers(&user)).stream().map_ok(|follow| follow.follower_id);
    let sharded = db.query(ShardedFollow::followers(&user)).stream().map_ok(|follow| follow.follower_id);
    plain.chain(sharded)
}

/// How many follow a user, and how many the user follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FollowCounts {
    /// How many follow.
    pub followers: u64,
    /// How many are followed.
    pub following: u64,
}

/// Both counters of a user.
pub async fn follow_counts(db: &Db, user: UserId) -> Result<FollowCounts, Error> {
    let (followers, following, promotion) = try_join3(
        db.get(FollowerCounter::of_user(&user)).into_future(),
        db.get(FollowingCounter::of_user(&user)).into_future(),
        db.get(Promotion::of_user(&user)).into_future(),
    )
    .await?;
    let (mut followers, following) = (followers.map_or(0, |c| c.count), following.map_or(0, |c| c.count));
    // Also of an account that was promoted once, for whatever reason it is now.
    if promotion.is_some() {
        let parts = db.batch_get((0..10).map(|shard| FollowerCounterShard::part(&user, &shard))).await?;
        followers += parts.into_iter().flatten().map(|part| part.count).sum::<u64>();
    }
    Ok(FollowCounts { followers, following })
}

/// An entry of a feed.
#[derive(Debug, Clone, PartialEq)]
pub struct FeedEntry {
    /// When.
    pub created_at: Timestamp,
    /// The activity.
    pub activity_id: ActivityId,
    /// Who did it.
    pub actor_id: UserId,
    /// What was done.
    pub verb: Verb,
    /// What it was done to.
    pub object_type: ObjectType,
    /// Which one.
    pub object_id: String,
    /// What the feed shows.
    pub preview_text: String,
}

impl From<Activity> for FeedEntry {
    fn from(activity: Activity) -> Self {
        let Activity { activity_id, actor_id, verb, object_type, object_id, preview_text, created_at, .. } = activity;
        Self { created_at, activity_id, actor_id, verb, object_type, object_id, preview_text }
    }
}

impl From<FeedItem> for FeedEntry {
    fn from(item: FeedItem) -> Self {
        let FeedItem { activity_id, actor_id, verb, object_type, object_id, preview_text, created_at, .. } = item;
        Self { created_at, activity_id, actor_id, verb, object_type, object_id, preview_text }
    }
}

/// The latest that the followees of a user did, the newest first.
///
/// Of promoted followees it reads the copies in the user's own feed, which is one query for all of them; of the others their
/// activities, one query each, merged. What someone did who is no longer followed does not show. Where there are fewer
/// copies than the feed has room for, because they have expired or were never made, it looks at the activities themselves.
pub async fn home_feed(db: &Db, user: UserId, limit: usize) -> Result<Vec<FeedEntry>, Error> {
    let followees = followees(db, user).await?;
    let promotions = db.batch_get(followees.iter().map(Promotion::of_user)).await?;
    let promoted: HashSet<UserId> =
        promotions.into_iter().flatten().filter(|promotion| promotion.fanout_enabled).map(|p| p.user_id).collect();
    let (promoted_ids, others): (Vec<_>, Vec<_>) = followees.iter().copied().partition(|user| promoted.contains(user));
    let activities = |users: Vec<UserId>| async move {
        let recent: Vec<_> = users.iter().map(Activity::recent).collect();
        let page = db.query(recent).newest_first().limit(limit).await?;
        Ok::<Vec<FeedEntry>, Error>(page.items.into_iter().map(FeedEntry::from).collect())
    };
    let copies = async {
        if promoted.is_empty() {
            return Ok(Vec::new());
        }
        let feed = db.query(FeedItem::query(&user)).newest_first().unexpired().page_size(limit.max(1)).stream();
        let feed = feed.try_filter(|item| std::future::ready(promoted.contains(&item.actor_id)));
        let copies: Vec<_> = feed.take(limit).map_ok(FeedEntry::from).try_collect().await?;
        if copies.len() < limit { activities(promoted_ids).await } else { Ok(copies) }
    };
    let (mut entries, copies) = try_join(activities(others), copies).await?;
    entries.extend(copies);
    entries.sort_by_key(|entry| std::cmp::Reverse((entry.created_at, entry.activity_id)));
    entries.truncate(limit);
    Ok(entries)
}
