//! Three users with everything that a user can have, so that a query that is too wide finds something.

use dynamo_core::prelude::*;
use models::goals_guild::*;

use super::{second, ulid, with};

pub(super) const ANN: UserId = UserId(ulid::Ulid(1));
pub(super) const BOB: UserId = UserId(ulid::Ulid(2));
pub(super) const CID: UserId = UserId(ulid::Ulid(3));
const USERS: [UserId; 3] = [ANN, BOB, CID];

pub(super) struct World {
    pub(super) db: Db,
    pub(super) users: Vec<User>,
    pub(super) goals: Vec<Goal>,
    pub(super) tasks: Vec<Task>,
    pub(super) milestones: Vec<Milestone>,
    pub(super) quests: Vec<Quest>,
    pub(super) follows: Vec<Follow>,
    pub(super) sharded: Vec<ShardedFollow>,
    pub(super) groups: Vec<Group>,
    pub(super) members: Vec<GroupMember>,
    pub(super) activities: Vec<Activity>,
    pub(super) feed: Vec<FeedItem>,
    pub(super) promotions: Vec<Promotion>,
    pub(super) rooms: Vec<Room>,
    pub(super) messages: Vec<Message>,
    pub(super) assists: Vec<AssistMsg>,
    pub(super) offers: Vec<Offer>,
}

/// Different for each `kind`, user and number.
fn id(kind: u128, user: UserId, n: u32) -> ulid::Ulid {
    ulid(kind << 64 | user.0.0 << 32 | u128::from(n))
}

pub(super) fn user(user_id: UserId, nickname: &str) -> User {
    User {
        user_id,
        nickname: nickname.into(),
        email: format!("{nickname}@example.com"),
        full_name: format!("{nickname} Example"),
        birth_date: None,
        status: UserStatus::Active,
        country: None,
        language: Some("en".into()),
        gender: None,
        pronouns: None,
        bio: None,
        tags: vec!["running".into()],
        tier: Tier::Free,
        created_at: second(0),
        updated_at: second(0),
    }
}

pub(super) fn goal(user_id: UserId, n: u32) -> Goal {
    Goal {
        goal_id: GoalId(id(1, user_id, n)),
        user_id,
        title: format!("goal {n}"),
        description: None,
        tags: vec![],
        status: GoalStatus::Active,
        created_at: second(n),
        updated_at: second(n),
    }
}

pub(super) fn task(user_id: UserId, goal: u32, n: u32) -> Task {
    Task {
        task_id: TaskId(id(2, user_id, goal * 10 + n)),
        goal_id: GoalId(id(1, user_id, goal)),
        user_id,
        title: format!("task {n}"),
        // Every second one, in another order than their ids.
        due_at: n.is_multiple_of(2).then(|| second(100 - goal * 10 - n)),
        nlp_plan: None,
        done: false,
        created_at: second(n),
        updated_at: second(n),
    }
}

fn milestone(user_id: UserId, goal: u32, n: u32) -> Milestone {
    Milestone {
        milestone_id: MilestoneId(id(3, user_id, goal * 10 + n)),
        goal_id: GoalId(id(1, user_id, goal)),
        user_id,
        name: format!("milestone {n}"),
        percentage: 50,
        achieved: false,
        achieved_at: None,
        description: None,
        created_at: second(goal * 10 + n),
        updated_at: second(n),
    }
}

pub(super) fn quest(user_id: UserId, n: u32) -> Quest {
    Quest {
        quest_id: QuestId(id(4, user_id, 100 - n)),
        user_id,
        title: format!("quest {n}"),
        description: None,
        difficulty: Difficulty::Easy,
        reward_xp: 10,
        status: QuestStatus::Active,
        tags: vec![],
        deadline: None,
        kind: QuestKind::Linked,
        linked_goal_ids: Some(vec![GoalId(id(1, user_id, n))]),
        linked_task_ids: None,
        target_count: None,
        count_scope: None,
        start_at: None,
        period_seconds: None,
        created_at: second(n),
        updated_at: second(n),
    }
}

pub(super) fn activity(actor_id: UserId, n: u32) -> Activity {
    Activity {
        activity_id: ActivityId(id(5, actor_id, n)),
        actor_id,
        verb: Verb::post(),
        object_type: ObjectType::Post,
        object_id: format!("p{n}"),
        preview_text: format!("post {n}"),
        media: None,
        tags: vec![],
        created_at: second(n * 10 + u32::try_from(actor_id.0.0).unwrap_or_default()),
    }
}

fn feed_item(follower_id: UserId, actor_id: UserId, n: u32) -> FeedItem {
    let Activity { activity_id, verb, object_type, object_id, preview_text, created_at, .. } = activity(actor_id, n);
    let ttl = created_at.second_after(std::time::Duration::from_hours(24 * 365 * 50));
    FeedItem { follower_id, activity_id, actor_id, verb, object_type, object_id, preview_text, created_at, ttl }
}

pub(super) fn room(n: u32, members: &[UserId]) -> Room {
    let room_id = RoomId(id(6, ANN, n));
    Room { room_id, scope: RoomScope::Group, members: members.to_vec(), created_at: second(n) }
}

fn message(room: u32, n: u32) -> Message {
    Message {
        message_id: MessageId(id(7, ANN, 100 - n)),
        room_id: RoomId(id(6, ANN, room)),
        user_id: ANN,
        text: format!("message {n}"),
        created_at: second(n),
        ttl: None,
    }
}

fn assist(thread: u32, n: u32) -> AssistMsg {
    AssistMsg {
        message_id: MessageId(id(7, ANN, n)),
        thread_id: ThreadId(id(8, ANN, thread)),
        user_id: ANN,
        text: format!("help {n}"),
        created_at: second(n),
    }
}

pub(super) fn group(n: u32) -> Group {
    Group {
        group_id: GroupId(id(9, ANN, n)),
        name: format!("group {n}"),
        description: String::new(),
        owner_id: ANN,
        tags: vec![],
        is_persistent: true,
        created_at: second(n),
        updated_at: second(n),
    }
}

fn member(group: u32, user_id: UserId, n: u32) -> GroupMember {
    let role = if user_id == ANN { GroupRole::Owner } else { GroupRole::Member };
    GroupMember { group_id: GroupId(id(9, ANN, group)), user_id, role, joined_at: second(n) }
}

fn offer(n: u32) -> Offer {
    Offer {
        offer_id: OfferId(id(10, ANN, n)),
        company_id: CompanyId(id(11, ANN, n)),
        title: format!("offer {n}"),
        tags: vec![],
        status: OfferStatus::Active,
        created_at: second(n),
    }
}

impl World {
    pub(super) async fn new() -> Self {
        let each = |n: u32| USERS.into_iter().flat_map(move |user| (1..=n).map(move |n| (user, n)));
        let pairs = [(ANN, BOB), (ANN, CID), (BOB, ANN), (CID, ANN)];
        let sharded = [(BOB, CID), (CID, BOB)];
        let edge = |(follower_id, followee_id): (UserId, UserId)| (follower_id, followee_id, second(7));
        let world = Self {
            db: with::<GgCore>().await,
            users: vec![user(ANN, "ann"), user(BOB, "bob"), user(CID, "ann.b")],
            goals: each(3).map(|(user, n)| goal(user, n)).collect(),
            tasks: each(2).flat_map(|(user, g)| (1..=4).map(move |n| task(user, g, n))).collect(),
            milestones: each(2).flat_map(|(user, g)| (1..=2).map(move |n| milestone(user, g, n))).collect(),
            quests: each(3).map(|(user, n)| quest(user, n)).collect(),
            follows: pairs.map(edge).map(|(a, b, at)| Follow { follower_id: a, followee_id: b, created_at: at }).into(),
            sharded: sharded
                .map(edge)
                .map(|(a, b, at)| ShardedFollow { follower_id: a, followee_id: b, created_at: at })
                .into(),
            groups: vec![group(1), group(2)],
            members: vec![member(1, ANN, 5), member(1, BOB, 6), member(2, ANN, 4), member(2, CID, 3)],
            activities: each(3).map(|(user, n)| activity(user, n)).collect(),
            feed: each(2).flat_map(|(user, n)| [feed_item(user, BOB, n), feed_item(user, CID, n)]).collect(),
            promotions: vec![Promotion {
                user_id: BOB,
                fanout_enabled: true,
                reason: PromotionReason::Volume,
                thresholds: [("posts".to_owned(), 100)].into(),
                updated_at: second(1),
            }],
            rooms: vec![room(1, &[ANN, BOB]), room(2, &[ANN])],
            messages: (1..=5).flat_map(|n| [message(1, n), message(2, n)]).collect(),
            assists: (1..=3).flat_map(|n| [assist(1, n), assist(2, n)]).collect(),
            offers: vec![offer(1), offer(2)],
        };
        let batch = world.db.batch_write().put_all(&world.users).put_all(&world.goals).put_all(&world.tasks);
        let batch = batch.put_all(&world.milestones).put_all(&world.quests).put_all(&world.groups);
        let batch = batch.put_all(&world.members).put_all(&world.activities).put_all(&world.feed);
        let batch = batch.put_all(&world.promotions).put_all(&world.rooms).put_all(&world.messages);
        batch.put_all(&world.assists).put_all(&world.offers).await.unwrap();
        for follow in &world.follows {
            world.db.create(follow).await.unwrap();
        }
        for follow in &world.sharded {
            world.db.create(follow).await.unwrap();
        }
        world
    }

    pub(super) async fn clear(self) {
        self.db.delete_table::<GgCore>().await.unwrap();
    }
}
