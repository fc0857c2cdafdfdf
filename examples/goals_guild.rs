//! Goals with friends: accounts, a quest, followers, a feed that is made of two, and a chat.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_examples::{Outcome, Story, run};
use models::goals_guild::{
    Call, Difficulty, FeedItem, FeedRules, GgCore, Goal, GoalId, GoalStatus, GuildError, Message, NewActivity,
    NewGroup, NewQuest, NewUser, ObjectType, PromotionRules, Quest, QuestKind, Timeline, User, UserId, Verb,
    cancel_quest, copy_page, create_group, create_quest, follow_counts, follow_user, home_feed, join_group, on_change,
    post_activity, propose_promotion, register_user, send_message,
};
use models::worker::{StreamWorkers, Worker, WorkerRules};

const ABOUT: &str = "Goals with friends: accounts, a quest, followers, a feed that is made of two, and a chat";

fn main() -> ExitCode {
    run(
        "Goals with friends",
        ABOUT,
        |names, run| names.rename::<GgCore>(format!("gg_core-{run}")).rename::<StreamWorkers>(format!("workers-{run}")),
        async |db, what| {
            what.of::<StreamWorkers>(db).await?;
            what.of::<GgCore>(db).await
        },
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
    let timeline =
        story.ask("Ann's timeline, over all types", db.query(User::timeline(&ann)).all().into_future()).await?;
    for entry in &timeline {
        story.tell(match entry {
            Timeline::User(user) => format!("account of {}", user.full_name),
            Timeline::Goal(goal) => format!("goal: {}", goal.title),
            Timeline::Task(task) => format!("task: {}", task.title),
            Timeline::Milestone(milestone) => format!("milestone: {}", milestone.name),
            Timeline::Following(_) => "follows someone".to_owned(),
            Timeline::Group(_) => "is in a group".to_owned(),
            Timeline::Quest(quest) => format!("quest: {} ({:?})", quest.title, quest.status),
            Timeline::Message(message) => format!("message: {}", message.text),
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
    let found = story.ask("Who is bob?", db.query(User::by_nickname("bob")).first().into_future()).await?;
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
    let quests = story.ask("Quests of Ann", db.query(Quest::of_user(&ann)).all().into_future()).await?;
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

    let promotion = story.ask("Is Bob to be promoted?", propose_promotion(db, bob, &few())).await?;
    let promotion = promotion.ok_or("one follower is enough")?;
    story.tell(format!("yes, because of {:?}", promotion.reason));
    story.ask("He is", db.put(&promotion).into_future()).await?;
    let text = "Bob reads chapter two";
    story.ask(text, post_activity(db, &Call::new(bob, text), activity(text))).await?;
    changes(story, ann).await?;
    show(story, "The first two of Ann's feed: Bob from her copies, Cid from his activities", ann, 2).await
}

/// A promotion for everyone whom somebody follows.
fn few() -> PromotionRules {
    PromotionRules { followers: 1, ..PromotionRules::default() }
}

/// What the worker makes of everything that happened so far. In production it is a process of its own, or a Lambda function gets the
/// records.
async fn changes(story: &Story, ann: UserId) -> Outcome {
    let (db, rules) = (&story.db, FeedRules::default());
    let worker = Worker::new("guild", WorkerRules::default());
    let mut follower = worker.follow::<GgCore>(db).await?;
    let (mut records, mut dead, told) = (0, 0, Mutex::new(Vec::new()));
    for _ in 0..50 {
        let step = follower.step(async |change| {
            let handled = on_change(db, &worker, change, &rules).await?;
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            told.extend(handled.notifications.into_iter().map(|notification| (notification.to, notification.event)));
            Ok::<(), GuildError>(())
        });
        let step = step.await?;
        (records, dead) = (records + step.handled, dead + step.dead);
        worker.work(db, 20, async |job| copy_page(db, job, &rules).await).await?;
        if db.query(FeedItem::query(&ann)).count().await? == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let copies = db.query(FeedItem::query(&ann)).count().await?;
    if copies == 0 {
        return Err("the stream brought nothing".into());
    }
    story.tell(format!("the stream had {records} records, of which {dead} were put aside"));
    for (to, event) in told.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let Some(user) = db.get(User::by_id(&to)).await? else { continue };
        story.tell(format!("{} is told: {event:?}", user.full_name));
    }
    story.tell(format!("the worker wrote {copies} copies to Ann's feed"));
    Ok(())
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
    for entry in story.ask(what, home_feed(&story.db, user, limit, None)).await?.entries {
        story.tell(entry.preview_text);
    }
    Ok(())
}

fn readers() -> NewGroup {
    let (name, description) = ("Readers".to_owned(), "Who also run".to_owned());
    NewGroup { name, description, tags: vec!["books".to_owned()], is_persistent: true }
}

async fn chat(story: &Story, ann: UserId, bob: UserId) -> Outcome {
    let db = &story.db;
    story.part("A chat");
    let call = Call::new(ann, "group");
    let group = story.ask("Ann makes a group", create_group(db, &call, readers())).await?.value;
    story.ask("Bob joins, and is in its room", join_group(db, &Call::new(bob, "join"), group)).await?;
    for (user, text) in [(ann, "How is the book?"), (bob, "Long."), (ann, "So is the marathon.")] {
        story.ask(format!("\"{text}\""), send_message(db, &Call::new(user, text), group.room(), text)).await?;
    }
    let history = db.query(Message::history(&group.room())).limit(2);
    let page = story.ask("The latest two messages", history.page().into_future()).await?;
    for message in &page.items {
        story.tell(&message.text);
    }
    let Some(next) = &page.next else { return Err("there are more".into()) };
    let older = db.query(Message::history(&group.room())).limit(2).after(next);
    for message in story.ask("and the ones before", older.page().into_future()).await? {
        story.tell(message.text);
    }
    Ok(())
}
