//! Quests.

use dynamo_core::codec::digest;
use dynamo_core::prelude::*;
use ulid::Ulid;

use crate::goals_guild::call::{ATTEMPTS, once};
use crate::goals_guild::{
    AdminCall, Call, CountScope, Difficulty, Done, Effect, Goal, GoalId, GuildError, Mutation, Quest, QuestId,
    QuestKind, QuestStatus, Request, Task, TaskId, UserId,
};

/// So many links fit into a transaction, beside the quest and the request.
const LINKS: usize = 98;

/// What a quest is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct NewQuest {
    /// What is to be done.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// What it earns.
    pub reward_xp: u32,
    /// Keywords.
    pub tags: Vec<String>,
    /// Until when.
    pub deadline: Option<Timestamp>,
    /// How it is measured.
    pub kind: QuestKind,
    /// The goals that count, all of them the user's.
    pub linked_goals: Vec<GoalId>,
    /// The tasks that count, each with its goal, all of them the user's.
    pub linked_tasks: Vec<(GoalId, TaskId)>,
    /// How many it takes.
    pub target_count: Option<u32>,
    /// Which ones are counted.
    pub count_scope: Option<CountScope>,
    /// From when on.
    pub start_at: Option<Timestamp>,
    /// For how long.
    pub period_seconds: Option<u64>,
}

impl NewQuest {
    fn check(&self) -> Result<(), GuildError> {
        let links = self.linked_goals.len() + self.linked_tasks.len();
        let counts_links = self.kind == QuestKind::Linked || self.count_scope == Some(CountScope::Linked);
        let refuse = |wrong: bool, why| if wrong { Err(GuildError::Input(why)) } else { Ok(()) };
        refuse(self.title.trim().is_empty(), "a quest has a title")?;
        refuse(counts_links && links == 0, "a quest that counts linked goals and tasks links some")?;
        refuse(
            self.kind == QuestKind::Quantitative && self.target_count.is_none_or(|count| count == 0),
            "a quantitative quest has a target of at least one",
        )?;
        refuse(links > LINKS, "a quest links at most 98 goals and tasks")
    }
}

/// The calling user sets out on a quest. That the linked goals and tasks are the user's is a part of the transaction.
pub async fn create_quest(db: &Db, call: &Call, new: NewQuest) -> Result<Done<QuestId>, GuildError> {
    new.check()?;
    let user_id = call.user_id();
    let (mut goals, mut tasks) = (new.linked_goals, new.linked_tasks);
    goals.sort();
    goals.dedup();
    tasks.sort();
    tasks.dedup();
    let quest = Quest {
        quest_id: QuestId::from_ulid(Ulid::nil()),
        user_id,
        title: new.title,
        description: new.description,
        difficulty: new.difficulty,
        reward_xp: new.reward_xp,
        status: QuestStatus::Active,
        tags: new.tags,
        deadline: new.deadline,
        kind: new.kind,
        linked_goal_ids: (!goals.is_empty()).then(|| goals.clone()),
        linked_task_ids: (!tasks.is_empty()).then(|| tasks.iter().map(|(_, task)| *task).collect()),
        target_count: new.target_count,
        count_scope: new.count_scope,
        start_at: new.start_at,
        period_seconds: new.period_seconds,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
    };
    // The goals of the tasks are not in the quest.
    let of_goals: Vec<_> = tasks.iter().map(|(goal, _)| goal.to_string()).collect();
    let request = call.request(db, Mutation::CreateQuest, &[&digest(&quest.to_item()?), &of_goals.join(" ")]);
    let (quest_id, created_at) = (QuestId::new(), request.created_at);
    let quest = Quest { quest_id, created_at, updated_at: created_at, ..quest };
    let request = Request { made: Some(quest_id.0), ..request };
    let mut transact = db.transact().create(&quest);
    for goal in &goals {
        transact = transact.check(Goal::key(&user_id, goal), |check| check.existing());
    }
    for (goal, task) in &tasks {
        transact = transact.check(Task::key(goal, task), |check| check.when(Task::fields().user_id.eq(user_id)));
    }
    match once(transact, &request).await? {
        Ok(done) => {
            let done = done.made(QuestId);
            Ok(Done { value: done.value.id, repeated: done.repeated })
        }
        Err(0) => Err(GuildError::Busy),
        Err(at) => Err(match goals.get(at - 1) {
            Some(goal) => GuildError::NotYourGoal(*goal),
            None => {
                tasks.get(at - 1 - goals.len()).map_or(GuildError::Busy, |(_, task)| GuildError::NotYourTask(*task))
            }
        }),
    }
}

/// The calling user gives up a quest: its status changes, with the time of the change, and nothing else.
pub async fn cancel_quest(db: &Db, call: &Call, quest_id: QuestId) -> Result<Done<Effect>, GuildError> {
    let key = Quest::by_id(&call.user_id(), &quest_id)?;
    let request = call.request(db, Mutation::CancelQuest, &[&quest_id]);
    let fields = Quest::fields;
    for _ in 0..ATTEMPTS {
        let active = fields().status.eq(QuestStatus::Active);
        let cancel =
            db.transact().update(&key, |quest| quest.set(fields().status, QuestStatus::Cancelled).when(active));
        if let Ok(done) = once(cancel, &request).await? {
            return Ok(done.effect());
        }
        let unchanged = Request { changed: false, ..request.clone() };
        let is_cancelled = fields().status.eq(QuestStatus::Cancelled);
        if let Ok(done) = once(db.transact().check(&key, |quest| quest.when(is_cancelled)), &unchanged).await? {
            return Ok(done.effect());
        }
        match db.get(&key).consistent().await? {
            None => return Err(GuildError::NoSuchQuest(quest_id)),
            Some(quest) if quest.status == QuestStatus::Completed => {
                return Err(GuildError::QuestIsCompleted(quest_id));
            }
            Some(_) => {}
        }
    }
    Err(GuildError::Busy)
}

/// An administrator deletes a user's quest.
pub async fn delete_quest(
    db: &Db,
    call: &AdminCall,
    user_id: UserId,
    quest_id: QuestId,
) -> Result<Done<Effect>, GuildError> {
    let key = Quest::by_id(&user_id, &quest_id)?;
    let request = call.call().request(db, Mutation::DeleteQuest, &[&user_id, &quest_id]);
    for _ in 0..ATTEMPTS {
        if let Ok(done) = once(db.transact().delete_if(&key, |delete| delete.existing()), &request).await? {
            return Ok(done.effect());
        }
        let unchanged = Request { changed: false, ..request.clone() };
        if let Ok(done) = once(db.transact().check(&key, |check| check.absent()), &unchanged).await? {
            return Ok(done.effect());
        }
    }
    Err(GuildError::Busy)
}
