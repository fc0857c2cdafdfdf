//! What a change of the table means to those who listen.

use dynamo_core::stream::Change;
use serde::Serialize;

use super::{
    Channel, ChannelId, Connection, Discord, LastRead, Message, MessageId, Reaction, Server, ServerId,
    ServerMembership, UserId,
};

/// Something that happened in a server. As JSON, `type` says what, in camel case.
///
/// Streams deliver at least once: every event has the ids, so that a client applies it twice as it does once.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum Event {
    /// A message was sent.
    MessageSent {
        /// The message.
        message: Message,
    },
    /// A message was changed: its text, or the name of its author.
    MessageChanged {
        /// The message as it is now.
        message: Message,
    },
    /// The reactions to a message changed.
    MessageReacted {
        /// The conversation that it was written in.
        channel_id: ChannelId,
        /// The message.
        message_id: MessageId,
        /// All reactions to it.
        reactions: Vec<Reaction>,
    },
    /// A message was deleted.
    MessageDeleted {
        /// The conversation that it was written in.
        channel_id: ChannelId,
        /// The message.
        message_id: MessageId,
    },
    /// A channel was made.
    ChannelCreated {
        /// The channel.
        channel: Channel,
    },
    /// A channel was changed.
    ChannelChanged {
        /// The channel as it is now.
        channel: Channel,
    },
    /// A channel was deleted.
    ChannelDeleted {
        /// Its server.
        server_id: ServerId,
        /// The channel.
        channel_id: ChannelId,
    },
    /// A server was changed.
    ServerChanged {
        /// The server as it is now.
        server: Server,
    },
    /// A user joined a server.
    MemberJoined {
        /// How.
        membership: ServerMembership,
    },
    /// The role of a member changed.
    MemberChanged {
        /// How the user is in the server now.
        membership: ServerMembership,
    },
    /// A user left a server, or was removed from it.
    MemberLeft {
        /// The server.
        server_id: ServerId,
        /// The user.
        user_id: UserId,
    },
    /// A connection began to listen to a channel.
    Connected {
        /// The channel.
        channel_id: ChannelId,
        /// Whose connection it is.
        user_id: UserId,
    },
    /// A connection does not listen to a channel any longer.
    Disconnected {
        /// The channel.
        channel_id: ChannelId,
        /// Whose connection it was.
        user_id: UserId,
    },
    /// A user has read further in a channel.
    Read {
        /// The channel.
        channel_id: ChannelId,
        /// Who has read.
        user_id: UserId,
        /// The last message that was read.
        message_id: MessageId,
    },
}

/// Whose connections get an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Those that listen to a channel.
    Channel(ChannelId),
    /// Those that listen to any channel of a server.
    Server(ServerId),
}

/// An event, and who gets it: [`deliver`](super::deliver) finds their connections.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// What happened.
    pub event: Event,
    /// Who gets it.
    pub audience: Audience,
}

/// Returns what a change of the table means to those who listen: nothing, for items that are none of their business and for writes
/// that changed nothing they can see.
///
/// ```
/// use dynamo_core::stream::Change;
/// use models::discord::{Discord, deliver, on_change, ChatError, Delivery};
///
/// # async fn run(db: dynamo_core::Db, change: Change<Discord>) -> Result<(), ChatError> {
/// for notice in on_change(&change) {
///     let event = &notice.event;
///     deliver(&db, &notice, |connection| async move {
///         println!("{connection}: {event:?}"); // or post it to the gateway
///         Ok::<_, ChatError>(Delivery::Sent)
///     })
///     .await?;
/// }
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn on_change(change: &Change<Discord>) -> Vec<Notice> {
    match (&change.old, &change.new) {
        (old, Some(Discord::Message(new))) => message(old.as_ref(), new),
        (Some(Discord::Message(old)), None) => {
            let (channel_id, message_id) = (old.channel_id, old.message_id);
            vec![Event::MessageDeleted { channel_id, message_id }.for_channel(channel_id)]
        }
        (old, Some(Discord::Channel(new))) => {
            let same = |old: &Channel| (&old.name, &old.topic) == (&new.name, &new.topic);
            let channel = new.clone();
            let event = match old {
                None => Event::ChannelCreated { channel },
                Some(Discord::Channel(old)) if same(old) => return Vec::new(),
                Some(_) => Event::ChannelChanged { channel },
            };
            vec![event.for_server(new.server_id)]
        }
        (Some(Discord::Channel(old)), None) => {
            let (server_id, channel_id) = (old.server_id, old.channel_id);
            let event = Event::ChannelDeleted { server_id, channel_id };
            // Its own connections too: it is none of the server's channels any longer.
            vec![event.clone().for_server(server_id), event.for_channel(channel_id)]
        }
        (Some(Discord::Server(old)), Some(Discord::Server(new))) => {
            let seen = |server: &Server| (server.name.clone(), server.icon_url.clone(), server.owner_id);
            let event = Event::ServerChanged { server: new.clone() };
            if seen(old) == seen(new) { Vec::new() } else { vec![event.for_server(new.server_id)] }
        }
        (old, Some(Discord::ServerMembership(new))) => {
            let membership = new.clone();
            let event = match old {
                None => Event::MemberJoined { membership },
                Some(Discord::ServerMembership(old)) if old.role == new.role => return Vec::new(),
                Some(_) => Event::MemberChanged { membership },
            };
            vec![event.for_server(new.server_id)]
        }
        (Some(Discord::ServerMembership(old)), None) => {
            let (server_id, user_id) = (old.server_id, old.user_id);
            vec![Event::MemberLeft { server_id, user_id }.for_server(server_id)]
        }
        (None, Some(Discord::Connection(Connection { channel_id, user_id, .. }))) => {
            vec![Event::Connected { channel_id: *channel_id, user_id: *user_id }.for_channel(*channel_id)]
        }
        (Some(Discord::Connection(Connection { channel_id, user_id, .. })), None) => {
            vec![Event::Disconnected { channel_id: *channel_id, user_id: *user_id }.for_channel(*channel_id)]
        }
        (old, Some(Discord::LastRead(new))) => read(old.as_ref(), new),
        _ => Vec::new(),
    }
}

fn message(old: Option<&Discord>, new: &Message) -> Vec<Notice> {
    let channel_id = new.channel_id;
    let Some(Discord::Message(old)) = old else {
        return vec![Event::MessageSent { message: new.clone() }.for_channel(channel_id)];
    };
    let mut notices = Vec::new();
    if (&old.content, &old.username, old.edited) != (&new.content, &new.username, new.edited) {
        notices.push(Event::MessageChanged { message: new.clone() }.for_channel(channel_id));
    } else if old.reactions != new.reactions {
        let (message_id, reactions) = (new.message_id, new.reactions.clone());
        notices.push(Event::MessageReacted { channel_id, message_id, reactions }.for_channel(channel_id));
    }
    notices
}

fn read(old: Option<&Discord>, new: &LastRead) -> Vec<Notice> {
    if matches!(old, Some(Discord::LastRead(old)) if old.last_read_message_id == new.last_read_message_id) {
        return Vec::new();
    }
    let (channel_id, user_id) = (new.channel_id, new.user_id);
    vec![Event::Read { channel_id, user_id, message_id: new.last_read_message_id }.for_channel(channel_id)]
}

impl Event {
    fn for_channel(self, channel: ChannelId) -> Notice {
        Notice { event: self, audience: Audience::Channel(channel) }
    }

    fn for_server(self, server: ServerId) -> Notice {
        Notice { event: self, audience: Audience::Server(server) }
    }
}
