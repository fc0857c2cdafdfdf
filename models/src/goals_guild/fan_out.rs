//! Copies of what promoted users do in the feeds of those who follow them.

use std::collections::BTreeSet;
use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::{StreamExt, TryStreamExt, stream};

use super::{Activity, FeedItem, GgCore, Promotion, PromotionReason, UserId, followers};

/// How many followers are served by one batch.
const BATCH: usize = 250;

/// How many feeds are trimmed at once.
const CONCURRENCY: usize = 8;

/// The limits of feeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedRules {
    /// The number of copies that remain when a feed is trimmed.
    pub cap: usize,
    /// A feed is trimmed with one in so many copies that it gets, by chance, so that trimming costs little of what copying
    /// does.
    pub trim_every: u32,
    /// The time after which a copy expires.
    pub keep: Duration,
    /// How many activities a feed gets at once, when a user is promoted or a promoted one is followed.
    pub recent: usize,
}

/// Five hundred copies and what came since the last trimming, which is fifty in the mean (and more than five hundred in four
/// of a hundred thousand), for 45 days.
impl Default for FeedRules {
    fn default() -> Self {
        Self { cap: 500, trim_every: 50, keep: Duration::from_hours(45 * 24), recent: 50 }
    }
}

impl FeedRules {
    fn copy(&self, activity: &Activity, follower_id: UserId) -> FeedItem {
        FeedItem {
            follower_id,
            activity_id: activity.activity_id,
            actor_id: activity.actor_id,
            verb: activity.verb.clone(),
            object_type: activity.object_type,
            object_id: activity.object_id.clone(),
            preview_text: activity.preview_text.clone(),
            created_at: activity.created_at,
            ttl: activity.created_at.second_after(self.keep),
        }
    }

    /// The same for every repetition, and different from follower to follower.
    fn trims(&self, activity: &Activity, follower: UserId) -> bool {
        let (activity, follower) = (activity.activity_id.0.0, follower.0.0);
        activity.wrapping_add(follower) % u128::from(self.trim_every.max(1)) == 0
    }
}

/// Handles a record of the table's stream: what a promoted user did is copied to all followers, whoever begins to follow
/// one gets what that user did last, and so do all when a user is promoted. Gives how many copies were written.
///
/// Copies have the keys of their activities, so a record that comes again writes the same once more. If a batch cannot be
/// written, the error goes to whoever runs the stream, which delivers the record again. Where followers are too many for
/// one call, let it queue pages of [`followers`], and [`deliver`] each of them.
pub async fn fan_out(db: &Db, change: &Change<GgCore>, rules: &FeedRules) -> Result<u64, Error> {
    match (&change.old, &change.new) {
        (None, Some(GgCore::Activity(activity))) if is_promoted(db, activity.actor_id).await? => {
            deliver_to_all(db, std::slice::from_ref(activity), rules).await
        }
        (None, Some(GgCore::Follow(follow))) => catch_up(db, follow.follower_id, follow.followee_id, rules).await,
        (None, Some(GgCore::ShardedFollow(follow))) => {
            catch_up(db, follow.follower_id, follow.followee_id, rules).await
        }
        (Some(GgCore::Promotion(old)), Some(GgCore::Promotion(new))) if old.fanout_enabled || !new.fanout_enabled => {
            Ok(0)
        }
        (_, Some(GgCore::Promotion(new))) if new.fanout_enabled => {
            deliver_to_all(db, &recent(db, new.user_id, rules).await?, rules).await
        }
        _ => Ok(0),
    }
}

async fn is_promoted(db: &Db, user: UserId) -> Result<bool, Error> {
    Ok(db.get(Promotion::of_user(&user)).consistent().await?.is_some_and(|promotion| promotion.fanout_enabled))
}

/// What a user did last.
async fn recent(db: &Db, user: UserId, rules: &FeedRules) -> Result<Vec<Activity>, Error> {
    Ok(db.query(Activity::recent(&user)).consistent().limit(rules.recent).await?.items)
}

/// Copies activities of one user to all that follow.
async fn deliver_to_all(db: &Db, activities: &[Activity], rules: &FeedRules) -> Result<u64, Error> {
    let Some(actor) = activities.first().map(|activity| activity.actor_id) else { return Ok(0) };
    let mut written = 0;
    let mut batches = followers(db, actor).try_chunks(BATCH);
    while let Some(batch) = batches.next().await {
        written += deliver(db, activities, &batch.map_err(|error| error.1)?, rules).await?;
    }
    Ok(written)
}

/// Copies activities to the feeds of some followers, and trims those feeds now and then. Gives how many copies were written.
pub async fn deliver(db: &Db, activities: &[Activity], followers: &[UserId], rules: &FeedRules) -> Result<u64, Error> {
    let followers: BTreeSet<UserId> = followers.iter().copied().collect();
    let copies: Vec<_> = followers
        .iter()
        .flat_map(|follower| activities.iter().map(|activity| rules.copy(activity, *follower)))
        .collect();
    db.batch_write().put_all(&copies).await?;
    let trimmed = followers.into_iter().filter(|user| activities.iter().any(|activity| rules.trims(activity, *user)));
    let trimmed: Vec<_> = trimmed.map(|user| trim_feed(db, user, rules.cap)).collect();
    stream::iter(trimmed).buffer_unordered(CONCURRENCY).try_collect::<Vec<_>>().await?;
    Ok(u64::try_from(copies.len()).unwrap_or_default())
}

/// Copies the latest activities of a promoted user to one who begins to follow.
async fn catch_up(db: &Db, follower: UserId, followee: UserId, rules: &FeedRules) -> Result<u64, Error> {
    if !is_promoted(db, followee).await? {
        return Ok(0);
    }
    let written = deliver(db, &recent(db, followee, rules).await?, &[follower], rules).await?;
    trim_feed(db, follower, rules.cap).await?;
    Ok(written)
}

/// Deletes the oldest copies of a feed that has more than `cap`, and returns how many.
pub async fn trim_feed(db: &Db, follower: UserId, cap: usize) -> Result<u64, Error> {
    let mut copies = db.query(FeedItem::query(&follower)).newest_first().stream();
    let mut beyond = Vec::new();
    let mut seen = 0;
    while let Some(copy) = copies.try_next().await? {
        seen += 1;
        if seen > cap {
            beyond.push(copy.key());
        }
    }
    let removed = u64::try_from(beyond.len()).unwrap_or_default();
    db.batch_write().delete_all(beyond).await?;
    Ok(removed)
}

/// From now on, what the user does is copied to all followers; the latest of it is copied at once. Gives how many copies
/// that makes.
///
/// If it fails in the middle, it is called again: what was copied is copied once more. Until there are enough copies,
/// [`home_feed`](super::home_feed) looks at the activities themselves.
pub async fn promote(
    db: &Db,
    user_id: UserId,
    reason: PromotionReason,
    thresholds: impl IntoIterator<Item = (String, u64)>,
    rules: &FeedRules,
) -> Result<u64, Error> {
    let thresholds = thresholds.into_iter().collect();
    let promotion = Promotion { user_id, fanout_enabled: true, reason, thresholds, updated_at: db.now() };
    db.put(&promotion).await?;
    deliver_to_all(db, &recent(db, user_id, rules).await?, rules).await
}

/// From now on, what the user does is read from where it was written.
pub async fn demote(db: &Db, user_id: UserId) -> Result<(), Error> {
    let fields = Promotion::fields();
    match db.update(Promotion::of_user(&user_id)).set(fields.fanout_enabled, false).await {
        Ok(()) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
