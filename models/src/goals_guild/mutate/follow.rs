//! Following, and no longer following.

use dynamo_core::prelude::*;
use futures_util::future::try_join;

use crate::goals_guild::call::{ATTEMPTS, once, or_before};
use crate::goals_guild::{
    Call, Done, Effect, Follow, GuildError, Mutation, Promotion, PromotionReason, Request, User, UserId,
};

/// Lets the calling user follow another one. Both counters are companions of the edge, whose mirror is in one of ten
/// partitions if the account is promoted because of its followers.
pub async fn follow_user(db: &Db, call: &Call, followee_id: UserId) -> Result<Done<Effect>, GuildError> {
    let follower_id = call.user_id();
    if follower_id == followee_id {
        return Err(GuildError::FollowsSelf);
    }
    let request = call.request(db, Mutation::FollowUser, &[&followee_id]);
    let (profile, promotion) = try_join(
        db.get(User::by_id(&followee_id)).consistent().into_future(),
        db.get(Promotion::of_user(&followee_id)).consistent().into_future(),
    )
    .await?;
    if profile.is_none() {
        return Ok(or_before(db, &request, GuildError::NoSuchUser(followee_id)).await?.effect());
    }
    let spread =
        promotion.is_some_and(|promotion| promotion.fanout_enabled && promotion.reason == PromotionReason::Followers);
    let edge = Follow::between(&follower_id, &followee_id)?;
    let follow = Follow { follower_id, followee_id, spread, created_at: request.created_at };
    for _ in 0..ATTEMPTS {
        if let Ok(done) = once(db.transact().create(&follow), &request).await? {
            return Ok(done.effect());
        }
        let unchanged = Request { changed: false, ..request.clone() };
        if let Ok(done) = once(db.transact().check(&edge, |check| check.existing()), &unchanged).await? {
            return Ok(done.effect());
        }
    }
    Err(GuildError::Busy)
}

/// The calling user no longer follows another one.
pub async fn unfollow_user(db: &Db, call: &Call, followee_id: UserId) -> Result<Done<Effect>, GuildError> {
    let follower_id = call.user_id();
    let request = call.request(db, Mutation::UnfollowUser, &[&followee_id]);
    let edge = Follow::between(&follower_id, &followee_id)?;
    for _ in 0..ATTEMPTS {
        if let Ok(done) = once(db.transact().delete_if(&edge, |delete| delete.existing()), &request).await? {
            return Ok(done.effect());
        }
        let unchanged = Request { changed: false, ..request.clone() };
        if let Ok(done) = once(db.transact().check(&edge, |check| check.absent()), &unchanged).await? {
            return Ok(done.effect());
        }
    }
    Err(GuildError::Busy)
}
