//! Being in groups, with names that follow those of the groups and users.

use std::time::Duration;

use dynamo_core::Error;
use dynamo_core::expr::Condition;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;
use futures_util::TryStreamExt;

use super::{Group, GroupId, GroupMembership, Inviter, User, UserId};

/// How often something is tried again that others changed meanwhile.
const ATTEMPTS: u32 = 8;

/// So many members fit into a transaction, beside the group.
const AT_ONCE: usize = 99;

/// Why something was not done, or not to its end: what was begun can be begun again.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InviterError {
    /// There is no such group.
    #[error("there is no group {0}")]
    NoSuchGroup(GroupId),
    /// There is no such user.
    #[error("there is no user {0}")]
    NoSuchUser(UserId),
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

/// A user joins a group, under the names that both have at that moment.
pub async fn join_group(db: &Db, group_id: &GroupId, user_id: &UserId) -> Result<GroupMembership, InviterError> {
    for _ in 0..ATTEMPTS {
        let (group, user) = db.transact_get((Group::by_id(group_id), User::by_id(user_id))).await?;
        let group = group.ok_or_else(|| InviterError::NoSuchGroup(group_id.clone()))?;
        let user = user.ok_or_else(|| InviterError::NoSuchUser(user_id.clone()))?;
        let member = GroupMembership {
            group_id: group.group_id.clone(),
            user_id: user.user_id.clone(),
            group_name: group.group_name.clone(),
            user_name: user.user_name.clone(),
        };
        let transact = db
            .transact()
            .create(&member)
            .check(group.key(), |check| check.when(group_is_called(&group)))
            .check(user.key(), |check| check.when(user_is_called(&user)));
        match transact.await {
            Ok(()) => return Ok(member),
            Err(Error::Cancelled(cancelled)) => match cancelled.failed_at() {
                Some(0) => return Err(InviterError::AlreadyMember(user_id.clone())),
                Some(_) => {}
                None => return Err(Error::Cancelled(cancelled).into()),
            },
            Err(error) => return Err(error.into()),
        }
    }
    Err(InviterError::Busy)
}

/// That a group is still called so.
fn group_is_called(group: &Group) -> Condition<Group> {
    Group::fields().group_name.eq(&group.group_name)
}

/// That a user is still called so.
fn user_is_called(user: &User) -> Condition<User> {
    User::fields().user_name.eq(&user.user_name)
}

/// A user leaves a group.
pub async fn leave_group(db: &Db, group: &GroupId, user: &UserId) -> Result<(), InviterError> {
    Ok(db.delete(GroupMembership::by_id(group, user)).await?)
}

/// Gives a group another name: the group first, then all of its memberships. Gives how many had another.
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
    'attempts: for attempt in 0..ATTEMPTS {
        tokio::time::sleep(Duration::from_millis(10) * attempt).await;
        let group = db.get(Group::by_id(group_id)).consistent().await?;
        let group = group.ok_or_else(|| InviterError::NoSuchGroup(group_id.clone()))?;
        let other_name = GroupMembership::fields().group_name.ne(&group.group_name);
        let stale = db.query(GroupMembership::of_group(group_id)).consistent().filter(other_name);
        let stale: Vec<_> = stale.stream().try_collect().await?;
        for members in stale.chunks(AT_ONCE) {
            let mut transact = db.transact().check(group.key(), |check| check.when(group_is_called(&group)));
            for member in members {
                let name = GroupMembership::fields().group_name;
                transact = transact.update(member.key(), |update| update.set(name, &group.group_name));
            }
            match transact.await {
                Ok(()) => changed += members.len(),
                // It was renamed again, or a member has left: look again.
                Err(Error::Cancelled(cancelled)) if cancelled.failed_at().is_some() => continue 'attempts,
                Err(error) => return Err(error.into()),
            }
        }
        return Ok(changed);
    }
    Err(InviterError::Busy)
}

/// Gives a user another name: the user first, then all of its memberships. Gives how many those are.
///
/// If it ends in the middle, [`sync_user_name`] goes on, and so does [`on_change`] with the record of the stream.
pub async fn rename_user(db: &Db, user: &UserId, name: &str) -> Result<usize, InviterError> {
    match db.update(User::by_id(user)).set(User::fields().user_name, name).await {
        Err(Error::NotFound(_)) => return Err(InviterError::NoSuchUser(user.clone())),
        done => done?,
    }
    sync_user_name(db, user).await
}

/// Gives memberships of a user the name that the user has. Gives how many there are: which of them have it already, the
/// index by which they are found may not know yet.
pub async fn sync_user_name(db: &Db, user_id: &UserId) -> Result<usize, InviterError> {
    'attempts: for attempt in 0..ATTEMPTS {
        // An index may still show a member who has left.
        tokio::time::sleep(Duration::from_millis(10) * attempt).await;
        let user = db.get(User::by_id(user_id)).consistent().await?;
        let user = user.ok_or_else(|| InviterError::NoSuchUser(user_id.clone()))?;
        let mine: Vec<_> = db.query(GroupMembership::of_user(user_id)).stream().try_collect().await?;
        for members in mine.chunks(AT_ONCE) {
            let mut transact = db.transact().check(user.key(), |check| check.when(user_is_called(&user)));
            for member in members {
                let name = GroupMembership::fields().user_name;
                transact = transact.update(member.key(), |update| update.set(name, &user.user_name));
            }
            match transact.await {
                Ok(()) => {}
                // There is another name by now, or the user has left a group: look again.
                Err(Error::Cancelled(cancelled)) if cancelled.failed_at().is_some() => continue 'attempts,
                Err(error) => return Err(error.into()),
            }
        }
        return Ok(mine.len());
    }
    Err(InviterError::Busy)
}

/// Reconciles memberships with a record of the table's stream: a renamed group or user passes its name on, and a new
/// membership that a renaming missed gets the current names. Returns how many memberships were reconciled.
pub async fn on_change(db: &Db, change: &Change<Inviter>) -> Result<usize, InviterError> {
    let synced = match (&change.old, &change.new) {
        (Some(Inviter::Group(old)), Some(Inviter::Group(new))) if old.group_name != new.group_name => {
            sync_group_name(db, &new.group_id).await
        }
        (Some(Inviter::User(old)), Some(Inviter::User(new))) if old.user_name != new.user_name => {
            sync_user_name(db, &new.user_id).await
        }
        (None, Some(Inviter::GroupMembership(new))) => overlooked(db, new).await,
        _ => Ok(0),
    };
    match synced {
        // It is gone by now.
        Err(InviterError::NoSuchGroup(_) | InviterError::NoSuchUser(_)) => Ok(0),
        done => done,
    }
}

/// A new membership may not have been in the index yet when its user was renamed.
async fn overlooked(db: &Db, new: &GroupMembership) -> Result<usize, InviterError> {
    let (group, user) = db.transact_get((Group::by_id(&new.group_id), User::by_id(&new.user_id))).await?;
    let mut synced = 0;
    if group.is_some_and(|group| group.group_name != new.group_name) {
        synced += sync_group_name(db, &new.group_id).await?;
    }
    if user.is_some_and(|user| user.user_name != new.user_name) {
        synced += sync_user_name(db, &new.user_id).await?;
    }
    Ok(synced)
}
