//! Goals with friends.

use std::error::Error;

use dynamo_core::prelude::*;
use models::goals_guild::{
    Call, Difficulty, GgCore, Goal, GoalId, GoalStatus, Milestone, MilestoneId, NewActivity, NewGroup, NewQuest,
    NewUser, ObjectType, PromotionRules, QuestKind, Task, TaskId, UserId, Verb, create_group, create_quest,
    follow_user, join_group, post_activity, propose_promotion, register_user, send_message,
};

const PEOPLE: [(&str, &str); 6] = [
    ("ann", "Ann Bauer"),
    ("bob", "Bob Tran"),
    ("cid", "Cid Okafor"),
    ("dora", "Dora Lind"),
    ("emil", "Emil Novak"),
    ("fay", "Fay Costa"),
];

const GOALS: [(&str, [&str; 3]); 6] = [
    ("Run a marathon", ["Buy shoes", "Run 10 km", "Sign up for October"]),
    ("Read 12 books", ["Choose the list", "Join the library", "Read chapter one"]),
    ("Learn the cello", ["Find a teacher", "Rent a cello", "Play a scale"]),
    ("Grow tomatoes", ["Order seeds", "Build a bed", "Water every day"]),
    ("Cycle to the sea", ["Repair the brakes", "Plan the route", "Book a room"]),
    ("Write a novel", ["Outline", "First draft", "Find a reader"]),
];

pub(super) async fn write(db: &Db) -> Result<(), Box<dyn Error>> {
    db.create_table::<GgCore>().await?;
    let mut users = Vec::new();
    for (nickname, full_name) in PEOPLE {
        let new = NewUser {
            nickname: nickname.to_owned(),
            email: format!("{nickname}@example.com"),
            full_name: full_name.to_owned(),
            language: Some("en".to_owned()),
            tags: vec!["running".to_owned(), "books".to_owned()],
        };
        let id = UserId::new();
        register_user(db, &Call::new(id, "register"), new).await?;
        users.push(id);
    }
    for (at, (title, steps)) in GOALS.iter().enumerate() {
        goal(db, users[at], title, steps).await?;
    }
    for (follower, followee) in [(0, 1), (0, 2), (1, 0), (2, 1), (3, 1), (4, 0), (5, 1)] {
        follow_user(db, &Call::new(users[follower], format!("follow-{followee}").as_str()), users[followee]).await?;
    }
    for (user, text) in [
        (1, "Bob reads chapter one"),
        (2, "Cid ran 10 km"),
        (0, "Ann signed up for October"),
        (1, "Bob reads chapter two"),
    ] {
        let new = NewActivity {
            verb: Verb::post(),
            object_type: ObjectType::Post,
            object_id: "post".to_owned(),
            preview_text: text.to_owned(),
            media: None,
            tags: vec!["sport".to_owned()],
        };
        post_activity(db, &Call::new(users[user], text), new).await?;
    }
    if let Some(promotion) =
        propose_promotion(db, users[1], &PromotionRules { followers: 1, ..PromotionRules::default() }).await?
    {
        db.put(&promotion).await?;
    }
    chat(db, &users).await
}

async fn goal(db: &Db, user_id: UserId, title: &str, steps: &[&str; 3]) -> Result<(), Box<dyn Error>> {
    let (created_at, updated_at, goal_id) = (db.now(), db.now(), GoalId::new());
    let goal = Goal {
        goal_id,
        user_id,
        title: title.to_owned(),
        description: Some(format!("{title}, this year")),
        tags: vec!["2026".to_owned()],
        status: GoalStatus::Active,
        created_at,
        updated_at,
    };
    db.create(&goal).await?;
    for (at, step) in (0_u8..).zip(steps) {
        let task = Task {
            task_id: TaskId::new(),
            goal_id,
            user_id,
            title: (*step).to_owned(),
            due_at: (at > 0).then(|| db.now()),
            nlp_plan: None,
            done: at == 0,
            created_at,
            updated_at,
        };
        db.create(&task).await?;
    }
    let milestone = Milestone {
        milestone_id: MilestoneId::new(),
        goal_id,
        user_id,
        name: "Half of it".to_owned(),
        percentage: 50,
        achieved: false,
        achieved_at: None,
        description: None,
        created_at,
        updated_at,
    };
    db.create(&milestone).await?;
    let quest = NewQuest {
        title: format!("Every day: {}", title.to_lowercase()),
        description: None,
        difficulty: Difficulty::Medium,
        reward_xp: 100,
        tags: vec![],
        deadline: None,
        kind: QuestKind::Linked,
        linked_goals: vec![goal_id],
        linked_tasks: vec![],
        target_count: None,
        count_scope: None,
        start_at: None,
        period_seconds: None,
    };
    create_quest(db, &Call::new(user_id, "quest"), quest).await?;
    Ok(())
}

async fn chat(db: &Db, users: &[UserId]) -> Result<(), Box<dyn Error>> {
    let new = NewGroup {
        name: "Readers".to_owned(),
        description: "Who also run".to_owned(),
        tags: vec!["books".to_owned()],
        is_persistent: true,
    };
    let group = create_group(db, &Call::new(users[0], "group"), new).await?.value;
    for user in &users[1..4] {
        join_group(db, &Call::new(*user, "join"), group).await?;
    }
    for (user, text) in [(0, "How is the book?"), (1, "Long."), (0, "So is the marathon."), (3, "See you on Sunday")] {
        send_message(db, &Call::new(users[user], text), group.room(), text).await?;
    }
    Ok(())
}
