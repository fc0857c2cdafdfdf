//! A Discord clone: users, servers, channels and messages in one table with one overloaded index. Absent values are
//! stored as `NULL`.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::discord::{Channel, ChatError, Message, User, mark_read, send_message, unread_count};
//!
//! # async fn run(db: Db, channel: Channel, ann: User, bob: User) -> Result<(), ChatError> {
//! let said = send_message(&db, &channel, &ann, "Hello").await?;
//! let page = db.query(Message::in_channel(&channel.channel_id)).limit(50).await?; // the latest first
//! if let Some(next) = &page.next {
//!     let older = db.query(Message::in_channel(&channel.channel_id)).limit(50).after(next).await?;
//! }
//! println!("{} unread", unread_count(&db, bob.user_id, &channel).await?);
//! mark_read(&db, bob.user_id, &said).await?;
//! # Ok(())
//! # }
//! ```
//!
//! Some reads take several of the patterns below:
//!
//! | function | made of |
//! |---|---|
//! | [`accessible_channel`] | `Channel::by_id`, then `ServerMembership::by_id`: two requests, or one if there is no such channel |
//! | [`accessible_channel_of`] | both keys in one request, where the server is known |
//! | [`servers_of`] | `ServerMembership::of_user`, a batch of `Server::by_id`, and a count of `Channel::of_server` for each |
//! | [`unread_count`] | `LastRead::by_id`, and a count of `Message::after` and of later messages of the same time |
//! | [`all_servers`] | a parallel scan |
//!
#![doc = include_str!("patterns.md")]

mod channel;
mod error;
mod invite;
mod message;
mod presence;
mod server;
mod server_view;
mod user;

// With what is generated beside the entities.
pub use channel::*;
pub use server::*;
pub use user::*;

pub use error::ChatError;
pub use invite::{create_server, use_invite};
pub use message::{delete_message, edit_message, react, send_message, unreact};
pub use presence::{connect, disconnect, mark_read, unread_count};
pub use server_view::{ServerOverview, accessible_channel, accessible_channel_of, all_servers, servers_of};

use dynamo_core::Table;

crate::id::ulid_ids! {
    /// A user.
    UserId,
    /// A server.
    ServerId,
    /// A channel.
    ChannelId,
    /// A message.
    MessageId,
}

crate::id::text_ids! {
    /// The code of an invite.
    InviteCode,
    /// A connection, as the gateway names it.
    ConnectionId,
}

/// The table, whose name holds the stage.
#[allow(clippy::large_enum_variant)] // An item is read once and taken out.
#[derive(Table, Debug, Clone, PartialEq)]
#[table(
    name = "discord-clone-{stage}-DiscordTable",
    pk = "pk",
    sk = "sk",
    type_attribute = "entityType",
    ttl = "ttl",
    stream,
    none = "null"
)]
#[index(gsi1, name = "gsi1", pk = "gsi1pk", sk = "gsi1sk", mandatory)]
pub enum Discord {
    /// A user.
    User(User),
    /// The lock on an e-mail address.
    EmailLock(EmailLock),
    /// A server.
    Server(Server),
    /// A member of a server.
    ServerMembership(ServerMembership),
    /// A channel.
    Channel(Channel),
    /// A message.
    Message(Message),
    /// An invite.
    Invite(Invite),
    /// The lock on the code of an invite.
    InviteCodeLock(InviteCodeLock),
    /// An open connection.
    Connection(Connection),
    /// A connection in the list of its user.
    UserConnection(UserConnection),
    /// How far a user has read.
    LastRead(LastRead),
}
