//! What a change of the table means to the rest of the application.

use dynamo_core::Error;
use dynamo_core::prelude::*;
use dynamo_core::stream::Change;

use super::{
    ActivityId, GgCore, GoalId, GoalStatus, Group, GroupId, MessageId, QuestId, QuestStatus, Room, RoomId, TaskId,
    UserId,
};

/// A domain event: what happened, in the words of the application. A change of the stream is one, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GuildEvent {
    /// Someone has an account.
    UserRegistered(UserId),
    /// Someone follows someone.
    Followed {
        /// Who follows.
        follower_id: UserId,
        /// Who is followed.
        followee_id: UserId,
    },
    /// Someone no longer follows someone.
    Unfollowed {
        /// Who followed.
        follower_id: UserId,
        /// Who was followed.
        followee_id: UserId,
    },
    /// There is a new group.
    GroupCreated(GroupId),
    /// Someone is in a group.
    MemberJoined {
        /// The group.
        group_id: GroupId,
        /// The new member.
        user_id: UserId,
    },
    /// Someone is no longer in a group.
    MemberLeft {
        /// The group.
        group_id: GroupId,
        /// The former member.
        user_id: UserId,
    },
    /// Someone did something.
    ActivityPosted {
        /// Who did it.
        actor_id: UserId,
        /// The activity.
        activity_id: ActivityId,
    },
    /// A goal is reached.
    GoalCompleted {
        /// Whose goal it is.
        user_id: UserId,
        /// The goal.
        goal_id: GoalId,
    },
    /// A task is done.
    TaskDone {
        /// Whose task it is.
        user_id: UserId,
        /// The task.
        task_id: TaskId,
    },
    /// Someone set out on a quest.
    QuestStarted {
        /// Whose quest it is.
        user_id: UserId,
        /// The quest.
        quest_id: QuestId,
    },
    /// A quest is done.
    QuestCompleted {
        /// Whose quest it was.
        user_id: UserId,
        /// The quest.
        quest_id: QuestId,
    },
    /// A quest was given up.
    QuestCancelled {
        /// Whose quest it was.
        user_id: UserId,
        /// The quest.
        quest_id: QuestId,
    },
    /// An administrator deleted a quest.
    QuestDeleted {
        /// Whose quest it was.
        user_id: UserId,
        /// The quest.
        quest_id: QuestId,
    },
    /// Someone wrote in a room.
    MessageSent {
        /// The room.
        room_id: RoomId,
        /// Who wrote.
        user_id: UserId,
        /// The message.
        message_id: MessageId,
    },
}

impl GuildEvent {
    /// The event that a change is. What expires is none, nor is what only follows from another record: companions, copies,
    /// requests.
    ///
    /// ```
    /// use dynamo_core::prelude::*;
    /// use dynamo_core::stream::Change;
    /// use models::goals_guild::{Follow, GgCore, GuildEvent, UserId};
    ///
    /// let (follower_id, followee_id) = (UserId::new(), UserId::new());
    /// let edge = Follow { follower_id, followee_id, spread: false, created_at: Timestamp::now() };
    /// let change = Change::<GgCore>::from_images(None, Some(edge.to_item()?))?;
    /// assert_eq!(GuildEvent::of(&change), Some(GuildEvent::Followed { follower_id, followee_id }));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn of(change: &Change<GgCore>) -> Option<Self> {
        match (&change.old, &change.new) {
            (None, Some(new)) => Self::created(new),
            (Some(old), Some(new)) => Self::changed(old, new),
            (Some(old), None) if !change.expired => Self::deleted(old),
            _ => None,
        }
    }

    fn created(new: &GgCore) -> Option<Self> {
        Some(match new {
            GgCore::User(user) => Self::UserRegistered(user.user_id),
            GgCore::Follow(edge) => Self::Followed { follower_id: edge.follower_id, followee_id: edge.followee_id },
            GgCore::Group(group) => Self::GroupCreated(group.group_id),
            GgCore::GroupMember(member) => Self::MemberJoined { group_id: member.group_id, user_id: member.user_id },
            GgCore::Activity(activity) => {
                Self::ActivityPosted { actor_id: activity.actor_id, activity_id: activity.activity_id }
            }
            GgCore::Quest(quest) => Self::QuestStarted { user_id: quest.user_id, quest_id: quest.quest_id },
            GgCore::Message(message) => {
                Self::MessageSent { room_id: message.room_id, user_id: message.user_id, message_id: message.message_id }
            }
            _ => return None,
        })
    }

    fn changed(old: &GgCore, new: &GgCore) -> Option<Self> {
        match (old, new) {
            (GgCore::Goal(old), GgCore::Goal(new)) if old.status != new.status => {
                let event = Self::GoalCompleted { user_id: new.user_id, goal_id: new.goal_id };
                (new.status == GoalStatus::Completed).then_some(event)
            }
            (GgCore::Task(old), GgCore::Task(new)) if !old.done && new.done => {
                Some(Self::TaskDone { user_id: new.user_id, task_id: new.task_id })
            }
            (GgCore::Quest(old), GgCore::Quest(new)) if old.status != new.status => {
                let (user_id, quest_id) = (new.user_id, new.quest_id);
                match new.status {
                    QuestStatus::Completed => Some(Self::QuestCompleted { user_id, quest_id }),
                    QuestStatus::Cancelled => Some(Self::QuestCancelled { user_id, quest_id }),
                    QuestStatus::Active => None,
                }
            }
            _ => None,
        }
    }

    fn deleted(old: &GgCore) -> Option<Self> {
        Some(match old {
            GgCore::Follow(edge) => Self::Unfollowed { follower_id: edge.follower_id, followee_id: edge.followee_id },
            GgCore::GroupMember(member) => Self::MemberLeft { group_id: member.group_id, user_id: member.user_id },
            GgCore::Quest(quest) => Self::QuestDeleted { user_id: quest.user_id, quest_id: quest.quest_id },
            _ => return None,
        })
    }

    /// Who is to be told: the one who is followed, the owner of a group that someone joins, everyone else in a room, and whose
    /// quest an administrator deleted. Nobody is told what they did themselves.
    pub async fn recipients(&self, db: &Db) -> Result<Vec<UserId>, Error> {
        Ok(match *self {
            Self::Followed { followee_id, .. } => vec![followee_id],
            Self::MemberJoined { group_id, user_id } => {
                let owner = db.get(Group::by_id(&group_id)).await?.map(|group| group.owner_id);
                owner.into_iter().filter(|owner| *owner != user_id).collect()
            }
            Self::MessageSent { room_id, user_id, .. } => {
                let room = db.get(Room::by_id(&room_id)).await?;
                let members = room.map(|room| room.members).unwrap_or_default();
                members.into_iter().filter(|member| *member != user_id).collect()
            }
            Self::QuestDeleted { user_id, .. } => vec![user_id],
            _ => Vec::new(),
        })
    }
}
