//! Quests.

use dynamo_core::prelude::*;

use super::{GgCore, GoalId, QuestId, TaskId, UserId};

/// A quest of a user. What it is about is fixed when it is made: only its status changes.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgCore,
    pk = "USER#<user_id>",
    sk = "QUEST#<quest_id>",
    gsi1 = ("USER#<user_id>", "ENTITY#Quest#<created_at>"),
    rename_all = "camelCase",
    load(items = 500_000, creates = 1, updates = 2),
)]
#[access(of_user(user_id), index = gsi1, rate = 20, items = 10, about = "Quests of a user in the order of their creation")]
#[access(by_id(user_id, quest_id), get, rate = 20, about = "One quest")]
pub struct Quest {
    /// Stored as `id`.
    #[entity(rename = "id")]
    pub quest_id: QuestId,
    /// Whose quest it is.
    pub user_id: UserId,
    /// What is to be done.
    #[entity(immutable)]
    pub title: String,
    /// More about it.
    #[entity(immutable)]
    pub description: Option<String>,
    /// How hard it is.
    #[entity(immutable)]
    pub difficulty: Difficulty,
    /// What it earns.
    #[entity(immutable)]
    pub reward_xp: u32,
    /// How it stands.
    pub status: QuestStatus,
    /// Keywords.
    #[entity(immutable)]
    pub tags: Vec<String>,
    /// Until when.
    #[entity(immutable)]
    pub deadline: Option<Timestamp>,
    /// How it is measured.
    #[entity(immutable)]
    pub kind: QuestKind,
    /// The goals that count.
    #[entity(immutable)]
    pub linked_goal_ids: Option<Vec<GoalId>>,
    /// The tasks that count.
    #[entity(immutable)]
    pub linked_task_ids: Option<Vec<TaskId>>,
    /// How many it takes.
    #[entity(immutable)]
    pub target_count: Option<u32>,
    /// Which ones are counted.
    #[entity(immutable)]
    pub count_scope: Option<CountScope>,
    /// From when on.
    #[entity(immutable)]
    pub start_at: Option<Timestamp>,
    /// For how long.
    #[entity(immutable)]
    pub period_seconds: Option<u64>,
    /// The time of its creation.
    #[entity(created_at)]
    pub created_at: Timestamp,
    /// The time of the last change.
    #[entity(updated_at)]
    pub updated_at: Timestamp,
}

/// How hard a quest is.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum Difficulty {
    /// Not very.
    Easy,
    /// Somewhat.
    Medium,
    /// Very.
    Hard,
}

/// How a quest stands.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum QuestStatus {
    /// Being worked on.
    Active,
    /// Done.
    Completed,
    /// Given up.
    Cancelled,
}

/// How a quest is measured.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum QuestKind {
    /// By goals and tasks.
    Linked,
    /// By a number.
    Quantitative,
}

/// What is counted.
#[derive(Attribute, Debug, Clone, Copy, PartialEq, Eq)]
#[attribute(rename_all = "lowercase")]
pub enum CountScope {
    /// Everything.
    Any,
    /// What is linked.
    Linked,
}
