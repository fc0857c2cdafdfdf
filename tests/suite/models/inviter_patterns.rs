//! Every access pattern of the invitations app.

use dynamo_core::prelude::*;
use models::inviter::*;

use super::{on, sorted, with};

pub(super) fn hangout(id: &str, start: u64, groups: &[&str], invited: &[&str]) -> Hangout {
    Hangout {
        hangout_id: id.into(),
        title: format!("hangout {id}"),
        description: Some("All about it".into()),
        location: None,
        start_timestamp: start,
        group_ids: groups.iter().map(|id| GroupId::from(*id)).collect(),
        invited_user_ids: invited.iter().map(|id| UserId::from(*id)).collect(),
    }
}

pub(super) fn group(id: &str) -> Group {
    Group { group_id: id.into(), group_name: format!("group {id}") }
}

pub(super) fn user(id: &str) -> User {
    User { user_id: id.into(), user_name: format!("user {id}") }
}

struct World {
    db: Db,
    hangouts: Vec<Hangout>,
    members: Vec<GroupMembership>,
}

impl World {
    /// With ids that begin like others, and times of different widths.
    async fn new() -> Self {
        let db = with::<Inviter>().await;
        let hangouts = vec![
            hangout("h1", 9, &["g1", "g2"], &[]),
            hangout("h10", 100, &["g1"], &["ann"]),
            hangout("h2", 20, &["g10"], &["ann", "bob"]),
            hangout("h3", 20, &["g2"], &["ann2"]),
            hangout("h4", 1_000, &["g1", "g2"], &[]),
        ];
        for id in ["g1", "g10", "g2"] {
            db.create(&group(id)).await.unwrap();
        }
        for id in ["ann", "ann2", "bob"] {
            db.create(&user(id)).await.unwrap();
        }
        for hangout in &hangouts {
            db.create(hangout).await.unwrap();
        }
        let mut members = Vec::new();
        for (group, user) in [("g1", "ann"), ("g2", "ann"), ("g10", "bob"), ("g1", "ann2")] {
            members.push(join_group(&db, &group.into(), &user.into()).await.unwrap());
        }
        Self { db, hangouts, members }
    }

    async fn clear(self) {
        assert!(self.db.verify::<Inviter>().await.unwrap().is_clean());
        self.db.delete_table::<Inviter>().await.unwrap();
    }
}

fn ids<'a>(ids: impl IntoIterator<Item = &'a HangoutId>) -> Vec<&'a str> {
    ids.into_iter().map(|id| id.0.as_str()).collect()
}

on! { World::new:
    async fn one_hangout(w) {
        assert_eq!(w.db.get(Hangout::by_id(&"h1".into())).await.unwrap(), Some(w.hangouts[0].clone()));
    }

    async fn one_group(w) {
        assert_eq!(w.db.get(Group::by_id(&"g1".into())).await.unwrap(), Some(group("g1")));
    }

    async fn one_user(w) {
        assert_eq!(w.db.get(User::by_id(&"ann".into())).await.unwrap(), Some(user("ann")));
    }

    async fn the_feed_of_a_group(w) {
        // The group itself and its members are in the partition too.
        let feed = w.db.query(HangoutPointer::feed(&"g1".into())).page().await.unwrap().items;
        assert_eq!(ids(feed.iter().map(|pointer| &pointer.hangout_id)), ["h1", "h10", "h4"]);
        assert!(feed.iter().all(|pointer| pointer.group_id == "g1".into()));
    }

    async fn hangouts_of_a_group_after_a_time(w) {
        let upcoming = async |after: u64| w.db.query(HangoutPointer::upcoming(&"g1".into(), &after)).page().await.unwrap().items;
        // As numbers: 100 comes after 9. After a time is not from it on.
        assert_eq!(ids(upcoming(8).await.iter().map(|pointer| &pointer.hangout_id)), ["h1", "h10", "h4"]);
        assert_eq!(ids(upcoming(9).await.iter().map(|pointer| &pointer.hangout_id)), ["h10", "h4"]);
        assert_eq!(ids(upcoming(1_000).await.iter().map(|pointer| &pointer.hangout_id)), [] as [&str; 0]);
    }

    async fn invitations_of_a_user_after_a_time(w) {
        let upcoming = w.db.query(InvitedPointer::upcoming(&"ann".into(), &0)).page().await.unwrap().items;
        assert_eq!(ids(upcoming.iter().map(|pointer| &pointer.hangout_id)), ["h2", "h10"]);
    }

    async fn groups_of_a_user(w) {
        // Invitations have the same partition attribute, and are in the other index.
        let groups = w.db.query(GroupMembership::of_user(&"ann".into())).page().await.unwrap().items;
        assert_eq!(groups, w.members[..2]);
    }

    async fn members_of_a_group(w) {
        let members = w.db.query(GroupMembership::of_group(&"g1".into())).page().await.unwrap();
        assert_eq!(sorted(members), sorted([w.members[0].clone(), w.members[3].clone()]));
    }

    async fn one_membership(w) {
        assert!(w.db.get(GroupMembership::by_id(&"g1".into(), &"ann".into())).await.unwrap().is_some());
        assert!(w.db.get(GroupMembership::by_id(&"g10".into(), &"ann".into())).await.unwrap().is_none());
    }

    async fn everything_that_a_user_is_asked_to(w) {
        let all = agenda(&w.db, &"ann".into(), 0, 10).await.unwrap();
        // Each once, though two groups show it, or a group and an invitation.
        assert_eq!(ids(all.iter().map(|entry| &entry.hangout_id)), ["h1", "h2", "h3", "h10", "h4"]);
        assert_eq!(all.iter().map(|entry| entry.start_timestamp).collect::<Vec<_>>(), [9, 20, 20, 100, 1_000]);
        // Two begin at one time: whoever asked for one of them gets both, and can go on after that time.
        let some = agenda(&w.db, &"ann".into(), 9, 1).await.unwrap();
        assert_eq!(ids(some.iter().map(|entry| &entry.hangout_id)), ["h2", "h3"]);
        let rest = agenda(&w.db, &"ann".into(), 20, 1).await.unwrap();
        assert_eq!(ids(rest.iter().map(|entry| &entry.hangout_id)), ["h10"]);
        assert_eq!(agenda(&w.db, &"ann".into(), 0, 0).await.unwrap(), []);
        assert_eq!(some[0].group_id, None);
        assert_eq!(some[1].group_id, Some("g2".into()));
        assert_eq!(agenda(&w.db, &"nobody".into(), 0, 10).await.unwrap(), []);
    }

    async fn a_change_reaches_every_pointer(w) {
        let (fields, key) = (Hangout::fields(), w.hangouts[0].key());
        w.db.update(key.clone()).set(fields.title, "Picnic").set(fields.start_timestamp, 50).await.unwrap();
        for group in ["g1", "g2"] {
            let upcoming = w.db.query(HangoutPointer::upcoming(&group.into(), &49)).page().await.unwrap().items;
            assert_eq!((upcoming[0].title.as_str(), upcoming[0].start_timestamp), ("Picnic", 50));
        }
        // A group that no longer sees it loses its pointer, a user who is invited gets one.
        let moved = Hangout {
            group_ids: ["g2".into()].into(),
            invited_user_ids: ["bob".into()].into(),
            ..w.db.get(key.clone()).await.unwrap().unwrap()
        };
        w.db.replace(&moved).await.unwrap();
        let feed = w.db.query(HangoutPointer::feed(&"g1".into())).page().await.unwrap().items;
        assert_eq!(ids(feed.iter().map(|pointer| &pointer.hangout_id)), ["h10", "h4"]);
        assert_eq!(agenda(&w.db, &"bob".into(), 0, 9).await.unwrap().len(), 2);
        w.db.delete(key).await.unwrap();
        assert_eq!(agenda(&w.db, &"bob".into(), 0, 9).await.unwrap().len(), 1);
    }
}
