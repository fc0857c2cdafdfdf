//! A chat server over the Discord model: accounts, servers, channels, messages, invites, and a WebSocket that tells what changes.
//!
//! Everything it knows is in the table. What a handler may do is decided by a proof of membership ([`models::discord::ChannelAccess`]),
//! and what listeners are told comes from the table's stream, so that it does not matter which process wrote it.

mod account;
mod app;
mod auth;
mod dispatch;
mod error;
mod extract;
mod hub;
mod limits;
mod messages;
mod page;
mod router;
mod servers;
mod socket;

pub use app::{App, Settings};
pub use dispatch::dispatch;
pub use limits::Limits;
pub use router::router;
