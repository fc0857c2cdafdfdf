//! Three users with everything that a user can have, so that a query that is too wide finds something.

use dynamo_core::prelude::*;
use models::goals_guild::*;

use super::{second, ulid, with};

pub(super) const ANN: UserId = UserId::from_ulid(ulid::Ulid(1));
pub(super) const BOB: UserId = UserId::from_ulid(ulid::Ulid(2));
pub(super) const CID: UserId = UserId::from_ulid(ulid::Ulid(3));
const USERS: [UserId; 3] = [ANN, BOB, CID];

pub(super) struct World {
    pub(super) db: Db,
    pub(super) users: Vec<User>,
    pub(super) goals: Vec<Goal>,
    pub(super) tasks: Vec<Task>,
    pub(super) milestones: Vec<Milestone>,
    pub(super) quests: Vec<Quest>,
    pub(super) follows: Vec<Follow>,
    pub(super) spread: Vec<Follow>,
    pub(super) groups: Vec<Group>,
    pub(super) members: Vec<GroupMember>,
    pub(super) activities: Vec<Activity>,
    pub(super) feed: Vec<FeedItem>,
    pub(super) promotions: Vec<Promotion>,
    pub(super) group_promotions: Vec<GroupPromotion>,
    pub(super) rooms: Vec<Room>,
    pub(super) messages: Vec<Message>,
    pub(super) assists: Vec<AssistMsg>,
    pub(super) offers: Vec<Offer>,
}

/// Different for each `kind`, user and number.
fn id(kind: u128, user: UserId, n: u32) -> ulid::Ulid {
    ulid(kind << 64 | number(user) << 32 | u128::from(n))
}

/// The number of a user that a test has made from one.
fn number(user: UserId) -> u128 {
    user.as_str().parse::<ulid::Ulid>().unwrap().0
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
        goal_id: GoalId::from_ulid(id(1, user_id, n)),
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
        task_id: TaskId::from_ulid(id(2, user_id, goal * 10 + n)),
        goal_id: GoalId::from_ulid(id(1, user_id, goal)),
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
        milestone_id: MilestoneId::from_ulid(id(3, user_id, goal * 10 + n)),
        goal_id: GoalId::from_ulid(id(1, user_id, goal)),
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
        quest_id: QuestId::from_ulid(id(4, user_id, 100 - n)),
        user_id,
        title: format!("quest {n}"),
        description: None,
        difficulty: Difficulty::Easy,
        reward_xp: 10,
        status: QuestStatus::Active,
        tags: vec![],
        deadline: None,
        kind: QuestKind::Linked,
        linked_goal_ids: Some(vec![GoalId::from_ulid(id(1, user_id, n))]),
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
        activity_id: ActivityId::from_ulid(id(5, actor_id, n)),
        actor_id,
        verb: Verb::post(),
        object_type: ObjectType::Post,
        object_id: format!("p{n}"),
        preview_text: format!("post {n}"),
        media: None,
        tags: vec![],
        created_at: second(n * 10 + u32::try_from(number(actor_id)).unwrap_or_default()),
    }
}

fn feed_item(follower_id: UserId, actor_id: UserId, n: u32) -> FeedItem {
    let copied = activity(actor_id, n);
    let Activity { activity_id, verb, object_type, object_id, preview_text, media, tags, created_at, .. } = copied;
    let ttl = created_at.second_after(std::time::Duration::from_hours(24 * 365 * 50));
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

pub(super) fn room(n: u32, members: &[UserId]) -> Room {
    let room_id = RoomId::from_ulid(id(6, ANN, n));
    Room { room_id, scope: RoomScope::Group, members: members.to_vec(), created_at: second(n) }
}

fn message(room: u32, n: u32) -> Message {
    Message {
        message_id: MessageId::from_ulid(id(7, ANN, 100 - n)),
        room_id: RoomId::from_ulid(id(6, ANN, room)),
        user_id: ANN,
        text: format!("message {n}"),
        in_timeline: n == 2,
        created_at: second(n),
        ttl: None,
    }
}

fn assist(thread: u32, n: u32) -> AssistMsg {
    AssistMsg {
        message_id: MessageId::from_ulid(id(7, ANN, n)),
        thread_id: ThreadId::from_ulid(id(8, ANN, thread)),
        user_id: ANN,
        text: format!("help {n}"),
        created_at: second(n),
    }
}

pub(super) fn group(n: u32) -> Group {
    Group {
        group_id: GroupId::from_ulid(id(9, ANN, n)),
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
    GroupMember { group_id: GroupId::from_ulid(id(9, ANN, group)), user_id, role, joined_at: second(n) }
}

fn offer(n: u32) -> Offer {
    Offer {
        offer_id: OfferId::from_ulid(id(10, ANN, n)),
        company_id: CompanyId::from_ulid(id(11, ANN, n)),
        title: format!("offer {n}"),
        tags: vec![],
        status: OfferStatus::Active,
        created_at: second(n),
    }
}

/// Writes items of the goals app without what goes with them.
pub(super) async fn put_raw(db: &Db, items: &[dynamo_core::Item]) {
    use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
    let table = db.table_name::<GgCore>().unwrap();
    for items in items.chunks(25) {
        let put = |item: &dynamo_core::Item| PutRequest::builder().set_item(Some(item.clone())).build().unwrap();
        let puts = items.iter().map(|item| WriteRequest::builder().put_request(put(item)).build()).collect();
        db.client().batch_write_item().request_items(&table, puts).send().await.unwrap();
    }
}

impl World {
    pub(super) async fn new() -> Self {
        let each = |n: u32| USERS.into_iter().flat_map(move |user| (1..=n).map(move |n| (user, n)));
        let pairs = [(ANN, BOB), (ANN, CID), (BOB, ANN), (CID, ANN)];
        let spread = [(BOB, CID), (CID, BOB)];
        let edge = |(follower_id, followee_id): (UserId, UserId), spread| {
            let created_at = second(7);
            Follow { follower_id, followee_id, spread, created_at }
        };
        let world = Self {
            db: with::<GgCore>().await,
            users: vec![user(ANN, "ann"), user(BOB, "bob"), user(CID, "ann.b")],
            goals: each(3).map(|(user, n)| goal(user, n)).collect(),
            tasks: each(2).flat_map(|(user, g)| (1..=4).map(move |n| task(user, g, n))).collect(),
            milestones: each(2).flat_map(|(user, g)| (1..=2).map(move |n| milestone(user, g, n))).collect(),
            quests: each(3).map(|(user, n)| quest(user, n)).collect(),
            follows: pairs.map(|pair| edge(pair, false)).into(),
            spread: spread.map(|pair| edge(pair, true)).into(),
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
            group_promotions: vec![GroupPromotion {
                group_id: group(1).group_id,
                fanout_enabled: true,
                reason: PromotionReason::Followers,
                thresholds: [("size".to_owned(), 2)].into(),
                updated_at: second(1),
            }],
            rooms: vec![room(1, &[ANN, BOB]), room(2, &[ANN])],
            messages: (1..=5).flat_map(|n| [message(1, n), message(2, n)]).collect(),
            assists: (1..=3).flat_map(|n| [assist(1, n), assist(2, n)]).collect(),
            offers: vec![offer(1), offer(2)],
        };
        let batch = world.db.batch_write().put_all(&world.users).put_all(&world.goals).put_all(&world.tasks);
        let batch = batch.put_all(&world.milestones).put_all(&world.quests).put_all(&world.groups);
        let batch = batch.put_all(&world.members).put_all(&world.feed);
        let batch = batch.put_all(&world.promotions).put_all(&world.rooms).put_all(&world.messages);
        batch.put_all(&world.assists).put_all(&world.offers).await.unwrap();
        for follow in world.follows.iter().chain(&world.spread) {
            world.db.create(follow).await.unwrap();
        }
        for activity in &world.activities {
            world.db.create(activity).await.unwrap();
        }
        for promotion in &world.group_promotions {
            world.db.create(promotion).await.unwrap();
        }
        world
    }

    pub(super) async fn clear(self) {
        self.db.delete_table::<GgCore>().await.unwrap();
    }
}
