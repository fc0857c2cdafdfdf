//! Goals, tasks and quests of users who follow each other, with groups, chat and a feed. One table, three overloaded
//! indexes.
//!
//! Functions of the entities give queries and keys; mutations are functions that take a [`Call`]: who asks, and under which
//! request id. A request that comes again within a week of the first changes nothing, and is told what it gave.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::goals_guild::{Call, GuildError, UserId, follow_counts, follow_user};
//!
//! # async fn run(db: Db, ann: UserId, bob: UserId) -> Result<(), GuildError> {
//! let call = Call::new(ann, "3f7c");
//! let first = follow_user(&db, &call, bob).await?;
//! let again = follow_user(&db, &call, bob).await?; // the client's retry
//! assert_eq!((first.repeated, again.repeated, first.value), (false, true, again.value));
//! assert_eq!(follow_counts(&db, bob).await?.followers, 1);
//! # Ok(())
//! # }
//! ```
//!
//! Some reads take several of the patterns below:
//!
//! | function | made of |
//! |---|---|
//! | [`home_feed`] | `Follow::following`, `GroupMember::of_user`, a batch of `Promotion::of_user` and one of `GroupPromotion::of_group`, `Activity::query` of each who is not promoted, and the copies in `FeedItem::query`; where those run short, `Activity::query` of the promoted too |
//! | [`followees`] | `Follow::following` |
//! | [`followers`] | `Follow::followers` and `Follow::spread_followers` |
//! | [`follow_counts`] | `FollowerCounter::of_user` and `FollowingCounter::of_user` |
//!
//! An account that very many follow is promoted, and from then on the mirrors of new edges are spread over ten partitions of the
//! index. That shows in the index keys alone: the queries for edges and counters are complete for a reader that knows nothing of it,
//! and only the query for followers of such an account has to read the ten partitions too. The price is that every edge is counted in the
//! one counter of the account: those who begin to follow it at the same moment wait for each other, and are retried.
//!
#![doc = include_str!("patterns.md")]

mod call;
mod change;
mod chat;
mod cursor;
mod event;
mod fan_out;
mod feed;
mod follow;
mod goal;
mod group;
mod home;
mod login;
mod mutate;
mod promote;
mod promotion;
mod quest;
mod request;
mod timeline;
mod user;

// With what is generated beside the entities: `GoalFields`, `GoalQuery`.
pub use chat::*;
pub use feed::*;
pub use follow::*;
pub use goal::*;
pub use group::*;
pub use login::*;
pub use promotion::*;
pub use quest::*;
pub use request::*;
pub use user::*;

pub use call::{AdminCall, Call, Done, Effect, GuildError, Made};
pub use change::{Handled, Notification, copy_page, on_change};
pub use cursor::FeedCursor;
pub use event::GuildEvent;
pub use fan_out::{FeedRules, deliver, fan_out, trim_feed};
pub use home::{FeedEntry, FeedPage, FollowCounts, follow_counts, followees, followers, home_feed};
pub use mutate::{
    NewActivity, NewGroup, NewMessage, NewQuest, NewUser, cancel_quest, create_group, create_quest, delete_quest,
    follow_user, join_group, leave_group, open_dm, post_activity, register_user, send_message, unfollow_user,
};
pub use promote::{PromotionRules, demote, promote, propose_group_promotion, propose_promotion};
pub use timeline::Timeline;

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

crate::id::text_ids! {
    /// A request, as its client calls it.
    RequestId,
}

/// The table `gg_core`.
#[allow(clippy::large_enum_variant)] // An item is read once and taken out.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(name = "gg_core", pk = "PK", sk = "SK", type_attribute = "type", ttl = "ttl", stream)]
#[table(allow(
    "overloading-without-gain" = "the design documents ask for one table, whose one stream feeds the fan-out of activities"
))]
#[index(gsi1, name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[index(gsi2, name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[index(gsi3, name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
pub enum GgCore {
    /// A profile.
    User(User),
    /// The lock on an e-mail address.
    EmailUnique(EmailUnique),
    /// The lock on a nickname.
    NicknameUnique(NicknameUnique),
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
    /// In which groups they are.
    GroupPromotion(GroupPromotion),
    /// A quest.
    Quest(Quest),
    /// A request that was executed.
    Request(Request),
}
