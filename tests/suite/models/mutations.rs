//! The mutations of the goals app: once for a request, all or nothing.

use dynamo_core::prelude::*;
use futures_util::TryStreamExt;
use futures_util::future::join_all;
use models::goals_guild::*;

use super::goals_world::{ANN, BOB, CID, World, goal, group, room, user};
use super::quests::new_quest;
use super::{is_local, on, second, ulid, with};
use crate::ops::fault::{Fault, faulty};

pub(super) fn call(user: UserId, request: &str) -> Call {
    Call::new(user, request)
}

/// Three users, and nothing else.
pub(super) struct Empty {
    pub(super) db: Db,
}

impl Empty {
    pub(super) async fn new() -> Self {
        let db = with::<GgCore>().await;
        for (id, name) in [(ANN, "ann"), (BOB, "bob"), (CID, "cid")] {
            db.create(&user(id, name)).await.unwrap();
        }
        Self { db }
    }

    async fn counts(&self, user: UserId) -> (u64, u64) {
        let counts = follow_counts(&self.db, user).await.unwrap();
        (counts.followers, counts.following)
    }

    /// Everything but the requests.
    pub(super) async fn items(&self) -> Vec<String> {
        let items = self.db.scan_all::<GgCore>().segments(1).all().await.unwrap();
        let items = items.into_iter().filter(|item| !matches!(item, GgCore::Request(_)));
        let mut items: Vec<_> = items.map(|item| format!("{item:?}")).collect();
        items.sort();
        items
    }

    pub(super) async fn clear(self) {
        assert!(self.db.verify::<GgCore>().await.unwrap().is_clean());
        self.db.delete_table::<GgCore>().await.unwrap();
    }
}

fn new_user(nickname: &str, email: &str) -> NewUser {
    let (nickname, email) = (nickname.to_owned(), email.to_owned());
    NewUser { nickname, email, full_name: "Dora".into(), language: None, tags: vec![] }
}

fn new_group(name: &str, description: &str) -> NewGroup {
    let tags = vec!["sport".to_owned()];
    NewGroup { name: name.into(), description: description.into(), tags, is_persistent: false }
}

fn new_activity(text: &str) -> NewActivity {
    NewActivity {
        verb: Verb::post(),
        object_type: ObjectType::Post,
        object_id: "p1".into(),
        preview_text: text.into(),
        media: None,
        tags: vec![],
    }
}

on! { Empty::new:
    async fn names_and_addresses_are_registered_once(w) {
        let dora = UserId::from_ulid(ulid(10));
        let done = register_user(&w.db, &call(dora, "r1"), new_user("dora", " Dora@Example.com ")).await.unwrap();
        assert_eq!(done, Done { value: dora, repeated: false });
        assert_eq!(w.db.query(User::by_email("dora@example.com")).first().await.unwrap().unwrap().user_id, dora);
        let again = register_user(&w.db, &call(dora, "r1"), new_user("dora", "dora@example.com")).await.unwrap();
        assert!(again.repeated);
        let before = w.items().await;
        for (new, field) in [(new_user("dora", "d2@example.com"), "nickname"), (new_user("d2", "DORA@example.com"), "email")] {
            let taken = register_user(&w.db, &call(UserId::from_ulid(ulid(11)), "r2"), new).await;
            let Err(GuildError::Db(error)) = taken else { panic!("{taken:?}") };
            assert_eq!(error.unique_violation().map(dynamo_core::companion::UniqueViolation::fields), Some(field));
        }
        assert_eq!(w.items().await, before);
        let account = register_user(&w.db, &call(dora, "r9"), new_user("dora2", "d9@example.com")).await;
        assert_eq!(account, Err(GuildError::HasAccount(dora)));
        // An address is the same in any case.
        assert_eq!(w.db.query(User::by_email("DORA@example.com")).first().await.unwrap().unwrap().user_id, dora);
        // Of many at once, one has the name.
        let calls: Vec<_> = (20..28).map(|n| call(UserId::from_ulid(ulid(n)), "r")).collect();
        let runs = calls.iter().enumerate().map(|(n, call)| register_user(&w.db, call, new_user("eve", &format!("e{n}@x.org"))));
        assert_eq!(join_all(runs).await.into_iter().flatten().count(), 1);
    }

    async fn a_follow_counts_once(w) {
        let first = follow_user(&w.db, &call(ANN, "r1"), BOB).await.unwrap();
        assert_eq!(first, Done { value: Effect::Changed, repeated: false });
        for _ in 0..3 {
            let again = follow_user(&w.db, &call(ANN, "r1"), BOB).await.unwrap();
            assert_eq!(again, Done { value: Effect::Changed, repeated: true });
        }
        let other = follow_user(&w.db, &call(ANN, "r2"), BOB).await.unwrap();
        assert_eq!(other, Done { value: Effect::Unchanged, repeated: false });
        assert_eq!((w.counts(ANN).await, w.counts(BOB).await), ((0, 1), (1, 0)));
        assert_eq!(w.db.query(Follow::followers(&BOB)).page().await.unwrap().items.len(), 1);

        for request in ["u1", "u1", "u2"] {
            unfollow_user(&w.db, &call(ANN, request), BOB).await.unwrap();
        }
        assert_eq!((w.counts(ANN).await, w.counts(BOB).await), ((0, 0), (0, 0)));
        // Retries that come late do not follow again, not even the one that changed nothing then.
        for request in ["r1", "r2"] {
            assert!(follow_user(&w.db, &call(ANN, request), BOB).await.unwrap().repeated);
        }
        assert_eq!(w.counts(BOB).await, (0, 0));
        assert_eq!(w.db.query(Follow::following(&ANN)).page().await.unwrap().items, []);
    }

    async fn nobody_follows_themselves_or_no_one(w) {
        let before = w.items().await;
        assert_eq!(follow_user(&w.db, &call(ANN, "r1"), ANN).await, Err(GuildError::FollowsSelf));
        let ghost = UserId::from_ulid(ulid(99));
        assert_eq!(follow_user(&w.db, &call(ANN, "r1"), ghost).await, Err(GuildError::NoSuchUser(ghost)));
        assert_eq!(unfollow_user(&w.db, &call(ANN, "r2"), ghost).await.unwrap().value, Effect::Unchanged);
        assert_eq!(w.items().await, before);
    }

    async fn many_follow_and_unfollow_at_once(w) {
        let calls: Vec<_> = (0..12).map(|n| call(ANN, &format!("r{n}"))).collect();
        let runs = join_all(calls.iter().map(|call| follow_user(&w.db, call, BOB))).await;
        let changed = runs.iter().filter(|run| matches!(run, Ok(Done { value: Effect::Changed, .. }))).count();
        assert_eq!((changed, w.counts(BOB).await), (1, (1, 0)), "{runs:?}");
        let same = join_all((0..12).map(|_| async { unfollow_user(&w.db, &call(ANN, "u"), BOB).await.unwrap() })).await;
        assert!(same.iter().all(|done| done.value == Effect::Changed));
        assert_eq!(same.iter().filter(|done| !done.repeated).count(), 1);
        assert_eq!(w.counts(BOB).await, (0, 0));
    }

    async fn a_very_large_account_has_edges_in_many_partitions(w) {
        follow_user(&w.db, &call(ANN, "r1"), BOB).await.unwrap();
        promote(&w.db, BOB, PromotionReason::Followers, [], &FeedRules::default()).await.unwrap();
        follow_user(&w.db, &call(CID, "r1"), BOB).await.unwrap();
        let edges = w.db.query(Follow::spread_followers(&BOB)).all().await.unwrap();
        assert_eq!(edges.iter().map(|edge| edge.follower_id).collect::<Vec<_>>(), [CID]);
        // Whoever knows nothing of it finds both edges and the whole number.
        for user in [ANN, CID] {
            assert_eq!(w.db.query(Follow::following(&user)).all().await.unwrap().len(), 1);
        }
        assert_eq!(w.db.get(FollowerCounter::of_user(&BOB)).await.unwrap().unwrap().count, 2);
        // Ann follows already, by an edge of the other kind.
        assert_eq!(follow_user(&w.db, &call(ANN, "r2"), BOB).await.unwrap().value, Effect::Unchanged);
        assert_eq!(w.counts(BOB).await, (2, 0));
        let all: Vec<_> = followers(&w.db, BOB).try_collect().await.unwrap();
        assert_eq!(all, [ANN, CID]);
        // For whatever reason it is promoted later.
        promote(&w.db, BOB, PromotionReason::Volume, [], &FeedRules::default()).await.unwrap();
        assert_eq!(w.counts(BOB).await, (2, 0));
        // And the other way round, when the account is no longer very large.
        demote(&w.db, BOB).await.unwrap();
        assert_eq!(follow_user(&w.db, &call(CID, "r2"), BOB).await.unwrap().value, Effect::Unchanged);
        assert_eq!(w.counts(BOB).await, (2, 0));
        for user in [ANN, CID] {
            unfollow_user(&w.db, &call(user, "u1"), BOB).await.unwrap();
        }
        assert_eq!(w.counts(BOB).await, (0, 0));
    }

    async fn members_come_and_go_with_the_room(w) {
        let made = create_group(&w.db, &call(ANN, "g1"), new_group("Runners", "We run")).await.unwrap();
        let again = create_group(&w.db, &call(ANN, "g1"), new_group("Runners", "We run")).await.unwrap();
        assert_eq!((again.repeated, again.value), (true, made.value));
        let group_id = made.value;
        for request in ["r1", "r1", "r2"] {
            join_group(&w.db, &call(BOB, request), group_id).await.unwrap();
        }
        assert_eq!(w.db.query(GroupMember::of_user(&BOB)).page().await.unwrap().items.len(), 1);
        let members = async || w.db.get(Room::by_id(&group_id.room())).await.unwrap().unwrap().members;
        assert_eq!(members().await, [ANN, BOB]);
        send_message(&w.db, &call(BOB, "m1"), group_id.room(), "hi").await.unwrap();
        let left = leave_group(&w.db, &call(BOB, "l1"), group_id).await.unwrap();
        assert_eq!((left.value, members().await), (Effect::Changed, vec![ANN]));
        assert_eq!(leave_group(&w.db, &call(BOB, "l2"), group_id).await.unwrap().value, Effect::Unchanged);
        assert_eq!(w.db.query(GroupMember::of_user(&BOB)).page().await.unwrap().items, []);
        let before = w.items().await;
        assert_eq!(leave_group(&w.db, &call(ANN, "l1"), group_id).await, Err(GuildError::OwnerStays(group_id)));
        let other = group(2).group_id;
        assert_eq!(join_group(&w.db, &call(BOB, "r3"), other).await, Err(GuildError::NoSuchGroup(other)));
        assert_eq!(w.items().await, before);
        // Late retries are told what they gave, though it would not be done today.
        assert!(send_message(&w.db, &call(BOB, "m1"), group_id.room(), "hi").await.unwrap().repeated);
        assert!(join_group(&w.db, &call(BOB, "r1"), group_id).await.unwrap().repeated);
        assert_eq!(members().await, [ANN]);
    }

    async fn a_group_is_made_as_it_was_wanted(w) {
        let made = create_group(&w.db, &call(ANN, "g1"), new_group("Runners", "We run")).await.unwrap().value;
        let group = w.db.get(Group::by_id(&made)).await.unwrap().unwrap();
        assert_eq!((group.tags, group.is_persistent, group.owner_id), (vec!["sport".to_owned()], false, ANN));
        let other = NewGroup { is_persistent: true, ..new_group("Runners", "We run") };
        let reused = create_group(&w.db, &call(ANN, "g1"), other).await;
        assert!(matches!(reused, Err(GuildError::RequestReused(_))), "{reused:?}");
        assert!(matches!(create_group(&w.db, &call(ANN, "g2"), new_group(" ", "")).await, Err(GuildError::Input(_))));
    }

    async fn two_have_one_room(w) {
        let opened = open_dm(&w.db, &call(ANN, "d1"), BOB).await.unwrap();
        assert!(open_dm(&w.db, &call(ANN, "d1"), BOB).await.unwrap().repeated);
        for (who, with, request) in [(ANN, BOB, "d2"), (BOB, ANN, "d1")] {
            assert_eq!(open_dm(&w.db, &call(who, request), with).await.unwrap().value, opened.value);
        }
        let room = w.db.get(Room::by_id(&opened.value)).await.unwrap().unwrap();
        assert_eq!((room.scope, room.members), (RoomScope::Dm, vec![ANN, BOB]));
        assert_ne!(open_dm(&w.db, &call(ANN, "d3"), CID).await.unwrap().value, opened.value);
        send_message(&w.db, &call(BOB, "m1"), opened.value, "hi").await.unwrap();
        let outside = send_message(&w.db, &call(CID, "m1"), opened.value, "hi").await;
        assert_eq!(outside, Err(GuildError::NotInRoom(CID, opened.value)));
        let ghost = UserId::from_ulid(ulid(99));
        assert_eq!(open_dm(&w.db, &call(ANN, "d4"), ghost).await, Err(GuildError::NoSuchUser(ghost)));
        assert!(matches!(open_dm(&w.db, &call(ANN, "d5"), ANN).await, Err(GuildError::Input(_))));
        // Someone else's room under the id: nobody gets into it.
        let stolen = open_dm(&w.db, &call(BOB, "d6"), CID).await.unwrap().value;
        let theirs = Room { room_id: stolen, scope: RoomScope::Dm, members: vec![ANN, CID], created_at: second(1) };
        w.db.put(&theirs).await.unwrap();
        assert_eq!(open_dm(&w.db, &call(BOB, "d7"), CID).await, Err(GuildError::Busy));
        // Both at once make one.
        w.db.delete(Room::by_id(&opened.value)).await.unwrap();
        let calls = [(call(ANN, "x"), BOB), (call(BOB, "x"), ANN)];
        let both = join_all(calls.iter().map(|(call, with)| open_dm(&w.db, call, *with))).await;
        assert!(both.iter().all(|done| done.as_ref().is_ok_and(|done| done.value == opened.value)), "{both:?}");
    }

    async fn a_temporary_message_goes_and_one_may_be_in_the_timeline(w) {
        let db = w.db.clone().with_clock(|| second(100));
        let room = open_dm(&db, &call(ANN, "d1"), BOB).await.unwrap().value;
        let minute = std::time::Duration::from_mins(1);
        let secret = NewMessage { keep: Some(minute), ..NewMessage::from("4711") };
        send_message(&db, &call(ANN, "m1"), room, secret.clone()).await.unwrap();
        assert!(send_message(&db, &call(ANN, "m1"), room, secret).await.unwrap().repeated);
        let longer = NewMessage { keep: Some(minute * 2), ..NewMessage::from("4711") };
        assert!(matches!(send_message(&db, &call(ANN, "m1"), room, longer).await, Err(GuildError::RequestReused(_))));
        let listed = NewMessage { in_timeline: true, ..NewMessage::from("I did it") };
        send_message(&db, &call(ANN, "m2"), room, listed).await.unwrap();
        let said = db.query(Message::history(&room)).all().await.unwrap();
        assert_eq!(said.len(), 2);
        let ttl = said.iter().find_map(|message| message.ttl);
        assert_eq!(ttl, Some(second(160).second_after(std::time::Duration::ZERO)));
        // When it has expired, whether or not DynamoDB has deleted it.
        let later = db.clone().with_clock(|| second(161));
        assert_eq!(later.query(Message::history(&room)).all().await.unwrap()[0].text, "I did it");
        let timeline = db.query(User::timeline(&ANN)).all().await.unwrap();
        assert!(timeline.iter().any(|entry| matches!(entry, Timeline::Message(message) if message.in_timeline)));
        assert_eq!(db.query(Message::timeline(&ANN)).count().await.unwrap(), 1);
        assert_eq!(db.query(Message::timeline(&BOB)).count().await.unwrap(), 0);
    }

    async fn a_member_who_is_not_in_the_room_gets_in(w) {
        let group_id = create_group(&w.db, &call(ANN, "g1"), new_group("Runners", "We run")).await.unwrap().value;
        let member = GroupMember { group_id, user_id: BOB, role: GroupRole::Member, joined_at: second(1) };
        w.db.create(&member).await.unwrap();
        assert_eq!(join_group(&w.db, &call(BOB, "r1"), group_id).await.unwrap().value, Effect::Changed);
        assert_eq!(w.db.get(Room::by_id(&group_id.room())).await.unwrap().unwrap().members, [ANN, BOB]);
        w.db.delete(member.key()).await.unwrap();
        assert_eq!(leave_group(&w.db, &call(BOB, "l1"), group_id).await.unwrap().value, Effect::Changed);
        assert_eq!(w.db.get(Room::by_id(&group_id.room())).await.unwrap().unwrap().members, [ANN]);
        // Many at once all get in.
        let calls: Vec<_> = (20..28).map(|n| call(UserId::from_ulid(ulid(n)), "r")).collect();
        let joined = join_all(calls.iter().map(|call| join_group(&w.db, call, group_id))).await;
        assert!(joined.iter().all(Result::is_ok), "{joined:?}");
        assert_eq!(w.db.get(Room::by_id(&group_id.room())).await.unwrap().unwrap().members.len(), 9);
    }

    async fn an_activity_is_written_once(w) {
        let first = post_activity(&w.db, &call(ANN, "r1"), new_activity("hello")).await.unwrap();
        let again = post_activity(&w.db, &call(ANN, "r1"), new_activity("hello")).await.unwrap();
        assert_eq!((first.value, again.repeated), (again.value, true));
        let all = w.db.query(Activity::recent(&ANN)).page().await.unwrap().items;
        assert_eq!(all.iter().map(|a| (a.activity_id, a.created_at)).collect::<Vec<_>>(), [(first.value.id, first.value.at)]);
        let other = NewActivity { tags: vec!["another".into()], ..new_activity("hello") };
        let reused = post_activity(&w.db, &call(ANN, "r1"), other).await;
        assert_eq!(reused, Err(GuildError::RequestReused("r1".into())));
        // Another user's request may be called the same.
        assert!(!post_activity(&w.db, &call(BOB, "r1"), new_activity("hello")).await.unwrap().repeated);
    }

    async fn a_request_id_is_for_one_call(w) {
        follow_user(&w.db, &call(ANN, "r1"), BOB).await.unwrap();
        let before = w.items().await;
        let reused = GuildError::RequestReused("r1".into());
        assert_eq!(follow_user(&w.db, &call(ANN, "r1"), CID).await, Err(reused.clone()));
        assert_eq!(unfollow_user(&w.db, &call(ANN, "r1"), BOB).await, Err(reused.clone()));
        assert_eq!(post_activity(&w.db, &call(ANN, "r1"), new_activity("x")).await, Err(reused));
        assert_eq!(w.items().await, before);
    }

    async fn members_of_a_room_write_in_it(w) {
        let room = room(1, &[ANN]);
        w.db.create(&room).await.unwrap();
        let sent = send_message(&w.db, &call(ANN, "m1"), room.room_id, "hi").await.unwrap();
        assert!(send_message(&w.db, &call(ANN, "m1"), room.room_id, "hi").await.unwrap().repeated);
        let history = w.db.query(Message::history(&room.room_id)).page().await.unwrap().items;
        assert_eq!(history.iter().map(|m| (m.message_id, m.text.as_str())).collect::<Vec<_>>(), [(sent.value.id, "hi")]);
        let other = send_message(&w.db, &call(ANN, "m1"), room.room_id, "something else").await;
        assert_eq!(other, Err(GuildError::RequestReused("m1".into())));
        let outside = send_message(&w.db, &call(BOB, "m1"), room.room_id, "hi").await;
        assert_eq!(outside, Err(GuildError::NotInRoom(BOB, room.room_id)));
        let nowhere = RoomId::from_ulid(ulid(5));
        assert_eq!(send_message(&w.db, &call(ANN, "m2"), nowhere, "hi").await, Err(GuildError::NoSuchRoom(nowhere)));
    }

    /// Whichever request of a mutation has no answer, and whether or not it was carried out, the client's retry ends in
    /// what one call alone would have made.
    async fn a_lost_answer_changes_nothing_twice(w) {
        let talk = create_group(&w.db, &call(ANN, "talk"), new_group("Talk", "")).await.unwrap().value;
        let mine = goal(BOB, 1);
        w.db.create(&mine).await.unwrap();
        let (db, faults) = faulty(w.db.clone());
        for fault in [Fault::AnswerLost, Fault::Cut] {
            for at in (0..).step_by(if is_local() { 4 } else { 1 }) {
                let id = |what: &str| call(BOB, &format!("{what}{at}{fault:?}"));
                let run = async || {
                    join_group(&db, &id("join"), talk).await?;
                    follow_user(&db, &id("follow"), ANN).await?;
                    post_activity(&db, &id("post"), new_activity("x")).await?;
                    send_message(&db, &id("say"), talk.room(), "x").await?;
                    let quest = create_quest(&db, &id("quest"), new_quest(vec![mine.goal_id], vec![])).await?.value;
                    cancel_quest(&db, &id("cancel"), quest).await?;
                    unfollow_user(&db, &id("unfollow"), ANN).await?;
                    leave_group(&db, &id("leave"), talk).await
                };
                let before = (activities(&w).await, messages(&w, talk.room()).await, quests(&w).await);
                faults.then((0..at).map(|_| Fault::None), fault);
                let broken = run().await;
                faults.none();
                run().await.unwrap();
                let after = (activities(&w).await, messages(&w, talk.room()).await, quests(&w).await);
                assert_eq!(after, (before.0 + 1, before.1 + 1, before.2 + 1), "{at} {fault:?}");
                assert_eq!((w.counts(ANN).await, w.counts(BOB).await), ((0, 0), (0, 0)), "{at} {fault:?}");
                assert_eq!(w.db.query(GroupMember::of_user(&BOB)).page().await.unwrap().items, []);
                // Past the last request, nothing breaks.
                if broken.is_ok() {
                    assert!(at >= 12, "{at}");
                    break;
                }
            }
        }
    }
}

async fn quests(w: &Empty) -> u64 {
    w.db.query(Quest::of_user(&BOB)).count().await.unwrap()
}

async fn activities(w: &Empty) -> u64 {
    w.db.query(Activity::query(&BOB)).count().await.unwrap()
}

async fn messages(w: &Empty, room: RoomId) -> u64 {
    w.db.query(Message::query(&room)).count().await.unwrap()
}

/// The world of the patterns was written by whole items: nothing of it is out of step.
#[tokio::test]
async fn the_world_is_in_step() {
    let w = World::new().await;
    assert!(w.db.verify::<GgCore>().await.unwrap().is_clean());
    w.clear().await;
}
