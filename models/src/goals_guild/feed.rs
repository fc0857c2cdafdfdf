//! Activities, and their copies in feeds.

use dynamo_core::prelude::*;

use super::{ActivityId, GgCore, UserId};

/// Something that a user did: written once, read by all who follow.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "ACTIVITY#<actor_id>",
    sk = "TS#<created_at>#<activity_id>",
    write_once,
    rename_all = "camelCase",
    load(items = 20_000_000, creates = 30),
)]
#[access(recent(actor_id), descending, limit = 50, rate = 400, about = "What a user did, the latest first")]
pub struct Activity {
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
    /// The text that a feed shows.
    pub preview_text: String,
    /// A picture.
    pub media: Option<Media>,
    /// Keywords.
    pub tags: Vec<String>,
    /// The time at which it happened.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// The copy of an [`Activity`] in the feed of a follower, or of a member of a group: all that a feed shows.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "FEED#<follower_id>", sk = "TS#<created_at>#<activity_id>", rename_all = "camelCase")]
#[access(
    recent(follower_id),
    descending,
    unexpired,
    limit = 50,
    rate = 200,
    about = "What promoted users did, and what was done in promoted groups, as it was copied to a user"
)]
#[entity(allow("unbounded-collection" = "the few keywords of the activity that it copies"), load(items = 2_000_000, creates = 20))]
pub struct FeedItem {
    /// Whose feed it is.
    pub follower_id: UserId,
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
    /// The text that a feed shows.
    pub preview_text: String,
    /// A picture.
    pub media: Option<Media>,
    /// Keywords; none, where a copy does not say.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The time at which it happened.
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

/// The type of the object that it was done to.
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
