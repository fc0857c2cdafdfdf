//! Every access pattern of the goals app.

use futures_util::TryStreamExt;
use models::goals_guild::*;

use super::goals_world::{ANN, BOB, CID, World};
use super::{on, second};

on! { World::new:
    async fn profile_by_id(w) {
        assert_eq!(w.db.get(User::by_id(&BOB)).await.unwrap(), Some(w.users[1].clone()));
    }

    async fn profile_by_nickname(w) {
        // `ann.b` begins like `ann`.
        assert_eq!(w.db.query(User::by_nickname("ann")).first().await.unwrap(), Some(w.users[0].clone()));
        assert_eq!(w.db.query(User::by_nickname("an")).first().await.unwrap(), None);
    }

    async fn profile_by_email(w) {
        assert_eq!(w.db.query(User::by_email("ann@example.com")).first().await.unwrap(), Some(w.users[0].clone()));
        assert_eq!(w.db.query(User::by_email("ann")).first().await.unwrap(), None);
    }

    async fn all_that_a_user_has(w) {
        let page = w.db.query(User::timeline(&BOB)).page().await.unwrap();
        // Who follows Bob is in the same partition, and was not read.
        assert_eq!(page.raw, []);
        let count = |is: fn(&Timeline) -> bool| page.items.iter().filter(|entry| is(entry)).count();
        assert_eq!(count(|entry| matches!(entry, Timeline::User(user) if user.user_id == BOB)), 1);
        assert_eq!(count(|entry| matches!(entry, Timeline::Goal(goal) if goal.user_id == BOB)), 3);
        assert_eq!(count(|entry| matches!(entry, Timeline::Task(task) if task.user_id == BOB && task.due_at.is_some())), 4);
        assert_eq!(count(|entry| matches!(entry, Timeline::Milestone(m) if m.user_id == BOB)), 4);
        assert_eq!(count(|entry| matches!(entry, Timeline::Quest(quest) if quest.user_id == BOB)), 3);
        assert_eq!(count(|entry| matches!(entry, Timeline::Group(member) if member.user_id == BOB)), 1);
        assert_eq!(count(|entry| matches!(entry, Timeline::Following(f) if f.follower_id == BOB)), 2);
        assert_eq!(page.items.len(), 18);
    }

    async fn goals_of_a_user(w) {
        let expected: Vec<_> = w.goals.iter().filter(|goal| goal.user_id == ANN).cloned().collect();
        assert_eq!(w.db.query(Goal::of_user(&ANN)).page().await.unwrap().items, expected);
    }

    async fn goals_of_a_user_by_time(w) {
        let expected: Vec<_> = w.goals.iter().filter(|goal| goal.user_id == ANN).rev().cloned().collect();
        assert_eq!(w.db.query(Goal::timeline(&ANN)).page().await.unwrap().items, expected);
    }

    async fn tasks_of_a_goal(w) {
        let goal = w.goals[0].goal_id;
        let expected: Vec<_> = w.tasks.iter().filter(|task| task.goal_id == goal).cloned().collect();
        assert_eq!(expected.len(), 4);
        assert_eq!(w.db.query(Task::of_goal(&goal)).page().await.unwrap().items, expected);
    }

    async fn tasks_by_due_date(w) {
        let mut expected: Vec<_> = w.tasks.iter().filter(|t| t.user_id == ANN && t.due_at.is_some()).cloned().collect();
        expected.sort_by_key(|task| task.due_at);
        assert_eq!(w.db.query(Task::by_due_date(&ANN)).page().await.unwrap().items, expected);
    }

    async fn tasks_that_are_due_by_a_time(w) {
        let until = second(80);
        let is_due = |task: &&Task| task.user_id == ANN && task.due_at.is_some_and(|due| due <= until);
        let mut due: Vec<_> = w.tasks.iter().filter(is_due).cloned().collect();
        due.sort_by_key(|task| task.due_at);
        assert_eq!(due.len(), 2);
        assert_eq!(due.last().unwrap().due_at, Some(second(78)));
        assert_eq!(w.db.query(Task::due_until(&ANN, &until)).page().await.unwrap().items, due);
    }

    async fn milestones_of_a_goal(w) {
        let goal = w.goals[0].goal_id;
        let expected: Vec<_> = w.milestones.iter().filter(|m| m.goal_id == goal).cloned().collect();
        assert_eq!(w.db.query(Milestone::of_goal(&ANN, &goal)).page().await.unwrap().items, expected);
        assert_eq!(w.db.query(Milestone::of_goal(&BOB, &goal)).page().await.unwrap().items, []);
    }

    async fn milestones_of_a_user(w) {
        let expected: Vec<_> = w.milestones.iter().filter(|m| m.user_id == BOB).cloned().collect();
        assert_eq!(w.db.query(Milestone::timeline(&BOB)).page().await.unwrap().items, expected);
    }

    async fn one_milestone(w) {
        let Milestone { milestone_id, goal_id, .. } = w.milestones[1].clone();
        assert_eq!(w.db.get(Milestone::by_id(&ANN, &goal_id, &milestone_id)).await.unwrap(), Some(w.milestones[1].clone()));
        assert_eq!(w.db.get(Milestone::by_id(&BOB, &goal_id, &milestone_id)).await.unwrap(), None);
    }

    async fn one_offer(w) {
        assert_eq!(w.db.get(Offer::by_id(&w.offers[1].offer_id)).await.unwrap(), Some(w.offers[1].clone()));
    }

    async fn whom_a_user_follows(w) {
        let all = || w.follows.iter().chain(&w.spread);
        let expected = |user| all().filter(|follow| follow.follower_id == user).cloned().collect::<Vec<_>>();
        assert_eq!(w.db.query(Follow::following(&ANN)).page().await.unwrap().items, expected(ANN));
        // Copies in the timeline are not among them, and edges to very large accounts are.
        assert_eq!(w.db.query(Follow::following(&BOB)).page().await.unwrap().items, expected(BOB));
    }

    async fn whom_of_the_very_large_accounts_a_user_follows(w) {
        assert_eq!(followees(&w.db, BOB).await.unwrap(), [ANN, CID]);
    }

    async fn who_follows_a_user(w) {
        let expected: Vec<_> = w.follows.iter().filter(|follow| follow.followee_id == ANN).cloned().collect();
        assert_eq!(w.db.query(Follow::followers(&ANN)).page().await.unwrap().items, expected);
    }

    async fn who_follows_a_very_large_account(w) {
        let large = w.db.query(Follow::spread_followers(&CID)).page().await.unwrap().items;
        assert_eq!(large, [w.spread[0].clone()]);
        let all: Vec<_> = followers(&w.db, CID).try_collect().await.unwrap();
        assert_eq!(all, [ANN, BOB]);
    }

    async fn whether_one_follows_another(w) {
        assert!(w.db.get(Follow::between(&ANN, &BOB)).await.unwrap().is_some());
        assert!(w.db.get(Follow::between(&BOB, &BOB)).await.unwrap().is_none());
    }

    async fn whether_one_follows_a_very_large_account(w) {
        assert!(w.db.get(Follow::between(&BOB, &CID)).await.unwrap().is_some_and(|follow| follow.spread));
    }

    async fn how_many_follow(w) {
        assert_eq!(w.db.get(FollowerCounter::of_user(&ANN)).await.unwrap().unwrap().count, 2);
    }

    async fn how_many_a_user_follows(w) {
        assert_eq!(w.db.get(FollowingCounter::of_user(&ANN)).await.unwrap().unwrap().count, 2);
    }

    async fn how_many_follow_a_very_large_account(w) {
        // Edges of both kinds, in the one counter that everyone knows.
        assert_eq!(w.db.get(FollowerCounter::of_user(&CID)).await.unwrap().unwrap().count, 2);
        assert_eq!(follow_counts(&w.db, CID).await.unwrap(), FollowCounts { followers: 2, following: 2 });
        let nobody = UserId::from_ulid(super::ulid(99));
        assert_eq!(follow_counts(&w.db, nobody).await.unwrap(), FollowCounts::default());
    }

    async fn one_group(w) {
        assert_eq!(w.db.get(Group::by_id(&w.groups[0].group_id)).await.unwrap(), Some(w.groups[0].clone()));
    }

    async fn members_of_a_group(w) {
        let members = w.db.query(GroupMember::of_group(&w.groups[0].group_id)).page().await.unwrap().items;
        assert_eq!(members, w.members[..2]);
    }

    async fn groups_of_a_user(w) {
        let groups = w.db.query(GroupMember::of_user(&ANN)).page().await.unwrap().items;
        // In the order of joining.
        assert_eq!(groups, [w.members[2].clone(), w.members[0].clone()]);
    }

    async fn one_membership(w) {
        let group = w.groups[1].group_id;
        assert_eq!(w.db.get(GroupMember::by_id(&group, &CID)).await.unwrap(), Some(w.members[3].clone()));
        assert_eq!(w.db.get(GroupMember::by_id(&group, &BOB)).await.unwrap(), None);
    }

    async fn what_a_user_did(w) {
        let expected: Vec<_> = w.activities.iter().filter(|a| a.actor_id == BOB).rev().cloned().collect();
        let first = w.db.query(Activity::recent(&BOB)).limit(2).page().await.unwrap();
        assert_eq!(first.items, expected[..2]);
        let rest = w.db.query(Activity::recent(&BOB)).limit(2).after(&first.next.unwrap()).page().await.unwrap();
        assert_eq!(rest.items, expected[2..]);
    }

    async fn copies_in_a_feed(w) {
        let mut expected: Vec<_> = w.feed.iter().filter(|item| item.follower_id == ANN).cloned().collect();
        expected.sort_by_key(|item| std::cmp::Reverse((item.created_at, item.activity_id)));
        assert_eq!(w.db.query(FeedItem::recent(&ANN)).page().await.unwrap().items, expected);
    }

    async fn whether_a_user_is_promoted(w) {
        assert_eq!(w.db.get(Promotion::of_user(&BOB)).await.unwrap(), Some(w.promotions[0].clone()));
        assert_eq!(w.db.get(Promotion::of_user(&ANN)).await.unwrap(), None);
    }

    async fn whether_a_group_is_promoted(w) {
        let [one, two] = [w.groups[0].group_id, w.groups[1].group_id];
        assert_eq!(w.db.get(GroupPromotion::of_group(&one)).await.unwrap(), Some(w.group_promotions[0].clone()));
        assert_eq!(w.db.get(GroupPromotion::of_group(&two)).await.unwrap(), None);
        // The id of a group is no user's.
        let user: UserId = one.as_str().parse().unwrap();
        assert_eq!(w.db.get(Promotion::of_user(&user)).await.unwrap(), None);
    }

    async fn messages_in_a_timeline(w) {
        let mut expected: Vec<_> = w.messages.iter().filter(|message| message.in_timeline).cloned().collect();
        expected.reverse();
        let found = w.db.query(Message::timeline(&ANN)).all().await.unwrap();
        assert_eq!(super::sorted(found), super::sorted(expected));
        assert_eq!(w.db.query(Message::timeline(&BOB)).count().await.unwrap(), 0);
    }

    async fn quests_of_a_user(w) {
        let expected: Vec<_> = w.quests.iter().filter(|quest| quest.user_id == ANN).cloned().collect();
        assert_eq!(w.db.query(Quest::of_user(&ANN)).page().await.unwrap().items, expected);
        // By what they are linked to, which no key has.
        let linked = Quest::fields().linked_goal_ids.contains(w.goals[1].goal_id);
        assert_eq!(w.db.query(Quest::of_user(&ANN)).filter(linked).page().await.unwrap().items, [w.quests[1].clone()]);
    }

    async fn one_quest(w) {
        assert_eq!(w.db.get(Quest::by_id(&ANN, &w.quests[0].quest_id)).await.unwrap(), Some(w.quests[0].clone()));
        assert_eq!(w.db.get(Quest::by_id(&BOB, &w.quests[0].quest_id)).await.unwrap(), None);
    }

    async fn one_room(w) {
        assert_eq!(w.db.get(Room::by_id(&w.rooms[0].room_id)).await.unwrap(), Some(w.rooms[0].clone()));
    }

    async fn history_of_a_room(w) {
        let room = w.rooms[0].room_id;
        let mut expected: Vec<_> = w.messages.iter().filter(|message| message.room_id == room).cloned().collect();
        expected.reverse();
        // The room itself is in the partition too.
        assert_eq!(w.db.query(Message::history(&room)).page().await.unwrap().items, expected);
        let first = w.db.query(Message::history(&room)).limit(2).page().await.unwrap();
        let rest = w.db.query(Message::history(&room)).after(&first.next.unwrap()).page().await.unwrap();
        assert_eq!([first.items, rest.items].concat(), expected);
    }

    async fn an_assistance_thread(w) {
        let thread = w.assists[0].thread_id;
        let expected: Vec<_> = w.assists.iter().filter(|message| message.thread_id == thread).cloned().collect();
        assert_eq!(w.db.query(AssistMsg::in_thread(&thread)).page().await.unwrap().items, expected);
    }

    async fn the_home_feed_is_made_of_both(w) {
        // Ann follows Cid, who is not promoted, and Bob, who is and is read from her feed: his last was not copied yet.
        let feed = async |limit| {
            let feed = home_feed(&w.db, ANN, limit, None).await.unwrap().entries;
            feed.iter().map(|entry| entry.activity_id).collect::<Vec<_>>()
        };
        let ids = |of: &[(UserId, u32)]| {
            let id = |(user, n): &(UserId, u32)| super::goals_world::activity(*user, *n).activity_id;
            of.iter().map(id).collect::<Vec<_>>()
        };
        let cid = home_feed(&w.db, CID, 1, None).await.unwrap().entries.remove(0);
        assert_eq!(cid.activity_id, ids(&[(ANN, 3)])[0], "one copy of Bob's fills his page, and the next one does not show");
        // Where copies do not fill the page, the activities themselves do.
        assert_eq!(feed(2).await, ids(&[(CID, 3), (BOB, 3)]));
        assert_eq!(feed(4).await, ids(&[(CID, 3), (BOB, 3), (CID, 2), (BOB, 2)]));
        assert_eq!(home_feed(&w.db, UserId::from_ulid(super::ulid(99)), 4, None).await.unwrap().entries, []);
    }
}
