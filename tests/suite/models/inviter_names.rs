//! Memberships have the names of their groups and users, whatever happens in the middle.

use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::future::join_all;
use models::inviter::*;

use super::inviter_patterns::{group, user};
use super::{is_local, on, with};
use crate::ops::fault::{Fault, faulty};

fn members() -> usize {
    if is_local() { 12 } else { 120 }
}

struct World {
    db: Db,
}

impl World {
    /// More members than a transaction takes.
    async fn new() -> Self {
        let count = members();
        let db = with::<Inviter>().await;
        db.create(&group("g1")).await.unwrap();
        let members: Vec<_> = (0..count)
            .map(|n| GroupMembership {
                group_id: "g1".into(),
                user_id: UserId(format!("u{n:03}")),
                group_name: "group g1".into(),
                user_name: format!("user {n}"),
            })
            .collect();
        db.batch_write().put_all(&members).await.unwrap();
        Self { db }
    }

    /// The different names that memberships of the group show.
    async fn names(&self) -> Vec<String> {
        use futures_util::TryStreamExt;
        let members = self.db.query(GroupMembership::of_group(&"g1".into())).consistent().stream();
        let members: Vec<_> = members.try_collect().await.unwrap();
        let mut names: Vec<_> = members.into_iter().map(|member| member.group_name).collect();
        names.sort();
        names.dedup();
        names
    }

    async fn clear(self) {
        self.db.delete_table::<Inviter>().await.unwrap();
    }
}

on! { World::new:
    async fn a_new_name_reaches_all_members(w) {
        assert_eq!(rename_group(&w.db, &"g1".into(), "Runners").await.unwrap(), members());
        assert_eq!(w.names().await, ["Runners"]);
        assert_eq!(sync_group_name(&w.db, &"g1".into()).await.unwrap(), 0);
        let stranger = join_group(&w.db, &"g1".into(), &"new".into()).await;
        assert_eq!(stranger, Err(InviterError::NoSuchUser("new".into())));
        w.db.create(&user("new")).await.unwrap();
        let joined = join_group(&w.db, &"g1".into(), &"new".into()).await.unwrap();
        assert_eq!((joined.group_name.as_str(), joined.user_name.as_str()), ("Runners", "user new"));
        let again = join_group(&w.db, &"g1".into(), &"new".into()).await;
        assert_eq!(again, Err(InviterError::AlreadyMember("new".into())));
        leave_group(&w.db, &"g1".into(), &"new".into()).await.unwrap();
        assert_eq!(w.db.query(GroupMembership::of_user(&"new".into())).page().await.unwrap().items, []);
        let ghost = rename_group(&w.db, &"g9".into(), "x").await;
        assert_eq!(ghost, Err(InviterError::NoSuchGroup("g9".into())));
    }

    /// The program is gone after any of its requests: the record of the stream, or another call, finishes.
    async fn a_renaming_that_ends_in_the_middle_is_finished(w) {
        for (at, finish_by_stream) in [(1, true), (2, false), (3, true), (4, false), (5, true)] {
            let (old, new) = (group_now(&w.db).await, format!("name {at}"));
            let (db, faults) = faulty(w.db.clone());
            faults.then((0..at).map(|_| Fault::None), Fault::Cut);
            let cut = rename_group(&db, &"g1".into(), &new).await;
            assert!(cut.is_err() || at == 5 || is_local(), "{at}: {cut:?}");
            if finish_by_stream {
                let (old, now) = (old.to_item().unwrap(), group_now(&w.db).await.to_item().unwrap());
                let change = Change::from_images(Some(old), Some(now)).unwrap();
                on_change(&w.db, &change).await.unwrap();
            } else {
                sync_group_name(&w.db, &"g1".into()).await.unwrap();
            }
            assert_eq!(w.names().await, [new], "{at}");
        }
    }

    async fn of_many_names_at_once_one_is_everywhere(w) {
        let names: Vec<_> = (0..4).map(|n| format!("name {n}")).collect();
        let group_id = GroupId::from("g1");
        let renames = join_all(names.iter().map(|name| rename_group(&w.db, &group_id, name))).await;
        // Whoever was overtaken too often says so: the last one is in time.
        for rename in renames.into_iter().filter_map(Result::err) {
            assert_eq!(rename, InviterError::Busy);
            sync_group_name(&w.db, &group_id).await.unwrap();
        }
        assert_eq!(w.names().await, [group_now(&w.db).await.group_name]);
    }

    /// A slow one is overtaken between its reading and its writing.
    async fn a_slow_writer_does_not_bring_an_older_name_back(w) {
        let (slow, faults) = faulty(w.db.clone());
        // The group, its name again, its members: held at the transaction.
        faults.next([Fault::None, Fault::None, Fault::None, Fault::Held]);
        let renaming = tokio::spawn(async move { rename_group(&slow, &"g1".into(), "Slow").await });
        while faults.seen() <= 3 {
            tokio::task::yield_now().await;
        }
        rename_group(&w.db, &"g1".into(), "Fast").await.unwrap();
        faults.release();
        renaming.await.unwrap().unwrap();
        assert_eq!((w.names().await, group_now(&w.db).await.group_name.as_str()), (vec!["Fast".to_owned()], "Fast"));

        w.db.create(&user("new")).await.unwrap();
        let (slow, faults) = faulty(w.db.clone());
        faults.next([Fault::None, Fault::Held]);
        let joining = tokio::spawn(async move { join_group(&slow, &"g1".into(), &"new".into()).await });
        while faults.seen() <= 1 {
            tokio::task::yield_now().await;
        }
        rename_group(&w.db, &"g1".into(), "Faster").await.unwrap();
        rename_user(&w.db, &"new".into(), "Newer").await.unwrap();
        faults.release();
        let member = joining.await.unwrap().unwrap();
        assert_eq!((member.group_name.as_str(), member.user_name.as_str()), ("Faster", "Newer"));
        assert_eq!(w.names().await, ["Faster"]);
    }

    async fn a_users_name_reaches_all_memberships(w) {
        let me = UserId::from("u001");
        w.db.create(&group("g2")).await.unwrap();
        w.db.create(&User { user_id: me.clone(), user_name: "user 1".into() }).await.unwrap();
        join_group(&w.db, &"g2".into(), &me).await.unwrap();
        let names = async || {
            let mine = w.db.query(GroupMembership::of_user(&me)).page().await.unwrap().items;
            mine.into_iter().map(|member| member.user_name).collect::<Vec<_>>()
        };
        assert_eq!(rename_user(&w.db, &me, "Ann").await.unwrap(), 2);
        assert_eq!(names().await, ["Ann", "Ann"]);
        let other = w.db.get(GroupMembership::by_id(&"g1".into(), &"u010".into())).await.unwrap().unwrap();
        assert_eq!(other.user_name, "user 10");
        assert_eq!(rename_user(&w.db, &"nobody".into(), "x").await, Err(InviterError::NoSuchUser("nobody".into())));

        // The program ends after the first write: the record of the stream brings the rest.
        let old = w.db.get(User::by_id(&me)).await.unwrap().unwrap();
        let (db, faults) = faulty(w.db.clone());
        faults.then([Fault::None], Fault::Cut);
        assert!(rename_user(&db, &me, "Bea").await.is_err());
        assert_eq!(names().await, ["Ann", "Ann"]);
        let new = w.db.get(User::by_id(&me)).await.unwrap().unwrap();
        let image = |user: &User| Some(user.to_item().unwrap());
        on_change(&w.db, &Change::from_images(image(&old), image(&new)).unwrap()).await.unwrap();
        assert_eq!(names().await, ["Bea", "Bea"]);
        // A membership that was overlooked, since the index did not have it yet.
        let late = GroupMembership { user_name: "Ann".into(), ..w.db.get(GroupMembership::by_id(&"g2".into(), &me)).await.unwrap().unwrap() };
        w.db.put(&late).await.unwrap();
        on_change(&w.db, &Change::from_images(None, Some(late.to_item().unwrap())).unwrap()).await.unwrap();
        assert_eq!(names().await, ["Bea", "Bea"]);
        // Of several names at once, one is everywhere.
        let all = ["Eva", "Eve", "Ida"];
        join_all(all.iter().map(|name| rename_user(&w.db, &me, name))).await;
        let last = w.db.get(User::by_id(&me)).await.unwrap().unwrap().user_name;
        assert_eq!(names().await, [last.clone(), last]);
    }
}

async fn group_now(db: &Db) -> Group {
    db.get(Group::by_id(&"g1".into())).consistent().await.unwrap().unwrap()
}
