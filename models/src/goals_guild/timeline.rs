//! What a user has, over all types.

use dynamo_core::prelude::*;

use super::{FollowingEntry, Goal, GroupMember, Message, Milestone, Quest, Task, User};

/// An entry of a user's timeline. Who follows the user is in the same partition of the index, and is not read.
#[allow(clippy::large_enum_variant)] // An item is read once and taken out.
#[derive(Collection, Debug, Clone, PartialEq)]
#[collection(index = gsi1)]
pub enum Timeline {
    /// The profile.
    User(User),
    /// A goal.
    Goal(Goal),
    /// A task that is due.
    Task(Task),
    /// A milestone.
    Milestone(Milestone),
    /// Someone is followed.
    Following(FollowingEntry),
    /// A group was joined.
    Group(GroupMember),
    /// A quest.
    Quest(Quest),
    /// A message that its author wants there.
    Message(Message),
}
