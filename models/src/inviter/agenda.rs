//! Everything that a user is asked to.

use std::collections::HashSet;
use std::pin::pin;

use dynamo_core::Error;
use dynamo_core::prelude::*;
use futures_util::{StreamExt, TryStreamExt};

use super::{GroupId, GroupMembership, HangoutId, HangoutPointer, InvitedPointer, UserId};

/// A hangout in a user's list.
#[derive(Debug, Clone, PartialEq)]
pub struct AgendaEntry {
    /// When it begins, in epoch seconds.
    pub start_timestamp: u64,
    /// The hangout.
    pub hangout_id: HangoutId,
    /// The name.
    pub title: String,
    /// Where it is.
    pub location: Option<String>,
    /// Through which group the user sees it; nothing if the user was invited.
    pub group_id: Option<GroupId>,
}

impl From<HangoutPointer> for AgendaEntry {
    fn from(pointer: HangoutPointer) -> Self {
        let HangoutPointer { group_id, hangout_id, title, location, start_timestamp } = pointer;
        Self { start_timestamp, hangout_id, title, location, group_id: Some(group_id) }
    }
}

impl From<InvitedPointer> for AgendaEntry {
    fn from(pointer: InvitedPointer) -> Self {
        let InvitedPointer { hangout_id, title, location, start_timestamp, .. } = pointer;
        Self { start_timestamp, hangout_id, title, location, group_id: None }
    }
}

/// The hangouts of all groups of a user, and those that the user was invited to, after a time and in order; each once.
///
/// One query for the groups, then one for each of them and one for the user, side by side. Pointers have all that the list
/// shows: no hangout is read. There are as many entries as wanted, and all others that begin at the time of the last: whoever
/// goes on after that time misses none.
pub async fn agenda(db: &Db, user: &UserId, after: u64, limit: usize) -> Result<Vec<AgendaEntry>, Error> {
    if limit == 0 {
        return Ok(Vec::new());
    }
    let groups: Vec<_> = db.query(GroupMembership::of_user(user)).stream().try_collect().await?;
    let of_groups = groups.iter().map(|member| HangoutPointer::upcoming(&member.group_id, &after));
    // One more than wanted, to see where the next begins.
    let of_groups = db.query_merged(of_groups).page_size(limit + 1).stream().map_ok(AgendaEntry::from);
    let invited = db.query(InvitedPointer::upcoming(user, &after)).page_size(limit + 1).stream();
    let invited = invited.map_ok(AgendaEntry::from);
    let (mut of_groups, mut invited) = (pin!(of_groups.peekable()), pin!(invited.peekable()));
    let (mut entries, mut seen): (Vec<AgendaEntry>, HashSet<HangoutId>) = (Vec::new(), HashSet::new());
    loop {
        let (group, invitation) = futures_util::future::join(of_groups.as_mut().peek(), invited.as_mut().peek()).await;
        let from_groups = match (group, invitation) {
            (None, None) => break,
            (Some(_), None) | (Some(Err(_)), _) => true,
            (None, Some(_)) | (_, Some(Err(_))) => false,
            (Some(Ok(group)), Some(Ok(invitation))) => group.start_timestamp < invitation.start_timestamp,
        };
        let upcoming = if from_groups { group } else { invitation };
        let last = entries.last().map(|last| last.start_timestamp);
        if entries.len() >= limit && matches!(upcoming, Some(Ok(next)) if Some(next.start_timestamp) != last) {
            break;
        }
        let next = if from_groups { of_groups.next().await } else { invited.next().await };
        let Some(entry) = next.transpose()? else { break };
        if seen.insert(entry.hangout_id.clone()) {
            entries.push(entry);
        }
    }
    Ok(entries)
}
