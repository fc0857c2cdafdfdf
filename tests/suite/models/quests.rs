//! Quests: what they link, what of them changes, and who deletes them.

use std::time::Duration;

use dynamo_core::prelude::*;
use models::claims::{Claims, TokenKey};
use models::goals_guild::*;

use super::goals_world::{ANN, BOB, CID, goal, quest, task};
use super::mutations::{Empty, call};
use super::{on, second, ulid};

/// A call by whom a token names as an administrator.
fn by_admin(user: UserId, request: &str) -> Call {
    let (key, now) = (TokenKey::new(&[7; 32]).unwrap(), second(1));
    let token = key.sign(&Claims::new(user, now, Duration::from_hours(1)).admin());
    Call::from_claims(&key.verify(&token, now).unwrap(), request).unwrap()
}

pub(super) fn new_quest(goals: Vec<GoalId>, tasks: Vec<(GoalId, TaskId)>) -> NewQuest {
    NewQuest {
        title: "Run every day".into(),
        description: None,
        difficulty: Difficulty::Hard,
        reward_xp: 50,
        tags: vec![],
        deadline: None,
        kind: QuestKind::Linked,
        linked_goals: goals,
        linked_tasks: tasks,
        target_count: None,
        count_scope: None,
        start_at: None,
        period_seconds: None,
    }
}

on! { Empty::new:
    async fn what_a_quest_is_about_does_not_change(w) {
        let quest = quest(ANN, 1);
        w.db.create(&quest).await.unwrap();
        let other = Quest { reward_xp: 1_000_000, ..quest.clone() };
        assert!(w.db.put(&other).await.is_err());
        assert!(w.db.replace(&other).await.is_err());
        let cancelled = Quest { status: QuestStatus::Cancelled, ..quest.clone() };
        w.db.put(&cancelled).await.unwrap();
        let stored = w.db.get(quest.key()).await.unwrap().unwrap();
        assert_eq!((stored.reward_xp, stored.status), (quest.reward_xp, QuestStatus::Cancelled));
    }

    async fn a_quest_links_what_is_the_users_own(w) {
        let (mine, theirs) = (goal(ANN, 1), goal(BOB, 1));
        let (my_task, their_task) = (task(ANN, 1, 1), task(BOB, 1, 1));
        w.db.batch_write().put_all(&[mine.clone(), theirs.clone()]).put_all(&[my_task.clone(), their_task.clone()]).await.unwrap();
        let before = w.items().await;
        let tasks = |task: &Task| vec![(task.goal_id, task.task_id)];
        let create = async |goals, tasks| create_quest(&w.db, &call(ANN, "r1"), new_quest(goals, tasks)).await;
        assert_eq!(create(vec![mine.goal_id, theirs.goal_id], vec![]).await, Err(GuildError::NotYourGoal(theirs.goal_id)));
        let foreign = create(vec![mine.goal_id], tasks(&their_task)).await;
        assert_eq!(foreign, Err(GuildError::NotYourTask(their_task.task_id)));
        let ghost = TaskId::from_ulid(ulid(77));
        assert_eq!(create(vec![], vec![(mine.goal_id, ghost)]).await, Err(GuildError::NotYourTask(ghost)));
        assert!(matches!(create(vec![], vec![]).await, Err(GuildError::Input(_))));
        let many = (0..99).map(|n| GoalId::from_ulid(ulid(n))).collect();
        assert!(matches!(create(many, vec![]).await, Err(GuildError::Input(_))));
        assert_eq!(w.items().await, before);

        let done = create(vec![mine.goal_id, mine.goal_id], tasks(&my_task)).await.unwrap();
        let stored = w.db.get(Quest::by_id(&ANN, &done.value)).await.unwrap().unwrap();
        assert_eq!(stored.linked_goal_ids, Some(vec![mine.goal_id]));
        assert_eq!(stored.linked_task_ids, Some(vec![my_task.task_id]));
        assert_eq!(create(vec![mine.goal_id], tasks(&my_task)).await.unwrap(), Done { value: done.value, repeated: true });
        assert_eq!(w.db.query(Quest::of_user(&ANN)).page().await.unwrap().items, [stored]);
    }

    async fn a_cancelled_quest_is_otherwise_unchanged(w) {
        let (quest, completed) = (quest(ANN, 1), Quest { status: QuestStatus::Completed, ..quest(ANN, 2) });
        w.db.batch_write().put_all(&[quest.clone(), completed.clone()]).await.unwrap();
        let db = w.db.clone().with_clock(|| second(500));
        assert_eq!(cancel_quest(&db, &call(ANN, "r1"), quest.quest_id).await.unwrap().value, Effect::Changed);
        let cancelled = Quest { status: QuestStatus::Cancelled, updated_at: second(500), ..quest.clone() };
        assert_eq!(db.get(quest.key()).await.unwrap(), Some(cancelled.clone()));
        assert_eq!(db.query(Quest::of_user(&ANN)).page().await.unwrap().items[0], cancelled);
        let later = w.db.clone().with_clock(|| second(600));
        assert_eq!(cancel_quest(&later, &call(ANN, "r2"), quest.quest_id).await.unwrap().value, Effect::Unchanged);
        assert_eq!(db.get(quest.key()).await.unwrap(), Some(cancelled));
        let over = cancel_quest(&db, &call(ANN, "r3"), completed.quest_id).await;
        assert_eq!(over, Err(GuildError::QuestIsCompleted(completed.quest_id)));
        // Another user has no such quest.
        assert_eq!(cancel_quest(&db, &call(BOB, "r1"), quest.quest_id).await, Err(GuildError::NoSuchQuest(quest.quest_id)));
    }

    async fn only_an_administrator_deletes_a_quest(w) {
        let quest = quest(ANN, 1);
        w.db.create(&quest).await.unwrap();
        assert!(matches!(call(ANN, "r1").as_admin(), Err(GuildError::NotAdmin)));
        let admin = by_admin(CID, "r1").as_admin().unwrap();
        // The wrong owner is another call.
        let wrong = by_admin(CID, "r0").as_admin().unwrap();
        assert_eq!(delete_quest(&w.db, &wrong, BOB, quest.quest_id).await.unwrap().value, Effect::Unchanged);
        assert!(matches!(delete_quest(&w.db, &wrong, ANN, quest.quest_id).await, Err(GuildError::RequestReused(_))));
        for repeated in [false, true] {
            let done = delete_quest(&w.db, &admin, ANN, quest.quest_id).await.unwrap();
            assert_eq!(done, Done { value: Effect::Changed, repeated });
        }
        assert_eq!(w.db.get(quest.key()).await.unwrap(), None);
        let again = by_admin(CID, "r2").as_admin().unwrap();
        assert_eq!(delete_quest(&w.db, &again, ANN, quest.quest_id).await.unwrap().value, Effect::Unchanged);
    }
}
