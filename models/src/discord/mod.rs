//! A Discord clone: users, servers, channels and messages in one table with one overloaded index. Absent values are
//! stored as `NULL`.
//!
//! ```
//! use dynamo_core::prelude::*;
//! use models::discord::{ChannelAccess, ChannelId, Chat, ChatError, UserId, mark_read, messages, send_message, unread_count};
//!
//! # async fn run(db: Db, channel: ChannelId, ann: UserId, bob: UserId) -> Result<(), ChatError> {
//! let chat = Chat::new(db); // what handlers of requests get, in place of the database
//! let ann = ChannelAccess::check(&chat, ann, channel).await?; // an error unless she is in the channel's server
//! let bob = ChannelAccess::check(&chat, bob, channel).await?;
//! let said = send_message(&chat, &ann, "Hello").await?;
//! let page = messages(&chat, &bob).limit(50).page().await?; // the latest first
//! if let Some(next) = &page.next {
//!     let older = messages(&chat, &bob).limit(50).after(next).page().await?;
//! }
//! println!("{} unread", unread_count(&chat, &bob).await?);
//! mark_read(&chat, &bob, &said).await?;
//! # Ok(())
//! # }
//! ```
//!
//! What is done for users takes a [`Chat`] and a proof of membership ([`ServerAccess`], [`ManagerAccess`], [`ChannelAccess`]) that only
//! its check makes. The entities' own patterns, listed below, take ids, and so are for the operator alone: they need the
//! [`Db`](dynamo_core::Db), which a `Chat` does not give away.
//!
//! Some reads take several of the patterns below:
//!
//! | function | made of |
//! |---|---|
//! | [`ChannelAccess::check`] | `Channel::by_id`, then `ServerMembership::by_id`: two requests, or one if there is no such channel |
//! | [`ChannelAccess::check_in`] | both keys in one request, where the server is known |
//! | [`rename_in_messages`] | `Message::by_author`, and an update of each message that has another name |
//! | [`members`] | `ServerMembership::of_server`, and a batch of `User::by_id` |
//! | [`servers_of`] | `ServerMembership::of_user`, a batch of `Server::by_id`, and a count of `Channel::of_server` for each |
//! | [`unread_count`] | `LastRead::by_id`, and a count of `Message::after` and of later messages of the same time |
//! | [`all_servers`] | a parallel scan |
//!
#![doc = include_str!("patterns.md")]

mod access;
mod account;
mod channel;
mod chat;
mod deliver;
mod error;
mod event;
mod input;
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

pub use access::{ChannelAccess, ManagerAccess, ServerAccess};
pub use account::{account, account_of, register, rename_in_messages, rename_user};
pub use chat::Chat;
pub use deliver::{Delivered, Delivery, deliver, recipients};
pub use error::ChatError;
pub use event::{Audience, Event, Notice, on_change};
pub use input::{InviteCode, NewChannel, NewInvite, NewServer, PasswordHash, Registration};
pub use invite::{create_channel, create_invite, create_server, leave_server, use_invite};
pub use message::{delete_message, edit_message, message, messages, react, send_message, send_message_once, unreact};
pub use presence::{connect, disconnect, mark_read, stop_listening, unread_count};
pub use server_view::{Member, ServerOverview, all_servers, channels, members, servers_of};

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
#[index(author, name = "gsi2", pk = "gsi2pk", sk = "gsi2sk")]
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
