//! Requests that were executed.

use super::{GgCore, RequestId, UserId};
use crate::Id;
use dynamo_core::prelude::*;

/// A mutation that was executed. Whoever sends the same request again gets its result.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "REQUEST#<user_id>#<request_id>", sk = "REQUEST", rename_all = "camelCase")]
pub struct Request {
    /// As the client calls it.
    pub request_id: RequestId,
    /// Who asked.
    pub user_id: UserId,
    /// What was asked.
    pub mutation: Mutation,
    /// All that was given: ids, and a digest of the rest.
    pub digest: String,
    /// What was made.
    pub made: Option<Id>,
    /// Whether anything was changed.
    pub changed: bool,
    /// The time of the request.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The epoch second at which it is forgotten.
    #[entity(ttl)]
    pub ttl: u64,
}

/// What can be asked.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "camelCase")]
pub enum Mutation {
    /// See [`register_user`](super::register_user).
    RegisterUser,
    /// See [`follow_user`](super::follow_user).
    FollowUser,
    /// See [`unfollow_user`](super::unfollow_user).
    UnfollowUser,
    /// See [`create_group`](super::create_group).
    CreateGroup,
    /// See [`join_group`](super::join_group).
    JoinGroup,
    /// See [`leave_group`](super::leave_group).
    LeaveGroup,
    /// See [`post_activity`](super::post_activity).
    PostActivity,
    /// See [`create_quest`](super::create_quest).
    CreateQuest,
    /// See [`cancel_quest`](super::cancel_quest).
    CancelQuest,
    /// See [`delete_quest`](super::delete_quest).
    DeleteQuest,
    /// See [`send_message`](super::send_message).
    SendMessage,
    /// See [`open_dm`](super::open_dm).
    OpenDm,
}
