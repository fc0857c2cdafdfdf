//! Deciding whose activities are copied to feeds.

use std::collections::BTreeMap;
use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::prelude::*;

use super::fan_out::fan_out_of;
use super::{
    Activity, FeedRules, FollowerCounter, GgCore, GroupId, GroupMember, GroupPromotion, Promotion, PromotionReason,
    UserId,
};

/// The numbers from which on a user or a group is promoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromotionRules {
    /// So many followers of a user.
    pub followers: u64,
    /// So many members of a group.
    pub members: u64,
    /// So many activities of a user within the window.
    pub volume: u64,
    /// The time within which activities are counted.
    pub window: Duration,
}

/// Five thousand followers, five hundred members, or a hundred activities in a day.
impl Default for PromotionRules {
    fn default() -> Self {
        Self { followers: 5000, members: 500, volume: 100, window: Duration::from_hours(24) }
    }
}

/// The one threshold that was reached, by its name.
fn thresholds(name: &str, from: u64) -> BTreeMap<String, u64> {
    [(name.to_owned(), from)].into()
}

/// What is to become of a promotion, by what was counted: turned on where a number reaches its threshold, and off where all
/// are below half of theirs, so that it does not go on and off with every follower.
fn decide(counted: &[(PromotionReason, &str, u64, u64)], enabled: bool) -> Option<Decision> {
    let reached = counted.iter().find(|(_, _, count, from)| count >= from);
    match reached {
        Some((reason, name, _, from)) if !enabled => Some(Decision::On(*reason, thresholds(name, *from))),
        None if enabled && counted.iter().all(|(_, _, count, from)| count.saturating_mul(2) < *from) => {
            Some(Decision::Off)
        }
        _ => None,
    }
}

enum Decision {
    On(PromotionReason, BTreeMap<String, u64>),
    Off,
}

/// Proposes to promote a user, or to end a promotion, from the counter of followers and the number of activities within
/// the window; `None` if it is to stay as it is. What is proposed takes effect when it is written, and the stream's handler
/// copies what the user did last.
///
/// ```
/// use dynamo_core::prelude::*;
/// use models::goals_guild::{GuildError, PromotionRules, UserId, propose_promotion};
///
/// # async fn run(db: Db, user: UserId) -> Result<(), GuildError> {
/// if let Some(promotion) = propose_promotion(&db, user, &PromotionRules::default()).await? {
///     println!("{:?}, from {:?} on", promotion.reason, promotion.thresholds);
///     db.put(&promotion).await?;
/// }
/// # Ok(())
/// # }
/// ```
pub async fn propose_promotion(db: &Db, user_id: UserId, rules: &PromotionRules) -> Result<Option<Promotion>, Error> {
    let now = db.now();
    let current = db.get(Promotion::of_user(&user_id)).await?;
    let followers = db.get(FollowerCounter::of_user(&user_id)).await?.map_or(0, |counter| counter.count);
    let window = i64::try_from(rules.window.as_millis()).unwrap_or(i64::MAX);
    let since = Timestamp::from_millis(now.as_millis().saturating_sub(window)).unwrap_or(Timestamp::MIN);
    let volume = db.query(Activity::query(&user_id).created_at(since..)).count().await?;
    let counted = [
        (PromotionReason::Followers, "followers", followers, rules.followers),
        (PromotionReason::Volume, "volume", volume, rules.volume),
    ];
    let enabled = current.as_ref().is_some_and(|promotion| promotion.fanout_enabled);
    Ok(match decide(&counted, enabled) {
        Some(Decision::On(reason, thresholds)) => {
            Some(Promotion { user_id, fanout_enabled: true, reason, thresholds, updated_at: now })
        }
        Some(Decision::Off) => current.map(|current| Promotion { fanout_enabled: false, updated_at: now, ..current }),
        None => None,
    })
}

/// The same for a group, from the number of its members.
pub async fn propose_group_promotion(
    db: &Db,
    group_id: GroupId,
    rules: &PromotionRules,
) -> Result<Option<GroupPromotion>, Error> {
    let now = db.now();
    let current = db.get(GroupPromotion::of_group(&group_id)).await?;
    let members = db.query(GroupMember::of_group(&group_id)).count().await?;
    let enabled = current.as_ref().is_some_and(|promotion| promotion.fanout_enabled);
    Ok(match decide(&[(PromotionReason::Followers, "size", members, rules.members)], enabled) {
        Some(Decision::On(reason, thresholds)) => {
            Some(GroupPromotion { group_id, fanout_enabled: true, reason, thresholds, updated_at: now })
        }
        Some(Decision::Off) => {
            current.map(|current| GroupPromotion { fanout_enabled: false, updated_at: now, ..current })
        }
        None => None,
    })
}

/// From now on, what the user does is copied to all followers; the latest of it is copied at once. Gives how many copies
/// that makes.
///
/// If it fails in the middle, it is called again: what was copied is copied once more. Until there are enough copies,
/// [`home_feed`](super::home_feed) looks at the activities themselves. Where followers are many, write the [`Promotion`] alone and
/// let the stream's worker copy: [`on_change`](super::on_change) queues it.
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
    fan_out_of(db, &GgCore::Promotion(promotion), rules).await
}

/// From now on, what the user does is read from where it was written.
pub async fn demote(db: &Db, user_id: UserId) -> Result<(), Error> {
    let fields = Promotion::fields();
    match db.update(Promotion::of_user(&user_id)).set(fields.fanout_enabled, false).await {
        Ok(()) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
