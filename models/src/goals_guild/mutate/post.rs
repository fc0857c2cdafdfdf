//! Activities.

use dynamo_core::codec::digest;
use dynamo_core::prelude::*;
use ulid::Ulid;

use crate::goals_guild::call::once;
use crate::goals_guild::{
    Activity, ActivityId, Call, Done, GuildError, Made, Media, Mutation, ObjectType, Request, Verb,
};

/// What a user did.
#[derive(Debug, Clone, PartialEq)]
pub struct NewActivity {
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
}

/// The calling user did something. It is written once; from the stream, [`fan_out`](super::super::fan_out) copies it to
/// feeds if the user is promoted.
pub async fn post_activity(db: &Db, call: &Call, new: NewActivity) -> Result<Done<Made<ActivityId>>, GuildError> {
    let activity = Activity {
        activity_id: ActivityId::from_ulid(Ulid::nil()),
        actor_id: call.user_id(),
        verb: new.verb,
        object_type: new.object_type,
        object_id: new.object_id,
        preview_text: new.preview_text,
        media: new.media,
        tags: new.tags,
        created_at: Timestamp::default(),
    };
    let request = call.request(db, Mutation::PostActivity, &[&digest(&activity.to_item()?)]);
    let activity_id = ActivityId::new();
    let activity = Activity { activity_id, created_at: request.created_at, ..activity };
    let request = Request { made: Some(activity_id.0), ..request };
    let done = once(db.transact().create(&activity), &request).await?.map_err(|_| GuildError::Busy)?;
    Ok(done.made(ActivityId))
}
