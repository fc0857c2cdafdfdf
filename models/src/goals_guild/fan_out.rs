//! Copies of what promoted users do, and of what is done in promoted groups, in the feeds of followers and members.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;
use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use dynamo_core::{Cursor, Error};
use futures_util::{StreamExt, TryStreamExt, stream};

use super::{
    Activity, FeedItem, Follow, GgCore, GroupId, GroupMember, GroupPromotion, GuildError, ObjectType, Promotion, UserId,
};

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
            media: activity.media.clone(),
            tags: activity.tags.clone(),
            created_at: activity.created_at,
            ttl: activity.created_at.second_after(self.keep),
        }
    }

    /// The same for every repetition, and different from follower to follower.
    fn trims(&self, activity: &Activity, follower: UserId) -> bool {
        let mut hasher = DefaultHasher::new();
        (activity.activity_id, follower).hash(&mut hasher);
        hasher.finish().is_multiple_of(u64::from(self.trim_every.max(1)))
    }
}

/// Handles a record of the table's stream: what a promoted user did is copied to all followers, and what was done in a promoted
/// group to all members; whoever begins to follow a promoted user gets what that user did last, and so do all when a user
/// is promoted. Gives how many copies were written.
///
/// Copies have the keys of their activities, so a record that comes again writes the same once more. If a batch cannot be
/// written, the error goes to whoever runs the stream, which delivers the record again. Where followers are too many for
/// one call, [`on_change`](super::on_change) queues the same in pages.
pub async fn fan_out(db: &Db, change: &Change<GgCore>, rules: &FeedRules) -> Result<u64, Error> {
    match starts(change) {
        Some(GgCore::Follow(follow)) => catch_up(db, follow, rules).await,
        Some(record) => fan_out_of(db, record, rules).await,
        None => Ok(0),
    }
}

/// The record that a change makes a reason for copies.
pub(super) fn starts(change: &Change<GgCore>) -> Option<&GgCore> {
    match (&change.old, &change.new) {
        (None, Some(record @ (GgCore::Activity(_) | GgCore::Follow(_)))) => Some(record),
        (Some(GgCore::Promotion(old)), Some(GgCore::Promotion(_))) if old.fanout_enabled => None,
        (_, Some(record @ GgCore::Promotion(new))) if new.fanout_enabled => Some(record),
        _ => None,
    }
}

/// Copies what a record is a reason for to all whom it concerns.
pub(super) async fn fan_out_of(db: &Db, record: &GgCore, rules: &FeedRules) -> Result<u64, Error> {
    let Some(fan_out) = FanOut::of(db, record, rules).await? else { return Ok(0) };
    let (mut written, mut next) = (0, Some(Position::START));
    while let Some(position) = next {
        let page = fan_out.page(db, &position, rules).await?;
        (written, next) = (written + page.0, page.1);
    }
    Ok(written)
}

/// What is copied, and to whom.
pub(super) struct FanOut {
    activities: Vec<Activity>,
    /// To the followers of this user.
    actor: Option<UserId>,
    /// To the members of this group.
    group: Option<GroupId>,
}

/// A part of those who get copies, in the order in which they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Followers,
    SpreadFollowers,
    Members,
}

const STAGES: [(Stage, &str); 3] =
    [(Stage::Followers, "plain"), (Stage::SpreadFollowers, "shards"), (Stage::Members, "group")];

/// How far a fan-out has come.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Position {
    stage: Stage,
    cursor: Option<Cursor>,
}

impl Position {
    pub(super) const START: Self = Self { stage: Stage::Followers, cursor: None };
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = STAGES.iter().find(|(stage, _)| *stage == self.stage).map_or("", |(_, name)| name);
        write!(f, "{name} {}", self.cursor.as_ref().map_or("", Cursor::as_str))
    }
}

impl FromStr for Position {
    type Err = GuildError;

    fn from_str(text: &str) -> Result<Self, GuildError> {
        let malformed = GuildError::Input("the position of a fan-out is malformed");
        let (name, cursor) = text.split_once(' ').ok_or(malformed.clone())?;
        let (stage, _) = STAGES.into_iter().find(|(_, own)| *own == name).ok_or(malformed.clone())?;
        let cursor = if cursor.is_empty() { None } else { Some(cursor.parse().map_err(|_| malformed)?) };
        Ok(Self { stage, cursor })
    }
}

impl FanOut {
    /// What a record is a reason for, if its user or its group is promoted.
    pub(super) async fn of(db: &Db, record: &GgCore, rules: &FeedRules) -> Result<Option<Self>, Error> {
        Ok(match record {
            GgCore::Activity(activity) => {
                let actor = is_promoted(db, activity.actor_id).await?.then_some(activity.actor_id);
                let group = promoted_group(db, activity).await?;
                let is_copied = actor.is_some() || group.is_some();
                is_copied.then(|| Self { activities: vec![activity.clone()], actor, group })
            }
            GgCore::Promotion(promotion) if promotion.fanout_enabled => {
                let activities = recent(db, promotion.user_id, rules).await?;
                (!activities.is_empty()).then_some(Self { activities, actor: Some(promotion.user_id), group: None })
            }
            _ => None,
        })
    }

    /// Writes the copies of one page of readers. Gives how many it wrote, and where the next page begins.
    pub(super) async fn page(
        &self,
        db: &Db,
        at: &Position,
        rules: &FeedRules,
    ) -> Result<(u64, Option<Position>), Error> {
        let (readers, cursor) = match (at.stage, self.actor, self.group) {
            (Stage::Followers, Some(actor), _) => {
                let page = db.query(Follow::followers(&actor)).limit(BATCH).after(&at.cursor).page().await?;
                (page.items.into_iter().map(|follow| follow.follower_id).collect(), page.next)
            }
            (Stage::SpreadFollowers, Some(actor), _) => {
                let page = db.query(Follow::spread_followers(&actor)).limit(BATCH).after(&at.cursor).page().await?;
                (page.items.into_iter().map(|follow| follow.follower_id).collect(), page.next)
            }
            (Stage::Members, _, Some(group)) => {
                let page = db.query(GroupMember::of_group(&group)).limit(BATCH).after(&at.cursor).page().await?;
                (page.items.into_iter().map(|member| member.user_id).collect(), page.next)
            }
            // Nobody of these is concerned, or no longer.
            _ => (Vec::new(), None),
        };
        let written = deliver(db, &self.activities, &readers, rules).await?;
        let later = STAGES.into_iter().find(|(stage, _)| *stage > at.stage);
        let next = match (cursor, later) {
            (Some(cursor), _) => Some(Position { stage: at.stage, cursor: Some(cursor) }),
            (None, Some((stage, _))) => Some(Position { stage, cursor: None }),
            (None, None) => None,
        };
        Ok((written, next))
    }
}

async fn is_promoted(db: &Db, user: UserId) -> Result<bool, Error> {
    Ok(db.get(Promotion::of_user(&user)).consistent().await?.is_some_and(|promotion| promotion.fanout_enabled))
}

/// The promoted group in which something was done, by one of its members: others do not write into the feeds of all.
async fn promoted_group(db: &Db, activity: &Activity) -> Result<Option<GroupId>, Error> {
    let Some(group) = Some(activity).filter(|activity| activity.object_type == ObjectType::Group) else {
        return Ok(None);
    };
    let Ok(group) = group.object_id.parse() else { return Ok(None) };
    let promotion = db.get(GroupPromotion::of_group(&group)).consistent().await?;
    if !promotion.is_some_and(|promotion| promotion.fanout_enabled) {
        return Ok(None);
    }
    let member = db.get(GroupMember::by_id(&group, &activity.actor_id)).consistent().await?;
    Ok(member.map(|member| member.group_id))
}

/// What a user did last.
async fn recent(db: &Db, user: UserId, rules: &FeedRules) -> Result<Vec<Activity>, Error> {
    Ok(db.query(Activity::recent(&user)).consistent().limit(rules.recent).page().await?.items)
}

/// Copies activities to the feeds of some users, and trims those feeds now and then. What someone did is not copied to their
/// own feed. Gives how many copies were written.
pub async fn deliver(db: &Db, activities: &[Activity], to: &[UserId], rules: &FeedRules) -> Result<u64, Error> {
    let mut readers = to.to_vec();
    readers.sort_unstable();
    readers.dedup();
    let copies = readers.iter().flat_map(|reader| {
        let of_others = activities.iter().filter(|activity| activity.actor_id != *reader);
        of_others.map(|activity| rules.copy(activity, *reader))
    });
    let copies: Vec<_> = copies.collect();
    db.batch_write().put_all(&copies).await?;
    let trimmed = readers.into_iter().filter(|user| activities.iter().any(|activity| rules.trims(activity, *user)));
    let trimmed: Vec<_> = trimmed.map(|user| trim_feed(db, user, rules.cap)).collect();
    stream::iter(trimmed).buffer_unordered(CONCURRENCY).try_collect::<Vec<_>>().await?;
    Ok(u64::try_from(copies.len()).unwrap_or_default())
}

/// Copies the latest activities of a promoted user to one who begins to follow.
pub(super) async fn catch_up(db: &Db, follow: &Follow, rules: &FeedRules) -> Result<u64, Error> {
    if !is_promoted(db, follow.followee_id).await? {
        return Ok(0);
    }
    let written = deliver(db, &recent(db, follow.followee_id, rules).await?, &[follow.follower_id], rules).await?;
    trim_feed(db, follow.follower_id, rules.cap).await?;
    Ok(written)
}

/// Deletes the oldest copies of a feed that has more than `cap`, and returns how many.
pub async fn trim_feed(db: &Db, follower: UserId, cap: usize) -> Result<u64, Error> {
    let mut copies = db.query(FeedItem::query(&follower)).descending().stream();
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
