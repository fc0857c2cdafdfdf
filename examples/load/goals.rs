//! The goals app.

use std::ops::Range;

use dynamo_core::{Db, Error};
use indicatif::ProgressBar;
use models::goals_guild::{
    Activity, ActivityId, AssistMsg, CompanyId, FeedEntry, FeedItem, Follow, FollowCounts, FollowerCounter,
    FollowingCounter, FollowingEntry, Goal, GoalId, Group, GroupId, GroupMember, GroupPromotion, GroupRole, GuildError,
    Message, MessageId, Milestone, MilestoneId, Offer, OfferId, Promotion, PromotionReason, Quest, QuestId, Room,
    RoomId, RoomScope, Task, TaskId, ThreadId, Timeline, User, UserId, follow_counts, home_feed,
};
use ulid::Ulid;

use crate::goals_items::{activity, copy, goal, group, milestone, offer, quest, task, user};
use crate::probe::Probe;
use crate::write::{at, create_all, only, sorted_by, write_all};

/// Users with all that they have.
#[derive(Debug, Default)]
pub(crate) struct Goals {
    users: Vec<User>,
    goals: Vec<Goal>,
    tasks: Vec<Task>,
    milestones: Vec<Milestone>,
    quests: Vec<Quest>,
    activities: Vec<Activity>,
    feed: Vec<FeedItem>,
    follows: Vec<Follow>,
    groups: Vec<Group>,
    members: Vec<GroupMember>,
    promotions: Vec<Promotion>,
    group_promotions: Vec<GroupPromotion>,
    rooms: Vec<Room>,
    messages: Vec<Message>,
    assists: Vec<AssistMsg>,
    offers: Vec<Offer>,
}

impl Goals {
    /// Users who have to do with each other and with nobody else.
    pub(crate) async fn write(
        db: &Db,
        random: &mut fastrand::Rng,
        users: Range<u32>,
        per_user: u64,
        bar: &ProgressBar,
    ) -> Result<Self, Error> {
        let mut new = Self::default();
        let mut id = || Ulid(random.u128(..));
        new.users = users.map(|n| user(UserId::from_ulid(id()), n)).collect();
        let ids: Vec<UserId> = new.users.iter().map(|user| user.user_id).collect();
        for (n, ids) in ids.chunks(10).enumerate() {
            let n = u32::try_from(n).unwrap_or_default();
            new.groups.push(group(GroupId::from_ulid(id()), ids[0], n));
            new.rooms.push(Room {
                room_id: RoomId::from_ulid(id()),
                scope: RoomScope::Group,
                members: ids.to_vec(),
                created_at: at(n),
            });
            new.offers.push(offer(OfferId::from_ulid(id()), CompanyId::from_ulid(id()), n));
            for (m, user_id) in (0..).zip(ids) {
                let role = if m == 0 { GroupRole::Owner } else { GroupRole::Member };
                let group_id = new.groups[new.groups.len() - 1].group_id;
                new.members.push(GroupMember { group_id, user_id: *user_id, role, joined_at: at(m) });
            }
            // Each follows the next two, and an account that very many follow.
            for (m, user_id) in ids.iter().enumerate() {
                for next in [1, 2]
                    .map(|next| ids[(m + next) % ids.len()])
                    .into_iter()
                    .filter(|next| next != user_id && *next != ids[0])
                {
                    new.follows.push(edge(*user_id, next, false, n));
                }
                if *user_id != ids[0] {
                    new.follows.push(edge(*user_id, ids[0], true, n));
                }
            }
            new.promotions.push(Promotion {
                user_id: ids[0],
                fanout_enabled: true,
                reason: PromotionReason::Followers,
                thresholds: [("followers".to_owned(), 5)].into(),
                updated_at: at(n),
            });
            new.group_promotions.push(GroupPromotion {
                group_id: new.groups[new.groups.len() - 1].group_id,
                fanout_enabled: true,
                reason: PromotionReason::Followers,
                thresholds: [("size".to_owned(), 5)].into(),
                updated_at: at(n),
            });
        }
        for (n, user_id) in (0..).zip(&ids) {
            new.fill(*user_id, n, u32::try_from(per_user).unwrap_or(u32::MAX), &mut id);
        }
        new.follows.sort_by_key(|follow| (follow.follower_id, follow.followee_id));
        new.follows.dedup();
        write_all(db, &new.users, 3, bar).await?;
        write_all(db, &new.goals, 1, bar).await?;
        write_all(db, &new.tasks, 1, bar).await?;
        write_all(db, &new.milestones, 1, bar).await?;
        write_all(db, &new.quests, 1, bar).await?;
        create_all(db, &new.activities, bar).await?;
        write_all(db, &new.feed, 1, bar).await?;
        write_all(db, &new.follows, 3, bar).await?;
        write_all(db, &new.groups, 1, bar).await?;
        write_all(db, &new.members, 1, bar).await?;
        write_all(db, &new.promotions, 1, bar).await?;
        write_all(db, &new.group_promotions, 1, bar).await?;
        write_all(db, &new.rooms, 1, bar).await?;
        write_all(db, &new.messages, 1, bar).await?;
        write_all(db, &new.assists, 1, bar).await?;
        write_all(db, &new.offers, 1, bar).await?;
        Ok(new)
    }

    /// What one user has, of some hundred items.
    fn fill(&mut self, user_id: UserId, nth: u32, items: u32, id: &mut impl FnMut() -> Ulid) {
        let share = |percent: u32| (items * percent / 100).max(2);
        let room_id = self.rooms[usize::try_from(nth / 10).unwrap_or_default()].room_id;
        let mut goals: Vec<GoalId> = (0..share(6)).map(|_| GoalId::from_ulid(id())).collect();
        goals.sort();
        self.goals.extend((0..).zip(&goals).map(|(n, goal_id)| goal(user_id, *goal_id, n)));
        for n in 0..share(18) {
            let goal_id = goals[usize::try_from(n).unwrap_or_default() % goals.len()];
            self.tasks.push(task(user_id, goal_id, TaskId::from_ulid(id()), n));
            if n % 2 == 0 {
                self.milestones.push(milestone(user_id, goal_id, MilestoneId::from_ulid(id()), n));
            }
        }
        self.quests.extend((0..share(5)).map(|n| quest(user_id, QuestId::from_ulid(id()), n)));
        for n in 0..share(20) {
            let activity = activity(user_id, ActivityId::from_ulid(id()), nth * 1_000 + n);
            // What the promoted one of the group does is copied to the others.
            if nth.is_multiple_of(10) {
                let group = usize::try_from(nth).unwrap_or_default();
                let others = self.users[group..].iter().take(10).skip(1);
                self.feed.extend(others.map(|follower| copy(&activity, follower.user_id)));
            }
            self.activities.push(activity);
        }
        self.messages.extend((0..share(12)).map(|n| Message {
            message_id: MessageId::from_ulid(id()),
            room_id,
            user_id,
            text: format!("message {n}"),
            in_timeline: n % 4 == 0,
            created_at: at(nth * 1_000 + n),
            ttl: None,
        }));
        let thread_id = ThreadId::from_ulid(id());
        self.assists.extend((0..share(4)).map(|n| AssistMsg {
            message_id: MessageId::from_ulid(id()),
            thread_id,
            user_id,
            text: format!("help {n}"),
            created_at: at(n),
        }));
    }

    /// Every pattern.
    pub(crate) async fn ask(&self, probe: &mut Probe<'_>) -> Result<(), Error> {
        let db = probe.db;
        for user in probe.some(&self.users) {
            let me = user.user_id;
            probe.ordered("User::by_id", vec![user.clone()], db.get(User::by_id(&me))).await?;
            probe
                .ordered("User::by_nickname", vec![user.clone()], db.query(User::by_nickname(&user.nickname)).first())
                .await?;
            probe.ordered("User::by_email", vec![user.clone()], db.query(User::by_email(&user.email)).first()).await?;
            self.ask_lists(probe, me).await?;
            self.ask_edges(probe, me).await?;
            let found = async { Ok(by_text(db.query(User::timeline(&me)).all().await?)) };
            probe.listed("User::timeline", by_text(self.timeline(me)), found).await?;
        }
        for follow in probe.some(&self.follows) {
            let key = Follow::between(&follow.follower_id, &follow.followee_id);
            probe.ordered("Follow::between", vec![follow], db.get(key)).await?;
        }
        for goal in probe.some(&self.goals) {
            let (me, id) = (goal.user_id, goal.goal_id);
            let tasks = sorted_by(only(&self.tasks, |task| task.goal_id == id), |task| task.task_id);
            probe.ordered("Task::of_goal", tasks, db.query(Task::of_goal(&id)).page()).await?;
            let milestones = sorted_by(only(&self.milestones, |m| m.goal_id == id), |m| m.milestone_id);
            probe.ordered("Milestone::of_goal", milestones, db.query(Milestone::of_goal(&me, &id)).page()).await?;
        }
        for m in probe.some(&self.milestones) {
            let key = Milestone::by_id(&m.user_id, &m.goal_id, &m.milestone_id);
            probe.ordered("Milestone::by_id", vec![m.clone()], db.get(key)).await?;
        }
        for quest in probe.some(&self.quests) {
            let key = Quest::by_id(&quest.user_id, &quest.quest_id);
            probe.ordered("Quest::by_id", vec![quest.clone()], db.get(key)).await?;
        }
        for group in probe.some(&self.groups) {
            let id = group.group_id;
            probe.ordered("Group::by_id", vec![group.clone()], db.get(Group::by_id(&id))).await?;
            let members = sorted_by(only(&self.members, |member| member.group_id == id), |member| member.user_id);
            let key = GroupMember::by_id(&id, &members[0].user_id);
            probe.ordered("GroupMember::by_id", vec![members[0].clone()], db.get(key)).await?;
            probe.ordered("GroupMember::of_group", members, db.query(GroupMember::of_group(&id)).page()).await?;
            let promoted = only(&self.group_promotions, |promotion| promotion.group_id == id);
            probe.ordered("GroupPromotion::of_group", promoted, db.get(GroupPromotion::of_group(&id))).await?;
        }
        for room in probe.some(&self.rooms) {
            let id = room.room_id;
            probe.ordered("Room::by_id", vec![room.clone()], db.get(Room::by_id(&id))).await?;
            let mut said = sorted_by(only(&self.messages, |m| m.room_id == id), |m| (m.created_at, m.message_id));
            said.reverse();
            said.truncate(50);
            probe.ordered("Message::history", said, db.query(Message::history(&id)).limit(50).page()).await?;
        }
        for message in probe.some(&self.assists) {
            let id = message.thread_id;
            let thread = sorted_by(only(&self.assists, |m| m.thread_id == id), |m| (m.created_at, m.message_id));
            probe.ordered("AssistMsg::in_thread", thread, db.query(AssistMsg::in_thread(&id)).page()).await?;
        }
        for offer in probe.some(&self.offers) {
            probe.ordered("Offer::by_id", vec![offer.clone()], db.get(Offer::by_id(&offer.offer_id))).await?;
        }
        Ok(())
    }

    async fn ask_lists(&self, probe: &mut Probe<'_>, me: UserId) -> Result<(), Error> {
        let db = probe.db;
        let mine = only(&self.goals, |goal| goal.user_id == me);
        let by_time: Vec<_> = sorted_by(mine.clone(), |goal| goal.created_at).into_iter().rev().collect();
        probe
            .ordered("Goal::of_user", sorted_by(mine, |goal| goal.goal_id), db.query(Goal::of_user(&me)).page())
            .await?;
        probe.ordered("Goal::timeline", by_time, db.query(Goal::timeline(&me)).page()).await?;
        let due = only(&self.tasks, |task| task.user_id == me && task.due_at.is_some());
        let due = sorted_by(due, |task| (task.due_at, task.task_id));
        let until = at(8);
        let soon = only(&due, |task| task.due_at <= Some(until));
        probe.ordered("Task::by_due_date", due, db.query(Task::by_due_date(&me)).page()).await?;
        probe.ordered("Task::due_until", soon, db.query(Task::due_until(&me, &until)).page()).await?;
        let milestones = sorted_by(only(&self.milestones, |m| m.user_id == me), |m| m.created_at);
        probe.ordered("Milestone::timeline", milestones, db.query(Milestone::timeline(&me)).page()).await?;
        let quests = sorted_by(only(&self.quests, |quest| quest.user_id == me), |quest| quest.created_at);
        probe.ordered("Quest::of_user", quests, db.query(Quest::of_user(&me)).page()).await?;
        let groups = only(&self.members, |member| member.user_id == me);
        probe.ordered("GroupMember::of_user", groups, db.query(GroupMember::of_user(&me)).page()).await?;
        let mut said = only(&self.messages, |message| message.user_id == me && message.in_timeline);
        said = sorted_by(said, |message| message.created_at);
        said.reverse();
        probe.ordered("Message::timeline", said, db.query(Message::timeline(&me)).page()).await
    }

    async fn ask_edges(&self, probe: &mut Probe<'_>, me: UserId) -> Result<(), Error> {
        let db = probe.db;
        let following = sorted_by(only(&self.follows, |f| f.follower_id == me), |f| f.followee_id);
        let all = sorted_by(only(&self.follows, |f| f.followee_id == me), |f| f.follower_id);
        let counts = FollowCounts { followers: length(&all), following: length(&following) };
        let (spread, plain): (Vec<_>, Vec<_>) = all.into_iter().partition(|f| f.spread);
        let (followees, promoted): (Vec<_>, Vec<_>) =
            (following.iter().map(|f| f.followee_id).collect(), only(&self.promotions, |p| p.user_id == me));
        probe.ordered("Follow::following", following, db.query(Follow::following(&me)).page()).await?;
        probe.ordered("Follow::followers", plain, db.query(Follow::followers(&me)).page()).await?;
        probe.ordered("Follow::spread_followers", spread, db.query(Follow::spread_followers(&me)).page()).await?;
        probe.listed("follow_counts", vec![counts], async { follow_counts(db, me).await.map(|c| vec![c]) }).await?;
        let count = async { Ok(db.get(FollowerCounter::of_user(&me)).await?.map(|c| c.count).into_iter().collect()) };
        probe.listed("FollowerCounter::of_user", some(counts.followers), count).await?;
        let count = async { Ok(db.get(FollowingCounter::of_user(&me)).await?.map(|c| c.count).into_iter().collect()) };
        probe.listed("FollowingCounter::of_user", some(counts.following), count).await?;
        probe.ordered("Promotion::of_user", promoted, db.get(Promotion::of_user(&me))).await?;

        let mut mine = sorted_by(only(&self.activities, |a| a.actor_id == me), |a| (a.created_at, a.activity_id));
        mine.reverse();
        mine.truncate(50);
        probe.ordered("Activity::recent", mine, db.query(Activity::recent(&me)).page()).await?;
        let mut copies = sorted_by(only(&self.feed, |c| c.follower_id == me), |c| (c.created_at, c.activity_id));
        copies.reverse();
        copies.truncate(50);
        probe.ordered("FeedItem::recent", copies, db.query(FeedItem::recent(&me)).page()).await?;
        let feed = only(&self.activities, |activity| followees.contains(&activity.actor_id));
        let mut feed = sorted_by(feed, |activity| (activity.created_at, activity.activity_id));
        feed.reverse();
        let feed: Vec<FeedEntry> = feed.into_iter().map(FeedEntry::from).collect();
        // A short one is made of copies where someone promoted is followed; a long one runs short of them.
        for (name, limit) in [("home_feed", 10), ("home_feed of fifty", 50)] {
            let expected = feed.iter().take(limit).cloned().collect();
            let page = async {
                match home_feed(db, me, limit, None).await {
                    Ok(page) => Ok(page.entries),
                    Err(GuildError::Db(error)) => Err(error),
                    Err(_) => Ok(Vec::new()),
                }
            };
            probe.listed(name, expected, page).await?;
        }
        Ok(())
    }

    /// All that a user has.
    fn timeline(&self, me: UserId) -> Vec<Timeline> {
        let due = only(&self.tasks, |task| task.user_id == me && task.due_at.is_some());
        let following = only(&self.follows, |follow| follow.follower_id == me).into_iter().map(|follow| {
            let Follow { follower_id, followee_id, created_at, .. } = follow;
            Timeline::from(FollowingEntry { follower_id, followee_id, created_at })
        });
        let mut all: Vec<Timeline> = following.collect();
        let said = only(&self.messages, |message| message.user_id == me && message.in_timeline);
        all.extend(said.into_iter().map(Timeline::from));
        all.extend(only(&self.users, |user| user.user_id == me).into_iter().map(Timeline::from));
        all.extend(only(&self.goals, |goal| goal.user_id == me).into_iter().map(Timeline::from));
        all.extend(due.into_iter().map(Timeline::from));
        all.extend(only(&self.milestones, |m| m.user_id == me).into_iter().map(Timeline::from));
        all.extend(only(&self.members, |member| member.user_id == me).into_iter().map(Timeline::from));
        all.extend(only(&self.quests, |quest| quest.user_id == me).into_iter().map(Timeline::from));
        all
    }
}

/// Entries of many types have no order in common but that of their texts.
fn by_text(entries: Vec<Timeline>) -> Vec<Timeline> {
    sorted_by(entries, |entry| format!("{entry:?}"))
}

fn edge(follower_id: UserId, followee_id: UserId, spread: bool, n: u32) -> Follow {
    Follow { follower_id, followee_id, spread, created_at: at(n) }
}

fn length<T>(items: &[T]) -> u64 {
    u64::try_from(items.len()).unwrap_or_default()
}

/// A counter that was never counted in is not there.
fn some(count: u64) -> Vec<u64> {
    if count == 0 { vec![] } else { vec![count] }
}
