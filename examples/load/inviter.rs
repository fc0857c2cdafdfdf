//! The invitations app.

use std::ops::Range;

use dynamo_core::{Db, Error};
use indicatif::ProgressBar;
use models::inviter::{
    AgendaEntry, Group, GroupId, GroupMembership, Hangout, HangoutId, HangoutPointer, InvitedPointer, User, UserId,
    agenda,
};

use crate::probe::Probe;
use crate::write::{only, sorted_by, write_all};

/// Groups, and what they meet for.
#[derive(Debug, Default)]
pub(crate) struct Hangouts {
    hangouts: Vec<Hangout>,
    groups: Vec<Group>,
    users: Vec<User>,
    members: Vec<GroupMembership>,
}

/// When the first of them is.
const SOON: u64 = 1_900_000_000;

impl Hangouts {
    /// Ten users are in two of ten groups each.
    pub(crate) async fn write(
        db: &Db,
        random: &mut fastrand::Rng,
        users: Range<u32>,
        per_user: u64,
        bar: &ProgressBar,
    ) -> Result<Self, Error> {
        let mut new = Self::default();
        // A hangout is four items: itself, two groups' pointers and a user's.
        let each = u32::try_from(per_user / 4).unwrap_or(u32::MAX).max(2);
        let ids: Vec<u32> = users.collect();
        for users in ids.chunks(10) {
            let group = |n: usize| GroupId(format!("g{}", users[n % users.len()]));
            for (n, user) in users.iter().enumerate() {
                new.users.push(User { user_id: UserId(format!("u{user}")), user_name: format!("user {user}") });
                new.groups.push(Group { group_id: group(n), group_name: format!("group {user}") });
                for k in [n, n + 1] {
                    let group_name = format!("group {}", users[k % users.len()]);
                    let (group_id, user_id) = (group(k), UserId(format!("u{user}")));
                    let user_name = format!("user {user}");
                    new.members.push(GroupMembership { group_id, user_id, group_name, user_name });
                }
                for k in 0..each {
                    let hangout_id = HangoutId(format!("h{user}-{k}"));
                    let invited = users[random.usize(..users.len())];
                    new.hangouts.push(Hangout {
                        hangout_id,
                        title: format!("hangout {k}"),
                        description: None,
                        location: None,
                        // Each at a time of its own.
                        start_timestamp: SOON + u64::from(*user) * 1_000 + u64::from(k),
                        group_ids: [group(n), group(n + 3)].into(),
                        invited_user_ids: [UserId(format!("u{invited}"))].into(),
                    });
                }
            }
        }
        new.members.sort_by_key(|member| (member.user_id.clone(), member.group_id.clone()));
        new.members.dedup_by_key(|member| (member.user_id.clone(), member.group_id.clone()));
        write_all(db, &new.groups, 1, bar).await?;
        write_all(db, &new.users, 1, bar).await?;
        write_all(db, &new.members, 1, bar).await?;
        write_all(db, &new.hangouts, 4, bar).await?;
        Ok(new)
    }

    /// Every pattern.
    pub(crate) async fn ask(&self, probe: &mut Probe<'_>) -> Result<(), Error> {
        let db = probe.db;
        for hangout in probe.some(&self.hangouts) {
            let key = Hangout::by_id(&hangout.hangout_id);
            probe.ordered("Hangout::by_id", vec![hangout.clone()], db.get(key)).await?;
        }
        for user in probe.some(&self.users) {
            probe.ordered("inviter User::by_id", vec![user.clone()], db.get(User::by_id(&user.user_id))).await?;
        }
        for group in probe.some(&self.groups) {
            let id = &group.group_id;
            probe.ordered("inviter Group::by_id", vec![group.clone()], db.get(Group::by_id(id))).await?;
            let members = only(&self.members, |member| member.group_id == *id);
            probe
                .ordered(
                    "GroupMembership::by_id",
                    vec![members[0].clone()],
                    db.get(GroupMembership::by_id(id, &members[0].user_id)),
                )
                .await?;
            probe.ordered("GroupMembership::of_group", members, db.query(GroupMembership::of_group(id)).page()).await?;
            let of_group = only(&self.hangouts, |hangout| hangout.group_ids.contains(id));
            let pointers = of_group.iter().map(|hangout| HangoutPointer {
                group_id: id.clone(),
                hangout_id: hangout.hangout_id.clone(),
                title: hangout.title.clone(),
                location: hangout.location.clone(),
                start_timestamp: hangout.start_timestamp,
            });
            let by_id = sorted_by(pointers.collect(), |pointer| pointer.hangout_id.clone());
            probe.ordered("HangoutPointer::feed", by_id.clone(), db.query(HangoutPointer::feed(id)).page()).await?;
            let by_time = sorted_by(by_id, |pointer| pointer.start_timestamp);
            let time = by_time[by_time.len() / 2].start_timestamp;
            let later = only(&by_time, |pointer| pointer.start_timestamp > time);
            probe
                .ordered("HangoutPointer::upcoming", later, db.query(HangoutPointer::upcoming(id, &time)).page())
                .await?;
        }
        for member in probe.some(&self.members) {
            let me = &member.user_id;
            let mine = only(&self.members, |member| member.user_id == *me);
            let groups: Vec<_> = mine.iter().map(|member| member.group_id.clone()).collect();
            probe.ordered("GroupMembership::of_user", mine, db.query(GroupMembership::of_user(me)).page()).await?;
            let all = sorted_by(self.hangouts.clone(), |hangout| hangout.start_timestamp);
            let invited = only(&all, |hangout| hangout.invited_user_ids.contains(me));
            let pointers = invited.into_iter().map(|hangout| InvitedPointer {
                user_id: me.clone(),
                hangout_id: hangout.hangout_id,
                title: hangout.title,
                location: hangout.location,
                start_timestamp: hangout.start_timestamp,
            });
            let upcoming = db.query(InvitedPointer::upcoming(me, &0)).page();
            probe.ordered("InvitedPointer::upcoming", pointers.collect(), upcoming).await?;
            let seen = only(&all, |hangout| {
                hangout.invited_user_ids.contains(me) || groups.iter().any(|group| hangout.group_ids.contains(group))
            });
            let shown = |title: &str, start: u64| (title.to_owned(), start);
            let expected =
                seen.iter().take(20).map(|h| (h.hangout_id.clone(), shown(&h.title, h.start_timestamp))).collect();
            let found = async {
                let found = agenda(db, me, 0, 20).await?;
                let shown =
                    |entry: &AgendaEntry| (entry.hangout_id.clone(), shown(&entry.title, entry.start_timestamp));
                Ok(found.iter().map(shown).collect::<Vec<_>>())
            };
            probe.listed("agenda", expected, found).await?;
        }
        Ok(())
    }
}
