//! Badges, beside the goals that they are given for: an application of its own, in the table of another.
//!
//! What of such an extension is refused, because it would get in the way of the table that it extends, is in
//! `tests/ui/downstream`.

use dynamo_core::Error;
use dynamo_core::op::Update;
use dynamo_core::prelude::*;
use models::goals_guild::{GgCore, Goal, GoalId, GoalStatus, UserId};

/// The table of the goals app, with badges in it, and with an index of their own.
#[allow(clippy::large_enum_variant)] // An item is read once and taken out.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(extends = GgCore)]
#[index(by_badge, name = "GSI9", pk = "GSI9PK", sk = "GSI9SK")]
pub enum Mine {
    /// What was there before.
    #[base]
    Core(GgCore),
    /// A badge.
    Badge(Badge),
}

/// A badge that a user was given for a goal.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = Mine,
    pk = "USER#<user_id>",
    sk = "BADGE#<badge>",
    gsi1 = ("USER#<user_id>", "BADGE#<given_at>"),
    by_badge = ("BADGE#<badge>", "GIVEN#<given_at>"),
    rename_all = "camelCase",
)]
#[access(of_user(user_id), about = "Badges of a user")]
#[access(by_time(user_id), index = gsi1, descending, about = "Badges of a user, the latest first")]
#[access(holders(badge), index = by_badge, about = "Badges of one kind, in the order in which they were given")]
pub struct Badge {
    /// Whose it is.
    pub user_id: UserId,
    /// Which one.
    pub badge: BadgeKind,
    /// What it was given for.
    pub goal_id: GoalId,
    /// When.
    #[entity(created_at)]
    pub given_at: Timestamp,
}

/// What can be earned.
#[derive(KeyField, Debug, Clone, Copy, PartialEq, Eq)]
#[key_field(rename_all = "kebab-case")]
pub enum BadgeKind {
    /// The first goal.
    FirstGoal,
    /// A marathon.
    Marathon,
}

/// A goal is reached, and its owner gets a badge: both, or neither.
pub async fn complete(db: &Db, goal: &Goal, badge: BadgeKind) -> Result<Badge, Error> {
    let fields = Goal::fields();
    let active = fields.status.eq(GoalStatus::Active);
    let badge = Badge { user_id: goal.user_id, badge, goal_id: goal.goal_id, given_at: db.now() };
    let completed = |goal: Update<Goal>| goal.set(fields.status, GoalStatus::Completed).when(active);
    db.transact().create(&badge).update(goal.key(), completed).await?;
    Ok(badge)
}
