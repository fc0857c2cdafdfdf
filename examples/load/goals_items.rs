//! Items of the goals app.

use models::goals_guild::{
    Activity, ActivityId, CompanyId, Difficulty, FeedItem, Goal, GoalId, GoalStatus, Group, GroupId, Milestone,
    MilestoneId, ObjectType, Offer, OfferId, OfferStatus, Quest, QuestId, QuestKind, QuestStatus, Task, TaskId, Tier,
    User, UserId, UserStatus, Verb,
};

use crate::write::at;

pub(crate) fn user(user_id: UserId, n: u32) -> User {
    User {
        user_id,
        nickname: format!("user{n}"),
        email: format!("user{n}@example.com"),
        full_name: format!("User {n}"),
        birth_date: None,
        status: UserStatus::Active,
        country: None,
        language: None,
        gender: None,
        pronouns: None,
        bio: None,
        tags: vec!["running".to_owned()],
        tier: Tier::Free,
        created_at: at(n),
        updated_at: at(n),
    }
}

pub(crate) fn goal(user_id: UserId, goal_id: GoalId, n: u32) -> Goal {
    let (title, created_at) = (format!("goal {n}"), at(n));
    let status = GoalStatus::Active;
    Goal { goal_id, user_id, title, description: None, tags: vec![], status, created_at, updated_at: created_at }
}

pub(crate) fn task(user_id: UserId, goal_id: GoalId, task_id: TaskId, n: u32) -> Task {
    Task {
        task_id,
        goal_id,
        user_id,
        title: format!("task {n}"),
        due_at: (!n.is_multiple_of(3)).then(|| at(n)),
        nlp_plan: None,
        done: false,
        created_at: at(n),
        updated_at: at(n),
    }
}

pub(crate) fn milestone(user_id: UserId, goal_id: GoalId, milestone_id: MilestoneId, n: u32) -> Milestone {
    Milestone {
        milestone_id,
        goal_id,
        user_id,
        name: format!("milestone {n}"),
        percentage: 50,
        achieved: false,
        achieved_at: None,
        description: None,
        created_at: at(n),
        updated_at: at(n),
    }
}

pub(crate) fn quest(user_id: UserId, quest_id: QuestId, n: u32) -> Quest {
    Quest {
        quest_id,
        user_id,
        title: format!("quest {n}"),
        description: None,
        difficulty: Difficulty::Easy,
        reward_xp: 10,
        status: QuestStatus::Active,
        tags: vec![],
        deadline: None,
        kind: QuestKind::Quantitative,
        linked_goal_ids: None,
        linked_task_ids: None,
        target_count: Some(3),
        count_scope: None,
        start_at: None,
        period_seconds: None,
        created_at: at(n),
        updated_at: at(n),
    }
}

pub(crate) fn activity(actor_id: UserId, activity_id: ActivityId, n: u32) -> Activity {
    Activity {
        activity_id,
        actor_id,
        verb: Verb::post(),
        object_type: ObjectType::Post,
        object_id: format!("p{n}"),
        preview_text: format!("post {n}"),
        media: None,
        tags: vec![],
        created_at: at(n),
    }
}

pub(crate) fn copy(activity: &Activity, follower_id: UserId) -> FeedItem {
    let Activity { activity_id, actor_id, object_type, created_at, .. } = *activity;
    let verb = activity.verb.clone();
    let (object_id, preview_text) = (activity.object_id.clone(), activity.preview_text.clone());
    let ttl = u64::from(u32::MAX);
    let (media, tags) = (activity.media.clone(), activity.tags.clone());
    FeedItem {
        follower_id,
        activity_id,
        actor_id,
        verb,
        object_type,
        object_id,
        preview_text,
        media,
        tags,
        created_at,
        ttl,
    }
}

pub(crate) fn group(group_id: GroupId, owner_id: UserId, n: u32) -> Group {
    Group {
        group_id,
        name: format!("group {n}"),
        description: String::new(),
        owner_id,
        tags: vec![],
        is_persistent: true,
        created_at: at(n),
        updated_at: at(n),
    }
}

pub(crate) fn offer(offer_id: OfferId, company_id: CompanyId, n: u32) -> Offer {
    let (title, status, created_at) = (format!("offer {n}"), OfferStatus::Active, at(n));
    Offer { offer_id, company_id, title, tags: vec![], status, created_at }
}
