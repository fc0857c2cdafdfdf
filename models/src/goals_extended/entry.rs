//! The entries of the indexes.

use dynamo_core::prelude::*;

use super::GgExtended;
use crate::Id;
use crate::goals_guild::{CompanyId, GoalId, TaskId, UserId};

/// A day in UTC, as it stands in a key: `20261116`.
#[derive(KeyField, Debug, Clone, PartialEq, Eq, Hash)]
pub struct DueDay(String);

impl DueDay {
    /// Returns the day of a time.
    ///
    /// ```
    /// use models::goals_extended::DueDay;
    ///
    /// assert_eq!(DueDay::of("2026-11-16T23:59:59.999Z".parse()?).to_string(), "20261116");
    /// # Ok::<(), dynamo_core::codec::CodecError>(())
    /// ```
    #[must_use]
    pub fn of(at: Timestamp) -> Self {
        Self(at.to_string().chars().filter(char::is_ascii_digit).take(8).collect())
    }
}

impl std::fmt::Display for DueDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A task that is not done, on the day on which it is due: for reminders.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgExtended,
    pk = "TASK#<task_id>",
    sk = "DUE",
    gsi4 = ("DUE#<due_day>", "<due_at>#TASK#<task_id>"),
    rename_all = "camelCase",
)]
#[access(due_on(due_day), index = gsi4, rate = 1, items = 5_000, about = "Tasks that are due on a day, the most urgent first")]
#[access(due_until(due_day, due_at <=), index = gsi4, rate = 1, items = 500, about = "Tasks that are due on a day by a time")]
pub struct DueTask {
    /// The task.
    pub task_id: TaskId,
    /// Its goal.
    pub goal_id: GoalId,
    /// Whose task it is.
    pub user_id: UserId,
    /// What is to be done.
    pub title: String,
    /// The day of `due_at`.
    pub due_day: DueDay,
    /// Until when.
    pub due_at: Timestamp,
}

/// What can be listed.
#[derive(KeyField, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Listed {
    /// A goal.
    Goal,
    /// A group.
    Group,
    /// An offer.
    Offer,
    /// A quest.
    Quest,
    /// A user.
    User,
}

/// Something that has a tag: for discovery.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgExtended,
    pk = "TAGGED#<entity>#<id>",
    sk = "TAG#<tag:escaped>",
    gsi5 = ("TAG#<tag:escaped>", "<entity>#<id>"),
    rename_all = "camelCase",
)]
#[access(with_tag(tag), index = gsi5, rate = 20, items = 30, about = "Everything that has a tag")]
#[access(of_kind(tag, entity), index = gsi5, rate = 10, items = 20, about = "Everything of one kind that has a tag")]
pub struct TagEntry {
    /// The tag.
    pub tag: String,
    /// What it is.
    pub entity: Listed,
    /// The id of that object.
    pub id: Id,
    /// Whose it is, where its key has the user too.
    pub user_id: Option<UserId>,
}

/// Something that a company offers: for those who run it.
#[derive(Entity, Debug, Clone, PartialEq)]
#[entity(
    table = GgExtended,
    pk = "LISTED#<entity>#<id>",
    sk = "COMPANY#<company_id>",
    gsi6 = ("COMPANY#<company_id>", "<entity>#<id>"),
    rename_all = "camelCase",
)]
#[access(of_company(company_id), index = gsi6, rate = 5, items = 40, about = "Everything that a company offers")]
pub struct CompanyEntry {
    /// The company.
    pub company_id: CompanyId,
    /// What it is.
    pub entity: Listed,
    /// The id of that object.
    pub id: Id,
}
