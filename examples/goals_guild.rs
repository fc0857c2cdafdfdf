//! Goals with friends: accounts, a quest, followers, a feed that is made of two, and a chat.

use std::process::ExitCode;
use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_examples::{Outcome, Story, run};
use models::goals_guild::{
    Call, Difficulty, FeedRules, GgCore, Goal, GoalId, GoalStatus, GuildError, Message, NewActivity, NewQuest, NewUser,
    ObjectType, PromotionReason, Quest, QuestKind, Timeline, User, UserId, Verb, cancel_quest, create_group,
    create_quest, fan_out, follow_counts, follow_user, home_feed, join_group, post_activity, promote, register_user,
    send_message,
};

const ABOUT: &str = "Goals with friends: accounts, a quest, followers, a feed that is made of two, and a chat";

fn main() -> ExitCode {
    run(
        "Goals with friends",
        ABOUT,
        |names, run| names.rename::<GgCore>(format!("gg_core-{run}")),
        async |db, what| what.of::<GgCore>(db).await,
        tell,
    )
}

/// The story.
pub async fn tell(story: &Story) -> Outcome {
    let db = &story.db;
    let [ann, bob, cid] = accounts(story).await?;
    quests(story, ann, bob).await?;
    feed(story, ann, bob, cid).await?;
    chat(story, ann, bob).await?;

    story.part("Everything that Ann has");
    let timeline = story.ask("Ann's timeline, over all types", db.query(User::timeline(&ann)).into_future()).await?;
    for entry in &timeline {
        story.tell(match entry {
            Timeline::User(user) => format!("account of {}", user.full_name),
            Timeline::Goal(goal) => format!("goal: {}", goal.title),
            Timeline::Task(task) => format!("task: {}", task.title),
            Timeline::Milestone(milestone) => format!("milestone: {}", milestone.name),
            Timeline::Following(_) | Timeline::ShardedFollowing(_) => "follows someone".to_owned(),
            Timeline::Group(_) => "is in a group".to_owned(),
            Timeline::Quest(quest) => format!("quest: {} ({:?})", quest.title, quest.status),
        });
    }
    Ok(())
}

async fn accounts(story: &Story) -> Result<[UserId; 3], Box<dyn std::error::Error>> {
    let db = &story.db;
    story.part("Accounts");
    let ids = [UserId::new(), UserId::new(), UserId::new()];
    for (id, name) in ids.iter().zip(["Ann", "Bob", "Cid"]) {
        let call = Call::new(*id, "register");
        story.ask(format!("{name} registers"), register_user(db, &call, account(name, name))).await?;
    }
    let taken = Call::new(UserId::new(), "register");
    let refused = story.ask("Somebody else wants to be ann", register_user(db, &taken, account("Ann", "Other"))).await;
    match refused {
        Err(GuildError::Db(error)) => {
            story.tell(format!("taken: {}", error.unique_violation().map_or("", |taken| taken.fields())));
        }
        other => return Err(format!("should have been refused: {other:?}").into()),
    }
    let found = story.ask("Who is bob?", db.query(User::by_nickname("bob")).into_future()).await?;
    story.tell(found.map_or_else(|| "nobody".to_owned(), |user| user.full_name));
    Ok(ids)
}

fn account(nickname: &str, name: &str) -> NewUser {
    NewUser {
        nickname: nickname.to_lowercase(),
        email: format!("{name}@example.com"),
        full_name: format!("{name} Example"),
        language: Some("en".to_owned()),
        tags: vec!["running".to_owned()],
    }
}

async fn quests(story: &Story, ann: UserId, bob: UserId) -> Outcome {
    let db = &story.db;
    story.part("A quest");
    let [mine, theirs] = [goal(ann, "Run a marathon", db), goal(bob, "Read 12 books", db)];
    story.ask("Ann and Bob set goals", db.batch_write().put_all(&[mine.clone(), theirs.clone()]).into_future()).await?;
    let call = Call::new(ann, "quest-1");
    let stolen = story.ask("Ann links Bob's goal", create_quest(db, &call, quest(vec![theirs.goal_id]))).await;
    story.tell(match stolen {
        Err(error) => format!("refused: {error}"),
        Ok(_) => return Err("a quest links another user's goal".into()),
    });
    let done = story.ask("Ann links her own", create_quest(db, &call, quest(vec![mine.goal_id]))).await?;
    story.ask("Ann gives up", cancel_quest(db, &Call::new(ann, "cancel-1"), done.value)).await?;
    let quests = story.ask("Quests of Ann", db.query(Quest::of_user(&ann)).into_future()).await?;
    for quest in quests {
        story.tell(format!("{}: {:?}", quest.title, quest.status));
    }
    Ok(())
}

fn goal(user_id: UserId, title: &str, db: &Db) -> Goal {
    Goal {
        goal_id: GoalId::new(),
        user_id,
        title: title.to_owned(),
        description: None,
        tags: vec![],
        status: GoalStatus::Active,
        created_at: db.now(),
        updated_at: db.now(),
    }
}

fn quest(linked_goals: Vec<GoalId>) -> NewQuest {
    NewQuest {
        title: "Run every day".to_owned(),
        description: None,
        difficulty: Difficulty::Medium,
        reward_xp: 100,
        tags: vec![],
        deadline: None,
        kind: QuestKind::Linked,
        linked_goals,
        linked_tasks: vec![],
        target_count: None,
        count_scope: None,
        start_at: None,
        period_seconds: None,
    }
}

async fn feed(story: &Story, ann: UserId, bob: UserId, cid: UserId) -> Outcome {
    let db = &story.db;
    story.part("A feed that is made of two");
    let call = Call::new(ann, "follow-bob");
    story.ask("Ann follows Bob", follow_user(db, &call, bob)).await?;
    let again = story.ask("her phone sends the same again", follow_user(db, &call, bob)).await?;
    if !again.repeated {
        return Err("it was carried out twice".into());
    }
    story.tell("done before: nothing was changed");
    story.ask("Ann follows Cid", follow_user(db, &Call::new(ann, "follow-cid"), cid)).await?;
    let counts = story.ask("How many follow Bob?", follow_counts(db, bob)).await?;
    story.tell(format!("{} followers, {} followed", counts.followers, counts.following));

    for (user, text) in [(bob, "Bob reads chapter one"), (cid, "Cid ran 10 km")] {
        story.ask(text, post_activity(db, &Call::new(user, text), activity(text))).await?;
    }
    show(story, "Ann's feed: one query for each followee, merged", ann, 50).await?;

    // In production, a Lambda function gets the records of the stream; `db.tail` follows it from a program.
    let rules = FeedRules::default();
    let mut tail = db.tail::<GgCore>(None).await?;
    story
        .ask("Bob is promoted", promote(db, bob, PromotionReason::Followers, [("followers".into(), 1)], &rules))
        .await?;
    let text = "Bob reads chapter two";
    story.ask(text, post_activity(db, &Call::new(bob, text), activity(text))).await?;
    let mut copies = 0;
    for _ in 0..50 {
        for change in tail.next().await? {
            match change {
                Ok(change) => copies += fan_out(db, &change, &rules).await?,
                // A record that cannot be read does not hold up those after it.
                Err(error) => eprintln!("{error}"),
            }
        }
        if copies > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    if copies == 0 {
        return Err("the stream brought nothing".into());
    }
    story.tell(format!("the stream's handler wrote {copies} copies to feeds"));
    show(story, "The first two of Ann's feed: Bob from her copies, Cid from his activities", ann, 2).await
}

fn activity(text: &str) -> NewActivity {
    NewActivity {
        verb: Verb::post(),
        object_type: ObjectType::Post,
        object_id: "post".to_owned(),
        preview_text: text.to_owned(),
        media: None,
        tags: vec!["sport".to_owned()],
    }
}

async fn show(story: &Story, what: &str, user: UserId, limit: usize) -> Outcome {
    for entry in story.ask(what, home_feed(&story.db, user, limit)).await? {
        story.tell(entry.preview_text);
    }
    Ok(())
}

async fn chat(story: &Story, ann: UserId, bob: UserId) -> Outcome {
    let db = &story.db;
    story.part("A chat");
    let call = Call::new(ann, "group");
    let group = story.ask("Ann makes a group", create_group(db, &call, "Readers", "Who also run")).await?.value;
    story.ask("Bob joins, and is in its room", join_group(db, &Call::new(bob, "join"), group)).await?;
    for (user, text) in [(ann, "How is the book?"), (bob, "Long."), (ann, "So is the marathon.")] {
        story.ask(format!("\"{text}\""), send_message(db, &Call::new(user, text), group.room(), text)).await?;
    }
    let history = db.query(Message::history(&group.room())).limit(2);
    let page = story.ask("The latest two messages", history.into_future()).await?;
    for message in &page.items {
        story.tell(&message.text);
    }
    let Some(next) = &page.next else { return Err("there are more".into()) };
    let older = db.query(Message::history(&group.room())).limit(2).after(next);
    for message in story.ask("and the ones before", older.into_future()).await? {
        story.tell(message.text);
    }
    Ok(())
}
