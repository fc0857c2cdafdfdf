//! Whose activities are copied to feeds.

use std::collections::BTreeMap;

use dynamo_core::prelude::*;

use super::{GgCore, GroupId, UserId};

/// Whether a user's activities are copied to the feeds of all followers.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "PROMO#<user_id>", sk = "PROMO#<user_id>", rename_all = "camelCase", load(items = 500, creates = 0.01))]
#[access(of_user(user_id), get, rate = 400, about = "Whether a user is promoted")]
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

/// Whether what is done in a group is copied to the feeds of all members.
///
/// Its key has one part more than that of a [`Promotion`], whose id could otherwise be that of a group.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "PROMO#GROUP#<group_id>", sk = "PROMO#GROUP#<group_id>", rename_all = "camelCase", load(items = 100, creates = 0.01))]
#[access(of_group(group_id), get, rate = 50, about = "Whether a group is promoted")]
pub struct GroupPromotion {
    /// The group.
    pub group_id: GroupId,
    /// Whether it is.
    pub fanout_enabled: bool,
    /// Why.
    pub reason: PromotionReason,
    /// From which numbers on.
    pub thresholds: BTreeMap<String, u64>,
    /// Decided when.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// Why a user or a group is promoted.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum PromotionReason {
    /// Many follow, or are members.
    Followers,
    /// Much happens.
    Volume,
}
