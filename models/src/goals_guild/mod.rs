//! Goals, tasks and quests of users who follow each other, with groups, chat and a feed. One table, three overloaded
//! indexes.

mod chat;
mod feed;
mod follow;
mod goal;
mod group;
mod quest;
mod user;

pub use chat::{AssistMsg, Message, Room, RoomScope};
pub use feed::{Activity, FeedItem, Media, ObjectType, Promotion, PromotionReason, Verb};
pub use follow::{Follow, FollowerCounter, FollowingCounter, FollowingEntry};
pub use goal::{Goal, GoalStatus, Milestone, Offer, OfferStatus, Task};
pub use group::{Group, GroupMember, GroupRole};
pub use quest::{CountScope, Difficulty, Quest, QuestKind, QuestStatus};
pub use user::{EmailUnique, Tier, User, UserStatus};

use dynamo_core::Table;

crate::id::ulid_ids! {
    /// A user.
    UserId,
    /// A goal.
    GoalId,
    /// A task.
    TaskId,
    /// A milestone.
    MilestoneId,
    /// A chat room.
    RoomId,
    /// A message.
    MessageId,
    /// A thread with the assistant.
    ThreadId,
    /// An offer.
    OfferId,
    /// A company.
    CompanyId,
    /// A group.
    GroupId,
    /// An activity.
    ActivityId,
    /// A quest.
    QuestId,
}

/// The table `gg_core`.
#[allow(clippy::large_enum_variant)] // An item is read once and taken out.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "gg_core", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl", stream)]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[index(gsi3, name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
pub enum GgCore {
    /// A profile.
    User(User),
    /// The lock on an e-mail address.
    EmailUnique(EmailUnique),
    /// A goal.
    Goal(Goal),
    /// A task.
    Task(Task),
    /// A milestone.
    Milestone(Milestone),
    /// A chat message.
    Message(Message),
    /// A message of an assistance thread.
    AssistMsg(AssistMsg),
    /// A chat room.
    Room(Room),
    /// An offer.
    Offer(Offer),
    /// Who follows whom.
    Follow(Follow),
    /// The same in the follower's timeline.
    FollowingEntry(FollowingEntry),
    /// How many follow a user.
    FollowerCounter(FollowerCounter),
    /// How many a user follows.
    FollowingCounter(FollowingCounter),
    /// A group.
    Group(Group),
    /// A member of a group.
    GroupMember(GroupMember),
    /// Something that a user did.
    Activity(Activity),
    /// The same in a follower's feed.
    FeedItem(FeedItem),
    /// Whose activities are copied to feeds.
    Promotion(Promotion),
    /// A quest.
    Quest(Quest),
}
