//! Goals, what belongs to them, and offers.

use std::collections::BTreeMap;

use dynamo_core::codec::AttributeValue;
use dynamo_core::prelude::*;

use super::{CompanyId, GgCore, GoalId, MilestoneId, OfferId, TaskId, UserId};

/// A goal of a user.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<user_id>",
    sk = "GOAL#<goal_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#Goal#<created_at>"),
    rename_all = "camelCase",
)]
#[access(of_user(user_id), rate = 100, items = 12, about = "Goals of a user")]
#[access(timeline(user_id), index = gsi1, descending, rate = 50, items = 12, about = "Goals of a user, the latest first")]
#[entity(allow("unbounded-collection" = "a few keywords that a person types"), load(items = 1_200_000, creates = 1, updates = 4))]
pub struct Goal {
    /// Stored as `id`.
    #[entity(rename = "id")]
    pub goal_id: GoalId,
    /// Whose goal it is.
    pub user_id: UserId,
    /// What is to be reached.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// Keywords.
    pub tags: Vec<String>,
    /// How it stands.
    pub status: GoalStatus,
    /// When it was set.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// How a goal stands.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum GoalStatus {
    /// Being worked on.
    Active,
    /// Set aside.
    Paused,
    /// Reached.
    Completed,
    /// Put away.
    Archived,
}

/// A task under a goal. While it has a due date, its entry in its owner's timeline is the owner's listing of it.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "GOAL#<goal_id>",
    sk = "TASK#<task_id>",
    gsi1 = sparse("USER#<user_id>", "ENTITY#Task#<due_at>#<task_id>"),
    rename_all = "camelCase",
)]
#[access(of_goal(goal_id), rate = 100, items = 8, about = "Tasks of a goal")]
#[access(by_due_date(user_id), index = gsi1, rate = 60, items = 15, about = "Tasks of a user that have a due date, the most urgent first")]
#[access(due_until(user_id, due_at <=), index = gsi1, rate = 20, items = 5, about = "Tasks of a user that are due by a time")]
#[entity(allow("mutable-index-key" = "a task is not handed over: its owner stays"), load(items = 8_000_000, creates = 8, updates = 10, updates(due_at = 2)))]
pub struct Task {
    /// Stored as `id`.
    #[entity(rename = "id")]
    pub task_id: TaskId,
    /// Its goal.
    pub goal_id: GoalId,
    /// Whose task it is.
    pub user_id: UserId,
    /// What is to be done.
    pub title: String,
    /// Until when.
    pub due_at: Option<Timestamp>,
    /// What the planner made of it.
    pub nlp_plan: Option<BTreeMap<String, AttributeValue>>,
    /// Whether it is done.
    pub done: bool,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// A milestone on the way to a goal.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<user_id>",
    sk = "MILESTONE#<goal_id>#<milestone_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#Milestone#<created_at>"),
    rename_all = "camelCase",
    load(items = 4_000_000, creates = 2, updates = 3),
)]
#[access(of_goal(user_id, goal_id), rate = 40, items = 4, about = "Milestones of a goal")]
#[access(timeline(user_id), index = gsi1, rate = 10, items = 30, about = "Milestones of a user in the order of their creation")]
#[access(by_id(user_id, goal_id, milestone_id), get, rate = 20, about = "One milestone")]
pub struct Milestone {
    /// Stored as `id`.
    #[entity(rename = "id")]
    pub milestone_id: MilestoneId,
    /// Its goal.
    pub goal_id: GoalId,
    /// Whose milestone it is.
    pub user_id: UserId,
    /// The name.
    pub name: String,
    /// How far along the way it lies.
    pub percentage: u8,
    /// Whether it was reached.
    pub achieved: bool,
    /// The time at which it was achieved, if it was.
    pub achieved_at: Option<Timestamp>,
    /// More about it.
    pub description: Option<String>,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// An offer of a company.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(table = GgCore, pk = "OFFER#<offer_id>", sk = "OFFER#<offer_id>", rename_all = "camelCase")]
#[access(by_id(offer_id), get, rate = 10, about = "One offer")]
#[entity(allow("unbounded-collection" = "a few keywords that a person types"), load(items = 50_000, creates = 0.3, updates = 0.2))]
pub struct Offer {
    /// Stored as `id`.
    #[entity(rename = "id")]
    pub offer_id: OfferId,
    /// Who makes it.
    pub company_id: CompanyId,
    /// What it says.
    pub title: String,
    /// Keywords.
    pub tags: Vec<String>,
    /// Whether it stands.
    pub status: OfferStatus,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
}

/// Whether an offer stands.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum OfferStatus {
    /// It does.
    Active,
    /// No longer.
    Expired,
}
