//! What a change of the goals app's table is to others: events, notifications, and copies that are queued.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use models::goals_guild::*;
use models::worker::{DeadLetter, Job, StreamWorkers, Worked, Worker, WorkerRules};

use super::goals_world::{ANN, BOB, CID, activity, goal, group, put_raw, quest, room, task, user};
use super::{is_local, second, ulid, with};

fn change<E: Entity<Table = GgCore>>(old: Option<&E>, new: Option<&E>) -> Change<GgCore> {
    let image = |item: Option<&E>| item.map(|item| item.to_item().unwrap());
    Change::from_images(image(old), image(new)).unwrap()
}

fn event<E: Entity<Table = GgCore>>(old: Option<&E>, new: Option<&E>) -> Option<GuildEvent> {
    GuildEvent::of(&change(old, new))
}

fn edge(follower_id: UserId, followee_id: UserId) -> Follow {
    Follow { follower_id, followee_id, spread: false, created_at: second(1) }
}

async fn guild() -> Db {
    let db = with::<GgCore>().await.with_clock(|| second(1000));
    db.create_table::<StreamWorkers>().await.unwrap();
    db
}

async fn clear(db: Db) {
    db.delete_table::<StreamWorkers>().await.unwrap();
    db.delete_table::<GgCore>().await.unwrap();
}

#[test]
fn a_change_is_an_event_or_none() {
    let (user_id, ann) = (ANN, user(ANN, "ann"));
    assert_eq!(event(None, Some(&ann)), Some(GuildEvent::UserRegistered(ANN)));
    assert_eq!(event(Some(&ann), Some(&ann)), None);
    let (follower_id, followee_id) = (ANN, BOB);
    let follow = edge(ANN, BOB);
    assert_eq!(event(None, Some(&follow)), Some(GuildEvent::Followed { follower_id, followee_id }));
    assert_eq!(event(Some(&follow), None), Some(GuildEvent::Unfollowed { follower_id, followee_id }));
    let (group_id, group) = (group(1).group_id, group(1));
    assert_eq!(event(None, Some(&group)), Some(GuildEvent::GroupCreated(group_id)));
    let member = GroupMember { group_id, user_id, role: GroupRole::Member, joined_at: second(1) };
    assert_eq!(event(None, Some(&member)), Some(GuildEvent::MemberJoined { group_id, user_id }));
    assert_eq!(event(Some(&member), None), Some(GuildEvent::MemberLeft { group_id, user_id }));
    let post = activity(ANN, 1);
    let posted = GuildEvent::ActivityPosted { actor_id: ANN, activity_id: post.activity_id };
    assert_eq!(event(None, Some(&post)), Some(posted));
    let (open, goal_id) = (goal(ANN, 1), goal(ANN, 1).goal_id);
    let reached = Goal { status: GoalStatus::Completed, ..open.clone() };
    assert_eq!(event(Some(&open), Some(&reached)), Some(GuildEvent::GoalCompleted { user_id, goal_id }));
    let paused = Goal { status: GoalStatus::Paused, ..open.clone() };
    for (old, new) in [(&open, &paused), (&reached, &reached), (&reached, &open)] {
        assert_eq!(event(Some(old), Some(new)), None);
    }
    let (open, task_id) = (task(ANN, 1, 1), task(ANN, 1, 1).task_id);
    let done = Task { done: true, ..open.clone() };
    assert_eq!(event(Some(&open), Some(&done)), Some(GuildEvent::TaskDone { user_id, task_id }));
    assert_eq!(event(Some(&done), Some(&open)), None);
    let (active, quest_id) = (quest(ANN, 1), quest(ANN, 1).quest_id);
    let with = |status| Quest { status, ..active.clone() };
    let (completed, cancelled) = (with(QuestStatus::Completed), with(QuestStatus::Cancelled));
    assert_eq!(event(None, Some(&active)), Some(GuildEvent::QuestStarted { user_id, quest_id }));
    assert_eq!(event(Some(&active), Some(&completed)), Some(GuildEvent::QuestCompleted { user_id, quest_id }));
    assert_eq!(event(Some(&active), Some(&cancelled)), Some(GuildEvent::QuestCancelled { user_id, quest_id }));
    assert_eq!(event(Some(&active), None), Some(GuildEvent::QuestDeleted { user_id, quest_id }));
    // What expires was not deleted by anyone.
    let mut expired = change(Some(&active), None);
    expired.expired = true;
    assert_eq!(GuildEvent::of(&expired), None);
    let entry = FollowingEntry { follower_id, followee_id, created_at: second(1) };
    assert_eq!((event(None, Some(&entry)), event(Some(&entry), None)), (None, None));
}

#[tokio::test]
async fn those_whom_it_concerns_are_told() {
    let db = guild().await;
    let worker = Worker::new("guild", WorkerRules::default());
    let told = async |change: &Change<GgCore>| {
        let handled = on_change(&db, &worker, change, &FeedRules::default()).await.unwrap();
        assert!(handled.notifications.iter().all(|notification| Some(notification.event) == handled.event));
        (handled.notifications.into_iter().map(|notification| notification.to).collect::<Vec<_>>(), handled.queued)
    };
    assert_eq!(told(&change(None, Some(&edge(ANN, BOB)))).await, (vec![BOB], false));
    let room = room(1, &[ANN, BOB, CID]);
    let group = group(1);
    db.batch_write().put(&room).put(&group).await.unwrap();
    let message = Message {
        message_id: MessageId::from_ulid(ulid(1)),
        room_id: room.room_id,
        user_id: BOB,
        text: "hi".into(),
        in_timeline: false,
        created_at: second(1),
        ttl: None,
    };
    assert_eq!(told(&change(None, Some(&message))).await.0, [ANN, CID]);
    assert_eq!(told(&change(Some(&message), None)).await.0, []);
    let member = |user_id| {
        let (group_id, role) = (group.group_id, GroupRole::Member);
        GroupMember { group_id, user_id, role, joined_at: second(1) }
    };
    assert_eq!(told(&change(None, Some(&member(BOB)))).await.0, [ANN]);
    assert_eq!(told(&change(None, Some(&member(ANN)))).await.0, [], "the owner knows");
    assert_eq!(told(&change(Some(&quest(CID, 1)), None)).await.0, [CID]);
    assert_eq!(told(&change(None, Some(&activity(BOB, 1)))).await, (vec![], false), "nobody has promoted him");
    // Rooms and groups that are gone concern nobody.
    db.delete(room.key()).await.unwrap();
    assert_eq!(told(&change(None, Some(&message))).await.0, []);
    clear(db).await;
}

/// Many followers, of both kinds: their copies are made in pages, by a worker that ends in the middle.
#[tokio::test]
async fn copies_for_a_large_account_are_queued_and_resumed() {
    let db = guild().await;
    let (rules, worker) = (
        FeedRules::default(),
        Worker::new("guild", WorkerRules { attempts: 2, pause: Duration::ZERO, ..WorkerRules::default() }),
    );
    let many = if is_local() { 60 } else { 600 };
    // Edges alone: what goes with them is tested elsewhere, and takes a transaction each.
    let edges: Vec<_> = (0..many)
        .map(|n| Follow {
            follower_id: UserId::from_ulid(ulid(100 + n)),
            followee_id: BOB,
            spread: n % 2 == 0,
            created_at: second(1),
        })
        .map(|edge| edge.to_item().unwrap())
        .collect();
    put_raw(&db, &edges).await;
    let (reason, thresholds) = (PromotionReason::Followers, [("followers".to_owned(), 2)].into());
    let promotion = Promotion { user_id: BOB, fanout_enabled: true, reason, thresholds, updated_at: second(1) };
    db.put(&promotion).await.unwrap();
    let post = activity(BOB, 1);
    db.create(&post).await.unwrap();
    for _ in 0..2 {
        assert!(on_change(&db, &worker, &change(None, Some(&post)), &rules).await.unwrap().queued);
    }
    assert_eq!(db.query(Job::of_worker(worker.name())).count().await.unwrap(), 1);
    let copies = async || db.scan::<FeedItem>().all().await.unwrap().len();
    // Two pages, then somebody pulls the plug: once as an error, once for good.
    let (pages, plugged) = (Cell::new(0), Cell::new(true));
    let page = async |job: &Job| {
        if pages.replace(pages.get() + 1) >= 2 && plugged.get() {
            return Err(GuildError::Busy);
        }
        copy_page(&db, job, &rules).await
    };
    let cut = worker.work(&db, 100, page).await.unwrap();
    assert_eq!((cut.pages, cut.failed, cut.done), (2, 1, 0));
    assert!(copies().await > 0);
    assert!(is_local() || copies().await < usize::try_from(many).unwrap());
    let dead = worker.work(&db, 100, page).await.unwrap();
    assert_eq!((dead.dead, db.query(DeadLetter::of_worker(worker.name())).count().await.unwrap()), (1, 1));
    assert_eq!(worker.work(&db, 100, page).await.unwrap(), Worked::default());
    assert_eq!(worker.requeue(&db).await.unwrap(), 1);
    plugged.set(false);
    let rest = worker.work(&db, 100, page).await.unwrap();
    assert_eq!((rest.failed, rest.done), (0, 1));
    assert_eq!(copies().await, usize::try_from(many).unwrap());
    // A promotion copies what was done last, in the same way; one that ended meanwhile copies nothing.
    assert!(on_change(&db, &worker, &change(None, Some(&promotion)), &rules).await.unwrap().queued);
    demote(&db, BOB).await.unwrap();
    assert_eq!(worker.work(&db, 100, page).await.unwrap(), Worked { pages: 1, done: 1, ..Worked::default() });
    assert!(!on_change(&db, &worker, &change(None, Some(&post)), &rules).await.unwrap().queued);
    clear(db).await;
}

/// All of it as it runs: a mutation, the stream, the worker, and a feed.
#[tokio::test]
async fn the_worker_carries_an_activity_to_the_feed() {
    let db = guild().await;
    let (rules, worker) = (FeedRules::default(), Worker::new("guild", WorkerRules::default()));
    for (id, name) in [(ANN, "ann"), (BOB, "bob")] {
        db.create(&user(id, name)).await.unwrap();
    }
    follow_user(&db, &Call::new(ANN, "f"), BOB).await.unwrap();
    let one = PromotionRules { followers: 1, ..PromotionRules::default() };
    let promotion = propose_promotion(&db, BOB, &one).await.unwrap().unwrap();
    db.put(&promotion).await.unwrap();
    // Not empty: the streams of DynamoDB Local lose empty lists.
    let new = NewActivity {
        verb: Verb::post(),
        object_type: ObjectType::Post,
        object_id: "p1".into(),
        preview_text: "half way".into(),
        media: None,
        tags: vec!["running".into()],
    };
    let posted = post_activity(&db, &Call::new(BOB, "p"), new).await.unwrap().value.id;
    let events = RefCell::new(Vec::new());
    let mut follower = worker.follow::<GgCore>(&db).await.unwrap();
    for _ in 0..50 {
        let step = follower.step(async |change| {
            let handled = on_change(&db, &worker, change, &rules).await?;
            events.borrow_mut().extend(handled.event);
            Ok::<(), GuildError>(())
        });
        step.await.unwrap();
        worker.work(&db, 10, async |job| copy_page(&db, job, &rules).await).await.unwrap();
        if !db.query(FeedItem::recent(&ANN)).page().await.unwrap().items.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let copies = db.query(FeedItem::recent(&ANN)).page().await.unwrap().items;
    assert_eq!(copies.iter().map(|copy| copy.activity_id).collect::<Vec<_>>(), [posted]);
    assert_eq!(copies[0].tags, ["running"]);
    let events = events.take();
    for wanted in [
        GuildEvent::UserRegistered(ANN),
        GuildEvent::Followed { follower_id: ANN, followee_id: BOB },
        GuildEvent::ActivityPosted { actor_id: BOB, activity_id: posted },
    ] {
        assert_eq!(events.iter().filter(|event| **event == wanted).count(), 1, "{events:?}");
    }
    assert_eq!(db.query(DeadLetter::of_worker(worker.name())).count().await.unwrap(), 0);
    clear(db).await;
}
