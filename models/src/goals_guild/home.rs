//! Reads that take more than one query.

use std::collections::HashSet;

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::future::try_join;
use futures_util::{Stream, StreamExt, TryStreamExt};

use super::{
    Activity, ActivityId, FeedCursor, FeedItem, Follow, FollowerCounter, FollowingCounter, GroupId, GroupMember,
    GroupPromotion, GuildError, Media, ObjectType, Promotion, UserId, Verb,
};

/// Whom a user follows.
pub async fn followees(db: &Db, user: UserId) -> Result<Vec<UserId>, Error> {
    db.query(Follow::following(&user)).stream().map_ok(|follow| follow.followee_id).try_collect().await
}

/// Who follows a user: page by page, however many they are.
pub fn followers(db: &Db, user: UserId) -> impl Stream<Item = Result<UserId, Error>> + Send + Unpin {
    let plain = db.query(Follow::followers(&user)).stream();
    let spread = db.query(Follow::spread_followers(&user)).stream();
    plain.chain(spread).map_ok(|follow| follow.follower_id)
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
    let (followers, following) = try_join(
        db.get(FollowerCounter::of_user(&user)).into_future(),
        db.get(FollowingCounter::of_user(&user)).into_future(),
    )
    .await?;
    Ok(FollowCounts { followers: followers.map_or(0, |c| c.count), following: following.map_or(0, |c| c.count) })
}

/// An entry of a feed.
#[derive(Debug, Clone, PartialEq)]
pub struct FeedEntry {
    /// The time at which it happened.
    pub created_at: Timestamp,
    /// The activity.
    pub activity_id: ActivityId,
    /// Who did it.
    pub actor_id: UserId,
    /// What was done.
    pub verb: Verb,
    /// The type of the object that it was done to.
    pub object_type: ObjectType,
    /// The id of that object.
    pub object_id: String,
    /// What to show.
    pub preview_text: String,
    /// A picture.
    pub media: Option<Media>,
    /// Keywords.
    pub tags: Vec<String>,
}

impl FeedEntry {
    /// Where it stands in a feed.
    fn place(&self) -> (Timestamp, ActivityId) {
        (self.created_at, self.activity_id)
    }
}

impl From<Activity> for FeedEntry {
    fn from(activity: Activity) -> Self {
        let Activity { activity_id, actor_id, verb, object_type, object_id, preview_text, media, tags, created_at } =
            activity;
        Self { created_at, activity_id, actor_id, verb, object_type, object_id, preview_text, media, tags }
    }
}

impl From<FeedItem> for FeedEntry {
    fn from(item: FeedItem) -> Self {
        let FeedItem {
            activity_id, actor_id, verb, object_type, object_id, preview_text, media, tags, created_at, ..
        } = item;
        Self { created_at, activity_id, actor_id, verb, object_type, object_id, preview_text, media, tags }
    }
}

/// A page of a feed.
#[derive(Debug, Clone, PartialEq)]
pub struct FeedPage {
    /// The entries, the newest first.
    pub entries: Vec<FeedEntry>,
    /// Where the next page begins, if there is one.
    pub next: Option<FeedCursor>,
}

/// What the followees of a user did, and what was done in promoted groups of the user, the newest first: a page of at most
/// `limit` entries, after a cursor or from the newest on.
///
/// Of promoted followees it reads the copies in the user's own feed, which is one query for all of them; of the others their
/// activities, one query each, merged. What someone did who is no longer followed does not show. Of all that a followee did since
/// the promotion and the edge both exist, there are copies, a moment after it was done: where a page reaches further back,
/// or where copies have expired, it looks at the activities themselves.
pub async fn home_feed(
    db: &Db,
    user: UserId,
    limit: usize,
    after: Option<&FeedCursor>,
) -> Result<FeedPage, GuildError> {
    let before = after.map(|cursor| cursor.of(user)).transpose()?;
    let feed = Feed { db, before, limit };
    let sources = Sources::of(db, user).await?;
    let copies = async {
        let mut copies = feed.copies(user, &sources).await?;
        // As far as they reach; nowhere, if there are too few.
        let reach = copies.get(limit).map_or(Timestamp::MAX, |last| last.created_at);
        let reach = if copies.len() > limit { reach } else { Timestamp::MIN };
        let behind = sources.promoted.iter().filter(|(_, since)| *since > reach).map(|(user, _)| *user).collect();
        copies.extend(feed.activities(behind).await?);
        Ok(copies)
    };
    let (mut entries, copies) = try_join(feed.activities(sources.plain.clone()), copies).await?;
    entries.extend(copies);
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.place()));
    // Someone may be followed, and be in a promoted group.
    entries.dedup_by_key(|entry| entry.place());
    let more = entries.len() > limit;
    entries.truncate(limit);
    let next = entries.last().filter(|_| more).map(|last| FeedCursor::new(user, last.place()));
    Ok(FeedPage { entries, next })
}

/// What a feed is made of.
struct Sources {
    /// Followees whose activities are read.
    plain: Vec<UserId>,
    /// Followees whose copies are read, and since when there are copies.
    promoted: Vec<(UserId, Timestamp)>,
    /// Groups whose copies are read.
    groups: HashSet<GroupId>,
}

impl Sources {
    async fn of(db: &Db, user: UserId) -> Result<Self, Error> {
        let follows = db.query(Follow::following(&user)).stream().try_collect::<Vec<_>>();
        let groups = db.query(GroupMember::of_user(&user)).stream().try_collect::<Vec<_>>();
        let (follows, groups) = try_join(follows, groups).await?;
        let (promotions, groups) = try_join(
            db.batch_get(follows.iter().map(|follow| Promotion::of_user(&follow.followee_id))).into_future(),
            db.batch_get(groups.iter().map(|member| GroupPromotion::of_group(&member.group_id))).into_future(),
        )
        .await?;
        let mut sources = Self { plain: Vec::new(), promoted: Vec::new(), groups: HashSet::new() };
        for (follow, promotion) in follows.iter().zip(promotions) {
            match promotion.filter(|promotion| promotion.fanout_enabled) {
                Some(on) => sources.promoted.push((follow.followee_id, on.updated_at.max(follow.created_at))),
                None => sources.plain.push(follow.followee_id),
            }
        }
        let groups = groups.into_iter().flatten().filter(|promotion| promotion.fanout_enabled);
        sources.groups.extend(groups.map(|promotion| promotion.group_id));
        Ok(sources)
    }

    fn has(&self, copy: &FeedItem) -> bool {
        let in_group = || copy.object_id.parse().is_ok_and(|group| self.groups.contains(&group));
        self.promoted.iter().any(|(user, _)| *user == copy.actor_id)
            || (copy.object_type == ObjectType::Group && in_group())
    }
}

/// The page that is wanted.
struct Feed<'a> {
    db: &'a Db,
    /// The entry after which it begins.
    before: Option<(Timestamp, ActivityId)>,
    limit: usize,
}

impl Feed<'_> {
    /// The time from which it reads downwards.
    fn from(&self) -> Timestamp {
        self.before.map_or(Timestamp::MAX, |(at, _)| at)
    }

    /// One entry more than wanted, to see whether there is another page.
    fn one_more(&self) -> usize {
        self.limit.saturating_add(1)
    }

    /// Takes what belongs to the page.
    async fn page(&self, entries: impl Stream<Item = Result<FeedEntry, Error>>) -> Result<Vec<FeedEntry>, Error> {
        let is_next = |entry: &FeedEntry| self.before.is_none_or(|before| entry.place() < before);
        let entries = entries.try_filter(|entry| std::future::ready(is_next(entry)));
        entries.take(self.one_more()).try_collect().await
    }

    async fn activities(&self, of: Vec<UserId>) -> Result<Vec<FeedEntry>, Error> {
        let queries: Vec<_> = of.iter().map(|user| Activity::query(user).created_at(..=self.from())).collect();
        let activities = self.db.query_merged(queries).descending().page_size(self.one_more()).stream();
        self.page(activities.map_ok(FeedEntry::from)).await
    }

    async fn copies(&self, user: UserId, sources: &Sources) -> Result<Vec<FeedEntry>, Error> {
        if sources.promoted.is_empty() && sources.groups.is_empty() {
            return Ok(Vec::new());
        }
        let copies = self.db.query(FeedItem::query(&user).created_at(..=self.from()));
        let copies = copies.descending().unexpired().page_size(self.one_more()).stream();
        let copies = copies.try_filter(|copy| std::future::ready(sources.has(copy)));
        self.page(copies.map_ok(FeedEntry::from)).await
    }
}
