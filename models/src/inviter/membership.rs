//! Being in groups, with names that follow those of the groups and users.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::TryStreamExt;

use super::{Group, GroupId, GroupMembership, Inviter, UserId};

/// How often something is tried again that others changed meanwhile.
const ATTEMPTS: usize = 8;

/// So many members fit into a transaction, beside the group.
const AT_ONCE: usize = 99;

/// Why something was not done. Nothing was changed then.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InviterError {
    /// There is no such group.
    #[error("there is no group {0}")]
    NoSuchGroup(GroupId),
    /// The user is in the group.
    #[error("user {0} is in the group already")]
    AlreadyMember(UserId),
    /// Others change the same, faster.
    #[error("others are changing the same: try again")]
    Busy,
    /// The database.
    #[error(transparent)]
    Db(#[from] Error),
}

/// A user joins a group, under the name that the group has at that moment.
pub async fn join_group(
    db: &Db,
    group_id: &GroupId,
    user_id: &UserId,
    user_name: &str,
) -> Result<GroupMembership, InviterError> {
    for _ in 0..ATTEMPTS {
        let group = db.get(Group::by_id(group_id)).consistent().await?;
        let group = group.ok_or_else(|| InviterError::NoSuchGroup(group_id.clone()))?;
        let member = GroupMembership {
            group_id: group_id.clone(),
            user_id: user_id.clone(),
            group_name: group.group_name,
            user_name: user_name.to_owned(),
        };
        let is_called_so = db.check(Group::by_id(group_id)).when(Group::fields().group_name.eq(&member.group_name));
        match db.transact().create(&member).check(is_called_so).await {
            Ok(()) => return Ok(member),
            Err(Error::Cancelled(cancelled)) => match cancelled.refused_at() {
                Some(0) => return Err(InviterError::AlreadyMember(user_id.clone())),
                Some(_) => {}
                None => return Err(Error::Cancelled(cancelled).into()),
            },
            Err(error) => return Err(error.into()),
        }
    }
    Err(InviterError::Busy)
}

/// A user leaves a group.
pub async fn leave_group(db: &Db, group: &GroupId, user: &UserId) -> Result<(), InviterError> {
    Ok(db.delete(GroupMembership::by_id(group, user)).await?)
}

/// Gives a group another name: the group first, then all of its memberships. Gives how many those are.
///
/// If it ends in the middle, [`sync_group_name`] goes on, and so does [`on_change`] with the record of the stream.
pub async fn rename_group(db: &Db, group: &GroupId, name: &str) -> Result<usize, InviterError> {
    match db.update(Group::by_id(group)).set(Group::fields().group_name, name).await {
        Err(Error::NotFound(_)) => return Err(InviterError::NoSuchGroup(group.clone())),
        done => done?,
    }
    sync_group_name(db, group).await
}

/// Gives memberships the name of their group where they have another. Gives how many had.
///
/// A membership is changed only while the group is still called so: of two that rename a group at once, the one that is
/// overtaken does not write an older name over a newer one.
pub async fn sync_group_name(db: &Db, group_id: &GroupId) -> Result<usize, InviterError> {
    let mut changed = 0;
    'attempts: for _ in 0..ATTEMPTS {
        let group = db.get(Group::by_id(group_id)).consistent().await?;
        let group = group.ok_or_else(|| InviterError::NoSuchGroup(group_id.clone()))?;
        let other_name = GroupMembership::fields().group_name.ne(&group.group_name);
        let stale = db.query(GroupMembership::of_group(group_id)).consistent().filter(other_name);
        let stale: Vec<_> = stale.stream().try_collect().await?;
        for members in stale.chunks(AT_ONCE) {
            let is_called_so = db.check(group.key()).when(Group::fields().group_name.eq(&group.group_name));
            let mut transact = db.transact().check(is_called_so);
            for member in members {
                let name = GroupMembership::fields().group_name;
                transact = transact.update(db.update(member.key()).set(name, &group.group_name));
            }
            match transact.await {
                Ok(()) => changed += members.len(),
                // It was renamed again, or a member has left: look again.
                Err(Error::Cancelled(cancelled)) if cancelled.refused_at().is_some() => continue 'attempts,
                Err(error) => return Err(error.into()),
            }
        }
        return Ok(changed);
    }
    Err(InviterError::Busy)
}

/// A user, whom another system keeps, has another name: all memberships get it. Gives how many those are.
pub async fn rename_member(db: &Db, user: &UserId, name: &str) -> Result<usize, InviterError> {
    let memberships: Vec<_> = db.query(GroupMembership::of_user(user)).stream().try_collect().await?;
    let mut changed = 0;
    for member in memberships.iter().filter(|member| member.user_name != name) {
        match db.update(member.key()).set(GroupMembership::fields().user_name, name).await {
            Ok(()) => changed += 1,
            // The user has left.
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(changed)
}

/// Handles a record of the table's stream: a group that was renamed passes its name on. Gives how many memberships got it.
pub async fn on_change(db: &Db, change: &Change<Inviter>) -> Result<usize, InviterError> {
    match (&change.old, &change.new) {
        (Some(Inviter::Group(old)), Some(Inviter::Group(new))) if old.group_name != new.group_name => {
            match sync_group_name(db, &new.group_id).await {
                // It is gone by now.
                Err(InviterError::NoSuchGroup(_)) => Ok(0),
                done => done,
            }
        }
        _ => Ok(0),
    }
}
