//! Activities, and their copies in the feeds of those who follow a promoted user.

use std::collections::BTreeMap;

use dynamo_core::prelude::*;

use super::{ActivityId, GgCore, UserId};

/// Something that a user did: written once, read by all who follow.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "ACTIVITY#<actor_id>", sk = "TS#<created_at>#<activity_id>", rename_all = "camelCase")]
#[access(recent(actor_id), newest_first, limit = 50, about = "What a user did, the latest first")]
pub struct Activity {
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
    /// What a feed shows.
    pub preview_text: String,
    /// A picture.
    pub media: Option<Media>,
    /// Keywords.
    pub tags: Vec<String>,
    /// When.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The copy of an [`Activity`] in a follower's feed.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "FEED#<follower_id>", sk = "TS#<created_at>#<activity_id>", rename_all = "camelCase")]
#[access(
    recent(follower_id),
    newest_first,
    unexpired,
    limit = 50,
    about = "What promoted users did, as it was copied to a follower"
)]
pub struct FeedItem {
    /// Whose feed it is.
    pub follower_id: UserId,
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
    /// When.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The epoch second at which it goes.
    #[entity(ttl)]
    pub ttl: u64,
}

/// What was done: one of these, or another word.
#[derive(Attribute, Debug, Clone, PartialEq, Eq)]
pub struct Verb(pub String);

impl Verb {
    /// Something was posted.
    #[must_use]
    pub fn post() -> Self {
        Self("post".to_owned())
    }

    /// Something was commented on.
    #[must_use]
    pub fn comment() -> Self {
        Self("comment".to_owned())
    }

    /// A goal moved.
    #[must_use]
    pub fn goal_update() -> Self {
        Self("goal_update".to_owned())
    }
}

/// What it was done to.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectType {
    /// A goal.
    Goal,
    /// A task.
    Task,
    /// A group.
    Group,
    /// A post.
    Post,
}

/// A picture, which is stored elsewhere.
#[derive(Attribute, Debug, Clone, PartialEq)]
#[attribute(rename_all = "camelCase")]
pub struct Media {
    /// Where it is stored.
    pub s3_key: String,
    /// What it is.
    pub content_type: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// Whether a user's activities are copied to feeds.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "PROMO#<user_id>", sk = "PROMO#<user_id>", rename_all = "camelCase")]
#[access(of_user(user_id), get, about = "Whether a user is promoted")]
pub struct Promotion {
    /// The user.
    pub user_id: UserId,
    /// Whether they are.
    pub fanout_enabled: bool,
    /// Why.
    pub reason: PromotionReason,
    /// From which numbers on.
    pub thresholds: BTreeMap<String, u64>,
    /// Decided when.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// Why a user is promoted.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum PromotionReason {
    /// Many follow.
    Followers,
    /// Much happens.
    Volume,
}
